"""The numbers of all memories as growable arrays, one per field, so that scoring never touches a Python object.

Knows nothing of text, vectors or scores. Row n is memory n for good: a removed memory keeps its row, marked dead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.memory.recency import Fading, Ints, Singles
from sim.types import Memory

KINDS = ("observation", "utterance", "plan", "reflection", "summary")
CODES = {kind: code for code, kind in enumerate(KINDS)}
FOREVER = np.iinfo(np.int64).max

Floats = NDArray[np.float64]

_ROW = np.dtype(
    [
        ("at", "i8"),
        ("accessed", "i8"),
        ("expires", "i8"),
        ("importance", "f8"),
        ("rough", "f4"),
        ("kind", "i1"),
        ("alive", "?"),
        ("cold", "?"),
    ]
)
_ROOM = 64


class Columns:
    """Per memory: created, last accessed and expires (game seconds), importance as scored and in single precision (``rough``),
    kind, alive, in cold storage."""

    def __init__(self) -> None:
        self.size = 0
        self.dead = 0
        self.cooled = 0
        self.mortal = 0
        self._ends: tuple[float, float] | None = None
        self._fading = Fading()
        self._arrays = {name: np.zeros(_ROOM, _ROW[name]) for name in _ROW.names or ()}
        self._view()

    def extend(self, memories: Sequence[Memory], importances: Iterable[float], size: int) -> None:
        """Rows up to ``size`` for memories in ascending order of n, all beyond those in use; numbers left out are dead rows."""
        self._grow(size)
        rows: Any = slice(self.size, size)
        if size - self.size != len(memories):
            rows = np.array([memory.n for memory in memories], np.int64)
        arrays = self._arrays
        arrays["at"][rows] = [memory.at for memory in memories]
        arrays["accessed"][rows] = [memory.accessed for memory in memories]
        arrays["importance"][rows] = arrays["rough"][rows] = list(importances)
        arrays["kind"][rows] = [CODES[memory.kind] for memory in memories]
        arrays["alive"][rows] = True
        arrays["expires"][rows] = [FOREVER if memory.expires is None else memory.expires for memory in memories]
        self.mortal += sum(memory.expires is not None for memory in memories)
        self.dead += size - self.size - len(memories)
        self.size, self._ends = size, None
        self._view()

    def rate(self, n: int, importance: float) -> None:
        self.importance[n] = self.rough[n] = importance
        self._ends = None

    def importances(self, rows: Ints | None) -> tuple[float, float]:
        """The least and the greatest of some rows, or of all; of all they are kept until one changes."""
        if rows is not None:
            some = self.importance[rows]
            return float(some.min()), float(some.max())
        if self._ends is None:
            self._ends = float(self.importance.min()), float(self.importance.max())
        return self._ends

    def touch(self, rows: Ints, at: int) -> None:
        """Rows were accessed, which brings them back from cold storage."""
        self.accessed[rows] = at
        self._fading.touch(rows, at)
        self.warm(rows)

    def fading(self, rate: float, newest: int) -> tuple[Singles, float]:
        """Recency of every row as a part of the newest one's, but for a factor; see ``Fading.at``."""
        return self._fading.at(rate, newest, self.accessed)

    def kill(self, n: int) -> None:
        self.alive[n] = False
        self.dead += 1

    def cool(self, n: int, cold: bool) -> None:
        self.cooled += int(cold) - int(self.cold[n])
        self.cold[n] = cold

    def warm(self, rows: Ints) -> None:
        """Rows back from cold storage."""
        if self.cooled:
            self.cold[rows] = False
            self.cooled = int(self.cold.sum())

    def cool_range(self, first: int, last: int) -> None:
        """Rows first to last into cold storage."""
        self.cold[first : last + 1] = True
        self.cooled = int(self.cold.sum())

    def eligible(self, at: int, kinds: Sequence[str] | None, cold: bool) -> Ints | None:
        """Rows that may be retrieved at a moment, ascending; None means every row."""
        mask = self.alive if self.dead else None
        if self.mortal:
            mask = _both(mask, self.expires > at)
        if self.cooled and not cold:
            mask = _both(mask, ~self.cold)
        if kinds is not None and set(kinds) != set(KINDS):
            mask = _both(mask, np.isin(self.kind, [CODES[kind] for kind in kinds]))
        return None if mask is None else np.flatnonzero(mask)

    def _view(self) -> None:
        """Arrays cut to the rows in use; they share memory with the room behind them."""
        size, arrays = self.size, self._arrays
        self.at: Ints = arrays["at"][:size]
        self.accessed: Ints = arrays["accessed"][:size]
        self.expires: Ints = arrays["expires"][:size]
        self.importance: Floats = arrays["importance"][:size]
        self.rough: Singles = arrays["rough"][:size]
        self.kind: NDArray[np.int8] = arrays["kind"][:size]
        self.alive: NDArray[np.bool_] = arrays["alive"][:size]
        self.cold: NDArray[np.bool_] = arrays["cold"][:size]

    def _grow(self, size: int) -> None:
        have = len(self._arrays["at"])
        if size <= have:
            return
        room = max(size, have * 3 // 2)
        for name, old in self._arrays.items():
            grown = np.zeros(room, old.dtype)
            grown[: self.size] = old[: self.size]
            self._arrays[name] = grown


def _both(mask: Any, other: Any) -> Any:
    return other if mask is None else mask & other
