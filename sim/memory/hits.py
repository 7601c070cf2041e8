"""From scored rows to hits, and the columns that a filter expression sees.

Knows neither how scores came about nor what the hits are for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sim.memory import filters
from sim.memory.search import Scored
from sim.types import Hit, Memory

Lookup = Callable[[int], Memory]


def write(scored: Scored, lookup: Lookup, k: int) -> list[Hit]:
    """The rows in the order given, those beyond the k-th marked as just missed. Plain Python numbers throughout."""
    spans = scored.spans
    columns = (
        scored.recency,
        scored.importance,
        scored.relevance,
        spans.recency.norm(scored.recency),
        spans.importance.norm(scored.importance),
        spans.relevance.norm(scored.relevance),
        scored.score,
    )
    table = zip(scored.rows.tolist(), *(column.tolist() for column in columns), strict=True)
    return [
        Hit(lookup(n), recency, importance, relevance, new, vital, near, score, rank, rank < k)
        for rank, (n, recency, importance, relevance, new, vital, near, score) in enumerate(table)
    ]


def filtered(scored: Scored, lookup: Lookup, where: str) -> Scored:
    """The rows for which the expression holds. Raises FilterError for an expression that cannot be read."""
    keep = filters.parse(where)
    return scored.take(np.flatnonzero(keep(_table(scored, [lookup(n) for n in scored.rows.tolist()]))))


def _table(scored: Scored, memories: Sequence[Memory]) -> dict[str, Any]:
    """One array per name."""
    spans = scored.spans
    table: dict[str, Any] = {
        "recency": spans.recency.norm(scored.recency),
        "importance": spans.importance.norm(scored.importance),
        "relevance": spans.relevance.norm(scored.relevance),
        "score": scored.score,
        "raw_recency": scored.recency,
        "raw_importance": scored.importance,
        "raw_relevance": scored.relevance,
    }
    table |= {name: np.array([getattr(m, name) for m in memories], np.int64) for name in ("n", "at", "accessed", "depth")}
    return table | {name: np.array([getattr(m, name) for m in memories], object) for name in filters.WORDS}
