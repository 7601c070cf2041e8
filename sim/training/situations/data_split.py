"""The split of the data: which names, news, trades and topics training sees, and which are held out for the exam.

A stable hash of each entry decides; one in twenty is held out. The parts never overlap, whatever is added to the banks later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, TypeVar

import yaml

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import DEFAULT, Banks, Occupation

T = TypeVar("T")
PARTS = ("train", "held-out")
ONE_IN = 20
"""One entry out of so many is held out."""
TRIES = 400
"""Draws after which a generator gives up looking for an entry of its part; with one in twenty the odds of that are 1e-9."""


@lru_cache(maxsize=1)
def situations() -> dict[str, Any]:
    """What made-up towns are made of: the bank ``situations.yaml``."""
    found: dict[str, Any] = yaml.safe_load((DEFAULT / "situations.yaml").read_text(encoding="utf-8"))
    return found


def listed(name: str) -> tuple[str, ...]:
    """A list of the bank ``situations.yaml``."""
    return tuple(situations()[name])


@lru_cache(maxsize=20_000)
def held_out(entry: str) -> bool:
    """Whether training never sees this entry."""
    return int.from_bytes(blake2b(entry.encode(), digest_size=8).digest(), "big") % ONE_IN == 0


def belongs(entry: str, part: str) -> bool:
    """Whether an entry belongs to this part. Raises ``ValueError`` for an unknown part."""
    if part not in PARTS:
        raise ValueError(f"part {part!r}: there are {' and '.join(PARTS)}")
    return held_out(entry) == (part == "held-out")


def of_part(items: Iterable[T], part: str, key: Callable[[T], str]) -> list[T]:
    """The items that belong to a part; all of them where none does."""
    kept = list(items)
    return [item for item in kept if belongs(key(item), part)] or kept


def draw(make: Callable[[Dice], str], dice: Dice, part: str) -> str:
    """An entry of the part that ``make`` invents, within ``TRIES`` attempts."""
    for _ in range(TRIES):
        entry = make(dice)
        if belongs(entry, part):
            return entry
    return make(dice)


class PartBanks(Banks):
    """The content banks as one part sees them. What the script needs to understand lines stays whole."""

    def __init__(self, part: str) -> None:
        super().__init__()
        self.part = part

    @cached_property
    def topics(self) -> dict[str, dict[str, list[str]]]:
        everything = self.raw("topics")
        return everything if self.part != "train" else {name: row for name, row in everything.items() if not held_out(name)}

    @cached_property
    def topic_names(self) -> tuple[str, ...]:
        """The part's topics."""
        return tuple(of_part(self.raw("topics"), self.part, str))

    @cached_property
    def asked(self) -> dict[str, tuple[dict[str, Any], ...]]:
        """The part's interview questions by section."""
        return {name: tuple(of_part(rows, self.part, lambda row: str(row["q"]))) for name, rows in self.interviews.items()}

    @cached_property
    def tales(self) -> tuple[str, ...]:
        """The part's narratives."""
        return tuple(of_part((str(row["text"]) for row in self.narratives), self.part, str))

    @cached_property
    def trades(self) -> tuple[tuple[Occupation, dict[str, Any]], ...]:
        """The part's occupations with their rows (``world``, ``background``, ``currently``)."""
        rows = self.raw("occupations") + self.raw("occupations_worlds")
        pairs = zip(self.occupations, rows, strict=True)
        return tuple(of_part(pairs, self.part, lambda pair: pair[0].name))

    @cached_property
    def kinds_of_news(self) -> tuple[dict[str, Any], ...]:
        """The part's news of the banks."""
        return tuple(of_part(self.facts, self.part, lambda row: str(row["id"])))
