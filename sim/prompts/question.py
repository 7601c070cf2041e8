"""The base of all questions and replies: who is asked, in which moment, with what in mind, and what a kind must say.

A mind yields a ``Question`` and is resumed with its ``Reply``. The fields are what the prompt shows, so a script, a test and a
model answer from the same facts. A kind of question is one module of ``tasks``. Knows nothing of models.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, ClassVar, Generic, TypeVar, cast

from pydantic import TypeAdapter

from sim.llm.base import Names
from sim.prompts.check import satisfies
from sim.prompts.facts import Bullets, Conversation, Fact, Line, Numbered
from sim.prompts.records import Card, Setting, Telling
from sim.prompts.schema import Schema

_OWN = re.compile(r"^(?: |I\b|[Mm]y\b|'s )")
"""How news of one's own goes on after one's name, or begins in the first person."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The base of all replies. Its fields are the members of the JSON object that the schema describes, in their order."""


R = TypeVar("R", bound=Reply)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(ABC, Generic[R]):
    """One call. Every field but ``card`` is optional; empty ones are not shown.

    ``names`` serve models that read names as pointers. ``purpose`` says in a word what the answer is for (the inspector shows
    it, the prompt does not). ``seed`` makes the answer repeatable: derive it with ``sim.dice`` from (run seed, tick, resident,
    purpose). ``now`` reads ``Monday, February 13, 2023, 09:05``. ``memories`` are what retrieval found, best first; ``spare``
    says which of them go first, by index, when the context overflows (``()``: the last one first).
    """

    task: ClassVar[str]
    """The name of the kind, as runs record it."""
    reply: ClassVar[type[Reply]]
    """The type of the reply."""
    shape: ClassVar[str]
    """The reply's JSON, sketched for the prompt."""
    temperature: ClassVar[float] = 0.3
    """Of sampling and of choosing; 0 takes the most likely."""
    max_tokens: ClassVar[int] = 160
    """Tokens of a written reply at most."""

    card: Card
    names: Names = Names()
    purpose: str = ""
    seed: int = 0
    now: str = ""
    yesterday: str = ""
    at: str = ""
    doing: str = ""
    memories: tuple[str, ...] = ()
    spare: tuple[int, ...] = ()
    setting: Setting = Setting()

    @property
    def first(self) -> str:
        """The first name of who is asked."""
        return self.card.first

    # What a kind says --------------------------------------------------------------------------------------------------

    @abstractmethod
    def instruction(self) -> str:
        """What is asked, in one sentence."""

    @abstractmethod
    def schema(self) -> Schema:
        """The JSON schema of a reply."""

    @abstractmethod
    def fallback(self) -> R:
        """What stands in, by rule, when there is no usable reply: deterministic, safe, in need of no repair."""

    def circumstances(self) -> Iterator[Fact]:
        """The facts between the moment and the memories."""
        yield from ()

    def subject(self) -> Iterator[Fact]:
        """The facts behind the memories: what the question is about, and what a reply may choose from."""
        yield from ()

    def order(self, reply: R) -> R:
        """The reply with its parts in their proper order, where they may be written in any."""
        return reply

    def repair(self, reply: R) -> R:
        """The reply with what no grammar can see put right; an equal reply where nothing was wrong."""
        return reply

    def options(self) -> tuple[str, ...] | tuple[int, ...]:
        """The values to choose among, where the question is a choice: those of the reply's first member."""
        return ()

    def chosen(self, value: Any) -> R:
        """The whole reply for one of ``options``."""
        kind: Any = self.reply
        return cast(R, kind(value))

    # What holds for all kinds ------------------------------------------------------------------------------------------

    def facts(self) -> Iterator[Fact]:
        """All that the prompt tells besides the card, in the protocol's order."""
        yield Line("Now", self.now)
        yield Line("Yesterday", self.yesterday)
        yield Line("At", self.at)
        yield Line("Doing", self.doing_now())
        yield from self.circumstances()
        yield self.recalled()
        yield from self.subject()

    def doing_now(self) -> str:
        """What the prompt says is being done."""
        return self.doing

    def recalled(self) -> Bullets | Numbered:
        """The memories as a fact."""
        return Bullets("Memories", self.memories)

    def droppable(self) -> tuple[str, ...]:
        """Lines of the prompt that may go when the context overflows, least important first; one memory stays."""
        shown = self.recalled().items()
        return tuple([shown[i] for i in self.spare or range(len(shown) - 1, -1, -1)][:-1])

    def sound(self, reply: R) -> bool:
        """Whether a reply satisfies the schema and needs no repair."""
        if not satisfies(to_json(reply), self.schema()):
            return False
        ordered = self.order(reply)
        return self.repair(ordered) == ordered


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkQuestion(Question[R]):
    """A question about talking with somebody.

    ``talking_with`` are full names, the one spoken to first. ``conversation`` holds (full name, line) in order; ``()`` has not
    begun, None is no talk. ``tell`` is news that whoever is spoken to has not heard yet, as far as one knows.
    """

    talking_with: tuple[str, ...] = ()
    relationship: str = ""
    conversation: tuple[tuple[str, str], ...] | None = None
    tell: str = ""
    turns_left: int | None = None
    """Lines that may still be said, this one included; None where nobody says."""
    goodbye: bool = False
    """Whether somebody has said goodbye already."""
    telling: Telling = Telling()

    def circumstances(self) -> Iterator[Fact]:
        yield Line("Talking with", ", ".join(self.talking_with))
        yield Line("Relationship", self.relationship)

    def subject(self) -> Iterator[Fact]:
        yield Conversation(self.conversation)
        yield news_to_tell(self.card, self.tell)


def news_to_tell(card: Card, tell: str) -> Line:
    """News as a fact: whether it is of oneself or of others."""
    own = _OWN.match(tell.removeprefix(card.name))
    return Line("Could tell of oneself" if own else "Could tell of others", tell)


T = TypeVar("T")
Asking = Generator[Question[Any], Reply, T]
"""Cognition: yields questions, is resumed with their replies, and returns a ``T``. It never waits for a model."""


def ask(question: Question[R]) -> Asking[R]:
    """Ask one question: ``reply = yield from ask(question)``. What comes back has the type of the question's reply."""
    return cast(R, (yield question))


def to_json(reply: Reply) -> dict[str, Any]:
    """A reply as plain data, its members in the order of the schema."""
    return asdict(reply)


def parse(question: Question[R], value: Mapping[str, Any]) -> R:
    """The typed reply from plain data that satisfies the question's schema. Raises ``pydantic.ValidationError`` otherwise."""
    kind: Any = question.reply
    return cast(R, _adapter(kind).validate_python(value))


@lru_cache(maxsize=64)
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)
