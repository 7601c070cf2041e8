"""``replan``: the rest of the day, revised after something new."""

from __future__ import annotations

from dataclasses import dataclass

from sim.prompts.planning import CARRYING_ON, DAY, DayPlan, Entry, PlanQuestion, clock
from sim.prompts.schema import Schema


@dataclass(frozen=True, slots=True, kw_only=True)
class Replan(PlanQuestion):
    """Revise ``plan`` after ``new``."""

    task = "replan"

    def instruction(self) -> str:
        return f"Revise {self.first}'s plan from now on{self.first_fixed()}."

    def request(self) -> str:
        return (
            f"Write the plan for the rest of {self.first}'s day anew. The first entry is what they do from now on: what is "
            "in hand, unless the change touches it. Keep the rest of today's plan where it still makes sense."
        )

    def cue(self) -> str:
        end = clock(self.start + (self.minutes or DAY))
        return f"Now write {self.first}'s plan anew, from {clock(self.start)} to bedtime at {end}."

    def schema(self) -> Schema:
        return self.plan_schema(1)

    def fallback(self) -> DayPlan:
        """Carry on as before."""
        place = self.at if self.at in self.places else (*self.places, self.at or "home")[0]
        return DayPlan((Entry(clock(self.start), self.doing or CARRYING_ON, place),))


QUESTION = Replan
