"""Capable minds at the steps of a plan: who is sought out at them, and what a talk leaves of them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from capable_minds import CAFE, Live, Meeting, Written, events, thought_of

from sim import Town
from sim.mind.blocks import purpose
from sim.mind.plan import _until
from sim.mind.plan_execution import FOUND, execute_plan
from sim.mind.plan_progress import current_block, in_what_is_left
from sim.mind.scene import scene_of
from sim.mind.state import MindState
from sim.prompts import Question, Reply
from sim.prompts.planning import DayPlan, Entry, PlanQuestion
from sim.prompts.tasks.react import React
from sim.prompts.tasks.say import Say
from sim.prompts.tasks.steps import Decompose, Decomposition, StepRow
from sim.types import Step
from sim.world.state import Talk


def test_a_step_may_seek_somebody_out(live: Live) -> None:
    class Seeking(Written):
        def reply(self, question: Question[Any]) -> Reply | None:
            if isinstance(question, Decompose) and question.card.first == "Tess":
                self.asked.append(question)
                return Decomposition((StepRow("ask about the door", "", "", "talk", question.minutes, "Nora Fennick"),))
            return super().reply(question)

    town = live(seeking := Seeking())
    started = [row for row in events(town, "talk") if row["phase"] == "start" and row["who"] == "tess"]
    assert started and started[0]["reason"] == "asking about the door" and "nora" in started[0]["people"]
    reacted = [q for q in seeking.of(React) if q.card.first == "Tess" and q.doing.startswith("walking")]
    assert not any(q.seen.startswith("Nora Fennick") for q in reacted), "on the way to somebody one need not decide to speak"


COUNTED = "Nineteen coins are in the till, one of them foreign"


class Busy(Written):
    """Whoever comes to the cafe at 07:30 has three short steps there, the first of them shorter than the way."""

    def reply(self, question: Question[Any]) -> Reply | None:
        if not isinstance(question, Decompose) or question.start != 450:
            return super().reply(question)
        self.asked.append(question)
        first = StepRow("unlocking the till", "cash register", "open", "money", 2, result=COUNTED)
        second = StepRow("grinding coffee", "coffee grinder", "full", "coffee", 10)
        return Decomposition((first, second, replace(first, activity="sweeping", object="", minutes=question.minutes - 12)))


def test_a_step_begins_when_one_gets_there_and_those_behind_it_move(live: Callable[..., Town]) -> None:
    town = live(Busy(), until="08:30")
    begun = {row["activity"]: row for row in events(town, "act") if row["key"] == "nora" and row["icon"] != "walk"}
    till, grinding = begun["unlocking the till"], begun["grinding coffee"]
    assert till["tick"] * 10 >= 1800 + 120, "the walk takes longer than the step"
    assert till["until"] - till["tick"] * 10 >= 80 and 0 <= grinding["tick"] * 10 - till["until"] < 120
    assert town.engine.minds["nora"].state.steps[-1].end <= 14 * 3600, "the entry ends when it did"


def test_what_came_of_a_step_is_remembered_when_it_ends(live: Callable[..., Town]) -> None:
    town = live(Busy(), until="08:30")
    for mind in town.engine.minds.values():
        found = [m for m in mind.stream.recent(200) if m.text == COUNTED]
        ended = next(row for row in events(town, "act") if row["key"] == mind.slug and row["activity"] == "unlocking the till")
        assert len(found) == 1 and 0 <= found[0].at - ended["until"] < 10, "once, at its end"
    state = town.engine.minds["nora"].state
    assert MindState.from_json(state.to_json(), {}, {}).steps == state.steps
    step = Step(0, 60, "counting", ("Wrenfield",), result=COUNTED)
    assert MindState.from_json(MindState(steps=[step]).to_json(), {}, {}).steps == [step]


def test_steps_that_a_talk_has_overtaken_share_what_is_left(live: Callable[..., Town]) -> None:
    town = live(Written(), until="07:45")
    thought = thought_of(town, "nora", 2700)
    state, block = thought.state, thought.state.blocks[1]
    minutes = ((2700, 3000, "one"), (3000, 3300, "two"), (3300, 4500, "three"))
    state.steps, state.step, state.going = [Step(a, b, name, block.place) for a, b, name in minutes], 0, False
    state.steps_for, state.steps_since = purpose(block), 2700
    late = thought_of(town, "nora", 3420)
    list(execute_plan(late))
    assert [(s.activity, s.start, s.end) for s in state.steps[1:]] == [("two", 3420, 3636), ("three", 3636, 4500)]
    assert state.steps[state.step].activity == "two", "it was not done yet"
    brief = replace(late, rules=replace(late.rules, prompts="brief"))
    state.steps = [Step(a, b, name, block.place) for a, b, name in minutes]
    state.step, state.going = 0, False
    list(execute_plan(brief))
    assert state.steps[state.step].activity == "three", "in brief its time is over"


def test_late_steps_keep_at_least_some_minutes_and_fall_away_from_the_end() -> None:
    steps = [Step(0, 600, "one", ()), Step(600, 1200, "two", ()), Step(1200, 1800, "three", ())]
    assert [(s.start, s.end) for s in in_what_is_left(steps, 900, 3600)] == [(900, 1500), (1500, 2100), (2100, 2700)]
    assert [(s.start, s.end) for s in in_what_is_left(steps, 1000, 1700)] == [(1000, 1350), (1350, 1700)]
    assert [(s.start, s.end) for s in in_what_is_left(steps, 1750, 1800)] == [(1750, 1800)]


def test_a_step_at_a_thing_awaits_somebody_there_and_who_was_spoken_with_is_not_sought_out_again(live: Live) -> None:
    class Awaiting(Written):
        def reply(self, question: Question[Any]) -> Reply | None:
            if question.card.first == "Nora" and isinstance(question, PlanQuestion):
                later = (Entry("20:00", "rest", place) for place in question.places[:2])
                return DayPlan((Entry("07:00", "lay the tables", CAFE), *later))
            if question.card.first == "Nora" and isinstance(question, Decompose) and not question.spoken:
                row = StepRow("lay a place for Tess", "corner table", "", "food", question.minutes // 3, "Tess Okoro")
                return Decomposition((row, *(replace(row, activity=f"ask Tess {n}", object="") for n in (1, 2))))
            return super().reply(question)

    town = live(Awaiting())
    waited = [row for row in events(town, "act") if row["activity"] == "laying a place for Tess"]
    assert waited and all(row["address"].endswith("writing desk") for row in waited), "she does not go to meet her"
    started = [row for row in events(town, "talk") if row["phase"] == "start"]
    assert [(row["who"], row["people"]) for row in started] == [("nora", ["nora", "tess"])], "what was to be said was said"


def test_who_awaits_somebody_in_vain_knows_it_and_is_asked_anew(live: Live) -> None:
    thought = thought_of(live(Written(), until="08:00"), "nora", 3600)
    block = current_block(thought)
    assert block is not None
    desk = next(place.address for place in thought.world.places.objects(block.place))
    thought.state.steps_for, thought.state.steps_since = purpose(block), 3000
    waiting = Step(3000, 3600, "laying a place", desk, person="tess", topic="the door")
    thought.state.steps, thought.state.step = [waiting, Step(3600, 4200, "sweeping", desk)], 0
    thought.state.going, thought.state.pause_until = False, 0
    thought.state.met.pop("tess", None)
    question = next(execute_plan(thought))
    assert isinstance(question, Decompose), "what was to follow no longer stands"
    assert any("waited for Tess Okoro" in line and "did not come" in line for line in question.scene.moment.lately)


@pytest.mark.parametrize("thinking", [False, True])
def test_who_has_just_been_spoken_with_is_not_sought_out_for_it(live: Live, thinking: bool) -> None:
    town = live(Meeting(), thinking=thinking)
    started = [row for row in events(town, "talk") if row["phase"] == "start"]
    assert len(started) == 1, "what both wanted to say was said"
    assert started[0]["reason"] == "asking about the door", "what was wanted of it is the talk's"
    seen = {row["activity"] for row in events(town, "act")}
    assert "pouring coffee" in seen and not any("asking" in activity for activity in seen), "and nobody sees it"


def test_steps_asked_for_ahead_know_what_is_in_hand_and_with_whom(live: Callable[..., Town]) -> None:
    thought = thought_of(live(Meeting(), until="07:31"), "tess", 1860)
    walking, speaking = _until(thought, 5400).split("; ")
    assert walking == "walking to the coffee grinder, for: wiping the cups"
    assert speaking == "from 08:00 pouring coffee, to speak with Nora Fennick: asking about the door"
    assert scene_of(thought).moment.doing.partition("; next, ")[2].startswith(speaking)
    thought.state.met["nora"] = 1850
    assert "to speak with" not in scene_of(thought).moment.doing, "it was said"


def test_little_is_left_of_an_entry_whose_talk_was_held_and_nobody_is_asked_for_it(live: Live) -> None:
    class Visiting(Written):
        def reply(self, question: Question[Any]) -> Reply | None:
            if isinstance(question, Decompose) and question.card.first == "Nora" and question.start >= 450:
                self.asked.append(question)
                ten = question.minutes - 15
                row = StepRow("wipe the cups", "long counter", "wet", "clean", ten)
                return Decomposition((row, StepRow("bring Tess a bun", "", "", "food", 15, "Tess Okoro", "the door")))
            return super().reply(question)

    town = live(visiting := Visiting())
    began = [row for row in events(town, "talk") if row["phase"] == "start"]
    assert began and began[0]["reason"] == "the door"
    doing = [row["activity"] for row in events(town, "act") if row["key"] == "nora"]
    assert doing[doing.index("bringing Tess a bun") + 1] == FOUND
    starts = [q.start for q in visiting.of(Decompose) if q.card.first == "Nora"]
    assert len(starts) == len(set(starts)) and all(start % 15 == 0 for start in starts)


def test_the_thing_used_before_a_talk_is_left_with_its_beginning(live: Live) -> None:
    town = live(Meeting())
    order = "SELECT kind, key, data FROM events WHERE kind IN ('talk', 'object', 'act') ORDER BY id"
    rows = [(kind, key, json.loads(data)) for kind, key, data in sqlite3.connect(town.path).execute(order)]
    talk = next(i for i, (kind, _, _) in enumerate(rows) if kind == "talk")
    who = rows[talk][2]["who"]
    assert [data["activity"] for kind, key, data in rows[:talk] if kind == "act" and key == who][-1] == "pouring coffee"
    assert not any(data["by"] == who for kind, _, data in rows[talk - 2 : talk] if kind == "object"), "as others see it"
    used = {"nora": "pastry case", "tess": "coffee grinder"}[who]
    assert {data["state"] for kind, key, data in rows[:talk] if kind == "object" and key.endswith(used)} > {"wet"}


def test_what_somebody_came_for_is_theirs_alone_whoever_leaves(live: Live) -> None:
    live(meeting := Meeting())
    first, second = meeting.of(Say)[:2]
    assert first.occasion.endswith(f"begins it now; what {first.card.first} came for: asking about the door")
    assert second.occasion.startswith(first.card.first) and "came for" not in second.occasion
    talk = Talk("t5-nora", ["tess", "ilya"], (), 5, 60)
    assert talk.begun_by == "nora", "though she has left it"
    cue = replace(first, leaving=("Ilya Brandt",)).cue()
    assert "Ilya is taking leave; the others stay" in cue and "Ilya is" not in first.cue()
