"""A live town in the window: a person plays a resident, a run is held or fails, an interview shows what came to mind."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pygame
import pytest
from town import lived
from view_driver import FakeLink, WindowDriver, drive
from view_sample import write_run

from sim.engine.run import _Pace
from sim.record.read import Run
from sim.record.rows import ResidentInfo, StoredInterview
from sim.record.shipped import ASSETS
from sim.record.store import RunStore, TickRecord
from sim.types import Event, Hit, Memory, RunStatus
from sim.view.states.main import too_slow
from sim.view.states.send_command import SendCommandState
from sim.view.states.title import TitleState, description, wanting
from sim.view.tabs.cards import hits_of
from sim.view.tabs.talks import TalksTab

pytestmark = pytest.mark.usefixtures("no_screen")


def sent(link: FakeLink) -> tuple[str, dict[str, object]]:
    """The last command."""
    return link.sent[-1].kind, dict(link.sent[-1].data)


def live(path: Path, ticks: int = 150) -> tuple[RunStore, FakeLink]:
    """A town that has come so far and goes on; 25 game minutes a second."""
    store = write_run(path, ticks=ticks, close=False)
    return store, FakeLink(RunStatus("running", "", str(path), ticks - 1, 25.0))


def spot(driver: WindowDriver, x: float, y: float) -> tuple[int, int]:
    """The window position of the middle of a tile."""
    tilemap = driver.main.context.tilemap
    return driver.main.context.camera.to_screen((x + 0.5) * tilemap.tile_width, (y + 0.5) * tilemap.tile_height)


def bare_tile(driver: WindowDriver, slug: str) -> tuple[int, int]:
    """A walkable tile in the free part of the window with nothing and nobody on it."""
    context = driver.main.context
    state, solid = context.scene.state.residents[slug], context.tilemap.solid
    around = [(int(state.x) + dx, int(state.y) + dy) for dy in range(-6, 5) for dx in range(-8, 9)]
    return next(
        (x, y)
        for x, y in around
        if 0 <= y < solid.shape[0]
        and 0 <= x < solid.shape[1]
        and not solid[y, x]
        and not context.scene.objects.address(x + 0.5, y + 0.5)
        and driver.main.town.who(spot(driver, x, y)) is None
        and not any(p.visible and p.rect.collidepoint(spot(driver, x, y)) for p in driver.main.panels.all)
    )


def test_a_person_becomes_a_resident_walks_speaks_and_gives_them_back(tmp_path: Path) -> None:
    path = tmp_path / "played.sqlite"
    store, link = live(path)

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(10)
        context = driver.main.context
        context.select("r1")
        yield from driver.wait(5)
        yield from driver.click_on("play")
        assert [(c.kind, dict(c.data)) for c in link.sent] == [("become", {"who": "r1"}), ("speed", {"speed": 0.5})]
        assert context.player_slug == "r1" and context.played == ("r1",) and driver.main.panels.player_bar.visible
        yield from driver.wait(60)
        x, y = bare_tile(driver, "r1")
        yield from driver.click(spot(driver, x, y))
        assert sent(link) == ("go", {"who": "r1", "x": x, "y": y})
        context.following = False
        state = context.scene.state.residents["r0"]
        store.commit(
            TickRecord(160, 1600, [Event(160, 1, "move", "r1", {"path": [[int(state.x) + 1, int(state.y)]], "speed": 1})])
        )
        yield from driver.wait(40)
        context.center_on("r0")
        yield from driver.wait(60)
        yield from driver.click_resident("r0")
        assert driver.main.panels.player_bar.has_keyboard() and driver.main.player.partner == "r0"
        yield from driver.type("Is it true?")
        yield from driver.press(pygame.K_RETURN)
        assert sent(link) == ("speak", {"who": "r1", "text": "Is it true?", "end": False})
        yield from driver.type("Goodbye.")
        yield from driver.press(pygame.K_RETURN, pygame.KMOD_LCTRL)
        assert sent(link) == ("speak", {"who": "r1", "text": "Goodbye.", "end": True})
        yield from driver.press(pygame.K_ESCAPE)
        yield from driver.press(pygame.K_u)
        yield from driver.type("sweeping the step")
        yield from driver.press(pygame.K_RETURN)
        assert sent(link) == ("do", {"who": "r1", "activity": "sweeping the step"})
        yield from driver.press(pygame.K_ESCAPE)
        yield from driver.press(pygame.K_ESCAPE)
        assert [(c.kind, dict(c.data)) for c in link.sent[-2:]] == [("release", {"who": "r1"}), ("speed", {"speed": 25.0})]
        yield from driver.wait()
        assert context.player_slug is None and not driver.main.panels.player_bar.visible
        store.close("finished")

    assert drive(None, act, link) == 0


@pytest.mark.parametrize("size", [(800, 560), (1024, 640), (1280, 800), (1600, 1000)])
def test_the_notice_of_the_end_and_the_inspector_do_not_cover_each_other(tmp_path: Path, size: tuple[int, int]) -> None:
    path = tmp_path / "ended.sqlite"
    store, link = live(path)

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(10)
        driver.main.context.select("r1")
        store.close("finished")
        link.now = RunStatus("finished", "The scenario is over.", str(path), 149)
        yield from driver.wait(10)
        panels = driver.main.panels
        assert panels.notice.visible and panels.inspector.visible
        assert not panels.notice.rect.colliderect(panels.inspector.rect)
        assert panels.notice.content <= panels.notice.rect.height
        assert driver.window.surface.get_rect().contains(panels.notice.rect)

    assert drive(None, act, link, size=size) == 0


def test_a_line_to_somebody_far_away_is_said_when_they_are_near(tmp_path: Path) -> None:
    path = tmp_path / "far.sqlite"
    store, link = live(path)
    store.commit(TickRecord(155, 1550, [Event(155, 1, "command", "r1", {"kind": "become", "who": "r1"})]))

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(10)
        player, states = driver.main.player, driver.main.context.scene.state.residents
        # Whoever was played when the run was stopped is still played.
        assert player.slug == "r1"
        assert player.approach("r2")
        kind, data = sent(link)
        assert kind == "go" and abs(int(str(data["x"])) - states["r2"].x) + abs(int(str(data["y"])) - states["r2"].y) == 1
        player.speak("Wait for me!", end=False)
        assert all(c.kind != "speak" for c in link.sent)
        beside = [[int(states["r2"].x), int(states["r2"].y) + 1]]
        store.commit(TickRecord(170, 1700, [Event(170, 1, "move", "r1", {"path": beside, "speed": 1})]))
        store.commit(TickRecord(175, 1750, [Event(175, 1, "needs", "r1", {"mood": "well"})]))
        yield from driver.wait(40)
        assert sent(link) == ("speak", {"who": "r1", "text": "Wait for me!", "end": False})
        store.close("finished")

    assert drive(None, act, link) == 0


def test_the_bar_of_a_played_resident_says_what_the_town_said_no_to(tmp_path: Path) -> None:
    path = tmp_path / "refused.sqlite"
    store, link = live(path)

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(10)
        store.commit(TickRecord(150, 1500, [Event(150, 1, "command", "r1", {"kind": "become", "who": "r1"})]))
        store.commit(TickRecord(151, 1510, [Event(151, 1, "refuse", "r1", {"place": "Town:Cafe", "reason": "closed"})]))
        store.commit(TickRecord(155, 1550, [Event(155, 1, "needs", "r1", {"mood": "well"})]))
        driver.main.context.select("r1")
        driver.main.player.become("r1")
        yield from driver.wait(90)
        assert driver.main.player.slug == "r1"
        assert "finds Cafe closed" in driver.main.panels.player_bar._hint()[0]
        store.commit(TickRecord(240, 2400, [Event(240, 1, "needs", "r1", {"mood": "well"})]))
        yield from driver.wait(90)
        assert "closed" not in driver.main.panels.player_bar._hint()[0]
        store.close("finished")

    assert drive(None, act, link) == 0


def test_a_recording_shows_who_was_played_and_takes_no_commands(tmp_path: Path) -> None:
    path = tmp_path / "recording.sqlite"
    store = write_run(path, ticks=40, close=False)
    for tick, kind in ((50, "become"), (60, "release")):
        store.commit(TickRecord(tick, tick * 10, [Event(tick, 1, "command", "r1", {"kind": kind, "who": "r1"})]))
    store.close("finished")

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        for tick, played in ((49, ()), (50, ("r1",)), (59, ("r1",)), (60, ())):
            yield from driver.look(tick, "r1")
            assert driver.main.context.played == played
        yield from driver.press(pygame.K_p)
        assert "recording" in driver.main.context.toast and driver.main.player.slug is None

    assert drive(path, act) == 0


def test_a_town_that_is_held_or_fails_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "held.sqlite"
    store, link = live(path)

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(10)
        notice = driver.main.panels.notice
        assert not notice.visible
        store.close("paused", "The server does not answer.")
        link.now = RunStatus("failed", "The server does not answer.", str(path), 149)
        yield from driver.wait(10)
        assert notice.visible and notice.content_shown is not None
        assert notice.content_shown.text == "The server does not answer."
        assert notice.content_shown.command == f"python run_sim.py resume {path}"
        assert notice.rect.width > 300 and notice.content <= notice.rect.height
        yield from driver.click_on("Close")
        yield from driver.wait()
        assert not notice.visible

    assert drive(None, act, link) == 0

    def later(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        assert driver.main.panels.notice.visible and driver.main.panels.notice.content_shown is not None
        assert "resume" in driver.main.panels.notice.content_shown.command
        yield from driver.press(pygame.K_ESCAPE)
        yield from driver.wait()
        assert not driver.main.panels.notice.visible

    assert drive(path, later) == 0


def test_an_interview_shows_the_retrieval_behind_it(tmp_path: Path) -> None:
    path = tmp_path / "asked.sqlite"
    store = write_run(path, ticks=60, close=False)
    with Run(path) as run:
        memory = run.memory("r0", 2, 59)
    hits = [Hit(memory, 0.9, 4.0, 0.7, 0.9, 0.5, 0.7, 2.1, 0), Hit(memory, 0.1, 4.0, 0.2, 0.1, 0.5, 0.2, 0.8, 1, taken=False)]
    store.add_interview(30, "r0", "How are you?", "Very well.", {"hits": [asdict(hit) for hit in hits]})
    store.add_interview(31, "r0", "And now?", "Still well.", {"hits": [{"memory": 3}, 7]})
    store.close("finished")

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.look(40, "r0")
        driver.main.panels.inspector.show(3)
        yield from driver.wait(15)
        tab = driver.main.panels.inspector.tab
        assert isinstance(tab, TalksTab) and [one.answer for one in tab.interviews] == ["Still well.", "Very well."]
        found = [hits_of(one.data) for one in tab.interviews]
        assert found[0] == () and [(hit.memory.text, hit.taken) for hit in found[1]] == [
            (memory.text, True),
            (memory.text, False),
        ]
        yield from driver.click_on(f"interview {tab.interviews[1].id}")
        yield from driver.wait(5)
        yield from driver.click_on(f"hit {memory.n}")
        assert driver.main.context.playback.shown_tick == driver.main.context.run.memory_tick("r0", memory.n)
        yield from driver.press(pygame.K_i)
        yield from driver.wait(40)
        asked = driver.window.states[-1]
        assert isinstance(asked, SendCommandState) and asked.opened == -1
        for key in (pygame.K_DOWN, pygame.K_TAB, pygame.K_RETURN):
            yield from driver.press(key)
        assert asked.opened == asked.found[1].id, "by keyboard too"

    assert isinstance(memory, Memory) and drive(path, act) == 0


def _ask(driver: WindowDriver, slug: str, question: str) -> Iterator[None]:
    """Ask somebody of a recording at tick 40, and wait for the answer."""
    yield from driver.wait()
    yield from driver.look(40, slug)
    yield from driver.press(pygame.K_i)
    asked = driver.window.states[-1]
    assert isinstance(asked, SendCommandState)
    yield from driver.type(question)
    yield from driver.press(pygame.K_RETURN)
    assert asked.waiting == question and not asked.box.text
    end = time.monotonic() + 120
    while asked.waiting:
        assert time.monotonic() < end
        pygame.time.wait(40)  # the window lives meanwhile
        yield
    yield from driver.wait()


def test_somebody_of_a_saved_run_is_asked_as_they_were(tmp_path: Path) -> None:
    path, answers = lived(tmp_path / "asked.sqlite", 60), list[StoredInterview]()

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from _ask(driver, "ana", "What is your name?")
        asked = driver.window.states[-1]
        assert isinstance(asked, SendCommandState)
        answers.extend(asked.found)

    assert drive(path, act) == 0
    assert [(one.tick, one.question) for one in answers] == [(40, "What is your name?")] and "Ana" in answers[0].answer
    with Run(path) as run:
        assert run.interviews("ana") == answers, "kept as the command line keeps it"


@pytest.mark.parametrize(("name", "by"), [("example", ""), ("capable_morning", "bundled")])
def test_somebody_of_a_run_that_ships_is_asked_and_its_folder_stays_as_it_is(
    name: str, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the run's own mind, or by the small one where that is not on this machine."""
    monkeypatch.setattr("sim.view.asking.STAND_BY", "fake")
    path = ASSETS / f"{name}.sqlite"
    before, files = path.read_bytes(), sorted(ASSETS.iterdir())

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from _ask(driver, "nora", "What is your name?")
        asked = driver.window.states[-1]
        assert isinstance(asked, SendCommandState)
        assert asked.found and "Nora" in asked.found[0].answer, asked.below()
        assert bool(asked.found[0].data["by"]) == bool(by) and asked.found[0].data["hits"]
        yield from driver.press(pygame.K_ESCAPE)
        yield from driver.press(pygame.K_b)  # a bookmark would be written into the file
        assert "ships with the program" in driver.main.context.toast

    assert drive(path, act) == 0
    assert path.read_bytes() == before and sorted(ASSETS.iterdir()) == files


def test_pictures_land_among_the_saved_runs_and_are_told_with_their_whole_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.press(pygame.K_F12)
        (picture,) = tmp_path.glob("saves/cards/example-*.png")
        assert driver.main.context.toast == f"Saved {picture}"

    assert drive(ASSETS / "example.sqlite", act) == 0
    assert not list(ASSETS.glob("*.png.*")) and not list(ASSETS.glob("example-*"))


def test_a_model_too_slow_for_the_speed_is_said_with_what_would_help(tmp_path: Path) -> None:
    path = tmp_path / "slow.sqlite"
    store, link = live(path)

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(5)
        context, mood = driver.main.context, driver.main.panels.topbar._mood
        assert not context.toast
        link.now = RunStatus("paused", "", str(path), 149, 25.0, holds=0.2)
        yield from driver.wait(5)
        assert mood()[0] == "Paused" and not context.toast
        link.now = RunStatus("running", "", str(path), 149, 25.0)
        yield from driver.wait(5)
        link.now = RunStatus("thinking", "", str(path), 149, 25.0, ("r0",), holds=0.2)
        yield from driver.wait(5)
        assert context.toast == too_slow({}), "no model, no advice for one"
        assert mood()[0] == "Only 12 s a second"
        link.now = RunStatus("running", "", str(path), 149, 25.0, holds=4.94114)
        yield from driver.wait(5)
        assert mood()[0] == "Only 4.9 min a second"
        link.now = RunStatus("finished", "", str(path), 149, 25.0, holds=4.94114)
        yield from driver.wait(5)
        assert mood()[0] == "Finished"

    assert drive(None, act, link) == 0
    store.close()


@pytest.mark.parametrize(
    ("model", "advice"),
    [
        ({"mode": "scripted", "spec": "fake"}, ""),
        ({"mode": "guided", "spec": "town-mind", "details": {"gpu layers": "0"}}, ""),
        ({"mode": "small", "spec": "bundled", "details": {"gpu layers": "0"}}, ""),
        ({"mode": "small", "spec": "some.gguf", "details": {"gpu layers": "0"}}, "a smaller model, a GPU"),
        ({"mode": "free", "spec": "x.gguf", "details": {"gpu layers": "33"}}, "--minds words, --attention N, a smaller model"),
        ({"mode": "free", "spec": "http://x/v1", "details": {}}, "--minds words, --attention N, a smaller model"),
    ],
)
def test_only_what_helps_a_mind_is_advised(model: dict[str, object], advice: str) -> None:
    assert too_slow(model).partition("a lower speed (-)")[2] == (f", and when a run begins {advice}." if advice else ".")


def test_the_speed_held_is_measured_and_forgotten_when_another_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("sim.engine.run.time.monotonic", lambda: now[0])
    monkeypatch.setattr("sim.engine.run.time.sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    pace = _Pace()

    def live(ticks: int, seconds: float, speed: float) -> float:
        for _ in range(ticks):
            now[0] += seconds
            pace.wait(speed, 10)
        return pace.held()

    assert live(300, 0.01, 1.0) == 0, "a tick of ten seconds is due every sixth of a second"
    assert live(40, 1.0, 1.0) == pytest.approx(1 / 6, rel=0.02)
    assert live(5, 1.0, 0.1) == 0 and live(40, 1.0, 0.1) == 0


def test_a_tick_that_is_not_due_for_minutes_does_not_keep_a_town_from_stopping(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("sim.engine.run.time.sleep", slept.append)
    _Pace().wait(0.001, 10, undisturbed=lambda: len(slept) < 3)
    assert len(slept) == 3 and sum(slept) < 3


def test_who_is_under_attention_is_marked_and_who_is_selected_is_watched(tmp_path: Path) -> None:
    path = tmp_path / "rationed.sqlite"
    store, link = live(path)
    store.commit(TickRecord(150, 1500, [Event(150, n, "attend", f"r{n}", {"on": True}) for n in (0, 2)]))
    store.commit(TickRecord(152, 1520, [Event(152, 1, "attend", "r2", {"on": False})]))
    with sqlite3.connect(path) as database:
        database.execute("UPDATE meta SET value = ? WHERE key = 'model'", ('{"name": "m", "rules": {"attention_budget": 20}}',))

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(20)
        context = driver.main.context
        assert context.scene.attended == {"r0"}
        context.select("r1")
        assert sent(link) == ("watch", {"who": "r1"})
        yield from driver.wait(5)
        context.select(None)
        assert sent(link) == ("watch", {"who": ""})

    assert drive(None, act, link) == 0
    store.close()


def test_a_town_that_begins_waits_behind_its_title_card(tmp_path: Path) -> None:
    path = tmp_path / "begun.sqlite"
    store, link = live(path, ticks=3)
    seen: list[str] = []

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(10)
        card = driver.window.states[-1]
        assert isinstance(card, TitleState) and [command.kind for command in link.sent] == ["pause"]
        seen.extend(one.currently for one in card.people)
        box = card.list.rect
        bright = [(x, y) for x in range(box.x, box.right, 2) for y in range(box.y, box.bottom, 2)]
        assert sum(sum(driver.window.surface.get_at(at)[:3]) > 450 for at in bright) > 50, "words stand on the card"
        yield from driver.press(pygame.K_SPACE)
        assert driver.window.states[-1] is driver.main and [command.kind for command in link.sent] == ["pause", "play"]

    assert drive(None, act, link, title=True) == 0
    store.close()
    assert seen == ["Is planning a supper on the green."] * 3


def test_a_title_card_says_who_wants_what() -> None:
    people = [ResidentInfo(f"p{i}", name, name.split(" ")[0], currently=want) for i, (name, want) in enumerate(
        [("Ann Lee", "Ann sleeps"), ("Bo Falk", ""), ("Cy Berg", "Cy is late"), ("Di Holm", "Di runs for mayor")]
    )]  # fmt: skip
    about = description("name: X\ndescription: >\n  A town in which\n  Di and Bo quarrel.\n")
    assert about == "A town in which Di and Bo quarrel."
    assert [one.first for one in wanting(tuple(people), about)] == ["Di", "Ann", "Cy"]
    assert description("a: [") == description("- 1") == description("name: X") == ""
