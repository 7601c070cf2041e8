"""decay ** (seconds / unit) for whole seconds, not rounded, and to the last bit the same on every processor.

A mathematics library's powers differ in the last place from one processor to the next. Here the seconds are cut into digits of
twelve bits; a table per digit holds the powers of its values, each rounded once from forty decimals; and what a table entry is
multiplied with the next by is IEEE 754's multiplication, which leaves no choice. Knows nothing of memories.
"""

from __future__ import annotations

import decimal
import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sim.memory.presets import LEAST_RECENCY
from sim.memory.recency import Ints

BITS = 12
"""Bits of a digit: 4,096 entries of eight bytes, and two tables reach half a year."""
_MASK = 2**BITS - 1
_EXACT = decimal.Context(prec=40, Emin=-999999, Emax=999999, traps=[])
_LEAST = decimal.Decimal(LEAST_RECENCY)

Floats = NDArray[np.float64]


class Decay:
    """Powers of ``decay``, in (0, 1], per ``unit`` of seconds. Below ``LEAST_RECENCY`` they are 0."""

    def __init__(self, decay: float, unit: float) -> None:
        self.rate = -math.log(decay) / unit
        """-ln decay per second, for bounds: a library's logarithm."""
        self._log = _EXACT.divide(_EXACT.ln(decimal.Decimal(decay)), decimal.Decimal(unit))
        self._tables: list[Floats] = []
        self._lists: list[list[float]] = []

    def one(self, age: int) -> float:
        """The power for ``age`` seconds, 0 or more: bit for bit what ``many`` gives."""
        self._reach(age)
        made, digit = self._lists[0][age & _MASK], 1
        while age >= 1 << BITS * digit:
            made *= self._lists[digit][age >> BITS * digit & _MASK]
            digit += 1
        return made if made >= LEAST_RECENCY else 0.0

    def many(self, ages: Ints, oldest: int) -> Floats:
        """The powers for ``ages`` seconds, (m,) of 0 or more, none above ``oldest``."""
        self._reach(oldest)
        made: Floats = self._tables[0].take(ages & _MASK)
        digit = 1
        while oldest >= 1 << BITS * digit:
            made *= self._tables[digit].take(ages >> BITS * digit & _MASK)
            digit += 1
        if not self.one(oldest):
            made[made < LEAST_RECENCY] = 0.0
        return made

    def _reach(self, age: int) -> None:
        """Tables for every digit of ``age``, and for one at least."""
        while not self._tables or age >= 1 << BITS * len(self._tables):
            entries = _powers(_EXACT.exp(_EXACT.multiply(self._log, decimal.Decimal(1 << BITS * len(self._tables)))))
            self._lists.append(entries)
            self._tables.append(np.array(entries))


@lru_cache(maxsize=64)
def open_decay(decay: float, unit: float) -> Decay:
    """One for all streams that fade alike."""
    return Decay(decay, unit)


def _powers(base: decimal.Decimal) -> list[float]:
    """Its first powers from 1 on, as doubles; what is below ``LEAST_RECENCY`` is 0."""
    made, power = [0.0] * (1 << BITS), decimal.Decimal(1)
    for i in range(len(made)):
        made[i] = float(power)
        power = _EXACT.multiply(power, base)
        if power < _LEAST:
            break
    return made
