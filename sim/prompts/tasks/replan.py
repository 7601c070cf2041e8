"""``replan``: the rest of the day, revised after something new."""

from __future__ import annotations

from dataclasses import dataclass

from sim.prompts.planning import CARRYING_ON, DayPlan, Entry, PlanQuestion, clock
from sim.prompts.schema import Schema


@dataclass(frozen=True, slots=True, kw_only=True)
class Replan(PlanQuestion):
    """Revise ``plan`` after ``new``."""

    task = "replan"
    reply = DayPlan
    shape = '{"plan": [{"start": "HH:MM", "activity": "...", "place": "..."}, ...]}'
    temperature = 0.7
    max_tokens = 640

    def instruction(self) -> str:
        return f"Revise {self.first}'s plan from now on{self.first_fixed()}."

    def schema(self) -> Schema:
        return self.plan_schema(1)

    def fallback(self) -> DayPlan:
        """Carry on as before."""
        place = self.at if self.at in self.places else (*self.places, self.at or "home")[0]
        return DayPlan((Entry(clock(self.start), self.doing or CARRYING_ON, place),))


QUESTION = Replan
