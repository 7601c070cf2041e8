"""Capable minds: promises kept by doing them, plans made out of doors, what is told once, and what is not remembered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from capable_minds import Live, Written, events, nora_at_the_cafe

from sim.mind.commitments import keep_by_doing
from sim.mind.plan import _take_plan
from sim.mind.plan_execution import FOUND
from sim.mind.scene import acquaintance, promise_text
from sim.mind.state import Commitment
from sim.prompts import Question, Reply
from sim.prompts.planning import DayPlan, Entry
from sim.prompts.tasks.steps import Decompose, Decomposition, StepRow
from sim.types import Block, Gathering


def test_a_promise_without_an_hour_is_told_with_what_the_plan_gives_it_and_kept_by_doing_it(live: Live) -> None:
    thought = nora_at_the_cafe(live)
    state, promise = thought.state, Commitment("Nora will mend the torn lantern", "mending the torn lantern", 0, "", since=600)
    state.commitments.append(promise)
    assert promise_text(thought, promise).startswith("no hour fixed, since ")
    home = thought.sector("Nora's cottage")
    state.blocks = [*state.blocks[:-1], Block(30000, 33000, "mend the torn lantern at last", home), state.blocks[-1]]
    assert promise_text(thought, promise).startswith("planned for today ")
    keep_by_doing(thought, "lighting another lantern")
    assert state.commitments[-1].state == "open"
    keep_by_doing(thought, "mending the torn lantern")
    assert state.commitments[-1].state == "kept"


def test_a_plan_may_replace_one_that_was_made_out_of_doors(live: Live) -> None:
    thought = nora_at_the_cafe(live)
    town = thought.world.places.root
    thought.state.blocks = [Block(0, 30000, "looking at the sky", town, "it is clear"), thought.state.blocks[-1]]
    wakes = f"{thought.world.clock.minutes(2400) // 60:02d}:{thought.world.clock.minutes(2400) % 60:02d}"
    reply = DayPlan((Entry(wakes, "washing up", "Nora's cottage"), Entry("21:00", "reading", "Nora's cottage")))
    _take_plan(thought, reply, 2400, 57600, "replan", "rain")
    assert [block.activity for block in thought.state.blocks[:2]] == ["washing up", "reading"]


def test_what_is_told_in_this_talk_is_not_known_already_whatever_the_day_is_called(live: Live) -> None:
    thought = nora_at_the_cafe(live)
    fact = "Nora Fennick leaves Wrenfield on Saturday"
    thought.mind.gatherings = {fact: Gathering("nora", "Green", 5 * 86400)}
    thought.state.told[fact] = ["Tess Okoro"]
    assert "knows already: " in acquaintance(thought, "tess")
    said = (("nora", "I leave Wrenfield tomorrow."),)
    assert "knows already" not in acquaintance(thought, "tess", said)
    assert "knows already: " in acquaintance(thought, "tess", (("nora", "The buns are still warm."),))


def test_a_little_time_in_company_is_lived_and_not_remembered(live: Live) -> None:
    class Visiting(Written):
        def reply(self, question: Question[Any]) -> Reply | None:
            if isinstance(question, Decompose) and question.card.first == "Nora" and question.start >= 450:
                row = StepRow("wipe the cups", "long counter", "wet", "clean", question.minutes - 15)
                return Decomposition(
                    (row, replace(row, activity="bring Tess a bun", object="", minutes=15, person="Tess Okoro"))
                )
            return super().reply(question)

    town = live(Visiting())
    assert FOUND in [row["activity"] for row in events(town, "act") if row["key"] == "nora"]
    own = [memory.text for memory in town.engine.minds["nora"].stream.recent(500)]
    assert own and not [text for text in own if text.endswith(FOUND)]
