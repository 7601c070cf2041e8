"""What helps somebody who sees the window for the first time: a hint that goes by itself, signs that explain themselves, lists
that make room, and a word where a recording or its file ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from view_hand import Hand, drive
from view_sample import TALK_TICK, short_run

from sim.view import prefs, snapshot
from sim.view.keys import BINDINGS, explain
from sim.view.panels.hint import RUNS, SECONDS, Hint
from sim.view.panels.inspector import Inspector
from sim.view.panels.notice import EVERY
from sim.view.panels.topbar import TopBar
from sim.view.style import TEXT_SIZES, largest_text

pytestmark = pytest.mark.usefixtures("no_screen")


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return short_run(tmp_path)


def test_the_hint_goes_by_itself_and_is_not_shown_after_some_runs(run: Path) -> None:
    shown = []

    def act(hand: Hand) -> Iterator[None]:
        yield from hand.wait()
        shown.append(hand.town.hint.left)
        hand.town.hint.update(SECONDS)
        assert hand.town.hint.left == 0
        yield from hand.wait()

    for _ in range(RUNS + 1):
        assert drive(run, act) == 0
    assert all(left > 0 for left in shown[:RUNS]) and shown[RUNS] == 0
    assert prefs.read()["runs"] == RUNS


def test_the_first_click_or_key_sends_the_hint_away(run: Path) -> None:
    def act(hand: Hand) -> Iterator[None]:
        yield from hand.wait(10)
        assert hand.town.hint.left > SECONDS / 2
        yield from hand.press(pygame.K_t)
        yield from hand.wait(60)
        assert hand.town.hint.left == 0

    assert drive(run, act) == 0


def test_the_hint_keeps_the_key_that_leads_to_all_others_however_little_room_there_is(run: Path) -> None:
    def act(hand: Hand) -> Iterator[None]:
        yield from hand.wait()
        hint = Hint(hand.window.ink)
        for room in range(0, 900, 50):
            words = hint._fitting(room)
            assert words[-1][0] == "F1"
            assert len(words) == 1 or hint._wide(words) <= room
        assert len(hint._fitting(900)) > 3

    assert drive(run, act) == 0


def test_every_sign_without_words_is_explained_with_its_key() -> None:
    acts = {binding.act for binding in BINDINGS}
    for panel in (TopBar, Inspector):
        assert panel.tips and set(panel.tips.values()) <= acts
        assert all(explain(act).endswith(")") for act in panel.tips.values())
    assert explain("search") == "Search the whole town (/, Ctrl F)"
    assert explain("no such thing") == ""


def test_the_signs_of_the_bar_draw_their_explanation_below_the_pointer(run: Path) -> None:
    def act(hand: Hand) -> Iterator[None]:
        yield from hand.wait()
        bar, town = hand.town.topbar, hand.window.surface
        zone = next(zone for zone in bar.zones if zone.name == "graph")
        below = zone.rect.move(bar.rect.topleft).move(0, hand.window.ink.px(40))
        hand.town.desk.cursor.playing = False
        yield from hand.wait()
        before = pygame.image.tobytes(town.subsurface(below), "RGB")
        hand.window.mouse = zone.rect.move(bar.rect.topleft).center
        yield from hand.wait()
        assert pygame.image.tobytes(town.subsurface(below), "RGB") != before

    assert drive(run, act) == 0


@pytest.mark.parametrize(("size", "crowded"), [((800, 560), True), ((1280, 800), False)])
def test_in_a_small_window_the_lists_make_room_for_the_inspector(run: Path, size: tuple[int, int], crowded: bool) -> None:
    def act(hand: Hand) -> Iterator[None]:
        yield from hand.wait()
        town = hand.town
        assert town.roster.rect.width > 0 and not town.crowded
        town.desk.select("r0")
        yield from hand.wait()
        assert town.crowded is crowded and (town.roster.rect.width == 0) is crowded
        yield from hand.press(pygame.K_r)
        assert town.roster.visible is crowded
        assert ("no room" in town.desk.toast) is crowded
        assert town.desk.camera.free.width >= 300
        for _ in range(30):
            yield from hand.press(pygame.K_TAB)
            assert not crowded or town.roster.focus is None
        town.desk.select(None)
        yield from hand.wait()
        assert not town.crowded

    assert drive(run, act, size=size) == 0


def test_a_larger_text_than_the_window_holds_waits_for_a_larger_window(run: Path) -> None:
    assert largest_text((800, 560)) < largest_text((1280, 800)) == TEXT_SIZES[-1]
    assert largest_text((100, 100)) == 1.0

    def act(hand: Hand) -> Iterator[None]:
        yield from hand.wait()
        assert hand.window.ink.style.scale == largest_text((800, 560))
        yield from hand.press(pygame.K_EQUALS, pygame.KMOD_LCTRL)
        assert "too small" in hand.town.desk.toast
        assert prefs.read()["text"] == 2.0
        pygame.display.set_mode((1280, 800))
        pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=(1280, 800), w=1280, h=800))
        yield from hand.wait()
        assert hand.window.ink.style.scale == 2.0

    prefs.write(text=2.0)
    assert drive(run, act, size=(800, 560)) == 0


def test_closing_a_panel_brings_the_camera_back_to_the_map(run: Path) -> None:
    def act(hand: Hand) -> Iterator[None]:
        yield from hand.wait()
        desk = hand.town.desk
        desk.directed = False
        desk.select("r0")
        yield from hand.wait()
        desk.camera.zoom = 4
        desk.camera.look(desk.camera.world[0], 0)
        desk.select(None)
        yield from hand.wait(120)
        right = desk.camera.to_screen(desk.camera.world[0], 0)[0]
        assert abs(right - desk.camera.free.right) <= 48

    assert drive(run, act) == 0


def test_a_recording_says_that_it_has_ended(run: Path) -> None:
    def act(hand: Hand) -> Iterator[None]:
        yield from hand.wait()
        desk = hand.town.desk
        desk.cursor.tick, desk.cursor.playing, desk.cursor.speed = desk.run.last_tick - 1.0, True, 25.0
        assert "ends here" not in desk.toast
        yield from hand.wait(30)
        assert "ends here" in desk.toast and not desk.cursor.playing
        yield from hand.press(pygame.K_SPACE)
        assert desk.cursor.now < 20

    assert drive(run, act) == 0


def test_a_run_file_that_is_deleted_while_it_is_watched_is_noticed(run: Path) -> None:
    def act(hand: Hand) -> Iterator[None]:
        yield from hand.wait()
        assert not hand.town.notice.visible
        run.unlink()
        yield from hand.wait(EVERY + 5)
        notice = hand.town.notice
        assert notice.visible and notice.news is not None and "deleted" in notice.news.title
        yield from hand.press(pygame.K_ESCAPE)
        assert not notice.visible

    assert drive(run, act) == 0


def test_after_a_jump_in_time_the_camera_chooses_anew_what_it_watches(run: Path) -> None:
    def act(hand: Hand) -> Iterator[None]:
        yield from hand.wait(10)
        director, desk = hand.town.director, hand.town.desk
        director.what, director._here = "a talk of another hour", 0.0
        desk.camera.zoom = 12
        desk.seek(TALK_TICK + 4)
        yield from hand.wait(5)
        assert director.what == desk.scene.state.talks[0].id

    assert drive(run, act) == 0


def test_the_camera_starts_softly_and_comes_to_rest(run: Path) -> None:
    def act(hand: Hand) -> Iterator[None]:
        yield from hand.look_away(TALK_TICK + 4)
        desk = hand.town.desk
        steps = []
        for _ in range(420):
            before = (desk.camera.x, desk.camera.y)
            yield
            steps.append(abs(desk.camera.x - before[0]) + abs(desk.camera.y - before[1]))
        fastest = steps.index(max(steps))
        assert 15 < fastest < 200
        assert steps[-1] < max(steps) / 10

    assert drive(run, act) == 0


def test_a_still_shows_the_window_at_a_moment_and_keeps_the_settings_of_whoever_makes_it(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prefs.write(text=1.5, runs=1)
    assert snapshot.main([str(run), str(tmp_path / "a.png"), str(TALK_TICK), "r0", "--size", "900", "600"]) == 0
    assert pygame.image.load(tmp_path / "a.png").get_size() == (900, 600)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert prefs.read() == {"text": 1.5, "runs": 1}
