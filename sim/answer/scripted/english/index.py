"""Inverted index over word stems, weighted by inverse document frequency: finds the known lines most similar to a text.

Generic: a line carries any value. A search visits only lines that share a rare word with the text, so it takes tens of
microseconds among thousands of lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from sim.language.text import SLOT, stems

V = TypeVar("V")
COMMON = 0.2
"""A word in more than this share of the lines finds no line alone; it still counts in the similarity."""


@dataclass(frozen=True, slots=True)
class Match(Generic[V]):
    """A line found. ``likeness`` is the weighted cosine similarity of the two sets of stems, 0 to 1."""

    value: V
    text: str
    likeness: float


class Index(Generic[V]):
    """Lines with their values; slots in the lines are ignored."""

    def __init__(self, lines: Iterable[tuple[str, V]]) -> None:
        self._lines: list[tuple[str, V]] = []
        self._words: list[frozenset[str]] = []
        self._where: dict[str, list[int]] = {}
        for text, value in lines:
            words = stems(SLOT.sub(" ", text))
            if words:
                for word in sorted(words):
                    self._where.setdefault(word, []).append(len(self._lines))
                self._lines.append((text, value))
                self._words.append(words)
        total = max(1, len(self._lines))
        self._weight = {word: math.log(1 + total / len(found)) ** 2 for word, found in self._where.items()}
        self._unknown = math.log(1 + total) ** 2 / 2
        self._length = [math.sqrt(sum(self._weight[word] for word in sorted(words))) for words in self._words]
        self._limit = max(20, int(total * COMMON))
        self._found = lru_cache(maxsize=8192)(self._search)

    def __len__(self) -> int:
        return len(self._lines)

    def nearest(self, text: str, n: int = 3) -> tuple[Match[V], ...]:
        """Up to ``n`` lines (at most 8), most similar first; ties go to the earlier line."""
        return self._found(stems(text))[:n]

    def _search(self, words: frozenset[str]) -> tuple[Match[V], ...]:
        shared: dict[int, float] = {}
        for word in sorted(words):
            found = self._where.get(word, [])
            if len(found) <= self._limit:
                for i in found:
                    shared[i] = shared.get(i, 0.0) + self._weight[word]
        size = math.sqrt(sum(self._weight.get(word, self._unknown) for word in sorted(words))) or 1.0
        scored = sorted((-weight / (size * self._length[i]), i) for i, weight in shared.items())[:8]
        return tuple(Match(self._lines[i][1], self._lines[i][0], min(1.0, -score)) for score, i in scored)
