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
from sim.memory.presets import Term
from sim.memory.search import COLUMNS, Scored
from sim.parts import blame, name_of
from sim.types import Hit, Memory

MemoryLookup = Callable[[Int64s], list[Memory]]
"""Row numbers to memories."""


def to_hits(scored: Scored, lookup: MemoryLookup, k: int) -> list[Hit]:
    """The rows in the order given, as hits; those beyond the k-th are marked as not taken. Plain Python numbers throughout."""
    size = len(scored.rows)
    taken = [True] * min(k, size) + [False] * (size - k)
    return HITS.make_all(zip(lookup(scored.rows), *scored.table.tolist(), range(size), taken, strict=True))


def with_terms(scored: Scored, lookup: MemoryLookup, terms: Sequence[Term], query: str, at: int) -> Scored:
    """The rows with what further components add to their scores. Raises ``PartError`` that names a term that fails."""
    table, memories = scored.table.copy(), lookup(scored.rows)
    for term in terms:
        with blame(f"the term {name_of(term)!r}"):
            table[-1] += term.weight * np.array([float(term.score(memory, query, at)) for memory in memories])
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
