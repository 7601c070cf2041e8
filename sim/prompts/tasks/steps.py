"""``steps``: a stretch of a plan broken into steps (decomposition). Source: Park et al. 2023, section 4.3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sim.prompts.facts import Fact, Line
from sim.prompts.planning import CARRYING_ON, clock
from sim.prompts.question import Question, Reply
from sim.prompts.schema import Schema, array, number, one_of, record_of, text
from sim.prompts.tasks.icon import ICONS


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step: ``minutes`` of an activity with an object ("" for none), the state it is then in, and the icon."""

    activity: str
    object: str
    state: str
    icon: str
    minutes: int


@dataclass(frozen=True, slots=True)
class Decomposition(Reply):
    """The steps in order; together they last as long as the stretch."""

    steps: tuple[StepRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decompose(Question[Decomposition]):
    """Break ``activity``, which begins at ``start`` (minutes after midnight) and lasts ``minutes``, into steps."""

    task = "steps"
    reply = Decomposition
    shape = '{"steps": [{"activity": "...", "object": "...", "state": "...", "icon": "...", "minutes": 5}, ...]}'
    temperature = 0.5
    max_tokens = 400

    activity: str = ""
    objects: tuple[str, ...] = ()
    start: int = 0
    minutes: int = 0

    def instruction(self) -> str:
        return (
            f"Break down '{self.activity}' ({clock(self.start)} to {clock(self.start + self.minutes)}, "
            f"{self.minutes} minutes) into steps."
        )

    def subject(self) -> Iterator[Fact]:
        yield Line("Objects", "; ".join(self.objects) or "none")

    def schema(self) -> Schema:
        step = record_of(
            StepRow,
            activity=text(80),
            object=one_of(self.objects, empty=True),
            state=text(40, 0),
            icon=one_of(ICONS),
            minutes=number(1, max(5, min(self.minutes or 60, 240))),
        )
        return record_of(Decomposition, steps=array(step, 8))

    def repair(self, reply: Decomposition) -> Decomposition:
        """Minutes made to fit: scaled to ``minutes``, at least one each, the longest taking the remainder."""
        total = self.minutes or sum(step.minutes for step in reply.steps)
        steps = reply.steps[: max(1, total)]
        have = sum(step.minutes for step in steps)
        if have == total:
            return Decomposition(steps)
        minutes = [max(1, step.minutes * total // max(1, have)) for step in steps]
        while (missing := total - sum(minutes)) != 0:
            longest = max(range(len(minutes)), key=lambda i: (minutes[i], -i))
            minutes[longest] = max(1, minutes[longest] + missing)
        return Decomposition(tuple(replace(step, minutes=n) for step, n in zip(steps, minutes, strict=True)))

    def fallback(self) -> Decomposition:
        """The stretch as one step at the first object."""
        target = self.objects[0] if self.objects else ""
        return Decomposition((StepRow(self.activity[:80] or CARRYING_ON, target, "", "work", self.minutes),))


QUESTION = Decompose
