"""The vectors of one stream: a FAISS inner-product index over unit vectors. Row n is memory n.

A vector is rounded to float16 once, before its first use; those numbers *are* the vector. The index keeps them as float32, so
what FAISS computes from them is off by at most ``fine``; the last word is their inner product in float64. A large stream gets
a second index on bytes (``coarse``), which says in a quarter of the time which rows are worth looking at.
"""

from __future__ import annotations

import math
from typing import Any

import faiss
import numpy as np
from numpy.typing import NDArray

from sim.memory.coarse import Coarse, longest
from sim.memory.columns import Floats
from sim.memory.fading import Ints, Singles

Halves = NDArray[np.float16]
LARGE = 6144
"""Rows from which a first pass over bytes pays for itself: below, one over all vectors takes less than half a millisecond."""
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


class VectorIndex:
    """Rows of dimension ``dim`` > 0. Queries are (d,) float64 of float16 numbers."""

    def __init__(self, dim: int) -> None:
        self.dim = dim
        self.size = 0
        self.coarse: Coarse | None = None
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
        if self.coarse is not None and self.coarse.holds(rows):
            self.coarse.add(rows)
        elif self.size >= LARGE:
            self.coarse = self._coarsen()

    def first(self, count: int) -> Coarse | None:
        """The bytes, where a search among ``count`` rows gains by looking at them first."""
        return self.coarse if count >= LARGE else None

    def products(self, query: Floats, rows: Ints | None = None) -> Singles:
        """(m,) cosines: inner products in float32 cut to [-1, 1], each off by at most ``fine``; of all rows, or of ``rows``.

        Float16 rows are a little longer or shorter than 1; without the cut, bounds would promise more than a score can be.
        """
        asked = query.astype(np.float32)
        found = np.empty(self.size if rows is None else len(rows), np.float32)
        if rows is None:
            _inner_products(_point(found), _point(asked), self._start, self.dim, self.size)
        elif len(rows):
            ids = np.ascontiguousarray(rows, np.int64)
            _some_products(_point(found), _point(asked), self._start, _point(ids), self.dim, 1, len(ids))
        made: Singles = found.clip(-1, 1, out=found)
        return made

    def fine(self, query: Floats) -> float:
        """The most that d additions in float32 lose on a row (Higham 2002, section 3.1)."""
        return self.dim * 1.01 * 2.0**-24 * math.sqrt(query @ query) * self._longest

    def exact(self, query: Floats, rows: Ints) -> Floats:
        """(m,) inner products in float64, each summed in the same order wherever the row stands."""
        blocks = [rows[i : i + CHUNK] for i in range(0, len(rows), CHUNK)] if len(rows) > CHUNK else [rows]
        made = [np.einsum("ij,j->i", self._rows[block].astype(np.float64), query) for block in blocks]
        return np.concatenate(made) if len(made) > 1 else made[0]

    def vector(self, n: int) -> Singles:
        """Row n, (d,)."""
        made: Singles = self._rows[n].copy()
        return made

    def _coarsen(self) -> Coarse:
        """All rows as bytes. Repeated when a row has a component beyond what the codes can hold, a dozen times at most."""
        reach = 0.0 if self.coarse is None else min(1.0, 1.25 * self.coarse.reach)
        blocks = [self._rows[i : i + CHUNK] for i in range(0, self.size, CHUNK)]
        coarse = Coarse(self.dim, max(reach, *(float(np.abs(block).max()) for block in blocks)))
        for block in blocks:
            coarse.add(block)
        return coarse
