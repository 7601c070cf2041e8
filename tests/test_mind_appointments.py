"""What is fixed for a day: found, told to whoever plans, and kept by the plan."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import town

from sim.answer.by_script import ENGLISH, Scripted
from sim.answer.protocol import Answer
from sim.answer.scripted import Script
from sim.memory import HashingEmbedder, MemoryStream
from sim.mind.appointments import appointments, brief, gatherings, with_answers
from sim.mind.commitments import call_off
from sim.mind.state import Commitment
from sim.prompts import Question
from sim.prompts.brief import render
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.replan import Replan
from sim.types import Block
from sim.world.clock import Clock

HOUR = 3600


def _thought(promises: list[Commitment]) -> Any:
    """As much of a resident on Friday at 7 as appointments look at; two places are known."""
    sectors = [SimpleNamespace(address=("Town", name)) for name in ("Green", "Cafe")]
    world = SimpleNamespace(clock=Clock(dt.datetime(2026, 5, 8, 7)), places=SimpleNamespace(sectors=sectors))
    mind = SimpleNamespace(slug="ben", reading=ENGLISH, gatherings={}, secrets=(), people={})
    state = SimpleNamespace(commitments=promises)
    return SimpleNamespace(name="Ben Okoye", at=0, full=False, world=world, mind=mind, state=state)


def test_promises_and_own_occasions_of_today_stand_in_the_order_of_their_hours() -> None:
    promises = [
        Commitment("", "going to the lantern supper at the Green on Friday at 6 pm", 11 * HOUR, "Green"),
        Commitment("", "meeting Ana Silva at Cafe at 9 am", 2 * HOUR, "Cafe"),
        Commitment("", "fishing", 26 * HOUR, "Green"),
        Commitment("", "singing", 3 * HOUR, "Green", "given up"),
    ]
    memories = (
        "Ben Okoye is putting on a play at the Cafe on Friday at 1 pm",
        "Ben Okoye is throwing a party at the Cafe on Saturday at 1 pm",
        "Ana Silva is hosting a quiz at the Green on Friday at 3 pm",
        "Ben Okoye is thinking about a play at the Cafe at 4 pm",
    )
    assert appointments(_thought(promises), 15 * HOUR, memories) == (
        "09:00 meeting Ana Silva (Cafe)",
        "13:00 hosting a play (Cafe)",
        "18:00 going to the lantern supper (Green)",
    )
    assert appointments(_thought(promises), HOUR, memories) == ()


def test_what_others_give_today_is_open_to_go_to() -> None:
    memories = (
        "Ana Silva told Ben Okoye that Cem Aydin is hosting a quiz at the Green on Friday at 3 pm",
        "Cem Aydin is hosting a quiz at the Green on Friday at 3 pm",
        "Ana Silva is throwing a chess party at the Cafe on Saturday at 1 pm",
        "Ben Okoye is putting on a play at the Cafe on Friday at 1 pm",
        "Dua Khan is giving an early ball at the Cafe on Friday at 11 am",
    )
    fixed = ("11:00 going to the early ball (Cafe)",)
    assert gatherings(_thought([]), 15 * HOUR, memories, fixed) == ("15:00 going to the quiz (Green)",)
    assert gatherings(_thought([]), 15 * HOUR, memories, ())[0] == "11:00 going to the early ball (Cafe)"
    assert gatherings(_thought([]), HOUR, memories, ()) == ()


@pytest.mark.parametrize(
    "activity, left",
    [("fishing", "fishing"), ("eating in the Green", "eating"), ("going to the ball tomorrow at 7 pm.", "going to the ball")],
)
def test_place_and_hour_are_told_once(activity: str, left: str) -> None:
    assert brief(activity, "Green") == left


class _Listener(Scripted):
    """The script, and what it was asked."""

    def __init__(self) -> None:
        super().__init__(Script())
        self.asked: list[Question[Any]] = []

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        self.asked.extend(questions)
        return super().answer(questions)


def test_who_plans_is_told_and_the_plan_holds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(town, "SCENARIO", town.SCENARIO.replace("on Saturday at 6 pm", "on Friday at 10 am").replace(
        "at: Saturday 18:00", "at: Friday 10:00"))  # fmt: skip
    listener = _Listener()
    store, engine = town.start(town.write_town(tmp_path), tmp_path / "run.sqlite", answerer=listener)
    town.live(engine, 3)
    town.stop(store, engine)
    (plan,) = [q for q in listener.asked if isinstance(q, PlanDay) and q.card.name == "Ana Silva"]
    assert plan.fixed == ("10:00 hosting a lantern supper (Green)",)
    held = '{"start": "10:00", "activity": "hosting a lantern supper", "place": "Green"}'
    assert render(plan).user.endswith(f"\nFixed: {held}") and "first what is fixed" in render(plan).user
    (made,) = [data for _, key, data in town.events(tmp_path / "run.sqlite", "plan") if key == "ana"]
    (block,) = [block for block in made["blocks"] if block["activity"] == "hosting a lantern supper"]
    assert block["place"].endswith("Green") and block["start"] == 3 * HOUR


def test_whoever_plans_recalls_what_was_answered_to_an_invitation() -> None:
    stream = MemoryStream("park", HashingEmbedder())
    for text in ("Ben Okoye talked with Ana Silva about tea", "Ben Okoye said no to Cem Aydin's invitation to the quiz"):
        stream.add(text, "summary", 0)
    thought = _thought([])
    thought.mind = SimpleNamespace(stream=stream)
    ahead = ("15:00 going to the quiz (Green)",)
    told = with_answers(thought, ("a memory",), ahead)
    assert told == ("a memory", "Ben Okoye said no to Cem Aydin's invitation to the quiz")
    assert with_answers(thought, ("a memory",), ()) == ("a memory",)


def test_whoever_says_no_strikes_the_occasion_from_todays_plan() -> None:
    thought, done = _thought([]), []
    activities = ("baking", "going to the quiz", "sleeping")
    blocks = [Block(8 * HOUR * i, 8 * HOUR * (i + 1), activity, ("Town", "Green")) for i, activity in enumerate(activities)]
    thought.state.blocks, thought.do = blocks, lambda kind, **data: done.append((kind, data["reason"]))
    call_off(thought, "ball", "no")
    assert thought.state.blocks == blocks and not done
    call_off(thought, "quiz", "Ben Okoye said no to the quiz")
    assert [block.activity for block in thought.state.blocks] == ["baking", "sleeping"]
    assert thought.state.blocks[0].end == 16 * HOUR and done == [("plan", "Ben Okoye said no to the quiz")]


def test_whoever_says_no_after_all_crosses_out_that_they_meant_to_go() -> None:
    thought, done = _thought([Commitment("Ben plans to go", "going to the quiz at Green", 8 * HOUR, "Green")]), []
    blocks = [Block(8 * HOUR * i, 8 * HOUR * (i + 1), text, ("Town", "Green")) for i, text in enumerate(("baking", "sleeping"))]
    thought.state.blocks, thought.do = blocks, lambda kind, **data: done.append((kind, data["state"]))
    call_off(thought, "quiz", "Ben Okoye said no")
    assert [c.state for c in thought.state.commitments] == ["settled"] and done == [("promise", "settled")]


def test_what_is_concluded_is_done_in_turn_and_tomorrow_where_today_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(town, "SCENARIO", town.SCENARIO.replace('until: "12:00"', 'until: "day 2 12:00"'))
    listener = _Listener()
    store, engine = town.start(town.write_town(tmp_path), tmp_path / "run.sqlite", answerer=listener)
    town.live(engine, 10)
    ana = engine.minds["ana"].state
    assert "\n" not in ana.resolved
    ana.resolved = "Ben should be told\nthe door sticks"
    town.live(engine, 720)
    asked = [q.new for q in listener.asked if isinstance(q, Replan) and "concluded" in q.new and q.card.first == "Ana"]
    assert asked == ["Ana has concluded: Ben should be told", "Ana has concluded: the door sticks"] and not ana.resolved
    town.live(engine, ana.blocks[-1].start // 10 - engine.tick - 30)  # five minutes before bedtime
    ana.resolved = "it is late"
    town.live(engine, 200)
    assert ana.resolved == "it is late" and ana.asleep
    town.live(engine, 3600)
    town.stop(store, engine)
    assert not ana.resolved
    assert [q.new for q in listener.asked if isinstance(q, Replan)][-1] == "Ana has concluded: it is late"
