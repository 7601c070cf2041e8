"""``Term``: a further component of the score, made by a user, and the ``Corpus`` that it sees.

Knows nothing of presets and of how scores are added up (``hits``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from sim.memory.arrays import Float64s, Int64s
from sim.memory.word_index import WordIndex
from sim.types import Memory


@dataclass(frozen=True)
class Corpus:
    """What a term sees: the candidates of one retrieval, and the words of the whole stream.

    ``rows`` are the numbers of the candidates, (m,), ascending: neighbours in it were remembered one after the other. ``made``
    and ``accessed`` are their game seconds. ``words`` knows how often a word occurs (``words.count``, ``words.rarity``) and how
    much a memory shares with a query (``words.shared(query)[rows]``)."""

    rows: Int64s
    made: Int64s
    accessed: Int64s
    words: WordIndex
    lookup: Callable[[Int64s], list[Memory]]

    @cached_property
    def memories(self) -> list[Memory]:
        """The candidates as records, (m,). Making them takes longer than arrays do."""
        return self.lookup(self.rows)


class Term:
    """A further component of the score, made by a user: ``weight`` times its scores is added to recency, importance and
    relevance. ``name`` is what runs record it by. Override ``score``, or ``scores`` for all memories at once."""

    part: ClassVar[str] = "term"
    name: str = ""
    weight: float = 1.0

    def score(self, memory: Memory, query: str, at: int) -> float:
        """What a memory is worth to ``query`` at game second ``at``, best from 0 to 1 like the other components. Called for
        every memory of every retrieval: keep it short. Must follow from the arguments alone."""
        return 0.0

    def scores(self, corpus: Corpus, query: str, at: int) -> Float64s:
        """The same for all candidates, (m,). Must follow from the arguments alone, too."""
        return np.array([float(self.score(memory, query, at)) for memory in corpus.memories])
