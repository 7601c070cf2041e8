"""What helps somebody who sees the window for the first time: a hint that goes by itself, signs that explain themselves, lists
that make room, and a word where a recording or its file ends."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest
from view_driver import WindowDriver, drive
from view_sample import TALK_TICK, short_run

from sim.view import export, prefs
from sim.view.keys import BINDINGS, explain
from sim.view.panels.feed import FeedLine, _once
from sim.view.panels.hint import HINT_SECONDS, HINTED_RUNS, LEAST_SECONDS, Hint
from sim.view.panels.inspector import Inspector
from sim.view.panels.notice import CHECK_FRAMES
from sim.view.panels.topbar import TopBar
from sim.view.style import MARK_COLOURS, TEXT_SIZES, VOID, largest_text

pytestmark = pytest.mark.usefixtures("no_screen")


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return short_run(tmp_path)


def test_the_hint_goes_by_itself_and_is_not_shown_after_some_runs(run: Path) -> None:
    shown = []

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        shown.append(driver.main.hint.left)
        driver.main.hint.update(HINT_SECONDS)
        assert driver.main.hint.left == 0
        yield from driver.wait()

    for _ in range(HINTED_RUNS + 1):
        assert drive(run, act) == 0
    assert all(left > 0 for left in shown[:HINTED_RUNS]) and shown[HINTED_RUNS] == 0
    assert prefs.read()["runs"] == HINTED_RUNS


def test_the_first_click_or_key_sends_the_hint_away(run: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(10)
        yield from driver.press(pygame.K_t)
        assert driver.main.hint.left > HINT_SECONDS / 2, "the key that began the town does not end it"
        yield from driver.wait(round(LEAST_SECONDS * 60))
        yield from driver.press(pygame.K_t)
        yield from driver.wait(60)
        assert driver.main.hint.left == 0

    assert drive(run, act) == 0


def test_the_hint_keeps_the_key_that_leads_to_all_others_however_little_room_there_is(run: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        hint = Hint(driver.window.renderer)
        for room in range(0, 900, 50):
            words = hint._fitting(room)
            assert words[-1][0] == "F1"
            assert len(words) == 1 or hint._picture(words).get_width() <= room
        assert len(hint._fitting(900)) > 3

    assert drive(run, act) == 0


def test_every_sign_without_words_is_explained_with_its_key() -> None:
    acts = {binding.act for binding in BINDINGS}
    for panel in (TopBar, Inspector):
        assert panel.tooltips and set(panel.tooltips.values()) <= acts
        assert all(explain(act).endswith(")") for act in panel.tooltips.values())
    assert explain("search") == "Search the whole town (/, Ctrl F)"
    assert explain("no such thing") == ""


def test_a_text_that_is_cut_is_shown_whole_when_pointed_at_and_a_rows_name_leads_to_its_next_mark(run: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.look(TALK_TICK + 9)
        feed = driver.main.panels.feed
        cut = next(zone for zone in feed.zones if zone.tip)
        assert "fiddle" in cut.tip
        before = driver.window.surface.copy()
        at = cut.rect.move(feed.rect.topleft).clip(feed.rect).center
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
        yield from driver.wait()
        below = pygame.Rect(feed.rect.right + 5, at[1], 60, 120)
        shown = driver.window.surface.subsurface(below)
        assert pygame.image.tobytes(before.subsurface(below), "RGB") != pygame.image.tobytes(shown, "RGB")
        driver.main.context.seek(0)
        yield from driver.click_on("lane talk")
        assert driver.main.context.playback.shown_tick == TALK_TICK
        names = [zone for zone in driver.main.panels.timeline.zones if zone.name.startswith("lane ")]
        assert len(names) == 4 and all(zone.rect.height >= 24 for zone in names)

    assert drive(run, act) == 0


def test_where_more_happens_the_marks_of_a_row_are_higher(run: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        timeline = driver.main.panels.timeline
        timeline.marks = [(20, "talk", "a"), (50, "talk", "a"), (20, "talk", "b"), *[(100, "learn", f"r{i}") for i in range(4)]]
        timeline.marks += [(130, "learn", "r0")]
        yield from driver.wait()
        bar, spots = timeline.bar(), timeline._spots(timeline.bar(), False)
        at = {tick: timeline.x_of(tick) for tick in (20, 35, 100, 130)}
        assert [spots[at[20], 0][1], spots[at[35], 0][1], spots[at[100], 2][1], spots[at[130], 2][1]] == [2, 1, 4, 1]
        row = round(bar.y + 2 * bar.height / 4) + 2 + 4
        pixels = [driver.window.surface.get_at((timeline.rect.x + at[t], timeline.rect.y + row))[:3] for t in (100, 130)]
        assert pixels[0] == MARK_COLOURS["learn"] != pixels[1]

    assert drive(run, act) == 0


def test_news_that_is_learned_twice_has_one_line_in_the_feed() -> None:
    words = frozenset(["mara", "gives", "a", "party", "at", "the", "teapot", "on", "saturday"])
    said = [
        FeedLine(9, ("ana",), "learns from Bo: Mara holds a party", "learn", words - {"gives"} | {"holds"}),
        FeedLine(7, ("cleo",), "learns from Ana: another thing", "learn", frozenset({"another", "thing"})),
        FeedLine(5, ("bo",), "learns from Mara: Mara gives a party", "learn", words),
        FeedLine(5, ("ana",), "learns from Mara: Mara gives a party", "learn", words),
    ]
    assert [(line.tick, line.who) for line in _once(said)] == [(7, ("cleo",)), (5, ("ana", "bo"))]


def test_beyond_the_map_the_ground_goes_on(run: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.look_away(5)
        driver.main.context.camera.zoom = 1
        yield from driver.wait()
        town = driver.main.context.camera.free.inflate(-20, -20)
        assert all(driver.window.surface.get_at(corner)[:3] != VOID for corner in (town.topleft, town.midtop, town.midleft))

    assert drive(run, act) == 0


def test_the_signs_of_the_bar_draw_their_explanation_below_the_pointer(run: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        bar, town = driver.main.panels.topbar, driver.window.surface
        zone = next(zone for zone in bar.zones if zone.name == "graph")
        below = zone.rect.move(bar.rect.topleft).move(0, driver.window.renderer.px(40))
        driver.main.context.playback.playing = False
        yield from driver.wait()
        before = pygame.image.tobytes(town.subsurface(below), "RGB")
        driver.window.mouse = zone.rect.move(bar.rect.topleft).center
        yield from driver.wait()
        assert pygame.image.tobytes(town.subsurface(below), "RGB") != before

    assert drive(run, act) == 0


@pytest.mark.parametrize(("size", "crowded"), [((800, 560), True), ((1280, 800), False)])
def test_in_a_small_window_the_lists_make_room_for_the_inspector(run: Path, size: tuple[int, int], crowded: bool) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        town = driver.main
        assert town.panels.roster.rect.width > 0 and not town.panels.crowded
        town.context.select("r0")
        yield from driver.wait()
        assert town.panels.crowded is crowded and (town.panels.roster.rect.width == 0) is crowded
        yield from driver.press(pygame.K_r)
        assert town.panels.roster.visible is crowded
        assert ("no room" in town.context.toast) is crowded
        assert town.context.camera.free.width >= 300
        for _ in range(30):
            yield from driver.press(pygame.K_TAB)
            assert not crowded or town.panels.roster.focus is None
        town.context.select(None)
        yield from driver.wait()
        assert not town.panels.crowded

    assert drive(run, act, size=size) == 0


def test_the_small_map_goes_where_it_would_cover_half_of_the_town(run: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        for scale, fits in ((1.0, True), (1.5, False)):
            driver.window.renderer.resize(scale)
            driver.main.context.camera.zoom = 4
            yield from driver.wait()
            assert (driver.main.panels.minimap.rect.height > 0) is fits

    assert drive(run, act, size=(1024, 640)) == 0


def test_a_larger_text_than_the_window_holds_waits_for_a_larger_window(run: Path) -> None:
    assert largest_text((800, 560)) < largest_text((1280, 800)) == TEXT_SIZES[-1]
    assert largest_text((100, 100)) == 1.0

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        assert driver.window.renderer.style.scale == largest_text((800, 560))
        yield from driver.press(pygame.K_EQUALS, pygame.KMOD_LCTRL)
        assert "too small" in driver.main.context.toast
        assert prefs.read()["text"] == 2.0
        pygame.display.set_mode((1280, 800))
        pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=(1280, 800), w=1280, h=800))
        yield from driver.wait()
        assert driver.window.renderer.style.scale == 2.0

    prefs.write(text=2.0)
    assert drive(run, act, size=(800, 560)) == 0


def test_closing_a_panel_brings_the_camera_back_to_the_map(run: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        context = driver.main.context
        context.auto_camera = False
        context.select("r0")
        context.release_camera()
        yield from driver.wait()
        context.camera.zoom = 4
        context.camera.look(context.camera.world[0], 0)
        context.select(None)
        yield from driver.wait(120)
        right = context.camera.to_screen(context.camera.world[0], 0)[0]
        assert abs(right - context.camera.free.right) <= 48

    assert drive(run, act) == 0


def test_a_recording_says_that_it_has_ended(run: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        context = driver.main.context
        context.playback.tick, context.playback.playing, context.playback.speed = context.run.last_tick - 1.0, True, 25.0
        assert "ends here" not in context.toast
        yield from driver.wait(30)
        assert "ends here" in context.toast and not context.playback.playing
        yield from driver.press(pygame.K_SPACE)
        assert context.playback.shown_tick < 20

    assert drive(run, act) == 0


FATES: dict[str, tuple[Callable[[Path], object], str]] = {
    "deleted": (Path.unlink, "deleted"),
    "another in its place": (
        lambda run: run.with_name("other").write_bytes(b"") or run.with_name("other").replace(run),
        "replaced",
    ),
    "written over": (lambda run: run.write_bytes(b"not a run" * 9999), "replaced"),
    "cut short": (lambda run: os.truncate(run, 5000), "replaced"),
}


@pytest.mark.parametrize("name", FATES)
def test_what_becomes_of_a_run_file_while_it_is_watched_is_noticed(run: Path, name: str) -> None:
    befall, said = FATES[name]

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        assert not driver.main.panels.notice.visible
        befall(run)
        yield from driver.wait(CHECK_FRAMES + 5)
        notice = driver.main.panels.notice
        assert notice.visible and said in notice.content_shown.title
        for key in (pygame.K_ESCAPE, pygame.K_RIGHT, pygame.K_TAB):
            yield from driver.press(key)
        assert not notice.visible

    assert drive(run, act) == 0


def test_after_a_jump_in_time_the_camera_chooses_anew_what_it_watches(run: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(10)
        auto_camera, context = driver.main.auto_camera, driver.main.context
        auto_camera.talk, auto_camera._stayed = "a talk of another hour", 0.0
        context.camera.zoom = 12
        context.seek(TALK_TICK + 4)
        yield from driver.wait(5)
        assert auto_camera.talk == context.scene.state.talks[0].id

    assert drive(run, act) == 0


def test_the_camera_starts_softly_and_comes_to_rest(run: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.look_away(TALK_TICK + 4)
        context = driver.main.context
        context.camera.zoom = 4  # near enough for a glide: to what is far it cuts
        context.camera.look(0, 0)
        steps = []
        for _ in range(420):
            before = (context.camera.x, context.camera.y)
            yield
            steps.append(abs(context.camera.x - before[0]) + abs(context.camera.y - before[1]))
        fastest = steps.index(max(steps))
        assert 15 < fastest < 200
        assert steps[-1] < max(steps) / 10

    assert drive(run, act) == 0


def test_a_still_shows_the_window_at_a_moment_and_keeps_the_settings_of_whoever_makes_it(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prefs.write(text=1.5, runs=1)
    asked = [str(run), str(tmp_path / "a.png"), str(TALK_TICK), "--window", "--follow", "r0", "--size", "900", "600"]
    assert export.main(asked) == 0
    assert pygame.image.load(tmp_path / "a.png").get_size() == (900, 600)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert prefs.read() == {"text": 1.5, "runs": 1}
