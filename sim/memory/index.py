"""The vectors of one stream: a FAISS inner-product index over unit vectors. Row n is memory n.

A vector is rounded to float16 once, before its first use; those numbers *are* the vector. The index keeps them as float32, so
what FAISS computes from them is off by at most ``_fine``; the last word is their inner product in float64. A large stream gets
a second index on bytes (``coarse``), which says in less than half the time about how near every row is.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import faiss
import numpy as np
from numpy.typing import NDArray

from sim.memory.coarse import Coarse, Near, longest
from sim.memory.columns import Floats
from sim.memory.recency import Ints, Singles

Halves = NDArray[np.float16]
LARGE = 768
"""Rows from which bytes pay for themselves, though every new memory must be written as bytes too."""
PART = 4
"""Bytes are read of all rows; where fewer than one in so many are asked for, their own vectors are read instead."""
CHUNK = 8192

faiss.omp_set_num_threads(1)  # the model needs the other cores, and results must not depend on their number
_point: Any = faiss.swig_ptr
_inner_products: Any = vars(faiss)["fvec_inner_products_ny"]
"""FAISS's own pass over a flat index; its ``search`` for all rows would sort them as well, at twice the time."""
_some_products: Any = vars(faiss)["fvec_inner_products_by_idx"]
"""The same over some rows, where they lie: numpy would copy them first, at twice the time."""


def quantise(vectors: NDArray[np.floating]) -> Halves:
    """(n, d) of any float type -> the float16 rows that are stored; rows with a number that is not finite become zero."""
    rows = np.asarray(vectors, np.float16)
    finite = np.isfinite(rows)
    if not finite.all():
        rows = np.where(finite.all(axis=1, keepdims=True), rows, np.float16(0))
    return rows


class Query(NamedTuple):
    """A vector asked for: (d,) float64 of float16 numbers, and its length."""

    vector: Floats
    length: float

    @classmethod
    def of(cls, row: NDArray[np.floating]) -> Query:
        """(d,) of any float type, rounded as what is stored."""
        vector: Floats = row.astype(np.float16).astype(np.float64)
        square = float(vector.dot(vector))
        return cls(vector, math.sqrt(square)) if math.isfinite(square) else cls(np.zeros_like(vector), 0.0)


class VectorIndex:
    """Rows of dimension ``dim`` > 0."""

    def __init__(self, dim: int) -> None:
        self.dim = dim
        self.size = 0
        self._coarse: Coarse | None = None
        self._flat = faiss.IndexFlatIP(dim)
        self._rows: Singles = np.zeros((0, dim), np.float32)
        """The index's own storage, seen as an array; taken anew, with the pointer to it, whenever the index has grown."""
        self._start: Any = self._flat.get_xb()
        self._longest = 0.0

    def add(self, vectors: Halves) -> None:
        """Append rows, O(1) amortised each."""
        rows = vectors.astype(np.float32)
        self._flat.add(rows)
        self.size += len(rows)
        self._start = self._flat.get_xb()
        self._rows = faiss.rev_swig_ptr(self._start, self.size * self.dim).reshape(self.size, self.dim)
        self._longest = max(self._longest, longest(rows))
        if self._coarse is not None and self._coarse.holds(rows):
            self._coarse.add(rows)
        elif self.size >= LARGE:
            self._coarse = self._coarsen()

    def near(self, query: Query, rows: Ints | None = None) -> Near:
        """About how near all rows are, or ``rows`` (ascending): whatever is fastest."""
        count = self.size if rows is None else len(rows)
        if self._coarse is None or count < LARGE or count * PART < self.size:
            return self.fine(query, rows)
        near = self._coarse.near(query.vector, query.length)
        return near if rows is None else Near(near.products[rows], near.error)

    def fine(self, query: Query, rows: Ints | None = None) -> Near:
        """The same in single precision.

        Float16 rows are a little longer or shorter than 1; cosines are cut to [-1, 1], because bounds would promise more than a
        score can be without.
        """
        asked = query.vector.astype(np.float32)
        found = np.empty(self.size if rows is None else len(rows), np.float32)
        if rows is None:
            _inner_products(_point(found), _point(asked), self._start, self.dim, self.size)
        elif len(rows):
            ids = np.ascontiguousarray(rows, np.int64)
            _some_products(_point(found), _point(asked), self._start, _point(ids), self.dim, 1, len(ids))
        # The most that d additions in float32 lose on a row (Higham 2002, section 3.1).
        return Near(found.clip(-1, 1, out=found), self.dim * 1.01 * 2.0**-24 * query.length * self._longest)

    def exact(self, query: Query, rows: Ints) -> Floats:
        """(m,) cosines: inner products in float64, one row after the other, cut to [-1, 1].

        Of unit vectors they are exact, on every processor: each product of two float16 numbers is a whole number of 2**-48, and
        53 bits hold such numbers, and so their sums, up to 32.
        """
        blocks = [rows[i : i + CHUNK] for i in range(0, len(rows), CHUNK)] if len(rows) > CHUNK else [rows]
        made = [self._products(query, block) for block in blocks]
        found = np.concatenate(made) if len(made) > 1 else made[0]
        return found.clip(-1.0, 1.0, out=found)

    def vector(self, n: int) -> Singles:
        """Row n, (d,)."""
        made: Singles = self._rows[n].copy()
        return made

    def _products(self, query: Query, rows: Ints) -> Floats:
        """A stack of single rows: numpy then takes a product each, and BLAS gets no matrix to share among threads."""
        made: Floats = np.matmul(self._rows.take(rows, axis=0).astype(np.float64)[:, None], query.vector)[:, 0]
        return made

    def _coarsen(self) -> Coarse:
        """All rows as bytes. Repeated when a row has a component beyond what the codes can hold, a dozen times at most."""
        reach = 0.0 if self._coarse is None else min(1.0, 1.25 * self._coarse.reach)
        blocks = [self._rows[i : i + CHUNK] for i in range(0, self.size, CHUNK)]
        coarse = Coarse(self.dim, max(reach, *(float(np.abs(block).max()) for block in blocks)))
        for block in blocks:
            coarse.add(block)
        return coarse
