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
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sim.memory import scoring
from sim.memory.coarse import Asked, Coarse, Near
from sim.memory.columns import Columns, Floats
from sim.memory.fading import Ints, Singles
from sim.memory.index import VectorIndex
from sim.memory.presets import Preset, Weights
from sim.memory.scoring import Spans

N = TypeVar("N", bound=np.generic)

FIRST = 64
"""Rows asked of the first pass, at least."""
SHARE = 256
"""One in so many rows is asked of it in large streams: more of them cost less than what a higher ceiling lets through."""
LOTS = (64, 512)
"""Rows that the first pass did not name, in the first lots."""
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
    """What is known of every candidate: its score is ``known`` + ``gain`` * cosine + a constant, give or take ``spread``."""

    known: Singles
    gain: float
    spread: float


class Search:
    """One retrieval over the columns and vectors of one stream."""

    def __init__(self, preset: Preset, columns: Columns, index: VectorIndex | None, request: Request) -> None:
        self.preset, self.columns, self.index, self.request = preset, columns, index, request
        self.count = columns.size if request.rows is None else len(request.rows)
        self.accessed: Ints = self._some(columns.accessed)
        self.importance: Floats = self._some(columns.importance)
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
        coarse = self.index.first(self.count)
        if coarse is None:
            return self._best_small(self.index, self.request.query)
        return self._best_large(self.index, coarse, self.request.query)

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
        products += bounds.known
        return self._settle(spans, products, bounds.spread + bounds.gain * self.fine)

    def _best_large(self, index: VectorIndex, coarse: Coarse, query: Floats) -> Scored:
        """Bytes first; cosines only for rows that their ceiling does not rule out."""
        asked = coarse.ask(query)
        near, high = self._nearest(index, coarse, query, asked)
        spans = self._spans(self._lowest(index, coarse, query, asked), high)
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
        hopeful = known >= _kth(score, k) - fine - ceiling
        hopeful[places] = False
        left = hopeful.nonzero()[0]
        for lot in (*LOTS, len(left)):
            if len(left) > lot:
                order = np.argpartition(known[left], len(left) - lot)
                taken, left = left[order[-lot:]], left[order[:-lot]]
            else:
                taken, left = left, left[:0]
            places = np.concatenate([places, taken])
            score = np.concatenate([score, known[taken] + bounds.gain * index.products(query, self._rows(taken))])
            if not len(left):
                break
            left = left[known[left] >= _kth(score, k) - fine - ceiling]
        return places, score

    # -- cosines --------------------------------------------------------------------------------------------------------

    def _ends(self, index: VectorIndex, query: Floats, products: Singles) -> tuple[float, float]:
        """The lowest and the highest cosine of all candidates, exactly, given each within ``fine``."""
        if self.preset.normal[2] != "minmax":
            return 0.0, 0.0
        low, high = float(products.min()), float(products.max())
        # Both ends in one pass: whatever lies no further inside than two errors, and what single precision loses in saying so.
        far = np.abs(products - np.float32((low + high) / 2)) >= np.float32((high - low) / 2 - 2.01 * self.fine - _SINGLE)
        cosines = scoring.relevance(self.preset, index.exact(query, self._rows(far.nonzero()[0]))).tolist()
        return min(cosines), max(cosines)

    def _nearest(self, index: VectorIndex, coarse: Coarse, query: Floats, asked: Asked) -> tuple[Near, float]:
        """The rows nearest to the query, and the highest cosine of all where it is needed."""
        k = max(FIRST, 2 * self.request.k, self.count // SHARE)
        while True:
            near = coarse.near(asked, k, self.request.rows)
            if self.preset.normal[2] != "minmax":
                return near, 0.0
            high = self._highest(index, query, near)
            if high is not None:
                return near, high
            k *= 8

    def _lowest(self, index: VectorIndex, coarse: Coarse, query: Floats, asked: Asked) -> float:
        """The lowest cosine of all where it is needed."""
        k, low = max(FIRST, self.count // SHARE) // 2, None
        while self.preset.normal[2] == "minmax" and low is None:
            low = self._highest(index, -query, coarse.near(asked, k, self.request.rows, away=True))
            k *= 8
        return 0.0 if low is None else -low + 0.0

    def _highest(self, index: VectorIndex, query: Floats, near: Near) -> float | None:
        """The highest exact cosine of all rows; None if a row that is not in ``near`` may have it."""
        products = index.exact(query, near.close())
        highest = float(scoring.relevance(self.preset, products).max())
        return highest if highest == 1.0 or near.ceiling() < products.max() else None

    # -- bounds ---------------------------------------------------------------------------------------------------------

    def _spans(self, low: float, high: float) -> Spans:
        """How each component is normalised: from the extremes among all candidates, exactly."""
        preset = self.preset
        first, last = scoring.recency(preset, np.array([self.oldest, self.newest]), self.now).tolist()
        extremes = ((first, last), (self.least, self.most), (low, high))
        made = [scoring.ends(preset, i, *extreme) for i, extreme in enumerate(extremes)]
        return Spans((made[0], made[1], made[2]), preset.constant)

    def _bounds(self, spans: Spans) -> Bounds:
        """Every candidate's score but for its cosine and a constant, and how far rounding can be off."""
        weights = self.request.weights
        new, vital, near = (weight * slope for weight, slope in zip(weights, spans.slopes(), strict=True))
        known = self._recency(new)
        known += self._some(self.columns.rough) * np.float32(vital)
        largest = new + vital * max(abs(self.least), abs(self.most)) + near
        return Bounds(known, near, (new + near) * 0.5000001 * 10.0**-self.preset.digits + _SINGLE * largest)

    def _recency(self, weight: float) -> Singles:
        """``weight`` times the recency of every candidate."""
        rate = -math.log(self.preset.decay) / self.preset.unit
        if self.newest <= self.now:
            values, factor = self.columns.fading(rate, self.now)
            made: Singles = self._some(values) * np.float32(weight * factor)
            return made
        age = np.maximum(self.now - self.accessed, 0).astype(np.float32)
        made = np.exp(age * np.float32(-rate)) * np.float32(weight)
        return made

    def _some(self, column: NDArray[N]) -> NDArray[N]:
        """The candidates' part of a column of all."""
        return column if self.request.rows is None else column[self.request.rows]

    def _places(self, rows: Ints) -> Ints:
        """Where rows stand among the candidates."""
        return rows if self.request.rows is None else np.searchsorted(self.request.rows, rows)

    def _rows(self, places: Ints) -> Ints:
        return places if self.request.rows is None else self.request.rows[places]

    # -- exact scores ---------------------------------------------------------------------------------------------------

    def _settle(self, spans: Spans, score: Singles, error: float, places: Ints | None = None) -> Scored:
        """Score exactly whatever may be among the k best, each being off by ``error`` at most; the rest is proven worse."""
        chosen = (score >= _kth(score, self.request.k) - 2 * error).nonzero()[0]
        return self._exact(spans, chosen if places is None else places[chosen]).best(self.request.k)

    def _exact(self, spans: Spans, places: Ints) -> Scored:
        """The candidates at ``places`` with their exact scores."""
        rows, preset = self._rows(places), self.preset
        table = np.zeros((len(COLUMNS), len(rows)))
        table[0] = scoring.recency(preset, self.accessed[places], self.now)
        table[1] = self.importance[places]
        if self.index is not None and self.request.query is not None:
            table[2] = scoring.relevance(preset, self.index.exact(self.request.query, rows))
        table[3:6] = spans.norm(table[:3])
        table[6] = scoring.total(self.request.weights, table[3:6])
        return Scored(rows, table)


def _kth(scores: NDArray[np.floating], k: int) -> float:
    """The k-th best, or minus infinity where there are fewer."""
    if len(scores) < k:
        return -math.inf
    ranked = scores.copy()
    ranked.partition(len(scores) - k)
    return float(ranked[len(scores) - k])


def _nothing() -> Scored:
    return Scored(np.zeros(0, np.int64), np.zeros((len(COLUMNS), 0)))
