"""``replan``: the rest of the day, revised after something new."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sim.prompts.planning import CARRYING_ON, DAY, LATE, DayPlan, Entry, PlanQuestion, clock
from sim.prompts.schema import CLOCK, Schema, text

CONCLUDED = " has concluded: "
"""What stands in ``new`` between a resident's name and what a reflection led to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replan(PlanQuestion):
    """Revise ``plan`` after ``new``."""

    task = "replan"

    def instruction(self) -> str:
        return f"Revise {self.first}'s plan from now on{self.first_fixed()}."

    def request(self) -> str:
        return (
            f"Change {self.first}'s plan for the rest of today. Write only the entries that are new or different, each with "
            "its start and its end, none of those that stay. Before and behind them today's plan goes on as it stands; what "
            "falls away is written over by what they do instead. An empty list leaves the plan as it is."
        )

    def in_short(self) -> str:
        return f"Change {self.first}'s plan for the rest of today: only the entries that are new or different."

    def cue(self) -> str:
        end = clock(self.start + (self.minutes or DAY))
        return f"Now write what changes in {self.first}'s plan, between {clock(self.start)} and bedtime at {end}."

    def members(self) -> Mapping[str, str]:
        return {
            **PlanQuestion.members(self),
            **self.thought_of("what this does to their day"),
            "start": "when it begins, now or later",
            "end": "when it ends and today's plan goes on",
        }

    def schema(self) -> Schema:
        return self.plan_schema(0 if self.full else 1)

    def _further(self) -> dict[str, Schema]:
        return {"why": text(120, 0), "end": CLOCK} if self.full else {}

    def order(self, reply: DayPlan) -> DayPlan:
        return reply if self.full else PlanQuestion.order(self, reply)

    def repair(self, reply: DayPlan) -> DayPlan:
        """In the full register what begins a little before now begins now, and what lies outside the rest of the day goes."""
        if not self.full:
            return PlanQuestion.repair(self, reply)
        inside = [(self.offset(entry.start), entry) for entry in map(self._formed, reply.plan)]
        begun = [(0 if offset >= DAY - LATE else offset, entry) for offset, entry in inside]
        left = (replace(entry, start=clock(self.start + offset)) for offset, entry in begun if offset < (self.minutes or DAY))
        return replace(reply, plan=tuple(left))

    def fallback(self) -> DayPlan:
        """Carry on as before."""
        if self.full:
            return DayPlan(())
        place = self.at if self.at in self.places else (*self.places, self.at or "home")[0]
        return DayPlan((Entry(clock(self.start), self.doing or CARRYING_ON, place),))


QUESTION = Replan
