"""What the window says of reasons, promises, needs and absence is what the run file says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from town import ROOT
from view_driver import WindowDriver, drive
from view_sample import SUPPER, TALK_TICK, write_run

from sim import Town
from sim.record.acted_on import content_words
from sim.record.read import Run
from sim.record.store import TickRecord
from sim.types import Event, Hit, Memory, Retrieval
from sim.view.causes import causal_chain
from sim.view.panels.feed import describe
from sim.view.states.causes import CausesState
from sim.view.tabs.now import NowTab

pytestmark = pytest.mark.usefixtures("no_screen")

PLAN_TICK = 240
MEANT = "Tomas Reed plans to go to the supper on the green"


@pytest.fixture(scope="module")
def reasons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """r1 has heard of the supper from r0, sees something, changes the plan and acts on it; r2 leaves town."""
    path = tmp_path_factory.mktemp("runs") / "why.sqlite"
    store = write_run(path, ticks=PLAN_TICK, close=False)
    at = PLAN_TICK * 10
    with Run(path) as run:
        heard = next(m for m in run.memories("r1", PLAN_TICK, words="supper") if m.source == "r0")
    block = {"start": at - 600, "end": at + 3600, "activity": "help with the supper", "place": "Town:Green"}
    block["why"] = "many guests are coming"
    step = {"start": at, "end": at + 900, "activity": "carry a table", "target": "", "state": "", "icon": "carry"}
    happened = [
        ("react", "r1", {"seen": "Mara is carrying a table", "choice": "replan", "reason": "this cannot wait"}),
        ("plan", "r1", {"blocks": [block], "why": "react", "reason": "Mara needs a hand"}),
        ("step", "r1", {"block": 0, "steps": [step], "routine": False}),
        (
            "act",
            "r1",
            {"activity": "carry a table", "address": "Town:Green", "icon": "carry", "until": at + 900, "why": "plan"},
        ),
        ("promise", "r1", {"text": MEANT, "at": at, "place": "Green", "state": "given up", "reason": "Tomas is ill"}),
        ("refuse", "r1", {"place": "Town:Cafe", "reason": "closed"}),
        ("needs", "r1", {"energy": 0.75, "hunger": 0.2, "company": 0.5, "mood": "low"}),
        ("self", "r1", {"summary": "Tomas is a helpful man", "currently": "Tomas is carrying tables"}),
        ("act", "r2", {"activity": "away", "address": "", "icon": "travel", "until": 0, "why": "leave"}),
    ]
    events = [Event(PLAN_TICK, i + 1, kind, key, data) for i, (kind, key, data) in enumerate(happened)]
    hit = Hit(Memory(heard.n, "", "summary", heard.at, heard.at, 8.0), 0.9, 8.0, 0.7, 0.9, 1.0, 0.7, 2.6, 0)
    store.commit(TickRecord(PLAN_TICK, at, events, retrievals=[("r1", Retrieval("a table", at, "react", (hit,)))]))
    store.close("finished")
    return path


def test_why_leads_from_the_action_to_the_plan_the_memory_and_who_told_it(reasons: Path) -> None:
    with Run(reasons) as run:
        links = causal_chain(run, "r1", PLAN_TICK)
        short = causal_chain(run, "r1", PLAN_TICK, deep=False)
    assert [(link.depth, link.kind, link.who) for link in links] == [
        (0, "action", "r1"),
        (1, "plan", "r1"),
        (2, "why", "r1"),
        (2, "memory", "r1"),
        (3, "told", "r0"),
        (2, "change", "r1"),
        (3, "saw", "r1"),
    ]
    assert [link.text for link in links[:3]] == ["carry a table", "help with the supper", "many guests are coming"]
    assert (links[3].text, links[3].tick) == (SUPPER, TALK_TICK + 12) and (links[4].text, links[4].tick) == (SUPPER, 0)
    assert (links[5].text, links[6].text) == ("Mara needs a hand", "Mara is carrying a table")
    assert short == links[:3] + links[5:]


def test_why_names_no_step_that_is_called_like_the_action_and_no_memory_that_does_not_bear_on_it(reasons: Path) -> None:
    with Run(reasons) as run:
        for slug in ("r0", "r1", "r2"):
            for tick in range(0, PLAN_TICK, 7):
                links = causal_chain(run, slug, tick)
                assert len({link.text for link in links if link.kind in ("action", "step", "plan")}) == len(
                    [link for link in links if link.kind in ("action", "step", "plan")]
                )
                assert not [link for link in links if "is sweeping the step" in link.text and link.kind == "memory"]
        begun = causal_chain(run, "r1", TALK_TICK + 3)
    assert [(link.kind, link.text) for link in begun[:2]] == [("action", "talking with Mara"), ("talk", "Mara began to talk")]
    assert begun[1].note == "meets a friend" and begun[1].who == "r0"


def test_the_window_leads_back_to_the_moment_of_every_reason(reasons: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.look(PLAN_TICK, "r1")
        yield from driver.press(pygame.K_q)
        why = driver.window.states[-1]
        assert isinstance(why, CausesState) and why.links[4].who == "r0"
        for _ in range(5):
            yield from driver.press(pygame.K_TAB)
        yield from driver.press(pygame.K_RETURN)
        yield from driver.wait()
        context = driver.main.context
        assert driver.window.states == [driver.main]
        assert (context.playback.shown_tick, context.selected) == (0, "r0")

    assert drive(reasons, act) == 0


def test_moods_promises_and_who_they_are_by_now_are_shown(reasons: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.look(PLAN_TICK, "r1")
        tab, context = driver.main.panels.inspector.tabs[0], driver.main.context
        assert isinstance(tab, NowTab)
        assert tab.needs is not None and (tab.needs.data["mood"], tab.needs.data["hunger"]) == ("low", 0.2)
        assert tab.self_summary is not None and tab.self_summary.data["summary"] == "Tomas is a helpful man"
        assert [link.kind for link in tab.because] == ["plan", "why", "change", "saw"]
        said = [line.text for line in driver.main.panels.feed.lines if line.tick == PLAN_TICK]
        assert f"gives up a promise: {MEANT}, because Tomas is ill" in said
        assert {"finds Cafe closed", "feels low", "by now: Tomas is carrying tables"} <= set(said)
        kinds = {kind for tick, kind, _ in driver.main.panels.timeline.marks if tick == PLAN_TICK}
        assert {"plan", "promise", "refuse", "self"} <= kinds
        kept = Event(1, 1, "promise", "r1", {"text": MEANT, "state": "kept", "reason": ""})
        assert describe(kept, context) == f"keeps a promise: {MEANT}"

    assert drive(reasons, act) == 0


def test_whoever_is_away_is_not_in_the_town_but_in_the_list(reasons: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.look(PLAN_TICK - 1)
        assert driver.main.context.scene.figure("r2") is not None
        yield from driver.look(PLAN_TICK, "r2")
        assert driver.main.context.scene.figure("r2") is None
        yield from driver.click_on("r2")
        assert driver.main.context.selected == "r2"

    assert drive(reasons, act) == 0


def test_the_next_thing_of_interest_says_what_it_is(reasons: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.look(TALK_TICK - 3)
        yield from driver.press(pygame.K_n)
        context = driver.main.context
        assert context.playback.shown_tick == TALK_TICK
        assert context.toast == "07:20  Talk: Mara and Tomas"

    assert drive(reasons, act) == 0


def test_in_a_lived_morning_nearly_every_why_has_a_reason_and_every_memory_bears_on_what_it_explains(tmp_path: Path) -> None:
    path = tmp_path / "morning.sqlite"
    Town.load(ROOT / "scenarios" / "first_morning.yaml", model="standin", embedder="hash", run=path).run().close()
    asked, answered, reasons = 0, 0, {"talk", "work", "tie", "memory", "knew", "change", "saw", "promise", "mind"}
    with Run(path) as run:
        for slug in ("nora", "ilya", "tess"):
            for tick in range(10, run.last_tick, 41):
                action, *links = causal_chain(run, slug, tick)
                named = [action.text, *(link.text for link in links if link.kind in ("step", "plan"))]
                assert len(set(named)) == len(named), "nothing is explained by itself"
                memories = [link for link in links if link.kind in ("memory", "knew")]
                told = " ".join([*named, *(f"{link.text} {link.note}" for link in links if link not in memories)])
                for link in memories:
                    assert {word[:4] for word in content_words(link.text)} & {word[:4] for word in content_words(told)}
                    assert link.text not in named and " talked. " not in link.text
                why = any(link.kind == "why" and link.text != "The day begins with it" for link in links)
                asked, answered = asked + 1, answered + (why or any(link.kind in reasons for link in links))
    assert asked > 100 and answered >= 0.8 * asked
