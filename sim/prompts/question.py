"""The base of all questions and replies: who is asked, in which moment, with what in mind, and what a kind must say.

A mind yields a ``Question`` and is resumed with its ``Reply``. The fields are what the prompt shows, so a script, a test and a
model answer from the same facts. A kind of question is one module of ``tasks``. Knows nothing of models.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from pydantic import TypeAdapter

from sim.llm.base import Names
from sim.prompts.check import satisfies
from sim.prompts.parts import Bullets, Conversation, Joined, Line, Numbered, Part, Text
from sim.prompts.records import Card, Setting, Telling
from sim.prompts.scene import Scene
from sim.prompts.schema import Schema, text

_OWN = re.compile(r"^(?: |I\b|[Mm]y\b|'s )")
"""How news of the resident's own goes on after their name, or begins in the first person."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The base of all replies. Its fields are the members of the JSON object that the schema describes, in their order; those
    with a default may be missing from it."""


@dataclass(frozen=True, slots=True)
class Considered(Reply):
    """A reply that a private thought may precede; nobody else ever learns of it."""

    thought: str = field(default="", kw_only=True)


THOUGHT = 300
"""Characters of a thought at most."""

MEMORY = 100.0
"""The priority of the memories of a full prompt, beside which all others are chosen."""
PARTNER = 150.0

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
    full_tokens: ClassVar[int] = 400
    """The same in the full register."""
    words: ClassVar[str] = ""
    """The member that is all of a reply where plain text is asked for; "" where a reply is more than a text."""
    full_only: ClassVar[bool] = False
    """Whether the kind stands for several brief ones and small minds never learned it."""
    looks_back: ClassVar[bool] = False
    """Whether it is about what was, so that the full register leaves out where the resident is, with whom and doing what."""

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
    persons: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Slug -> (full name, first name) of everybody whom a fact or an intent may name; the prompt does not show it."""
    beside: Mapping[str, str] = field(default_factory=dict)
    """Memory -> from when it is, of imported ones whose words (``tomorrow``) depend on that; brief prompts say it."""
    scene: Scene | None = None
    """What the full register tells besides; None where the question is asked in brief."""

    @property
    def full(self) -> bool:
        """Whether the question is asked in the full register."""
        return self.scene is not None

    @property
    def routine(self) -> bool:
        """Whether the question is about nothing but everyday life, so that a helper may answer it."""
        return False

    def in_brief(self) -> Self:
        """The same question in the brief register."""
        return replace(self, scene=None)

    @property
    def english(self) -> bool:
        """Whether the town's language is English."""
        return self.scene is None or self.scene.english

    @property
    def tokens(self) -> int:
        """Tokens of a written reply at most, in this question's register."""
        return self.full_tokens if self.full else self.max_tokens

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

    def request(self) -> str:
        """What is asked, in the full register: with what a good reply does, and what it does not. The same words whenever this
        resident is asked this kind, so that a model has computed them before; the rest is the ``cue``'s."""
        return self.instruction()

    def in_short(self) -> str:
        """The request where there is no room for all of it, in words as lasting."""
        return self.instruction()

    def cue(self) -> str:
        """The last line of a full prompt: what is asked at this very moment."""
        return f"Now reply for {self.first}."

    def members(self) -> Mapping[str, str]:
        """What each member of a reply holds, as the full register says it; those that explain themselves are left out."""
        return {}

    def choices(self) -> Iterator[Part]:
        """In the full register, what a reply may choose from whatever the moment: it stands with the task."""
        yield from ()

    def circumstances(self) -> Iterator[Part]:
        """The facts between the moment and the memories."""
        yield from ()

    def subject(self) -> Iterator[Part]:
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

    def in_words(self, words: str) -> R:
        """The whole reply for a text, where plain text was asked for."""
        return self.chosen(words)

    # What holds for all kinds ------------------------------------------------------------------------------------------

    def parts(self) -> Iterator[Part]:
        """All that the prompt tells besides the card, in the protocol's order."""
        yield Line("Now", self.now)
        yield Line("Yesterday", self.yesterday)
        yield Line("At", self.at)
        yield Line("Doing", self.doing_now())
        yield from self.circumstances()
        yield self.recalled()
        yield from self.subject()

    def moment(self, scene: Scene) -> Iterator[Part]:
        """The present, in the full register."""
        yield from [Line("Feeling", scene.moment.feeling)] if self.looks_back else scene.moment.parts()

    def remembered(self, scene: Scene) -> Bullets | Numbered:
        """The memories, in the full register: the most relevant one stays."""
        shown, best = scene.ranked(self.memories, self._from_best())
        return Bullets("Memories that come to mind, in order of time", shown, priority=MEMORY, best=best, must=1)

    def _from_best(self) -> Sequence[int]:
        """Indices of the memories, the last to go first."""
        return self.spare[::-1] or range(len(self.memories))

    def thinking(self) -> dict[str, Schema]:
        """The member of the reply's schema that holds the thought, where there is to be one."""
        return {"thought": text(THOUGHT, 0)} if self.scene is not None and self.scene.thoughts else {}

    def thought_of(self, what: str) -> dict[str, str]:
        """What the full register says of that member."""
        said = f"{what}, in {self.first}'s own inner voice, one or two sentences; private"
        return {"thought": said} if self.thinking() else {}

    def doing_now(self) -> str:
        """What the prompt says is being done."""
        return self.doing

    def recalled(self) -> Bullets | Numbered:
        """The memories as a fact."""
        return Bullets("Memories", tuple(map(self.with_time, self.memories)))

    def with_time(self, memory: str) -> str:
        """A memory, and from when it is where its words depend on that."""
        return f"{memory} (from {self.beside[memory]})" if memory in self.beside else memory

    def droppable(self) -> tuple[str, ...]:
        """Lines of the prompt that may go when the context overflows, least important first; one memory stays."""
        shown = self.recalled().items()
        return tuple([shown[i] for i in self.spare or range(len(shown) - 1, -1, -1)][:-1])

    def as_asked(self, reply: R) -> R:
        """The reply without members that a script adds and this register does not ask for."""
        return reply

    def sound(self, reply: R) -> bool:
        """Whether a reply satisfies the schema and needs no repair."""
        if not satisfies(to_json(self.as_asked(reply)), self.schema()):
            return False
        ordered = self.order(reply)
        return self.repair(ordered) == ordered


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkQuestion(Question[R]):
    """A question about talking with somebody.

    ``talking_with`` are full names, the one spoken to first. ``conversation`` holds (full name, line) in order; ``()`` has not
    begun, None is no talk. ``tell`` is news that whoever is spoken to has not heard yet, as far as the speaker knows.
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

    def circumstances(self) -> Iterator[Part]:
        yield Line("Talking with", ", ".join(self.talking_with))
        yield Line("Relationship", self.relationship)

    def subject(self) -> Iterator[Part]:
        yield Conversation("Conversation", self.conversation)
        yield news_to_tell(self.card, self.tell)


def acquaintances(label: str, partners: Sequence[str]) -> Iterator[Part]:
    """Those before the resident, a line each: ``Ann Ray: an old friend; last spoke at noon``, of which the tie stays."""
    yield from [Text(f"{label}:")] if partners else ()
    for partner in partners:
        name, _, known = partner.partition(": ")
        yield Joined(f"- {name}", tuple(known.split("; ")), priority=PARTNER, must=1) if known else Text(f"- {name}")


def news_to_tell(card: Card, tell: str) -> Line:
    """News as a fact: whether it is of the resident or of others."""
    own = _OWN.match(tell.removeprefix(card.name))
    return Line("Could tell of oneself" if own else "Could tell of others", tell)


T = TypeVar("T")
Asking = Generator[Question[Any] | tuple[Question[Any], ...], Any, T]
"""Cognition: yields a question or several at once, is resumed with the reply or replies, and returns a ``T``. It never waits
for a model."""


def ask(question: Question[R]) -> Asking[R]:
    """Ask one question: ``reply = yield from ask(question)``. What comes back has the type of the question's reply."""
    return cast(R, (yield question))


def ask_all(questions: Sequence[Question[R]]) -> Asking[list[R]]:
    """Ask several questions that do not depend on each other, in one round; their replies in the same order."""
    return list((yield tuple(questions))) if questions else []


def to_json(reply: Reply) -> dict[str, Any]:
    """A reply as plain data, its members in the order of the schema."""
    return _plain(reply)  # type: ignore[no-any-return]


def _plain(value: Any) -> Any:
    """Records as objects without the members that have their defaults, all else as it is."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    kind: Any = type(value)
    members = _members(kind)
    if members is None:
        return value
    return {name: _plain(member) for name, default in members if (member := getattr(value, name)) != default}


@lru_cache(maxsize=256)
def _members(kind: Any) -> tuple[tuple[str, Any], ...] | None:
    """Name and default of each field of a record; None of what is no record."""
    return tuple((part.name, part.default) for part in fields(kind)) if is_dataclass(kind) else None


def parse(question: Question[R], value: Mapping[str, Any]) -> R:
    """The typed reply from plain data that satisfies the question's schema. Raises ``pydantic.ValidationError`` otherwise."""
    kind: Any = question.reply
    return cast(R, _adapter(kind).validate_python(value))


@lru_cache(maxsize=64)
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)
