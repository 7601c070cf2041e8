"""A live town in the window: a person plays a resident, a run is held or fails, an interview shows what came to mind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pygame
import pytest
from view_hand import FakeLink, Hand, drive
from view_sample import write_run

from sim.record.read import Run
from sim.record.store import RunStore, TickRecord
from sim.types import Event, Hit, Memory
from sim.view.link import Status
from sim.view.tabs.cards import hits_of
from sim.view.tabs.talks import TalksTab

pytestmark = pytest.mark.usefixtures("no_screen")


def sent(link: FakeLink) -> tuple[str, dict[str, object]]:
    """The last command."""
    return link.sent[-1].kind, dict(link.sent[-1].data)


def live(path: Path, ticks: int = 150) -> tuple[RunStore, FakeLink]:
    """A town that has come so far and goes on; 25 game minutes a second."""
    store = write_run(path, ticks=ticks, close=False)
    return store, FakeLink(Status("running", "", str(path), ticks - 1, 25.0))


def spot(hand: Hand, x: float, y: float) -> tuple[int, int]:
    """The window position of the middle of a tile."""
    tilemap = hand.town.desk.pictures.map
    return hand.town.desk.camera.to_screen((x + 0.5) * tilemap.tile_width, (y + 0.5) * tilemap.tile_height)


def bare_tile(hand: Hand, slug: str) -> tuple[int, int]:
    """A walkable tile in the free part of the window with nothing and nobody on it."""
    desk = hand.town.desk
    state, solid = desk.scene.state.residents[slug], desk.pictures.map.solid
    around = [(int(state.x) + dx, int(state.y) + dy) for dy in range(-6, 5) for dx in range(-8, 9)]
    return next(
        (x, y)
        for x, y in around
        if 0 <= y < solid.shape[0]
        and 0 <= x < solid.shape[1]
        and not solid[y, x]
        and not desk.scene.address(x + 0.5, y + 0.5)
        and hand.town.town.who(spot(hand, x, y)) is None
        and not any(p.visible and p.rect.collidepoint(spot(hand, x, y)) for p in hand.town.panels)
    )


def test_a_person_becomes_a_resident_walks_speaks_and_gives_them_back(tmp_path: Path) -> None:
    path = tmp_path / "played.sqlite"
    store, link = live(path)

    def act(hand: Hand) -> Iterator[None]:
        yield from hand.wait(10)
        desk = hand.town.desk
        desk.select("r1")
        yield from hand.wait(5)
        yield from hand.click_on("play")
        assert [(c.kind, dict(c.data)) for c in link.sent] == [("become", {"who": "r1"}), ("speed", {"speed": 0.5})]
        assert desk.mine == "r1" and desk.played == ("r1",) and hand.town.playbar.visible
        yield from hand.wait(60)
        x, y = bare_tile(hand, "r1")
        yield from hand.click(spot(hand, x, y))
        assert sent(link) == ("go", {"who": "r1", "x": x, "y": y})
        desk.following = False
        state = desk.scene.state.residents["r0"]
        store.commit(
            TickRecord(160, 1600, [Event(160, 1, "move", "r1", {"path": [[int(state.x) + 1, int(state.y)]], "speed": 1})])
        )
        yield from hand.wait(40)
        desk.show("r0")
        yield from hand.wait(60)
        yield from hand.click_resident("r0")
        assert hand.town.playbar.busy() and hand.town.play.partner == "r0"
        yield from hand.type("Is it true?")
        yield from hand.press(pygame.K_RETURN)
        assert sent(link) == ("speak", {"who": "r1", "text": "Is it true?", "end": False})
        yield from hand.type("Goodbye.")
        yield from hand.press(pygame.K_RETURN, pygame.KMOD_LCTRL)
        assert sent(link) == ("speak", {"who": "r1", "text": "Goodbye.", "end": True})
        yield from hand.press(pygame.K_ESCAPE)
        yield from hand.press(pygame.K_u)
        yield from hand.type("sweeping the step")
        yield from hand.press(pygame.K_RETURN)
        assert sent(link) == ("do", {"who": "r1", "activity": "sweeping the step"})
        yield from hand.press(pygame.K_ESCAPE)
        yield from hand.press(pygame.K_ESCAPE)
        assert [(c.kind, dict(c.data)) for c in link.sent[-2:]] == [("release", {"who": "r1"}), ("speed", {"speed": 25.0})]
        yield from hand.wait()
        assert desk.mine is None and not hand.town.playbar.visible
        store.close("finished")

    assert drive(None, act, link) == 0


def test_a_line_to_somebody_far_away_is_said_when_they_are_near(tmp_path: Path) -> None:
    path = tmp_path / "far.sqlite"
    store, link = live(path)
    store.commit(TickRecord(155, 1550, [Event(155, 1, "command", "r1", {"kind": "become", "who": "r1"})]))

    def act(hand: Hand) -> Iterator[None]:
        yield from hand.wait(10)
        play, states = hand.town.play, hand.town.desk.scene.state.residents
        # Whoever was played when the run was stopped is still played.
        assert play.mine == "r1"
        assert play.approach("r2")
        kind, data = sent(link)
        assert kind == "go" and abs(int(str(data["x"])) - states["r2"].x) + abs(int(str(data["y"])) - states["r2"].y) == 1
        play.speak("Wait for me!", end=False)
        assert all(c.kind != "speak" for c in link.sent)
        beside = [[int(states["r2"].x), int(states["r2"].y) + 1]]
        store.commit(TickRecord(170, 1700, [Event(170, 1, "move", "r1", {"path": beside, "speed": 1})]))
        store.commit(TickRecord(175, 1750, [Event(175, 1, "needs", "r1", {"mood": "well"})]))
        yield from hand.wait(40)
        assert sent(link) == ("speak", {"who": "r1", "text": "Wait for me!", "end": False})
        store.close("finished")

    assert drive(None, act, link) == 0


def test_the_bar_of_a_played_resident_says_what_the_town_said_no_to(tmp_path: Path) -> None:
    path = tmp_path / "refused.sqlite"
    store, link = live(path)

    def act(hand: Hand) -> Iterator[None]:
        yield from hand.wait(10)
        store.commit(TickRecord(150, 1500, [Event(150, 1, "command", "r1", {"kind": "become", "who": "r1"})]))
        store.commit(TickRecord(151, 1510, [Event(151, 1, "refuse", "r1", {"place": "Town:Cafe", "reason": "closed"})]))
        store.commit(TickRecord(155, 1550, [Event(155, 1, "needs", "r1", {"mood": "well"})]))
        hand.town.desk.select("r1")
        hand.town.play.become("r1")
        yield from hand.wait(90)
        assert hand.town.play.mine == "r1"
        assert "finds Cafe closed" in hand.town.playbar._hint()[0]
        store.commit(TickRecord(240, 2400, [Event(240, 1, "needs", "r1", {"mood": "well"})]))
        yield from hand.wait(90)
        assert "closed" not in hand.town.playbar._hint()[0]
        store.close("finished")

    assert drive(None, act, link) == 0


def test_a_recording_shows_who_was_played_and_takes_no_commands(tmp_path: Path) -> None:
    path = tmp_path / "recording.sqlite"
    store = write_run(path, ticks=40, close=False)
    for tick, kind in ((50, "become"), (60, "release")):
        store.commit(TickRecord(tick, tick * 10, [Event(tick, 1, "command", "r1", {"kind": kind, "who": "r1"})]))
    store.close("finished")

    def act(hand: Hand) -> Iterator[None]:
        yield from hand.wait()
        for tick, played in ((49, ()), (50, ("r1",)), (59, ("r1",)), (60, ())):
            yield from hand.look(tick, "r1")
            assert hand.town.desk.played == played
        yield from hand.press(pygame.K_p)
        assert "recording" in hand.town.desk.toast and hand.town.play.mine is None

    assert drive(path, act) == 0


def test_a_town_that_is_held_or_fails_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "held.sqlite"
    store, link = live(path)

    def act(hand: Hand) -> Iterator[None]:
        yield from hand.wait(10)
        notice = hand.town.notice
        assert not notice.visible
        store.close("paused", "The server does not answer.")
        link.now = Status("failed", "The server does not answer.", str(path), 149)
        yield from hand.wait(10)
        assert notice.visible and notice.news is not None
        assert notice.news.text == "The server does not answer."
        assert notice.news.command == f"python run_sim.py resume {path}"
        assert notice.rect.width > 300 and notice.content <= notice.rect.height
        yield from hand.click_on("Close")
        yield from hand.wait()
        assert not notice.visible

    assert drive(None, act, link) == 0

    def later(hand: Hand) -> Iterator[None]:
        yield from hand.wait()
        assert hand.town.notice.visible and hand.town.notice.news is not None
        assert "resume" in hand.town.notice.news.command
        yield from hand.press(pygame.K_ESCAPE)
        yield from hand.wait()
        assert not hand.town.notice.visible

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

    def act(hand: Hand) -> Iterator[None]:
        yield from hand.wait()
        yield from hand.look(40, "r0")
        hand.town.inspector.show(3)
        yield from hand.wait(15)
        tab = hand.town.inspector.tab
        assert isinstance(tab, TalksTab) and [one.answer for one in tab.interviews] == ["Still well.", "Very well."]
        found = [hits_of(one.data) for one in tab.interviews]
        assert found[0] == () and [(hit.memory.text, hit.taken) for hit in found[1]] == [
            (memory.text, True),
            (memory.text, False),
        ]
        yield from hand.click_on(f"interview {tab.interviews[1].id}")
        yield from hand.wait(5)
        yield from hand.click_on(f"hit {memory.n}")
        assert hand.town.desk.cursor.now == hand.town.desk.run.memory_tick("r0", memory.n)

    assert isinstance(memory, Memory) and drive(path, act) == 0
