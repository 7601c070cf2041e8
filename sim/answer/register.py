"""Registers: how a question is put to a model and how its replies are read. ``JSON`` is the register of all models but our own.

A register is chosen once, when a model is opened (``opening``); the ways of answering work through whichever they get. Knows
nothing of scripts or rounds.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from sim.answer.choice import draw
from sim.answer.protocol import Mendable, write_reply
from sim.llm.base import Prompt
from sim.prompts import Question, Reply, parse, render
from sim.prompts.check import satisfies
from sim.prompts.schema import Schema

S = TypeVar("S")


class Register(Protocol[S]):
    """``S`` is what a register makes of a question. ``warmth`` is the share of a kind's temperature for written replies."""

    warmth: float

    def show(self, question: Question[Any]) -> S:
        """The question as this register shows it."""
        ...

    def question(self, shown: S) -> Question[Any]:
        """The question in what is shown."""
        ...

    def mendable(self, shown: S) -> Mendable:
        """What repairs a reply to it."""
        ...

    def prompt(self, shown: S) -> Prompt:
        """The two messages."""
        ...

    def grammar(self, shown: S) -> Schema:
        """The schema of a reply's text."""
        ...

    def write(self, shown: S, reply: Reply) -> str:
        """A reply's text."""
        ...

    def read(self, shown: S, text: str) -> Reply | None:
        """The reply in a text; None where it is not what was asked for."""
        ...

    def option_texts(self, shown: S) -> tuple[tuple[str, ...], bool]:
        """The texts to score where the question is a choice, and whether they are whole replies."""
        ...

    def choose(self, shown: S, logprobs: Sequence[float]) -> int:
        """Which option is taken, by the model's log-probabilities."""
        ...

    def proposable(self, shown: S, proposals: list[Reply]) -> list[Reply]:
        """Those of a script's proposals that can be put before the model."""
        ...


class Json:
    """The prompt in the question's own register, brief or full, and replies as the JSON objects of their kinds."""

    warmth = 1.0

    def show(self, question: Question[Any]) -> Question[Any]:
        return question

    def question(self, shown: Question[Any]) -> Question[Any]:
        return shown

    def mendable(self, shown: Question[Any]) -> Mendable:
        return shown

    def prompt(self, shown: Question[Any]) -> Prompt:
        return render(shown)

    def grammar(self, shown: Question[Any]) -> Schema:
        return shown.schema()

    def write(self, shown: Question[Any], reply: Reply) -> str:
        return write_reply(shown.as_asked(reply))

    def read(self, shown: Question[Any], text: str) -> Reply | None:
        try:
            value: Any = json.loads(text)
        except (ValueError, RecursionError):
            return None
        return parse(shown, value) if satisfies(value, shown.schema()) else None

    def option_texts(self, shown: Question[Any]) -> tuple[tuple[str, ...], bool]:
        """Options as far as they are fixed: of members still to come (a reason) only the first one's name is scored. It costs
        every option the same, and keeps tokens whole: what closes a value and what follows it are often one token, so that an
        option that ends at the quote would be rated by an ending that no model ever writes there."""
        members = list(shown.schema()["properties"])
        texts = tuple(json.dumps({members[0]: value}, ensure_ascii=False) for value in shown.options())
        if len(members) == 1:
            return texts, True
        return tuple(f"{text[:-1]}, {json.dumps(members[1])}:" for text in texts), False

    def choose(self, shown: Question[Any], logprobs: Sequence[float]) -> int:
        return draw(logprobs, shown.temperature, shown.seed)

    def proposable(self, shown: Question[Any], proposals: list[Reply]) -> list[Reply]:
        return proposals


JSON = Json()
