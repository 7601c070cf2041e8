"""Repeatable draws: one small generator per (seed, purpose), with no state outside it.

Knows nothing of questions. The same seed gives the same draws in every process and on every Python: only
``random.Random.random`` is used, whose stream is fixed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Draws for one purpose. ``Dice(seed, "say")`` and ``Dice(seed, "plan")`` are unrelated streams."""

    __slots__ = ("_random", "_seed")

    def __init__(self, seed: int, purpose: str) -> None:
        digest = blake2b(f"{seed}|{purpose}".encode(), digest_size=8).digest()
        self._seed = int.from_bytes(digest, "big")
        self._random = random.Random(self._seed).random

    def fork(self, purpose: str) -> Dice:
        """A stream that does not depend on how many draws this one has made."""
        return Dice(self._seed, purpose)

    def chance(self, probability: float) -> bool:
        return self._random() < probability

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1; 0 for n < 1."""
        return int(self._random() * n) if n > 0 else 0

    def between(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[T]) -> T:
        """One of ``items``; IndexError if there are none."""
        return items[self.below(len(items))]

    def some(self, items: Sequence[T], n: int) -> list[T]:
        """Up to ``n`` different positions of ``items`` in random order, without copying a long sequence."""
        if n * 3 >= len(items):
            return self.order(items)[:n]
        chosen: dict[int, None] = {}
        while len(chosen) < n:
            chosen[self.below(len(items))] = None
        return [items[i] for i in chosen]

    def order(self, items: Sequence[T]) -> list[T]:
        """All of ``items`` in random order."""
        left = list(items)
        for i in range(len(left) - 1, 0, -1):
            j = self.below(i + 1)
            left[i], left[j] = left[j], left[i]
        return left
