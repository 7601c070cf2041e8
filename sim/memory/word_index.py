"""The words of one stream: an exact index from each word to the memories that have it. Row n is memory n.

How much a memory shares with a query is BM25 (Robertson and Zaragoza 2009, section 3.3) without the count of a word within a
memory, because memories are sentences: the sum of the ``rarity`` of the query's words that the memory has, over that of all its
words, times a factor that favours short memories a little. Numbers follow from the texts alone, so a run file needs nothing
beside them: a restored stream has the same ones.

Knows nothing of vectors, of scores, or of which rows are searched.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence

import numpy as np

from sim.memory.arrays import Float64s
from sim.memory.words import index_words

SATURATION = 0.9
"""BM25's k1; usual is 1.2, for documents of many sentences (MEASURED.md)."""
LENGTH_SHARE = 0.2
"""BM25's b; usual is 0.75, for the same reason."""
_REMOVED = -1.0


class WordIndex:
    """Rows are added in order. ``stems``: whether words are reduced to English stems."""

    def __init__(self, stems: bool = True) -> None:
        self.size = 0
        """Rows, with those removed."""
        self.alive = 0
        """Memories: rows that were not removed."""
        self._stems = stems
        self._rows: dict[str, array[int]] = {}
        """Word -> the rows that have it, ascending."""
        self._lengths = array("d")
        """How many different words each row has."""
        self._total = 0
        self._stale: set[str] = set()
        """Words whose rows still name a removed one."""

    def add(self, texts: Sequence[str | None]) -> None:
        """Append a row per text, O(words); None for one without a memory."""
        for row, text in enumerate(texts, self.size):
            words = self.words(text or "")
            for word in words:
                if word not in self._rows:
                    self._rows[word] = array("i")
                self._rows[word].append(row)
            self._lengths.append(_REMOVED if text is None else len(words))
            self._total += len(words)
            self.alive += text is not None
        self.size += len(texts)

    def remove(self, row: int, text: str) -> None:
        """Take out a row, whose text this is."""
        words = self.words(text)
        self._stale.update(words)
        self._lengths[row] = _REMOVED
        self._total -= len(words)
        self.alive -= 1

    def words(self, text: str) -> tuple[str, ...]:
        """The different words of a text as they are indexed."""
        return tuple(dict.fromkeys(index_words(text, self._stems)))

    def count(self, word: str) -> int:
        """How many memories have an indexed word."""
        self._clean()
        return len(self._rows.get(word, ()))

    def rarity(self, word: str) -> float:
        """ln(1 + (N - n + 0.5) / (n + 0.5)) for a word that n of N memories have. Rounded, because logarithms differ in the
        last place from one processor to the next."""
        return self._rarity(self.count(word))

    def _rarity(self, n: int) -> float:
        return round(math.log1p((self.alive - n + 0.5) / (n + 0.5)), 6)

    def shared(self, query: str) -> Float64s:
        """(size,): how much each row shares with the query, from 0 to about 1. Removed rows have 0."""
        self._clean()
        made, most = np.zeros(self.size), 0.0
        for word in self.words(query):
            rows = self._rows.get(word, ())
            rarity = self._rarity(len(rows))
            most += rarity
            if rows:
                made[np.frombuffer(rows, np.int32)] += rarity
        if most:
            made /= most * self._lengthiness()
        return made

    def _lengthiness(self) -> Float64s:
        """(size,): BM25's divisor by length, over that of a row without words."""
        mean, shortest = max(1, self._total) / max(1, self.alive), 1 + SATURATION * (1 - LENGTH_SHARE)
        return 1 + np.frombuffer(self._lengths) * (SATURATION * LENGTH_SHARE / (mean * shortest))

    def _clean(self) -> None:
        """Take removed rows out of the lists of their words."""
        if not self._stale:
            return
        lengths = np.frombuffer(self._lengths)
        for word in self._stale:
            rows = np.frombuffer(self._rows.pop(word), np.int32)
            if len(kept := rows[lengths[rows] != _REMOVED]):
                self._rows[word] = array("i", kept.tobytes())
        self._stale.clear()
