"""Registers: how a question is put to a model and how its replies are read. ``JSON`` is the register of all models but our own.

A register is chosen once, when a model is opened (``opening``); the ways of answering work through whichever they get. Knows
nothing of scripts or rounds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar, Protocol, TypeVar

from sim.answer.choice import draw
from sim.answer.protocol import Mendable, write_reply
from sim.llm.base import Prompt
from sim.prompts import Question, Reply, parse, render
from sim.prompts.check import satisfies
from sim.prompts.coerce import Unusable, coerced, read_object
from sim.prompts.schema import Schema

S = TypeVar("S")


class Register(Protocol[S]):
    """``S`` is what a register makes of a question."""

    @property
    def warmth(self) -> float:
        """The share of a kind's temperature for written replies."""
        ...

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
        """The schema of a reply's text; empty for plain text."""
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


@dataclass(frozen=True, slots=True)
class Json:
    """The prompt in the question's own register, brief or full, and replies as the JSON objects of their kinds.

    A full prompt is told within ``budget`` tokens. ``plain``: where a reply is a single text, the text alone is asked for.
    """

    budget: float = inf
    plain: bool = False
    warmth: ClassVar[float] = 1.0

    def show(self, question: Question[Any]) -> Question[Any]:
        return question

    def question(self, shown: Question[Any]) -> Question[Any]:
        return shown

    def mendable(self, shown: Question[Any]) -> Mendable:
        return shown

    def prompt(self, shown: Question[Any]) -> Prompt:
        return render(shown, self.budget, self.plain)

    def grammar(self, shown: Question[Any]) -> Schema:
        return {} if self.plain and shown.words else shown.schema()

    def write(self, shown: Question[Any], reply: Reply) -> str:
        return write_reply(shown.as_asked(reply)) if self.grammar(shown) else str(getattr(reply, shown.words))

    def read(self, shown: Question[Any], text: str) -> Reply | None:
        if not self.grammar(shown):
            return read_words(shown, text)
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


def read_words(q: Question[Any], text: str) -> Reply | None:
    """The reply in plain words: the first line that has any, without what models put around them (a name in front, quotation
    marks, gestures between asterisks, JSON after all); None where nothing is left."""
    try:
        value = read_object(text)
        text = str(value.get(q.words, "")) if isinstance(value, dict) else text
    except ValueError:
        pass
    speaker = re.compile(rf"^\W*(?:{re.escape(q.card.name)}|{re.escape(q.first)}|{re.escape(q.words)})\s*:", re.I)
    lines = (speaker.sub("", _GESTURE.sub("", line)).replace("*", "") for line in text.splitlines())
    first = next(filter(_WORD.search, lines), "")
    try:
        said = coerced(" ".join(first.split()).strip(_QUOTES), q.schema()["properties"][q.words])
    except Unusable:
        return None
    reply: Reply = q.in_words(said)
    return reply


def complete(text: str) -> str:
    """Of plain text that was cut off: its first line where that is whole, else its whole sentences, else its whole words and
    three dots."""
    line, cut, _ = text.strip().partition("\n")
    if cut:
        return line
    found = _SENTENCES.match(line)
    return found[0] if found else f"{line.rpartition(' ')[0] or line}..."


_QUOTES = " \"'`\u201c\u201d\u2018\u2019\u201e\u00ab\u00bb\u300c\u300d"
_GESTURE = re.compile(r"(?<!\*)\*(?!\*)[^*]+\*(?!\*)")
_WORD = re.compile(r"\w")
_SENTENCES = re.compile(r".*[.!?\u2026\u3002\uff01\uff1f\u0964\u061f][\"'\u201d\u2019\u00bb\u300d]?")

JSON = Json()
ALL = "all"
STYLES = {"full": Json(budget=2900), "small": Json(budget=650, plain=True), ALL: JSON}
"""The registers of models that write freely, by the name that runs record: for capable models (2,900 of our tokens are about
2,400 of a vocabulary of 150,000), for small ones, and without a budget, as all runs were asked before there was one."""
