"""Recency kept ready. decay ** (units since last access) falls apart into a number per memory and one for the moment, so that
the recency of everything at any moment is one multiplication instead of an exponential each.

Single precision, for bounds only: ``scoring`` has the last word. Knows nothing of scores or of why a memory was accessed.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Singles = NDArray[np.float32]

FAR = 30.0
"""How far an exponent may be from 0 before the numbers are made anew; single precision overflows at 88. What underflows within
that reach is recency below 1e-24."""


class Fading:
    """exp(rate * (accessed - epoch)) per memory, for one rate (-ln decay per second) and an epoch near the newest access."""

    def __init__(self) -> None:
        self._rate, self._epoch, self._size = 0.0, 0, 0
        self._values: Singles = np.zeros(0, np.float32)

    def at(self, rate: float, newest: int, accessed: Ints) -> tuple[Singles, float]:
        """(m,) numbers and the factor that makes recency of them at the moment ``newest``; what is accessed only after that
        gets more than 1. ``accessed``, (m,), are the last accesses of all memories: as before but for what ``touch`` said, and
        more."""
        if rate != self._rate or abs(newest - self._epoch) * rate > FAR:
            self._rate, self._epoch, self._size = rate, newest, 0
        if self._size < len(accessed):
            self._grow(len(accessed))
            self._values[self._size : len(accessed)] = self._made(accessed[self._size :])
            self._size = len(accessed)
        return self._values[: self._size], math.exp(self._rate * (self._epoch - newest))

    def touch(self, rows: Ints, at: int) -> None:
        """These memories were accessed at ``at``."""
        if self._size:
            some = rows if self._size > rows.max(initial=0) else rows[rows < self._size]
            self._values[some] = math.exp(min((at - self._epoch) * self._rate, FAR))

    def _made(self, accessed: Ints) -> Singles:
        # What is cut off lies so far after the epoch that the numbers are made anew before it is the past.
        exponents = np.minimum((accessed - self._epoch) * self._rate, FAR)
        made: Singles = np.exp(exponents).astype(np.float32)
        return made

    def _grow(self, size: int) -> None:
        if size > len(self._values):
            grown = np.zeros(max(size, len(self._values) * 3 // 2), np.float32)
            grown[: self._size] = self._values[: self._size]
            self._values = grown
