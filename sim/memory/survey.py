"""The questions of genagents' interviews (seed document 003): several at once with a reason each, and the next line of a talk.

Asked by ``genagents`` alone, of a model that writes in its own words; nothing stands in for a reply of no use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

from sim.memory.answering import LlmError
from sim.prompts import Question, Reply
from sim.prompts.coerce import Unusable, coerced
from sim.prompts.parts import Conversation, Line, Numbered, Part
from sim.prompts.schema import Schema, array, one_of, record_of, text

Range = tuple[float, float]
MOST_NUMBERS = 101
"""Whole numbers that a model chooses among; one of a wider range is written."""
NUMBER_LENGTH = 12
"""Characters of a written number."""
ROW_TOKENS = 150
"""Tokens of an answer with its reason, at most."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")


@dataclass(frozen=True, slots=True)
class Item:
    """A question of a survey, answered by one of ``options``, by a number ``between``, or freely."""

    question: str
    options: tuple[str, ...] = ()
    between: Range | None = None
    is_float: bool = False

    def shown(self) -> str:
        """The question with what may be answered."""
        if self.between:
            kind = "a number" if self.is_float else "a whole number"
            return f"{self.question} ({kind} from {self.between[0]:g} to {self.between[1]:g})"
        return f"{self.question} (one of: {'; '.join(self.options)})" if self.options else self.question

    def schema(self) -> Schema:
        """What an answer is written as, where the item stands alone in its prompt."""
        if self.options:
            return one_of(self.options)
        if self.between is None:
            return text(600)
        low, high = self.between
        whole = not self.is_float and high - low < MOST_NUMBERS
        return one_of([str(n) for n in range(ceil(low), floor(high) + 1)]) if whole else text(NUMBER_LENGTH)

    def read(self, said: str) -> Any:
        """The answer in its type, within its range. Raises ``Unusable``."""
        if self.options:
            return coerced(said, {"enum": list(self.options)})
        if self.between is None:
            return said
        found = _NUMBER.search(said.replace(",", ""))
        if found is None:
            raise Unusable(f"{said!r} is no number")
        value = max(self.between[0], min(self.between[1], float(found[0])))
        return value if self.is_float else round(value)


@dataclass(frozen=True, slots=True)
class SurveyRow:
    """An answer and why."""

    reasoning: str
    response: str


@dataclass(frozen=True, slots=True)
class Surveyed(Reply):
    """One answer per question, in order."""

    answers: tuple[SurveyRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey(Question[Surveyed]):
    """Answer every item, with a reason for each."""

    task = "survey"
    reply = Surveyed
    shape = '{"answers": [{"reasoning": "...", "response": "..."}, ...]}'
    temperature = 0.0

    items: tuple[Item, ...] = ()
    strict: bool = False
    """There is one item, and its answer is written as nothing else than what may be answered."""

    @property
    def tokens(self) -> int:
        """Tokens of the reply at most."""
        return ROW_TOKENS * len(self.items)

    def instruction(self) -> str:
        return (
            f"Predict how {self.first} answers each of the numbered questions, in order: first why, in a sentence, then the "
            "response alone."
        )

    def subject(self) -> Iterator[Part]:
        yield Numbered("Questions", tuple(item.shown() for item in self.items))

    def schema(self) -> Schema:
        response = self.items[0].schema() if self.strict else text(600)
        row = record_of(SurveyRow, reasoning=text(400, 0), response=response)
        return record_of(Surveyed, answers=array(row, len(self.items), len(self.items)))

    def repair(self, reply: Surveyed) -> Surveyed:
        """Raises ValueError where an answer is none of what was asked for."""
        for item, row in zip(self.items, reply.answers, strict=True):
            try:
                item.read(row.response)
            except Unusable as error:
                raise ValueError(str(error)) from None
        return reply

    def fallback(self) -> Surveyed:
        raise LlmError("nobody answers a survey in place of the llm")


@dataclass(frozen=True, slots=True)
class Spoken(Reply):
    """What is said next."""

    utterance: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Speak(Question[Spoken]):
    """Say the next line of a conversation ``said``, rows of name and line."""

    task = "utterance"
    reply = Spoken
    shape = '{"utterance": "..."}'
    temperature = 0.5

    said: tuple[tuple[str, str], ...] = ()
    about: str = ""

    def instruction(self) -> str:
        return f"Say what {self.first} says next."

    def subject(self) -> Iterator[Part]:
        yield Line("About", self.about)
        yield Conversation("Conversation", self.said)

    def schema(self) -> Schema:
        return record_of(Spoken, utterance=text(1000))

    def fallback(self) -> Spoken:
        raise LlmError("nobody speaks in place of the llm")
