"""The vectors of one stream: a FAISS inner-product index over unit vectors. Row n is memory n.

A vector is rounded to float16 once, before its first use; those numbers *are* the vector. The index keeps them as float32, so
FAISS's cosines have a small error, which is returned with them. Exact cosines are inner products in float64. A large stream
gets a second index on bytes (``byte_index``), whose approximate cosines take less than half the time.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import faiss
import numpy as np
from numpy.typing import NDArray

from sim.memory.arrays import Float16s, Float32s, Float64s, Int64s
from sim.memory.byte_index import Approximation, ByteIndex, max_length

BYTE_INDEX_FROM = 768
"""Rows from which the byte index pays for itself, though every new memory must be added to it too."""
SUBSET_DIVISOR = 4
"""The byte index computes all rows. Where fewer than one row in this many is asked for, the float32 vectors of those rows are
used instead."""
BLOCK_ROWS = 8192

faiss.omp_set_num_threads(1)  # the model needs the other cores, and results must not depend on their number
_pointer: Any = faiss.swig_ptr
_inner_products: Any = vars(faiss)["fvec_inner_products_ny"]
"""FAISS's own pass over a flat index; its ``search`` for all rows would also sort them, at twice the time."""
_inner_products_of_rows: Any = vars(faiss)["fvec_inner_products_by_idx"]
"""The same over some rows in place; numpy would copy them first, at twice the time."""


def quantise(vectors: NDArray[np.floating]) -> Float16s:
    """(n, d) of any float type to the float16 rows that are stored; rows with a number that is not finite become zero."""
    rows = np.asarray(vectors, np.float16)
    finite = np.isfinite(rows)
    if not finite.all():
        rows = np.where(finite.all(axis=1, keepdims=True), rows, np.float16(0))
    return rows


class Query(NamedTuple):
    """A query vector: (d,) float64 holding float16 numbers, and its length."""

    vector: Float64s
    length: float

    @classmethod
    def of(cls, row: NDArray[np.floating]) -> Query:
        """From (d,) of any float type, rounded like the stored vectors."""
        vector: Float64s = row.astype(np.float16).astype(np.float64)
        square = float(vector.dot(vector))
        return cls(vector, math.sqrt(square)) if math.isfinite(square) else cls(np.zeros_like(vector), 0.0)


class VectorIndex:
    """Rows of dimension ``dim`` > 0."""

    def __init__(self, dim: int) -> None:
        self.dim = dim
        self.size = 0
        self._byte_index: ByteIndex | None = None
        self._flat = faiss.IndexFlatIP(dim)
        self._rows: Float32s = np.zeros((0, dim), np.float32)
        """The index's own storage as an array. Refreshed, with the pointer to it, whenever the index has grown."""
        self._data_pointer: Any = self._flat.get_xb()
        self._max_length = 0.0

    def add(self, vectors: Float16s) -> None:
        """Append rows, O(1) amortised each."""
        rows = vectors.astype(np.float32)
        self._flat.add(rows)
        self.size += len(rows)
        self._data_pointer = self._flat.get_xb()
        self._rows = faiss.rev_swig_ptr(self._data_pointer, self.size * self.dim).reshape(self.size, self.dim)
        self._max_length = max(self._max_length, max_length(rows))
        if self._byte_index is not None and self._byte_index.can_hold(rows):
            self._byte_index.add(rows)
        elif self.size >= BYTE_INDEX_FROM:
            self._byte_index = self._build_byte_index()

    def approximate(self, query: Query, rows: Int64s | None = None) -> Approximation:
        """Approximate cosines of all rows, or of ``rows`` (ascending), in the fastest way."""
        count = self.size if rows is None else len(rows)
        if self._byte_index is None or count < BYTE_INDEX_FROM or count * SUBSET_DIVISOR < self.size:
            return self.approximate_float32(query, rows)
        found = self._byte_index.approximate(query.vector, query.length)
        return found if rows is None else Approximation(found.cosines[rows], found.error)

    def approximate_float32(self, query: Query, rows: Int64s | None = None) -> Approximation:
        """Approximate cosines in float32. Float16 rows are a little longer or shorter than 1. Cosines are cut to [-1, 1],
        because exact ones are, and bounds must hold for those."""
        asked = query.vector.astype(np.float32)
        found = np.empty(self.size if rows is None else len(rows), np.float32)
        if rows is None:
            _inner_products(_pointer(found), _pointer(asked), self._data_pointer, self.dim, self.size)
        elif len(rows):
            ids = np.ascontiguousarray(rows, np.int64)
            _inner_products_of_rows(_pointer(found), _pointer(asked), self._data_pointer, _pointer(ids), self.dim, 1, len(ids))
        # The most that d additions in float32 lose on a row (Higham 2002, section 3.1).
        return Approximation(found.clip(-1, 1, out=found), self.dim * 1.01 * 2.0**-24 * query.length * self._max_length)

    def exact(self, query: Query, rows: Int64s) -> Float64s:
        """(m,) cosines: inner products in float64, one row after the other, cut to [-1, 1]. For unit vectors they are exact on
        every processor: each product of two float16 numbers is a whole number of 2**-48, and 53 bits hold such numbers, and so
        their sums, up to 32."""
        blocks = [rows[i : i + BLOCK_ROWS] for i in range(0, len(rows), BLOCK_ROWS)] if len(rows) > BLOCK_ROWS else [rows]
        made = [self._products(query, block) for block in blocks]
        found = np.concatenate(made) if len(made) > 1 else made[0]
        return found.clip(-1.0, 1.0, out=found)

    def vector(self, n: int) -> Float32s:
        """Row n, (d,)."""
        made: Float32s = self._rows[n].copy()
        return made

    def _products(self, query: Query, rows: Int64s) -> Float64s:
        """A stack of single rows: numpy then computes one product each, and BLAS gets no matrix to share among threads."""
        made: Float64s = np.matmul(self._rows.take(rows, axis=0).astype(np.float64)[:, None], query.vector)[:, 0]
        return made

    def _build_byte_index(self) -> ByteIndex:
        """All rows as bytes. Repeated when a row has a component beyond what the codes can hold, a dozen times at most."""
        max_component = 0.0 if self._byte_index is None else min(1.0, 1.25 * self._byte_index.max_component)
        blocks = [self._rows[i : i + BLOCK_ROWS] for i in range(0, self.size, BLOCK_ROWS)]
        byte_index = ByteIndex(self.dim, max(max_component, *(float(np.abs(block).max()) for block in blocks)))
        for block in blocks:
            byte_index.add(block)
        return byte_index
