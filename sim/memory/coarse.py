"""The same vectors as bytes: one pass that reads a quarter of the memory and says how wrong it can be.

A FAISS scalar quantiser on signed bytes under inner product, asked for the products of all rows: as one inverted list, whose
range search without a limit is the only way to them that neither sorts nor decompresses. The query is rounded to bytes too,
because FAISS computes this kind in whole numbers where the processor can (it drops a query's fractions there, silently): every
product is then a whole number and the same on every CPU. By Cauchy-Schwarz a product is off by no more than what rounding took
from the rows times the query's length, plus what it took from the query times the longest row.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import faiss
import numpy as np
from numpy.typing import NDArray

from sim.memory.columns import Floats
from sim.memory.recency import Singles

LEVELS = 127
"""Codes run from -127 to 127."""


class Near(NamedTuple):
    """(m,) cosines in [-1, 1] in single precision, none off by more than ``error``."""

    products: Singles
    error: float


class Coarse:
    """Rows of dimension ``dim`` whose components lie within ``reach``."""

    def __init__(self, dim: int, reach: float) -> None:
        kind = faiss.ScalarQuantizer.QT_8bit_direct_signed
        self.reach = reach
        self._centre = faiss.IndexFlatIP(dim)
        self._centre.add(np.zeros((1, dim), np.float32))
        self._codes = faiss.IndexIVFScalarQuantizer(self._centre, dim, 1, kind, faiss.METRIC_INNER_PRODUCT, False)
        self._codes.is_trained = True  # one list and whole bytes: nothing to learn
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

    def near(self, query: Floats, length: float) -> Near:
        """What every row's product with a query, (d,) and of this length, is about."""
        step = float(np.abs(query).max()) / LEVELS or 1.0
        codes = np.rint(query / step)
        lost = query - codes * step
        _, products, _ = self._codes.range_search(codes.astype(np.float32)[None], -math.inf)
        products *= np.float32(step / self._scale)
        # The second term covers what float32 loses in scaling, and in sums beyond 2**24, with more than 1,040 dimensions.
        short = math.sqrt(lost @ lost) + 2.0**-24 * (len(query) + 8) * length
        error = (self._residual * length + short * self._longest) * (1 + 1e-6)
        return Near(products.clip(-1, 1, out=products), error)


def longest(rows: NDArray[np.floating]) -> float:
    """The length of the longest row, rounded up by more than single precision loses."""
    squares = np.einsum("ij,ij->i", rows, rows)
    return math.sqrt(squares.max(initial=0)) * (1 + 1e-3) + 1e-6
