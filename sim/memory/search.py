"""The exact k best memories by the combined score, without scoring them all exactly.

Recency and importance of every candidate take a few passes over columns. A small stream adds every cosine as FAISS gives it
in float32, keeps whatever may be among the k best within float32's error, and scores only that in float64. A large one first
asks FAISS on bytes for the rows nearest to the query and to its opposite (min-max needs the lowest cosine too): that puts a
ceiling on every other row's cosine, and so on its score, and only rows that may still be among the k best get their cosine in
float32. Equal to ``oracle.rank`` for any stream; what else was tried is in ``README.md``. Knows nothing of text or of what is
done with the hits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.memory import scoring
from sim.memory.coarse import Coarse, Near
from sim.memory.columns import Columns, Floats, Ints
from sim.memory.index import Singles, VectorIndex
from sim.memory.presets import Preset, Weights
from sim.memory.scoring import Spans

FIRST = 128
"""Rows asked of the first pass, at least."""
LOT = 512
"""Rows that the first pass did not name, in the first lot."""
_SINGLE = 16 * 2.0**-24
"""What the few operations behind a bound can lose in float32, as a part of the largest number in them; exp included."""


@dataclass(frozen=True, slots=True)
class Request:
    """One retrieval. ``query`` is (d,) float64, None where there are no vectors; ``rows`` ascending, None for all."""

    query: Floats | None
    at: int
    k: int
    weights: Weights
    rows: Ints | None


COLUMNS = ("raw_recency", "raw_importance", "raw_relevance", "recency", "importance", "relevance", "score")


@dataclass(frozen=True, slots=True)
class Scored:
    """Rows, (m,), and per row the raw components, the normalised ones and the score: ``table`` is (7, m), as in ``COLUMNS``."""

    rows: Ints
    table: Floats

    def best(self, k: int) -> Scored:
        """The k best, best first; ties go to the lower row."""
        return self.take(np.lexsort((self.rows, -self.table[6]))[:k])

    def take(self, order: Ints) -> Scored:
        return Scored(self.rows[order], self.table[:, order])


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is known of every candidate: its score is ``known`` + ``gain`` * cosine, give or take ``spread``."""

    known: Singles
    gain: float
    spread: float


class Search:
    """One retrieval over the columns and vectors of one stream."""

    def __init__(self, preset: Preset, columns: Columns, index: VectorIndex | None, request: Request) -> None:
        self.preset, self.columns, self.index, self.request = preset, columns, index, request
        rows = request.rows
        self.count = columns.size if rows is None else len(rows)
        self.accessed: Ints = columns.accessed if rows is None else columns.accessed[rows]
        self.importance: Floats = columns.importance if rows is None else columns.importance[rows]
        self.now = request.at
        self.fine = 0.0 if index is None or request.query is None else index.fine(request.query)
        if self.count:
            self.oldest, self.newest = int(self.accessed.min()), int(self.accessed.max())
            self.least, self.most = float(self.importance.min()), float(self.importance.max())
            self.now = request.at if preset.reference == "now" else self.newest

    def best(self) -> Scored:
        """The k best rows, exactly."""
        if not self.count:
            return _nothing()
        if self.index is None or self.request.query is None:
            spans = self._spans(0.0, 0.0)
            bounds = self._bounds(spans)
            return self._settle(spans, bounds.known, bounds.spread)
        if self.index.coarse is None:
            return self._best_small(self.index, self.request.query)
        return self._best_large(self.index, self.index.coarse, self.request.query)

    def all(self) -> Scored:
        """Every row scored exactly, in ascending order."""
        if not self.count:
            return _nothing()
        low, high = 0.0, 0.0
        if self.index is not None and self.request.query is not None:
            low, high = self._ends(self.index, self.request.query, self.index.products(self.request.query, self.request.rows))
        return self._exact(self._spans(low, high), np.arange(self.count))

    def _best_small(self, index: VectorIndex, query: Floats) -> Scored:
        """Every cosine in float32, the promising ones in float64."""
        products = index.products(query, self.request.rows)
        spans = self._spans(*self._ends(index, query, products))
        bounds = self._bounds(spans)
        products *= bounds.gain
        score = np.add(products, bounds.known, out=products)
        return self._settle(spans, score, bounds.spread + bounds.gain * self.fine)

    def _best_large(self, index: VectorIndex, coarse: Coarse, query: Floats) -> Scored:
        """Bytes first; cosines only for rows that their ceiling does not rule out."""
        near, low, high = self._nearest(index, coarse, query)
        spans = self._spans(low, high)
        bounds = self._bounds(spans)
        fine = bounds.spread + bounds.gain * self.fine
        places = self._places(near.rows)
        score = bounds.known[places] + bounds.gain * index.products(query, near.rows)
        if not near.complete:
            ceiling = bounds.spread + bounds.gain * near.ceiling()
            places, score = self._below(index, query, bounds, ceiling, fine, places, score)
        return self._settle(spans, score, fine, places)

    def _below(
        self, index: VectorIndex, query: Floats, bounds: Bounds, ceiling: float, fine: float, places: Ints, score: Singles
    ) -> tuple[Ints, Singles]:
        """Add the rows that the first pass did not name and that may yet be among the k best, the most promising first:
        each lot raises the bar for the next."""
        known, k = bounds.known, self.request.k
        left = np.flatnonzero(known + ceiling >= _kth(score, k) - fine)
        left = left[~np.isin(left, places)]
        for lot in (LOT, len(left)):
            if len(left) > lot:
                order = np.argpartition(known[left], len(left) - lot)
                taken, left = left[order[-lot:]], left[order[:-lot]]
            else:
                taken, left = left, left[:0]
            places = np.concatenate([places, taken])
            score = np.concatenate([score, known[taken] + bounds.gain * index.products(query, self._rows(taken))])
            left = left[known[left] + ceiling >= _kth(score, k) - fine]
        return places, score

    # -- cosines --------------------------------------------------------------------------------------------------------

    def _ends(self, index: VectorIndex, query: Floats, products: Singles) -> tuple[float, float]:
        """The lowest and the highest cosine of all candidates, exactly, given each within ``fine``."""
        if self.preset.normal[2] != "minmax":
            return 0.0, 0.0
        fine = np.float32(2.01 * self.fine)
        lowest = self._rows(np.flatnonzero(products <= products.min() + fine))
        highest = self._rows(np.flatnonzero(products >= products.max() - fine))
        cosines = scoring.relevance(self.preset, index.exact(query, np.concatenate([lowest, highest])))
        return float(cosines.min()), float(cosines.max())

    def _nearest(self, index: VectorIndex, coarse: Coarse, query: Floats) -> tuple[Near, float, float]:
        """The rows nearest to the query, and the lowest and highest cosine of all where they are needed."""
        k = max(FIRST, 2 * self.request.k)
        while True:
            near, away = coarse.near(query, k, self.request.rows)
            if self.preset.normal[2] != "minmax":
                return near, 0.0, 0.0
            high, low = self._highest(index, query, near), self._highest(index, -query, away)
            if high is not None and low is not None:
                return near, -low + 0.0, high
            k *= 8

    def _highest(self, index: VectorIndex, query: Floats, near: Near) -> float | None:
        """The highest exact cosine of all rows; None if a row that is not in ``near`` may have it."""
        close = near.close()
        products = index.products(query, close)
        floor = np.float32(products.max() - 2.01 * self.fine)
        highest = float(scoring.relevance(self.preset, index.exact(query, close[products >= floor])).max())
        return highest if highest == 1.0 or near.ceiling() < floor else None

    # -- bounds ---------------------------------------------------------------------------------------------------------

    def _spans(self, low: float, high: float) -> Spans:
        """How each component is normalised: from the extremes among all candidates, exactly."""
        preset = self.preset
        ends = scoring.recency(preset, np.array([self.oldest, self.newest]), self.now).tolist()
        return Spans(
            scoring.span(preset, 0, ends[0], ends[1]),
            scoring.span(preset, 1, self.least, self.most),
            scoring.span(preset, 2, low, high),
        )

    def _bounds(self, spans: Spans) -> Bounds:
        """Every candidate's score but for its cosine, and how far rounding can be off."""
        preset, weights = self.preset, self.request.weights
        (new, new0), (vital, vital0), (near, near0) = spans.lines()
        new, vital, near = weights[0] * new, weights[1] * vital, weights[2] * near
        offset = (weights[0] * new0, weights[1] * vital0, weights[2] * near0)
        age = (self.now - self.accessed).astype(np.float32)
        if self.newest > self.now:
            np.maximum(age, 0, out=age)
        age *= math.log(preset.decay) / preset.unit
        known: Singles = np.exp(age, out=age)
        known *= new
        known += self.importance.astype(np.float32) * np.float32(vital)
        known += sum(offset)
        largest = new + vital * max(abs(self.least), abs(self.most)) + near + sum(map(abs, offset))
        return Bounds(known, near, (new + near) * 0.5000001 * 10.0**-preset.digits + _SINGLE * largest)

    def _places(self, rows: Ints) -> Ints:
        """Where rows stand among the candidates."""
        return rows if self.request.rows is None else np.searchsorted(self.request.rows, rows)

    def _rows(self, places: Ints) -> Ints:
        return places if self.request.rows is None else self.request.rows[places]

    # -- exact scores ---------------------------------------------------------------------------------------------------

    def _settle(self, spans: Spans, score: Singles, error: float, places: Ints | None = None) -> Scored:
        """Score exactly whatever may be among the k best, each being off by ``error`` at most; the rest is proven worse."""
        chosen = np.flatnonzero(score >= _kth(score, self.request.k) - 2 * error)
        return self._exact(spans, chosen if places is None else places[chosen]).best(self.request.k)

    def _exact(self, spans: Spans, places: Ints) -> Scored:
        """The candidates at ``places`` with their exact scores."""
        rows, preset = self._rows(places), self.preset
        table = np.zeros((len(COLUMNS), len(rows)))
        table[0] = scoring.recency(preset, self.accessed[places], self.now)
        table[1] = self.importance[places]
        if self.index is not None and self.request.query is not None:
            table[2] = scoring.relevance(preset, self.index.exact(self.request.query, rows))
        for i, span in enumerate((spans.recency, spans.importance, spans.relevance)):
            table[3 + i] = span.norm(table[i])
        table[6] = scoring.total(self.request.weights, table[3], table[4], table[5])
        return Scored(rows, table)


def _kth(scores: NDArray[np.floating], k: int) -> float:
    """The k-th best, or minus infinity where there are fewer."""
    if len(scores) < k:
        return -math.inf
    return float(np.partition(scores, len(scores) - k)[len(scores) - k])


def _nothing() -> Scored:
    return Scored(np.zeros(0, np.int64), np.zeros((len(COLUMNS), 0)))
