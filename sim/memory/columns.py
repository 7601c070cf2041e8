"""The numbers of all memories as growable numpy arrays, one per field, so that scoring never touches a Python object.

Row n is memory n for good: a removed memory keeps its row, marked as not alive. Knows nothing of text, vectors or scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.memory.arrays import Float32s, Float64s, Int64s
from sim.memory.checks import KINDS
from sim.memory.recency_cache import RecencyCache
from sim.types import Memory

KIND_CODES: dict[str, int] = {kind: code for code, kind in enumerate(KINDS)}
NO_EXPIRY = np.iinfo(np.int64).max

_TYPES = {
    "at": "i8", "accessed": "i8", "expires": "i8", "importance": "f8", "importance32": "f4",
    "kind": "i1", "alive": "?", "cold": "?", "uses": "i8",
}  # fmt: skip
_MIN_CAPACITY = 64


class Columns:
    """Per memory: created, last accessed and expires (game seconds), importance as scored and in float32 (``importance32``),
    kind, alive, whether the memory is in cold storage, and how many recorded retrievals found it."""

    def __init__(self) -> None:
        self.size = 0
        self.removed_count = 0
        self.cold_count = 0
        self.expiring_count = 0
        self._importance_range: tuple[float, float] | None = None
        self.recency = RecencyCache()
        self._arrays = {name: np.zeros(_MIN_CAPACITY, kind) for name, kind in _TYPES.items()}
        self._expose()

    def extend(self, memories: Sequence[Memory], importances: Iterable[float], size: int) -> None:
        """Add rows up to ``size`` for memories in ascending order of n. Numbers that are left out become rows that are not
        alive."""
        self._grow(size)
        rows: Any = slice(self.size, size)
        if size - self.size != len(memories):
            rows = np.array([memory.n for memory in memories], np.int64)
        arrays = self._arrays
        arrays["at"][rows] = [memory.at for memory in memories]
        arrays["accessed"][rows] = [memory.accessed for memory in memories]
        arrays["importance"][rows] = arrays["importance32"][rows] = list(importances)
        arrays["kind"][rows] = [KIND_CODES[memory.kind] for memory in memories]
        arrays["alive"][rows] = True
        arrays["expires"][rows] = [NO_EXPIRY if memory.expires is None else memory.expires for memory in memories]
        self.expiring_count += sum(memory.expires is not None for memory in memories)
        self.removed_count += size - self.size - len(memories)
        self.size, self._importance_range = size, None
        self._expose()

    def rate(self, n: int, importance: float) -> None:
        self.importance[n] = self.importance32[n] = importance
        self._importance_range = None

    def importance_range(self, rows: Int64s | None) -> tuple[float, float]:
        """The lowest and the highest importance of some rows, or of all. Those of all rows are cached until one changes."""
        if rows is not None:
            some = self.importance.take(rows)
            return float(some.min()), float(some.max())
        if self._importance_range is None:
            self._importance_range = float(self.importance.min()), float(self.importance.max())
        return self._importance_range

    def touch(self, rows: Int64s, at: int) -> None:
        """Note an access of rows, which also brings them back from cold storage. Where thought takes time an earlier one may
        come later: the last access is the latest."""
        if not rows.size:
            return
        later = rows[self.accessed[rows] < at]
        self.accessed[later] = at
        self.recency.touch(later, at)
        self.bring_back(rows)

    def remove(self, n: int) -> None:
        self.alive[n] = False
        self.removed_count += 1

    def set_cold(self, n: int, cold: bool) -> None:
        self.cold_count += int(cold) - int(self.cold[n])
        self.cold[n] = cold

    def bring_back(self, rows: Int64s) -> None:
        """Bring rows back from cold storage."""
        if self.cold_count:
            self.cold[rows] = False
            self.cold_count = int(self.cold.sum())

    def set_cold_range(self, first: int, last: int) -> None:
        """Move the rows from first to last into cold storage."""
        self.cold[first : last + 1] = True
        self.cold_count = int(self.cold.sum())

    def eligible(self, at: int, kinds: Sequence[str] | None, cold: bool) -> Int64s | None:
        """The rows that may be retrieved at a moment, ascending; None means every row."""
        mask = self.alive if self.removed_count else None
        if self.expiring_count:
            mask = _and(mask, self.expires > at)
        if self.cold_count and not cold:
            mask = _and(mask, ~self.cold)
        wanted = None if kinds is None else _wanted(tuple(kinds))
        if wanted is not None:
            mask = _and(mask, wanted[self.kind])
        return None if mask is None else mask.nonzero()[0]

    def _expose(self) -> None:
        """Publish the arrays cut to the rows in use; they share memory with the spare capacity behind them."""
        size, arrays = self.size, self._arrays
        self.at: Int64s = arrays["at"][:size]
        self.accessed: Int64s = arrays["accessed"][:size]
        self.expires: Int64s = arrays["expires"][:size]
        self.importance: Float64s = arrays["importance"][:size]
        self.importance32: Float32s = arrays["importance32"][:size]
        self.kind: NDArray[np.int8] = arrays["kind"][:size]
        self.alive: NDArray[np.bool_] = arrays["alive"][:size]
        self.cold: NDArray[np.bool_] = arrays["cold"][:size]
        self.uses: Int64s = arrays["uses"][:size]

    def _grow(self, size: int) -> None:
        have = len(self._arrays["at"])
        if size <= have:
            return
        room = max(size, have * 3 // 2)
        for name, old in self._arrays.items():
            self._arrays[name] = np.concatenate([old, np.zeros(room - have, old.dtype)])


@lru_cache(maxsize=64)
def _wanted(kinds: tuple[str, ...]) -> NDArray[np.bool_] | None:
    """Whether each code is of one of these kinds; None where all are."""
    wanted = np.array([kind in kinds for kind in KINDS])
    return None if wanted.all() else wanted


def _and(mask: Any, other: Any) -> Any:
    return other if mask is None else mask & other
