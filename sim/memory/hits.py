"""From scored rows to hits, and the columns that a filter expression sees.

Knows neither how scores came about nor what the hits are for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sim.memory import filters
from sim.memory.recency import Ints
from sim.memory.records import HITS
from sim.memory.search import COLUMNS, Scored
from sim.types import Hit, Memory

Recall = Callable[[Ints], list[Memory]]
"""Row numbers to memories."""


def write(scored: Scored, recall: Recall, k: int) -> list[Hit]:
    """The rows in the order given, those beyond the k-th marked as just missed. Plain Python numbers throughout."""
    size = len(scored.rows)
    taken = [True] * min(k, size) + [False] * (size - k)
    return HITS.many(zip(recall(scored.rows), *scored.table.tolist(), range(size), taken, strict=True))


def filtered(scored: Scored, recall: Recall, where: str) -> Scored:
    """The rows for which the expression holds. Raises FilterError for an expression that cannot be read."""
    keep = filters.parse(where)
    return scored.take(np.flatnonzero(keep(_table(scored, recall(scored.rows)))))


def _table(scored: Scored, memories: Sequence[Memory]) -> dict[str, Any]:
    """One array per name."""
    table: dict[str, Any] = dict(zip(COLUMNS, scored.table, strict=True))
    table |= {name: np.array([getattr(m, name) for m in memories], np.int64) for name in ("n", "at", "accessed", "depth")}
    return table | {name: np.array([getattr(m, name) for m in memories], object) for name in filters.WORDS}
