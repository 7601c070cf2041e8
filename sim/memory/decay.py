"""Exact recency: decay ** (seconds / unit) for whole seconds, not rounded, and the same to the last bit on every processor.

A mathematics library's powers differ in the last place from one processor to the next. Here the seconds are cut into digits of
twelve bits. A table per digit holds the powers of its values, each rounded once from forty decimals. Table entries are combined
by IEEE 754 multiplication, which has only one result. ``search`` uses this; knows nothing of memories.
"""

from __future__ import annotations

import decimal
import math
from functools import lru_cache

import numpy as np

from sim.memory.arrays import Float64s, Int64s
from sim.memory.presets import MIN_RECENCY

BITS = 12
"""Bits of a digit: 4,096 entries of eight bytes. Two tables reach half a year."""
_MASK = 2**BITS - 1
_EXACT = decimal.Context(prec=40, Emin=-999999, Emax=999999, traps=[])
_MIN_RECENCY = decimal.Decimal(MIN_RECENCY)


class Decay:
    """Powers of ``decay``, in (0, 1], per ``unit`` of seconds. Powers below ``MIN_RECENCY`` are 0."""

    def __init__(self, decay: float, unit: float) -> None:
        self.rate = -math.log(decay) / unit
        """-ln decay per second. Only for bounds: it comes from a library's logarithm."""
        self._log = _EXACT.divide(_EXACT.ln(decimal.Decimal(decay)), decimal.Decimal(unit))
        self._tables: list[Float64s] = []
        self._lists: list[list[float]] = []

    def power(self, age: int) -> float:
        """The power for ``age`` seconds, 0 or more: bit for bit what ``powers`` gives."""
        self._extend_tables(age)
        made, digit = self._lists[0][age & _MASK], 1
        while age >= 1 << BITS * digit:
            made *= self._lists[digit][age >> BITS * digit & _MASK]
            digit += 1
        return made if made >= MIN_RECENCY else 0.0

    def powers(self, ages: Int64s, oldest: int) -> Float64s:
        """The powers for ``ages`` seconds, (m,) of 0 or more, none above ``oldest``."""
        self._extend_tables(oldest)
        made: Float64s = self._tables[0].take(ages & _MASK)
        digit = 1
        while oldest >= 1 << BITS * digit:
            made *= self._tables[digit].take(ages >> BITS * digit & _MASK)
            digit += 1
        if not self.power(oldest):
            made[made < MIN_RECENCY] = 0.0
        return made

    def _extend_tables(self, age: int) -> None:
        """Make a table for every digit of ``age``, and at least one."""
        while not self._tables or age >= 1 << BITS * len(self._tables):
            entries = _power_table(_EXACT.exp(_EXACT.multiply(self._log, decimal.Decimal(1 << BITS * len(self._tables)))))
            self._lists.append(entries)
            self._tables.append(np.array(entries))


@lru_cache(maxsize=64)
def shared_decay(decay: float, unit: float) -> Decay:
    """One ``Decay`` for all streams with the same settings."""
    return Decay(decay, unit)


def _power_table(base: decimal.Decimal) -> list[float]:
    """The first powers of ``base`` from 1 on, as doubles; those below ``MIN_RECENCY`` are 0."""
    made, entry = [0.0] * (1 << BITS), decimal.Decimal(1)
    for i in range(len(made)):
        made[i] = float(entry)
        entry = _EXACT.multiply(entry, base)
        if entry < _MIN_RECENCY:
            break
    return made
