"""Recency of every memory, cached: decay ** (units since last access) is a number per memory times a factor for the moment.

So the recency of everything at any moment is one multiplication instead of an exponential each. Float32, for bounds only;
``decay`` computes the exact values. Knows nothing of scores or of why a memory was accessed.
"""

from __future__ import annotations

import math

import numpy as np

from sim.memory.arrays import Float32s, Int64s

MAX_EXPONENT = 30.0
"""How far an exponent may be from 0 before the numbers are recomputed; float32 overflows at 88. What underflows within that
reach is recency below 1e-24."""


class RecencyCache:
    """exp(rate * (accessed - epoch)) per memory, for one rate (-ln decay per second) and an epoch near the newest access."""

    def __init__(self) -> None:
        self._rate, self._epoch, self._size = 0.0, 0, 0
        self._values: Float32s = np.zeros(0, np.float32)

    def values_at(self, rate: float, newest: int, accessed: Int64s) -> tuple[Float32s, float]:
        """(m,) numbers, and the factor that turns them into recency at the moment ``newest``. A memory accessed after
        ``newest`` gets more than 1. ``accessed``, (m,), are the last accesses of all memories. Changes since the last call must
        have been reported by ``touch``; new memories may follow at the end."""
        if rate != self._rate or abs(newest - self._epoch) * rate > MAX_EXPONENT:
            self._rate, self._epoch, self._size = rate, newest, 0
        if self._size < len(accessed):
            if len(accessed) > len(self._values):
                room = max(len(accessed), len(self._values) * 3 // 2) - len(self._values)
                self._values = np.concatenate([self._values, np.zeros(room, np.float32)])
            self._values[self._size : len(accessed)] = self._compute(accessed[self._size :])
            self._size = len(accessed)
        return self._values[: self._size], math.exp(self._rate * (self._epoch - newest))

    def touch(self, rows: Int64s, at: int) -> None:
        """Report that these memories were accessed at ``at``."""
        if self._size:
            some = rows if self._size > rows.max(initial=0) else rows[rows < self._size]
            self._values[some] = math.exp(min((at - self._epoch) * self._rate, MAX_EXPONENT))

    def _compute(self, accessed: Int64s) -> Float32s:
        # An exponent that is cut here lies so far after the epoch that all are recomputed before its moment comes.
        exponents = np.minimum((accessed - self._epoch) * self._rate, MAX_EXPONENT)
        made: Float32s = np.exp(exponents).astype(np.float32)
        return made
