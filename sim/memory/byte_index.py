"""``ByteIndex``: the vectors as bytes, for approximate cosines that read a quarter of the memory and come with an error bound.

A FAISS scalar quantiser on signed bytes under inner product. All rows are in one inverted list, because only a range search of
such a list, without a limit, returns every product without sorting or decompressing. The query is rounded to bytes too, because
FAISS computes in whole numbers where the processor can, and silently drops a query's fractions there. Every product is then a
whole number and the same on every CPU. By Cauchy-Schwarz a product is off by at most the rounding error of the rows times the
query's length, plus the rounding error of the query times the length of the longest row.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import faiss
import numpy as np
from numpy.typing import NDArray

from sim.memory.arrays import Float32s, Float64s

LEVELS = 127
"""Codes run from -127 to 127."""


class Approximation(NamedTuple):
    """(m,) cosines in [-1, 1] as float32, none off by more than ``error``."""

    cosines: Float32s
    error: float


class ByteIndex:
    """Rows of dimension ``dim`` whose components lie within ``max_component``."""

    def __init__(self, dim: int, max_component: float) -> None:
        kind = faiss.ScalarQuantizer.QT_8bit_direct_signed
        self.max_component = max_component
        self._centroid = faiss.IndexFlatIP(dim)
        self._centroid.add(np.zeros((1, dim), np.float32))
        self._codes = faiss.IndexIVFScalarQuantizer(self._centroid, dim, 1, kind, faiss.METRIC_INNER_PRODUCT, False)
        self._codes.is_trained = True  # one list and whole bytes: nothing to train
        self._scale = LEVELS / max_component if max_component else 1.0
        self._rounding_error, self._max_length = 0.0, 0.0

    def can_hold(self, rows: Float32s) -> bool:
        """Whether the codes can hold these rows."""
        return float(np.abs(rows).max(initial=0)) <= self.max_component

    def add(self, rows: Float32s) -> None:
        codes = np.rint(rows * np.float32(self._scale))
        self._codes.add(codes)
        codes /= np.float32(self._scale)
        self._max_length = max(self._max_length, max_length(codes))
        self._rounding_error = max(self._rounding_error, max_length(rows - codes))

    def approximate(self, query: Float64s, length: float) -> Approximation:
        """Approximate cosines of all rows with a query, (d,) float64, of this length."""
        step = float(np.abs(query).max()) / LEVELS or 1.0
        codes = np.rint(query / step)
        lost = query - codes * step
        _, cosines, _ = self._codes.range_search(codes.astype(np.float32)[None], -math.inf)
        cosines *= np.float32(step / self._scale)
        # The second term covers what float32 loses in scaling, and in sums beyond 2**24, with more than 1,040 dimensions.
        short = math.sqrt(lost @ lost) + 2.0**-24 * (len(query) + 8) * length
        error = (self._rounding_error * length + short * self._max_length) * (1 + 1e-6)
        return Approximation(cosines.clip(-1, 1, out=cosines), error)


def max_length(rows: NDArray[np.floating]) -> float:
    """The length of the longest row, rounded up by more than float32 loses."""
    squares = np.einsum("ij,ij->i", rows, rows)
    return math.sqrt(squares.max(initial=0)) * (1 + 1e-3) + 1e-6
