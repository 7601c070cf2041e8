"""``plan``: a day in broad strokes, from waking up to going to bed. Source: Park et al. 2023, section 4.3."""

from __future__ import annotations

from dataclasses import dataclass

from sim.prompts.planning import DAY, DayPlan, Entry, PlanQuestion, clock
from sim.prompts.schema import Schema


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanDay(PlanQuestion):
    """Plan the day."""

    task = "plan"

    def instruction(self) -> str:
        return f"Plan {self.first}'s day from waking up to going to bed{self.first_fixed()}."

    def request(self) -> str:
        return (
            f"Plan the rest of {self.first}'s day until bedtime, in 3 to 14 entries. A good plan is this person's own: work "
            "at the hours that the places keep, meals, what they promised, and two or three things that they do today for a "
            "reason of their own, such as speaking with somebody about something that matters to them, or acting on what they "
            "lately concluded. Not a timetable that anybody could have."
        )

    def cue(self) -> str:
        """From now on: who was up before does not get up again."""
        end, where = clock(self.start + (self.minutes or DAY)), self.at or "home"
        return f"Now plan {self.first}'s day from {clock(self.start)}, when they are at {where}, to bedtime at {end}."

    def schema(self) -> Schema:
        return self.plan_schema(3)

    def fallback(self) -> DayPlan:
        """Home in the morning, the second place (work, or about) until supper, home again, bed at the end."""
        minutes = self.minutes or DAY
        home = self.places[0] if self.places else self.at or "home"
        out = next((place for place in self.places if place.partition(": ")[0] != home), home)
        parts = ((0, "getting ready for the day", home), (4, "going about the day's work", out), (12, "having supper", home),
                 (15, "going to bed", home))  # fmt: skip
        return DayPlan(tuple(Entry(clock(self.start + minutes * share // 16), what, place) for share, what, place in parts))


QUESTION = PlanDay
