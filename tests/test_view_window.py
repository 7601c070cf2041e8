"""The window on SDL's dummy driver: what it shows is what the run file says."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from view_driver import FakeLink, WindowDriver, drive
from view_sample import LINES, REFLECT_TICK, SUPPER, TALK_TICK, THOUGHT, write_run

from sim.record.read import Run
from sim.record.store import TickRecord
from sim.types import Event, RunStatus
from sim.view import news_walk
from sim.view.states.search import SearchState
from sim.view.states.social_graph import SocialGraphState
from sim.view.style import largest_text
from sim.view.tabs.memories import MemoriesTab
from sim.view.tabs.model import ModelTab
from sim.view.tabs.reflections import ReflectionsTab
from sim.view.tabs.talks import TalksTab
from sim.view.window import NoDisplay

pytestmark = pytest.mark.usefixtures("no_screen")


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "sample.sqlite"
    write_run(path)
    return path


def test_a_clicked_resident_is_shown_as_the_run_has_them(sample: Path) -> None:
    with Run(sample) as run:
        state = run.state(TALK_TICK + 4).residents["r0"]
        plan = run.plan("r0", TALK_TICK + 4)

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.look(TALK_TICK + 4, "r0")
        driver.main.context.select(None)
        yield from driver.wait(40)
        yield from driver.click_resident("r0")
        context = driver.main.context
        assert context.selected == "r0"
        assert context.scene.state.residents["r0"] == state
        assert driver.main.panels.inspector.visible
        tab = driver.main.panels.inspector.tabs[0]
        assert getattr(tab, "plan") == plan  # noqa: B009
        # Two stand on one tile, a little apart, but near where the run has them.
        figure = context.scene.figure("r0")
        assert figure is not None and abs(figure.x - state.x) < 1 and figure.y == state.y
        assert {s.text for s in context.scene.speech} <= set(LINES) and context.scene.speech

    assert drive(sample, act) == 0


def test_memories_are_searched_and_opened_down_to_their_evidence_and_moment(sample: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.look(REFLECT_TICK + 20, "r0")
        yield from driver.click_on("tab Memories")
        tab = driver.main.panels.inspector.tab
        assert isinstance(tab, MemoriesTab) and tab.count == driver.main.context.run.count_memories("r0", REFLECT_TICK + 20)
        yield from driver.click_on("search memories")
        yield from driver.type("looks forward")
        assert [m.text for m in tab.memories] == [THOUGHT]
        yield from driver.press(pygame.K_ESCAPE)
        yield from driver.click_on("tab Reflections")
        tab = driver.main.panels.inspector.tab
        assert isinstance(tab, ReflectionsTab) and [m.text for m in tab.memories] == [THOUGHT]
        yield from driver.wait(20)
        yield from driver.click_on("memory 2")
        assert driver.main.context.playback.shown_tick == driver.main.context.run.memory_tick("r0", 2) == 12

    assert drive(sample, act) == 0


def test_the_stream_is_shown_as_it_was_at_the_moment(sample: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.look(30, "r0")
        driver.main.panels.inspector.show(1)
        tab = driver.main.panels.inspector.tab
        assert isinstance(tab, MemoriesTab)
        assert [m.at for m in tab.memories] == [240, 120, 0, 0]
        yield from driver.look(REFLECT_TICK - 1, "r0")
        assert all(m.accessed == m.at for m in tab.memories)
        yield from driver.look(REFLECT_TICK, "r0")
        assert any(m.accessed == REFLECT_TICK * 10 > m.at for m in tab.memories)

    assert drive(sample, act) == 0


def test_the_timeline_seeks_where_it_is_pressed_and_jumps_between_marks(sample: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        timeline = driver.main.panels.timeline
        x = timeline.rect.x + timeline.x_of(TALK_TICK)
        yield from driver.click((x, timeline.rect.y + timeline.bar().centery))
        assert abs(driver.main.context.playback.shown_tick - TALK_TICK) <= 1
        assert driver.main.context.scene.state == driver.main.context.run.state(driver.main.context.playback.shown_tick)
        driver.main.context.seek(TALK_TICK - 5)
        yield from driver.press(pygame.K_n)
        assert driver.main.context.playback.shown_tick == TALK_TICK
        yield from driver.press(pygame.K_PERIOD)
        assert driver.main.context.playback.shown_tick == TALK_TICK + 1
        yield from driver.press(pygame.K_COMMA)
        yield from driver.press(pygame.K_COMMA)
        assert driver.main.context.playback.shown_tick == TALK_TICK - 1
        yield from driver.press(pygame.K_l)
        assert driver.main.context.playback.shown_tick == driver.main.context.run.last_tick

    assert drive(sample, act) == 0


def test_talks_and_decisions_show_every_word(sample: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.look(REFLECT_TICK + 5, "r1")
        yield from driver.press(pygame.K_4, pygame.KMOD_LCTRL)
        talks = driver.main.panels.inspector.tab
        assert isinstance(talks, TalksTab) and [line[2] for line in talks.talks[0].lines] == list(LINES)
        yield from driver.press(pygame.K_6, pygame.KMOD_LCTRL)
        tab = driver.main.panels.inspector.tab
        assert isinstance(tab, ModelTab) and len(tab.questions) == 1
        assert "1 questions (" in tab._cost_in_words() and "tokens read" in tab._cost_in_words()
        yield from driver.click_on(f"question {tab.questions[0].id}")
        assert tab.full is not None and tab.full.user == "What follows?"
        assert [hit.taken for hit in tab.behind[0].retrieval.hits] == [True, True, True, False]

    assert drive(sample, act) == 0


def test_search_finds_what_was_said_and_goes_there(sample: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.look(REFLECT_TICK + 5)
        yield from driver.press(pygame.K_SLASH, text="/")
        search = driver.window.states[-1]
        assert isinstance(search, SearchState)
        yield from driver.type("lime tree")
        search.run_search()
        assert [row.text for row in search.rows] == [LINES[3]]
        yield from driver.press(pygame.K_RETURN)
        yield from driver.wait()
        assert driver.main.context.playback.shown_tick == TALK_TICK + 6 and driver.main.context.selected == "r1"
        assert driver.window.states == [driver.main]

    assert drive(sample, act) == 0


def test_news_is_followed_through_the_town(sample: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.look(TALK_TICK)
        yield from driver.press(pygame.K_k)
        yield from driver.wait(10)
        assert driver.main.context.news.knows == {"r0": 0}
        yield from driver.look(TALK_TICK + 12)
        assert driver.main.context.news.knows == {"r0": 0, "r1": TALK_TICK + 12}
        story = driver.main.context.news.story
        assert story is not None and [(one.slug, one.source) for one in story.knowers] == [("r0", ""), ("r1", "r0")]
        yield from driver.press(pygame.K_k)
        assert driver.main.context.news.story is None and not driver.main.context.news.knows
        # The same from a memory instead of the scenario's list.
        driver.main.context.select("r1")
        driver.main.panels.inspector.show(1)
        yield from driver.wait(15)
        yield from driver.click_on(f"memory {driver.main.context.run.memories('r1', TALK_TICK + 12, words='supper')[0].n}")
        yield from driver.click_on("Who else knows?")
        yield from driver.wait(10)
        assert set(driver.main.context.news.knows) == {"r0", "r1"}

    assert SUPPER and drive(sample, act) == 0


def test_every_key_works_at_any_moment_and_everything_is_reached_by_keyboard(sample: Path) -> None:
    from sim.view.keys import BINDINGS

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        for binding in BINDINGS:
            if binding.act == "full_screen":
                continue
            mod = binding.mod and (pygame.KMOD_LCTRL if binding.mod & pygame.KMOD_CTRL else pygame.KMOD_LSHIFT)
            yield from driver.press(binding.keys[0], mod)
            while len(driver.window.states) > 1:
                yield from driver.press(pygame.K_ESCAPE)
        news_walk.stop(driver.main.context)
        driver.main.context.select(None)
        for key in (pygame.K_r, pygame.K_e):
            yield from driver.press(key)
        yield from driver.wait(30)
        names: list[str] = []
        for _ in range(40):
            driver.main.actions.do("focus_next")
            names += [p.zones[p.focus].name for p in driver.main.panels.all if p.focus is not None]
        assert {"pause", "search", "r0", "r1", "r2", "talk"} <= set(names)

    assert drive(sample, act) == 0


def test_bookmarks_are_kept_in_the_run_and_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "b.sqlite"
    write_run(path, ticks=60)

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.look(33)
        yield from driver.press(pygame.K_b)
        assert [b.tick for b in driver.main.context.run.bookmarks()] == [33]
        driver.main.context.seek(5)
        yield from driver.press(pygame.K_n)
        assert driver.main.context.playback.shown_tick == 33
        yield from driver.press(pygame.K_b)
        assert driver.main.context.run.bookmarks() == []

    assert drive(path, act) == 0


def test_live_the_window_waits_follows_commands_and_looks_back(tmp_path: Path) -> None:
    path = tmp_path / "live.sqlite"
    link = FakeLink(RunStatus("starting", "Loading the model"))

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(5)
        assert type(driver.window.states[-1]).__name__ == "LoadingState"
        store = write_run(path, ticks=150, close=False)
        link.now = RunStatus("thinking", "", str(path), 149, 1.0, ("r0",))
        yield from driver.wait(10)
        context = driver.main.context
        assert context.playback.live and context.playback.shown_tick == 149
        yield from driver.press(pygame.K_SPACE)
        assert link.sent[-1].kind == "pause"
        yield from driver.press(pygame.K_3)
        assert (link.sent[-1].kind, dict(link.sent[-1].data)) == ("speed", {"speed": 5.0})
        context.seek(100, "r0")
        yield from driver.wait()
        assert not context.playback.live and context.playback.shown_tick == 100
        yield from driver.press(pygame.K_h)
        yield from driver.type("You forgot the lamps.")
        yield from driver.press(pygame.K_RETURN)
        assert (link.sent[-1].kind, dict(link.sent[-1].data)) == ("whisper", {"who": "r0", "text": "You forgot the lamps."})
        yield from driver.press(pygame.K_i)
        yield from driver.type("Are you well?")
        yield from driver.press(pygame.K_RETURN)
        assert dict(link.sent[-1].data) == {"who": "r0", "question": "Are you well?"}
        store.add_interview(149, "r0", "Are you well?", "Very well, thank you.")
        yield from driver.wait(3)
        yield from driver.press(pygame.K_ESCAPE)
        yield from driver.press(pygame.K_l)
        assert context.playback.live and context.playback.shown_tick == 149
        store.close("finished")

    assert drive(None, act, link) == 0
    assert link.sent[-1].kind == "stop"


def test_a_run_that_cannot_be_opened_is_a_message_and_code_1(tmp_path: Path) -> None:
    path = tmp_path / "broken.sqlite"
    path.write_bytes(b"not a run")
    seen: list[str] = []

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(5)
        seen.append(getattr(driver.window.states[-1], "problem", ""))

    assert drive(path, act) == 1
    assert "broken.sqlite" in seen[0]


def test_without_a_screen_the_reason_is_one_line(monkeypatch: pytest.MonkeyPatch, sample: Path) -> None:
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(NoDisplay) as caught:
        drive(sample, lambda driver: driver.wait())
    assert "\n" not in str(caught.value) and "headless" in str(caught.value)


def test_a_hundred_residents_at_any_text_size_and_window_size(tmp_path: Path) -> None:
    path = tmp_path / "many.sqlite"
    write_run(path, residents=100, ticks=61)

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        driver.main.context.select("r7")
        for _ in range(6):
            yield from driver.press(pygame.K_EQUALS, pygame.KMOD_LCTRL)
        assert driver.window.renderer.style.scale == largest_text(driver.window.size) > 1.0
        for index in range(6):
            driver.main.panels.inspector.show(index)
            yield from driver.wait(2)

    for size in ((800, 560), (1280, 800)):
        assert drive(path, act, size=size) == 0


def test_a_run_with_nonsense_in_its_events_is_still_shown(tmp_path: Path) -> None:
    path = tmp_path / "odd.sqlite"
    store = write_run(path, ticks=20, close=False)
    odd = [
        Event(30, 1, "reflect", "r0", {"insights": 7}),
        Event(30, 2, "say", "t9", {"who": ["r0"], "text": {"a": 1}}),
        Event(30, 3, "act", "r1", {"activity": "x" * 5000, "icon": "no such icon", "address": "::"}),
        Event(30, 4, "move", "r2", {"path": [[1e30, -1e30]], "speed": 1}),
        Event(30, 5, "learn", "nobody", {"from": 3, "text": None}),
    ]
    store.commit(TickRecord(30, 300, odd))
    store.close("finished")

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        for slug in ("r0", "r1", "r2"):
            yield from driver.look(30, slug)
            for index in range(6):
                driver.main.panels.inspector.show(index)
                yield from driver.wait(15)

    assert drive(path, act) == 0


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1600, 1000)])
def test_in_the_social_graph_no_line_of_the_selected_resident_runs_behind_a_face(tmp_path: Path, size: tuple[int, int]) -> None:
    path = tmp_path / "many.sqlite"
    store = write_run(path, residents=25, ticks=20, close=False)
    met = [("r3", f"r{i}") for i in (0, 1, 2, 7, 12, 15, 20, 24)]
    store.commit(
        TickRecord(21, 210, [Event(21, i, "relation", a, {"other": b, "text": "a friend"}) for i, (a, b) in enumerate(met, 1)])
    )
    store.close("finished")

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.look(21, "r3")
        yield from driver.press(pygame.K_g)
        graph = driver.window.states[-1]
        assert isinstance(graph, SocialGraphState) and set(graph.shown) == set(driver.main.context.scene.info)
        near, spots = graph.near("r3"), graph._spots
        assert len(near) == 6 and set(near) <= {b for _, b in met} | {"r2", "r4"}
        for slug in near:
            (x, y), (dx, dy) = spots["r3"], (spots[slug][0] - spots["r3"][0], spots[slug][1] - spots["r3"][1])
            others = [at for other, at in spots.items() if other not in ("r3", slug)]
            between = [(x + dx * i / 20, y + dy * i / 20) for i in range(21)]
            assert min(math.dist(spot, at) for spot in between for at in others) > graph._radius

    assert drive(path, act, size=size) == 0


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1600, 1000)])
@pytest.mark.parametrize("selected", [None, "r1"])
def test_a_tooltip_covers_neither_what_it_explains_nor_a_button(
    sample: Path, size: tuple[int, int], selected: str | None
) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.look(REFLECT_TICK, selected)
        panels, shown = [panel for panel in driver.main.panels.all if panel.visible], 0
        buttons = [rect for panel in panels for rect in panel.buttons()]
        for panel, about in [(one, rect) for one in panels for rect in one.buttons()]:
            tip = panel.draw_tooltip(driver.window.surface, about.center, buttons)
            shown += tip is not None
            assert tip is None or not tip.colliderect(about) and tip.collidelist(buttons) < 0
            assert tip is None or driver.window.surface.get_rect().contains(tip)
        assert shown >= 9

    assert drive(sample, act, size=size) == 0
