"""The vectors of one stream: an int8 FAISS inner-product index for the first pass, the exact rows for the last word.

A vector is quantised to float16 once, before its first use; those numbers *are* the vector, and relevance is their inner
product in float64. The FAISS index (scalar quantiser, signed bytes, inner product) holds the same rows once more in a quarter
of float32's bytes; the query is rounded to bytes too, so that every product is a whole number and the same on every CPU. What
the index says of a row is wrong by at most ``slack`` (Cauchy-Schwarz on what rounding took from rows and query), so that a
search can prove what it left out. Row n is memory n.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import faiss
import numpy as np
from numpy.typing import NDArray

from sim.memory.columns import Floats, Ints

Halves = NDArray[np.float16]
LEVELS = 127
"""Codes run from -127 to 127."""

faiss.omp_set_num_threads(1)


def quantise(vectors: NDArray[np.floating]) -> Halves:
    """(n, d) of any float type -> the float16 rows that are stored; rows with a number that is not finite become zero."""
    rows = np.atleast_2d(np.asarray(vectors))
    finite = np.isfinite(rows).all(axis=1)
    return np.where(finite[:, None], rows, 0).astype(np.float16)


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
        """No row that is not here has a larger inner product than this."""
        return -math.inf if self.complete else float(self.values[-1]) + self.slack


class VectorIndex:
    """Rows of dimension ``dim`` > 0."""

    def __init__(self, dim: int) -> None:
        self.dim = dim
        self.size = 0
        self._rows: Halves = np.zeros((0, dim), np.float16)
        self._reach = 0.0
        """The largest component that the codes can hold."""
        self._residual, self._longest = 0.0, 0.0
        """The longest difference between a row and its codes, and the longest codes."""
        self._codes = self._empty()

    def add(self, vectors: Halves) -> None:
        """Append rows, O(1) amortised each. A component beyond the codes' reach re-encodes all rows, at most a dozen times."""
        self._keep(vectors)
        largest = float(np.abs(vectors).max(initial=0))
        if largest > self._reach:
            self._reach = max(largest, min(1.0, self._reach * 1.25))
            self._codes, self._residual, self._longest = self._empty(), 0.0, 0.0
            self._encode(self._rows[: self.size])
        else:
            self._encode(vectors)

    def near(self, query: Floats, k: int, rows: Ints | None = None) -> tuple[Near, Near]:
        """The k rows (of ``rows``, ascending, where given) nearest to ``query``, (d,), and the k nearest to its opposite."""
        among = self.size if rows is None else len(rows)
        k = min(k, among)
        codes, step, lost = _bytes(query)
        found, ids = self._codes.search(np.stack([codes, -codes]), k, params=self._only(rows))
        unit = step / self._scale()
        slack = self._residual * _longest(query[None]) + lost * self._longest + self.fine(query)
        products = found.astype(np.float64) * unit
        return Near(ids[0], products[0], slack, k == among), Near(ids[1], products[1], slack, k == among)

    def products(self, query: Floats, rows: Ints) -> Floats:
        """(m,) inner products in float32, each off by at most ``fine``."""
        made: Floats = (self._rows[rows].astype(np.float32) @ query.astype(np.float32)).astype(np.float64)
        return made

    def fine(self, query: Floats) -> float:
        """The most that d additions in float32 lose on a row (Higham 2002, section 3.1)."""
        return self.dim * 1.01 * 2.0**-24 * _longest(query[None]) * (self._longest + self._residual)

    def exact(self, query: Floats, rows: Ints) -> Floats:
        """(m,) inner products in float64, each summed in the same order wherever the row stands."""
        products: Floats = (self._rows[rows] * query).sum(axis=1)
        return products

    def _scale(self) -> float:
        return LEVELS / self._reach if self._reach else 1.0

    def _keep(self, vectors: Halves) -> None:
        size = self.size + len(vectors)
        if size > len(self._rows):
            grown = np.zeros((max(size, len(self._rows) * 5 // 4), self.dim), np.float16)
            grown[: self.size] = self._rows[: self.size]
            self._rows = grown
        self._rows[self.size : size] = vectors
        self.size = size

    def _encode(self, vectors: Halves) -> None:
        """Into the FAISS index, a block at a time, remembering the longest residual."""
        scale = np.float32(self._scale())
        for start in range(0, len(vectors), 4096):
            block = vectors[start : start + 4096].astype(np.float32)
            codes = np.rint(block * scale)
            self._residual = max(self._residual, _longest(block - codes / scale))
            self._longest = max(self._longest, _longest(codes / scale))
            self._codes.add(codes)

    def _empty(self) -> faiss.Index:
        kind = faiss.ScalarQuantizer.QT_8bit_direct_signed
        return faiss.IndexScalarQuantizer(self.dim, kind, faiss.METRIC_INNER_PRODUCT)

    def _only(self, rows: Ints | None) -> faiss.SearchParameters | None:
        if rows is None:
            return None
        bits = np.zeros(self.size, np.uint8)
        bits[rows] = 1
        selector: Any = faiss.IDSelectorBitmap
        parameters: Any = faiss.SearchParameters
        made: faiss.SearchParameters = parameters(sel=selector(np.packbits(bits, bitorder="little")))
        return made


def _bytes(query: Floats) -> tuple[NDArray[np.float32], float, float]:
    """A query as whole numbers from -127 to 127 (FAISS drops fractions where it computes in bytes), the size of one step, and
    the length of what the rounding lost."""
    step = float(np.abs(query).max()) / LEVELS or 1.0
    codes = np.rint(query / step)
    return codes.astype(np.float32), step, _longest((query - codes * step)[None])


def _longest(rows: NDArray[np.floating]) -> float:
    """The length of the longest row, rounded up."""
    return float(np.sqrt(np.square(rows, dtype=np.float64).sum(axis=1).max(initial=0))) * (1 + 1e-6) + 1e-7
