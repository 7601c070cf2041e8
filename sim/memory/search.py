"""The exact k best memories by the combined score, without scoring all of them exactly.

Recency and importance of every candidate take a few passes over columns; ``vector_index`` gives approximate cosines with an
error bound. Then only the candidates that may have the lowest or the highest cosine, and those that may be among the k best,
get their cosine in float64. The rest is proven to be worse. Where words count too, ``blend`` makes relevance of
cosines, with the same bounds. Tests compare it with brute force; what else was tried is in ``MEASURED.md``. Knows nothing of
text.
"""

from __future__ import annotations

import math
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from sim.memory import scoring
from sim.memory.arrays import Float32s, Float64s, Int64s
from sim.memory.blend import Blend
from sim.memory.byte_index import Approximation
from sim.memory.columns import Columns
from sim.memory.decay import shared_decay
from sim.memory.presets import Preset, Weights
from sim.memory.scoring import Ranges
from sim.memory.vector_index import Query, VectorIndex

N = TypeVar("N", bound=np.generic)

REFINE_ABOVE = 64
"""If more rows than this (beyond k) remain after the approximate pass, a float32 pass comes before the exact one."""
REFINE_BLENDED_ABOVE = 8
"""The same where words count: then every row needs the cosines of its neighbours, too."""
BYTES_BLENDED_FROM = 4096
"""Candidates from which approximate cosines on bytes pay for themselves where words count: they leave more rows to refine."""
_FLOAT32_ERROR = 16 * 2.0**-24
"""What the few operations behind a bound, exp included, can lose in float32, relative to the largest number in them."""
_HUGE = 1e30
"""Numbers for which float32 might have no room: then no candidate is ruled out."""


class Request(NamedTuple):
    """One retrieval. ``query`` is None where there are no vectors; ``rows`` ascending, None for all; ``shared`` is the share of
    the query's words that each row has, (size,), None where words do not count."""

    query: Query | None
    at: int
    k: int
    weights: Weights
    rows: Int64s | None
    shared: Float64s | None = None


COLUMNS = ("raw_recency", "raw_importance", "raw_relevance", "recency", "importance", "relevance", "score", "words", "near")
SCORE = COLUMNS.index("score")


class Scored(NamedTuple):
    """Rows, (m,), and per row the raw components, the normalised ones, the score, and what words and neighbours have
    to do with relevance (0 where they do not count): ``table`` is (9, m), in the order of ``COLUMNS``."""

    rows: Int64s
    table: Float64s

    def best(self, k: int) -> Scored:
        """The k best, best first; ties go to the lower row."""
        return self.take((-self.table[SCORE]).argsort(kind="stable")[:k])

    def take(self, order: Int64s) -> Scored:
        return Scored(self.rows[order], self.table.take(order, axis=1))


class Bounds(NamedTuple):
    """What is known of every candidate: its score is ``known`` + ``slope`` * cosine (or blended relevance) + a constant, off by
    ``error`` at most."""

    known: Float32s
    slope: float
    error: float

    def score(self, approximation: Approximation) -> tuple[Float32s, float]:
        """The score without the constant, and its largest error."""
        made = approximation.cosines * np.float32(self.slope)
        made += self.known
        return made, self.error + self.slope * approximation.error


class Search:
    """One retrieval over the columns and vectors of one stream."""

    def __init__(self, preset: Preset, columns: Columns, index: VectorIndex | None, request: Request) -> None:
        self.preset, self.columns, self.index, self.request = preset, columns, index, request
        self.decay = shared_decay(preset.decay, preset.unit)
        self.count = columns.size if request.rows is None else len(request.rows)
        self.accessed: Int64s = self._of_candidates(columns.accessed)
        self.now = request.at
        if self.count:
            self.oldest, self.newest = int(self.accessed.min()), int(self.accessed.max())
            self.least, self.most = columns.importance_range(request.rows)
            self.now = request.at if preset.reference == "now" else self.newest
        self.blend: Blend | None = None
        if request.shared is not None:
            self.blend = Blend(preset, self._of_candidates(request.shared), self._of_candidates(columns.at))

    def best(self) -> Scored:
        """The k best rows, exactly."""
        if not self.count:
            return _empty()
        if self.blend is not None:
            return self._best_blended(self.blend)
        if self.index is None or self.request.query is None:
            ranges = self._ranges(0.0, 0.0)
            bounds = self._bounds(ranges)
            return self._score_exactly(ranges, self._may_be_best(bounds.known, bounds.error)).best(self.request.k)
        approximation = self.index.approximate(self.request.query, self.request.rows)
        ranges = self._ranges(*self._cosine_range(self.index, self.request.query, approximation))
        bounds = self._bounds(ranges)
        places = self._may_be_best(*bounds.score(approximation))
        if len(places) > REFINE_ABOVE + self.request.k:
            places = self._narrow(self.index, self.request.query, bounds, places)
        return self._score_exactly(ranges, places).best(self.request.k)

    def all(self) -> Scored:
        """Every row scored exactly, in ascending order."""
        if not self.count:
            return _empty()
        low, high = 0.0, 0.0
        if self.blend is None and self.index is not None and self.request.query is not None:
            approximation = self.index.approximate(self.request.query, self.request.rows)
            low, high = self._cosine_range(self.index, self.request.query, approximation)
        return self._score_exactly(self._ranges(low, high), np.arange(self.count))

    def _best_blended(self, blend: Blend) -> Scored:
        """The k best rows where words count."""
        index, query = self.index, self.request.query
        ranges = self._ranges(0.0, 1.0)
        bounds = self._bounds(ranges)
        if index is None or query is None:
            found = Approximation(np.zeros(self.count, np.float32), 0.0)
        elif self.count < BYTES_BLENDED_FROM:
            found = index.approximate_float32(query, self.request.rows)
        else:
            found = index.approximate(query, self.request.rows)
        places = self._may_be_best(*bounds.score(blend.approximate(found)))
        if index is not None and query is not None and len(places) > REFINE_BLENDED_ABOVE + self.request.k:
            window = blend.window(places)
            found = index.approximate_float32(query, self._rows(window.ravel()))
            relevance, _ = blend.of_window(window, found.cosines.reshape(window.shape))
            narrower = Bounds(bounds.known[places], bounds.slope, bounds.error)
            found = Approximation(relevance.astype(np.float32), blend.error(found))
            places = places[self._may_be_best(*narrower.score(found))]
        return self._score_exactly(ranges, places).best(self.request.k)

    # -- which rows -----------------------------------------------------------------------------------------------------

    def _cosine_range(self, index: VectorIndex, query: Query, approximation: Approximation) -> tuple[float, float]:
        """The lowest and the highest cosine of all candidates, exactly."""
        if self.preset.normal[2] != "minmax":
            return 0.0, 0.0
        places = _extremes(approximation)
        if len(places) > REFINE_ABOVE:
            places = places[_extremes(index.approximate_float32(query, self._rows(places)))]
        cosines = index.exact(query, self._rows(places))
        return float(cosines.min()), float(cosines.max())

    def _may_be_best(self, score: Float32s, error: float) -> Int64s:
        """The places of all candidates that may be among the k best, each score being off by ``error`` at most."""
        return (score >= _kth_best(score, self.request.k) - 2 * error).nonzero()[0]

    def _narrow(self, index: VectorIndex, query: Query, bounds: Bounds, places: Int64s) -> Int64s:
        """Those among ``places`` that may still be among the k best after a float32 pass."""
        narrower = Bounds(bounds.known[places], bounds.slope, bounds.error)
        return places[self._may_be_best(*narrower.score(index.approximate_float32(query, self._rows(places))))]

    # -- bounds ---------------------------------------------------------------------------------------------------------

    def _ranges(self, low: float, high: float) -> Ranges:
        """The exact range of each component among all candidates."""
        preset, recency = self.preset, self.decay.power
        first, last = recency(max(self.now - self.oldest, 0)), recency(max(self.now - self.newest, 0))
        extremes = ((first, last), (self.least, self.most), (low, high))
        made = [scoring.value_range(preset, i, *extreme) for i, extreme in enumerate(extremes)]
        return Ranges((made[0], made[1], made[2]), preset.constant)

    def _bounds(self, ranges: Ranges) -> Bounds:
        """Every candidate's score without its cosine and a constant, and the largest rounding error."""
        weights = self.request.weights
        recency, importance, relevance = (weight * slope for weight, slope in zip(weights, ranges.slopes(), strict=True))
        recency *= self.decay.power(max(self.now - self.newest, 0))
        largest = recency + importance * max(abs(self.least), abs(self.most), 1.0) + relevance
        if not largest < _HUGE:
            return Bounds(np.zeros(self.count, np.float32), 0.0, math.inf)
        known = self._recency(recency)
        known += self._of_candidates(self.columns.importance32) * np.float32(importance)
        return Bounds(known, relevance, _FLOAT32_ERROR * largest)

    def _recency(self, weight: float) -> Float32s:
        """Recency of every candidate relative to the newest one's, times ``weight``."""
        if self.newest <= self.now:
            values, factor = self.columns.recency.values_at(self.decay.rate, self.newest, self.columns.accessed)
            made: Float32s = self._of_candidates(values) * np.float32(weight * factor)
            return made
        age = np.maximum(self.now - self.accessed, 0).astype(np.float32)
        made = np.exp(age * np.float32(-self.decay.rate)) * np.float32(weight)
        return made

    def _of_candidates(self, column: NDArray[N]) -> NDArray[N]:
        """The candidates' part of a column."""
        return column if self.request.rows is None else column.take(self.request.rows)

    def _rows(self, places: Int64s) -> Int64s:
        return places if self.request.rows is None else self.request.rows[places]

    # -- exact scores ---------------------------------------------------------------------------------------------------

    def _score_exactly(self, ranges: Ranges, places: Int64s) -> Scored:
        """The candidates at ``places`` with their exact scores."""
        rows = self._rows(places)
        table = np.empty((len(COLUMNS), len(rows)))
        table[0] = self.decay.powers(self._ages(rows), max(self.now - self.oldest, 0))
        table[1] = self.columns.importance.take(rows)
        table[2] = self._cosines(rows) if self.blend is None else 0.0
        ranges.normalise(table[:3], table[3:6])
        table[7:] = 0.0
        if self.blend is not None:
            window = self.blend.window(places)
            cosines = self._cosines(self._rows(window.ravel())).reshape(window.shape)
            table[2] = cosines[:, 0]
            table[5], table[8] = self.blend.of_window(window, cosines)
            table[7] = self.blend.shared.take(places)
        table[SCORE] = scoring.weighted_sum(self.request.weights, table[3:6])
        return Scored(rows, table)

    def _cosines(self, rows: Int64s) -> Float64s:
        """Exact cosines, (m,); 0 where there are no vectors."""
        if self.index is None or self.request.query is None:
            return np.zeros(len(rows))
        return self.index.exact(self.request.query, rows)

    def _ages(self, rows: Int64s) -> Int64s:
        """Seconds since the last access."""
        ages: Int64s = self.now - self.columns.accessed.take(rows)
        return ages if self.newest <= self.now else np.maximum(ages, 0)


def _kth_best(scores: NDArray[np.floating], k: int) -> float:
    """The k-th best score, or minus infinity where there are fewer."""
    if len(scores) < k:
        return -math.inf
    ranked = scores.copy()
    ranked.partition(len(scores) - k)
    return float(ranked[len(scores) - k])


def _extremes(approximation: Approximation) -> Int64s:
    """Places of all candidates that may have the lowest or the highest cosine: those within two errors, and the float32 error,
    of either end."""
    cosines = approximation.cosines
    low, high = float(cosines.min()), float(cosines.max())
    inside = (high - low) / 2 - 2.01 * approximation.error - _FLOAT32_ERROR
    far = np.abs(cosines - np.float32((low + high) / 2)) >= np.float32(inside)
    places: Int64s = far.nonzero()[0]
    return places


def _empty() -> Scored:
    return Scored(np.zeros(0, np.int64), np.zeros((len(COLUMNS), 0)))
