"""From scored rows to hits, and the columns that a filter expression sees.

Knows neither how scores were computed nor what the hits are for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sim.memory import filters
from sim.memory.arrays import Int64s
from sim.memory.bulk_records import HITS
from sim.memory.presets import Reranker
from sim.memory.search import COLUMNS, SCORE, Scored
from sim.memory.terms import Corpus, Term
from sim.parts import blame, name_of
from sim.types import Hit, Memory

MemoryLookup = Callable[[Int64s], list[Memory]]
"""Row numbers to memories."""


def to_hits(scored: Scored, lookup: MemoryLookup, k: int) -> list[Hit]:
    """The rows in the order given, as hits; those beyond the k-th are marked as not taken. Plain Python numbers throughout."""
    size = len(scored.rows)
    taken = [True] * min(k, size) + [False] * (size - k)
    columns = scored.table.tolist()
    score_end = SCORE + 1
    rows = zip(lookup(scored.rows), *columns[:score_end], range(size), taken, *columns[score_end:], strict=True)
    return HITS.make_all(rows)


def with_terms(scored: Scored, corpus: Corpus, terms: Sequence[Term], query: str, at: int) -> Scored:
    """The rows with what further components add to their scores. Raises ``PartError`` that names a term that fails."""
    table = scored.table.copy()
    for term in terms:
        with blame(f"the term {name_of(term)!r}"):
            made = np.asarray(term.scores(corpus, query, at), np.float64)
            if made.shape != scored.rows.shape:
                raise ValueError(f"its scores have the shape {made.shape}; {scored.rows.shape} is needed")
            table[SCORE] += term.weight * made
    return Scored(scored.rows, table)


def rerank(scored: Scored, lookup: MemoryLookup, reranker: Reranker, query: str) -> Scored:
    """The rows with the scores of a reranker. Rounded, because models differ in the last places from one processor to the
    next."""
    texts = [memory.text for memory in lookup(scored.rows)]
    table = scored.table.copy()
    table[SCORE] = np.round(np.asarray(reranker(query, texts) if texts else (), np.float64), 6)
    return Scored(scored.rows, table)


def apply_filter(scored: Scored, lookup: MemoryLookup, where: str) -> Scored:
    """The rows for which the expression holds. Raises FilterError for an expression that cannot be read."""
    keep = filters.parse(where)
    return scored.take(np.flatnonzero(keep(_filter_columns(scored, lookup(scored.rows)))))


def _filter_columns(scored: Scored, memories: Sequence[Memory]) -> dict[str, Any]:
    """One array per name."""
    table: dict[str, Any] = dict(zip(COLUMNS, scored.table, strict=True))
    table |= {name: np.array([getattr(m, name) for m in memories], np.int64) for name in ("n", "at", "accessed", "depth")}
    return table | {name: np.array([getattr(m, name) for m in memories], object) for name in filters.WORDS}
