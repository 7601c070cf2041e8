"""``place``: which object is used for an activity."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.prompts.parts import Line, Part
from sim.prompts.question import Question, Reply
from sim.prompts.schema import Schema, one_of, record_of


@dataclass(frozen=True, slots=True)
class ChosenObject(Reply):
    """The object's name."""

    object: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseObject(Question[ChosenObject]):
    """Choose one of ``objects`` for ``activity``."""

    task = "place"
    reply = ChosenObject
    shape = '{"object": "..."}'
    temperature = 0.0
    max_tokens = 40

    activity: str = ""
    objects: tuple[str, ...] = ()

    def instruction(self) -> str:
        return f"Choose the object {self.first} uses."

    def subject(self) -> Iterator[Part]:
        yield Line("Objects", "; ".join(self.objects) or "none")

    def schema(self) -> Schema:
        return record_of(ChosenObject, object=one_of(self.objects))

    def options(self) -> tuple[str, ...]:
        return self.objects

    def fallback(self) -> ChosenObject:
        return ChosenObject(self.objects[0] if self.objects else "floor")


QUESTION = ChooseObject
