"""What a line says of its speaker in passing: ``my daughter``, ``my pupils``, ``at my age``; and whether that is so.

Rules for English; the expressions stand in ``assets/banks/presumptions.yaml``. A line that nobody could say truly who has no
such child, trade, age or shore is not for them. Parents and grandparents everybody has had. Knows no talk; ``scripted.talk``
asks it, plans and steps ask what a world lacks, and tests count by it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import yaml

from sim.answer.scripted.english.banks import DEFAULT

_MINE = r"\b(?:my|our) (?:[\w'-]+ )?"


@dataclass(frozen=True, slots=True)
class Presumption:
    """``said`` finds it in a line; ``so`` finds in the speaker's card, trade and places what makes it true, ``unless`` what
    makes it untrue of them all the same; ``age`` is the least at which it is true of anybody (0: at none)."""

    name: str
    said: re.Pattern[str]
    so: re.Pattern[str]
    age: int = 0
    unless: re.Pattern[str] = re.compile(r"(?!)")

    def holds(self, age: int, about: Sequence[str]) -> bool:
        """Whether it is so of somebody of this ``age`` on whom there are the texts ``about``."""
        so = bool(self.age and age >= self.age) or any(self.name in _made_true(text) for text in about)
        return so and not any(map(self.unless.search, about))


def _row(name: str, said: str, so: str, age: int = 0, unless: str = r"(?!)") -> Presumption:
    told = re.compile(said.replace("{mine}", _MINE), re.I)
    return Presumption(name, told, re.compile(so or r"(?!)", re.I), age, re.compile(unless, re.I))


_BANK = yaml.safe_load((DEFAULT / "presumptions.yaml").read_text(encoding="utf-8"))
PRESUMPTIONS = tuple(_row(**row) for row in _BANK["speakers"])
_WORLDS = tuple(
    (re.compile(row["where"], re.I), re.compile(rf"\b(?:{'|'.join(row['things'])})\b", re.I)) for row in _BANK["worlds"]
)
"""A town's world by what its scenario says of it, and the things that people there do not have and do not speak of."""


@lru_cache(maxsize=50_000)
def out_of_place(line: str, world: str, lacks: tuple[str, ...] = ()) -> bool:
    """Whether a line speaks of things that there are not in such a world: the telephone in a village without engines, the
    weather on a station in space, and what the scenario says that the world ``lacks``."""
    return any(where.search(world) and things.search(line) for where, things in _WORLDS) or bool(
        lacks and _named(lacks).search(line)
    )


@lru_cache(maxsize=64)
def not_yet(year: int) -> tuple[str, ...]:
    """What there was not in a year, for what a world ``lacks``."""
    return tuple(thing for row in _BANK["years"] if year < row["before"] for thing in row["things"])


@lru_cache(maxsize=64)
def _named(things: tuple[str, ...]) -> re.Pattern[str]:
    """Any of these nouns, in singular or plural."""
    nouns = (re.sub(r"y$", "(?:y|ie)", re.escape(thing)) for thing in things)
    return re.compile(rf"\b(?:{'|'.join(nouns)})(?:e?s)?\b", re.I)


@lru_cache(maxsize=50_000)
def presumed(line: str) -> tuple[Presumption, ...]:
    """What a line presumes of whoever says it."""
    return tuple(row for row in PRESUMPTIONS if row.said.search(line))


def unfounded(line: str, about: Sequence[str], age: int) -> str:
    """The name of the first thing that a line presumes and that is not so of somebody of this ``age`` whose card, trade and
    places are the texts ``about``; ``""`` for none."""
    return next((row.name for row in presumed(line) if not row.holds(age, about)), "")


@lru_cache(maxsize=20_000)
def _made_true(text: str) -> frozenset[str]:
    """The names of what a text on somebody makes true of them."""
    return frozenset(row.name for row in PRESUMPTIONS if row.so.search(text))
