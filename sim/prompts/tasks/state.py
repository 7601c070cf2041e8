"""``state``: what state an object is in while somebody uses it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.prompts.parts import Line, Part
from sim.prompts.question import Question, Reply
from sim.prompts.schema import Schema, record_of, text


@dataclass(frozen=True, slots=True)
class ObjectState(Reply):
    """The state in a few words, as in ``the stove is ...``."""

    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeState(Question[ObjectState]):
    """Describe ``object`` during ``activity``."""

    task = "state"
    reply = ObjectState
    shape = '{"state": "..."}'
    max_tokens = 24

    activity: str = ""
    object: str = ""

    def instruction(self) -> str:
        return f"Say what state the {self.object} is in while {self.first} is {self.activity}."

    def doing_now(self) -> str:
        return self.doing or self.activity

    def subject(self) -> Iterator[Part]:
        yield Line("Object", self.object)

    def schema(self) -> Schema:
        return record_of(ObjectState, state=text(40))

    def fallback(self) -> ObjectState:
        return ObjectState("in use")


QUESTION = DescribeState
