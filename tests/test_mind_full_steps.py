"""Capable minds at the steps of a plan: who is sought out at them, and what a talk leaves of them."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from typing import Any

import pytest
from capable_minds import CAFE, Live, Meeting, Written, events

from sim.mind.plan_execution import FOUND
from sim.prompts import Question, Reply
from sim.prompts.planning import DayPlan, Entry, PlanQuestion
from sim.prompts.tasks.react import React
from sim.prompts.tasks.say import Say
from sim.prompts.tasks.steps import Decompose, Decomposition, StepRow
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


@pytest.mark.parametrize("thinking", [False, True])
def test_who_has_just_been_spoken_with_is_not_sought_out_for_it(live: Live, thinking: bool) -> None:
    town = live(Meeting(), thinking=thinking)
    started = [row for row in events(town, "talk") if row["phase"] == "start"]
    assert len(started) == 1, "what both wanted to say was said"
    assert started[0]["reason"] == "asking about the door", "what was wanted of it is the talk's"
    seen = {row["activity"] for row in events(town, "act")}
    assert "pouring coffee" in seen and not any("asking" in activity for activity in seen), "and nobody sees it"


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
    assert {data["state"] for kind, key, data in rows[:talk] if kind == "object" and key.endswith("pastry case")} > {"wet"}


def test_what_somebody_came_for_is_theirs_alone_whoever_leaves(live: Live) -> None:
    live(meeting := Meeting())
    first, second = meeting.of(Say)[:2]
    assert first.occasion.endswith(f"begins it now; what {first.card.first} came for: asking about the door")
    assert second.occasion.startswith(first.card.first) and "came for" not in second.occasion
    talk = Talk("t5-nora", ["tess", "ilya"], (), 5, 60)
    assert talk.begun_by == "nora", "though she has left it"
    cue = replace(first, leaving=("Ilya Brandt",)).cue()
    assert "Ilya is taking leave; the others stay" in cue and "Ilya is" not in first.cue()
