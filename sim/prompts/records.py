"""The small records that questions share: who is asked, how they live, and what decides whether something is told to somebody.

Plain data; knows no kind of question.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field

from sim.language.text import sentences
from sim.types import Fact, Matter, Speech, Undertaking

GROWN = 13
"""The age from which a resident is no small child any more."""


@dataclass(frozen=True, slots=True)
class Card:
    """Who the resident is: the system message. A card changes seldom, so its tokens are computed once and reused.

    ``background`` are whole sentences without a full stop. ``wakes`` and ``sleeps`` are minutes after midnight, equal where
    they do not matter.
    """

    name: str
    first: str
    age: int = 0
    traits: tuple[str, ...] = ()
    background: tuple[str, ...] = ()
    currently: str = ""
    wakes: int = 420
    sleeps: int = 1320

    @property
    def concerns(self) -> tuple[str, ...]:
        """The sentences of ``currently`` without a full stop: the scenario's first, then what has come to it."""
        return tuple(text.rstrip(".") for text in sentences(self.currently))


@dataclass(frozen=True, slots=True)
class Setting:
    """How the resident lives, for answers by rule; the brief prompt does not show it.

    ``home`` and ``work`` are place names ("" for none). ``kinds`` maps a place name to the kind of place it is. ``world`` is
    what the scenario says of where and when the town is, ``lacks`` what there is not in it, ``matters`` what it has words for,
    ``speech`` how the resident speaks, ``ties`` how they stand with each of those they know, ``day`` what they do for a living,
    where the scenario says that.
    """

    occupation: str = ""
    home: str = ""
    work: str = ""
    kinds: Mapping[str, str] = field(default_factory=dict)
    world: str = ""
    lacks: tuple[str, ...] = ()
    matters: tuple[Matter, ...] = ()
    speech: Speech = Speech()
    ties: tuple[str, ...] = ()
    day: tuple[Undertaking, ...] = ()


@dataclass(frozen=True, slots=True)
class SaidInTown:
    """The sentences said before tick ``before``; ``first`` maps a sentence, bare (``sentence_keys``), to the tick in which it
    was said first. It may grow meanwhile: what is said later does not count. ``tick`` is a tick's game seconds."""

    first: dict[str, int]
    before: int
    tick: int = 10

    def ago(self, sentence: str) -> int:
        """Game seconds since a sentence was said first; 0 where it was not."""
        return max(0, self.before - self.first.get(sentence, self.before)) * self.tick

    def silence(self) -> int:
        """Game seconds since anybody said anything new; 0 where nobody has spoken yet."""
        last = next((tick for tick in reversed(self.first.values()) if tick < self.before), self.before)
        return (self.before - last) * self.tick

    def __contains__(self, sentence: object) -> bool:
        return self.first.get(str(sentence), self.before) < self.before

    def holds_any(self, sentences: Sequence[str]) -> bool:
        """Whether any of these sentences was said."""
        return not self.first.keys().isdisjoint(sentences) and any(map(self.__contains__, sentences))


@dataclass(frozen=True, slots=True)
class Telling:
    """What decides whether, and in which words, something is told to somebody; the prompt does not show it.

    ``pair`` is a number that these two keep all day (None: unknown), ``me`` one that the resident keeps for good. ``told``
    maps a fact to the names of those who heard it from the resident, or told it to them. ``sources`` maps a memory's text to
    whom it came from (a full name, or ``news``). ``said`` are the resident's own last lines, oldest first. ``town`` holds what
    anybody has said before this tick (``SaidInTown``). ``today`` is how often the two have talked today. ``untold`` are the
    sentences of the resident's past that say what they have told nobody. ``own`` are the memories that the scenario gives
    them. ``happened`` maps what happened in the last hours where the resident was, to whom they have not spoken with of it of
    those who were there.
    """

    pair: int | None = None
    told: Mapping[str, Sequence[str]] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    said: tuple[str, ...] = ()
    town: Container[str] = frozenset()
    me: int = 0
    today: int = 0
    untold: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    happened: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LineDone:
    """What a line of a talk did: the full name of whose it was, its act (one of ``ACTS``) and the facts that it told."""

    who: str
    act: str
    told: tuple[Fact, ...] = ()
