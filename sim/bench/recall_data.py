"""What recall is measured on: memories that were told, and questions with the memories that are right."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field

from sim.types import MemoryKind


@dataclass(frozen=True, slots=True)
class Told:
    """One memory of a data set."""

    text: str
    at: dt.datetime
    kind: MemoryKind = "observation"
    importance: float | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, and the places of the right memories in its stream."""

    question: str
    right: frozenset[int]
    about: str
    at: dt.datetime | None = None


@dataclass(slots=True)
class Stream:
    """What one memory was told, in order, and what it is asked."""

    told: list[Told] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)

    @property
    def last(self) -> dt.datetime:
        return max(one.at for one in self.told)
