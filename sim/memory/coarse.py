"""The same vectors as bytes: a first pass that reads a quarter of the memory and says how wrong it can be.

A FAISS scalar quantiser on signed bytes under inner product. The query is rounded to bytes too, because FAISS computes this
kind in whole numbers where the processor can (it drops a query's fractions there, silently): every product is then a whole
number and the same on every CPU. By Cauchy-Schwarz a product is off by no more than what rounding took from the rows times
the query's length, plus what it took from the query times the longest row.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import faiss
import numpy as np
from numpy.typing import NDArray

from sim.memory.columns import Floats
from sim.memory.fading import Ints, Singles

LEVELS = 127
"""Codes run from -127 to 127."""


@dataclass(frozen=True, slots=True)
class Near:
    """The rows with the largest approximate inner products, best first, and the bound on the error of each.

    Every row that was asked for and is not in ``rows`` has an approximate inner product of at most ``values[-1]``, unless
    ``complete``: then there is no such row.
    """

    rows: Ints
    values: Floats
    slack: float
    complete: bool

    def ceiling(self) -> float:
        """No row that is not here has a larger cosine than this."""
        return -math.inf if self.complete else max(-1.0, min(1.0, float(self.values[-1]) + self.slack))

    def close(self) -> Ints:
        """The rows of which one has the largest inner product of those here."""
        made: Ints = self.rows[self.values >= self.values[0] - 2 * self.slack]
        return made


@dataclass(frozen=True, slots=True)
class Asked:
    """A query in bytes, (1, d), what a product of codes is worth, and the bound on its error."""

    codes: Singles
    unit: float
    slack: float


class Coarse:
    """Rows of dimension ``dim`` whose components lie within ``reach``."""

    def __init__(self, dim: int, reach: float) -> None:
        kind = faiss.ScalarQuantizer.QT_8bit_direct_signed
        self.reach = reach
        self._codes = faiss.IndexScalarQuantizer(dim, kind, faiss.METRIC_INNER_PRODUCT)
        self._scale = LEVELS / reach if reach else 1.0
        self._residual, self._longest = 0.0, 0.0

    def holds(self, rows: Singles) -> bool:
        """Whether the codes can hold these rows."""
        return float(np.abs(rows).max(initial=0)) <= self.reach

    def add(self, rows: Singles) -> None:
        codes = np.rint(rows * np.float32(self._scale))
        self._codes.add(codes)
        codes /= np.float32(self._scale)
        self._longest = max(self._longest, longest(codes))
        self._residual = max(self._residual, longest(rows - codes))

    def ask(self, query: Floats) -> Asked:
        """A query, (d,), in whole bytes, with the bound on what that and the rows' own rounding can cost a product."""
        step = float(np.abs(query).max()) / LEVELS or 1.0
        codes = np.rint(query / step)
        lost = query - codes * step
        # The last term covers sums of whole numbers that float32 cannot hold, in more than 1,040 dimensions.
        short = _length(lost) + 2.0**-24 * len(query)
        return Asked(
            codes.astype(np.float32)[None], step / self._scale, self._residual * _length(query) + short * self._longest
        )

    def near(self, asked: Asked, k: int, rows: Ints | None = None, away: bool = False) -> Near:
        """The k rows (of ``rows``, ascending, where given) nearest to the query, or to its opposite."""
        among = self._codes.ntotal if rows is None else len(rows)
        k = min(k, among)
        found, ids = self._codes.search(-asked.codes if away else asked.codes, k, params=self._only(rows))
        return Near(ids[0], found[0].astype(np.float64) * asked.unit, asked.slack, k == among)

    def _only(self, rows: Ints | None) -> faiss.SearchParameters | None:
        if rows is None:
            return None
        bits = np.zeros(self._codes.ntotal, np.uint8)
        bits[rows] = 1
        selector: Any = faiss.IDSelectorBitmap
        parameters: Any = faiss.SearchParameters
        made: faiss.SearchParameters = parameters(sel=selector(np.packbits(bits, bitorder="little")))
        return made


def longest(rows: NDArray[np.floating]) -> float:
    """The length of the longest row, rounded up by more than single precision loses."""
    squares = np.einsum("ij,ij->i", rows, rows)
    return math.sqrt(squares.max(initial=0)) * (1 + 1e-3) + 1e-6


def _length(row: Floats) -> float:
    """The length of one row, rounded up."""
    return math.sqrt(row @ row) * (1 + 1e-9) + 1e-12
