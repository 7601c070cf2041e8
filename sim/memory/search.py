"""The exact k best memories by the combined score, without scoring them all exactly.

Recency and importance of every candidate take a few passes over columns, and ``index`` says about how near each is to the query
and how wrong that can be. Whatever may have the lowest or the highest cosine, and then whatever may be among the k best, gets
its cosine in float64; the rest is proven to be worse. Equal to ``oracle.rank`` for any stream; what else was tried is in
``README.md``. Knows nothing of text or of what is done with the hits.
"""

from __future__ import annotations

import math
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from sim.memory import scoring
from sim.memory.coarse import Near
from sim.memory.columns import Columns, Floats
from sim.memory.decay import open_decay
from sim.memory.index import Query, VectorIndex
from sim.memory.presets import Preset, Weights
from sim.memory.recency import Ints, Singles
from sim.memory.scoring import Spans

N = TypeVar("N", bound=np.generic)

MANY = 64
"""Rows left after a rough look (beyond the k that will stay), from which a finer one pays for itself before the exact one."""
_SINGLE = 16 * 2.0**-24
"""What the few operations behind a bound can lose in float32, as a part of the largest number in them; exp included."""
_HUGE = 1e30
"""Numbers for which single precision might have no room: nothing is ruled out then."""


class Request(NamedTuple):
    """One retrieval. ``query`` is None where there are no vectors; ``rows`` ascending, None for all."""

    query: Query | None
    at: int
    k: int
    weights: Weights
    rows: Ints | None


COLUMNS = ("raw_recency", "raw_importance", "raw_relevance", "recency", "importance", "relevance", "score")


class Scored(NamedTuple):
    """Rows, (m,) ascending, and per row the raw components, the normalised ones and the score: ``table`` is (7, m), as in
    ``COLUMNS``."""

    rows: Ints
    table: Floats

    def best(self, k: int) -> Scored:
        """The k best, best first; ties go to the lower row."""
        return self.take((-self.table[6]).argsort(kind="stable")[:k])

    def take(self, order: Ints) -> Scored:
        return Scored(self.rows[order], self.table.take(order, axis=1))


class Bounds(NamedTuple):
    """What is known of every candidate: its score is ``known`` + ``gain`` * cosine + a constant, give or take ``spread``."""

    known: Singles
    gain: float
    spread: float

    def score(self, near: Near) -> tuple[Singles, float]:
        """The score but for the constant, and how far it can be off."""
        made = near.products * np.float32(self.gain)
        made += self.known
        return made, self.spread + self.gain * near.error


class Search:
    """One retrieval over the columns and vectors of one stream."""

    def __init__(self, preset: Preset, columns: Columns, index: VectorIndex | None, request: Request) -> None:
        self.preset, self.columns, self.index, self.request = preset, columns, index, request
        self.decay = open_decay(preset.decay, preset.unit)
        self.count = columns.size if request.rows is None else len(request.rows)
        self.accessed: Ints = self._some(columns.accessed)
        self.now = request.at
        if self.count:
            self.oldest, self.newest = int(self.accessed.min()), int(self.accessed.max())
            self.least, self.most = columns.importances(request.rows)
            self.now = request.at if preset.reference == "now" else self.newest

    def best(self) -> Scored:
        """The k best rows, exactly."""
        if not self.count:
            return _nothing()
        if self.index is None or self.request.query is None:
            spans = self._spans(0.0, 0.0)
            bounds = self._bounds(spans)
            return self._exact(spans, self._hopeful(bounds.known, bounds.spread)).best(self.request.k)
        near = self.index.near(self.request.query, self.request.rows)
        spans = self._spans(*self._ends(self.index, self.request.query, near))
        bounds = self._bounds(spans)
        places = self._hopeful(*bounds.score(near))
        if len(places) > MANY + self.request.k:
            places = self._fewer(self.index, self.request.query, bounds, places)
        return self._exact(spans, places).best(self.request.k)

    def all(self) -> Scored:
        """Every row scored exactly, in ascending order."""
        if not self.count:
            return _nothing()
        low, high = 0.0, 0.0
        if self.index is not None and self.request.query is not None:
            near = self.index.near(self.request.query, self.request.rows)
            low, high = self._ends(self.index, self.request.query, near)
        return self._exact(self._spans(low, high), np.arange(self.count))

    # -- which rows -----------------------------------------------------------------------------------------------------

    def _ends(self, index: VectorIndex, query: Query, near: Near) -> tuple[float, float]:
        """The lowest and the highest cosine of all candidates, exactly."""
        if self.preset.normal[2] != "minmax":
            return 0.0, 0.0
        places = _outermost(near)
        if len(places) > MANY:
            places = places[_outermost(index.fine(query, self._rows(places)))]
        cosines = index.exact(query, self._rows(places))
        return float(cosines.min()), float(cosines.max())

    def _hopeful(self, score: Singles, error: float) -> Ints:
        """The places of whatever may be among the k best, each score being off by ``error`` at most."""
        return (score >= _kth(score, self.request.k) - 2 * error).nonzero()[0]

    def _fewer(self, index: VectorIndex, query: Query, bounds: Bounds, places: Ints) -> Ints:
        """Those among ``places`` that still may be after a finer look."""
        fine = index.fine(query, self._rows(places))
        return places[self._hopeful(*Bounds(bounds.known[places], bounds.gain, bounds.spread).score(fine))]

    # -- bounds ---------------------------------------------------------------------------------------------------------

    def _spans(self, low: float, high: float) -> Spans:
        """How each component is normalised: from the extremes among all candidates, exactly."""
        preset, recency = self.preset, self.decay.one
        first, last = recency(max(self.now - self.oldest, 0)), recency(max(self.now - self.newest, 0))
        extremes = ((first, last), (self.least, self.most), (low, high))
        made = [scoring.ends(preset, i, *extreme) for i, extreme in enumerate(extremes)]
        return Spans((made[0], made[1], made[2]), preset.constant)

    def _bounds(self, spans: Spans) -> Bounds:
        """Every candidate's score but for its cosine and a constant, and how far rounding can be off."""
        weights = self.request.weights
        new, vital, near = (weight * slope for weight, slope in zip(weights, spans.slopes(), strict=True))
        new *= self.decay.one(max(self.now - self.newest, 0))
        largest = new + vital * max(abs(self.least), abs(self.most), 1.0) + near
        if not largest < _HUGE:
            return Bounds(np.zeros(self.count, np.float32), 0.0, math.inf)
        known = self._recency(new)
        known += self._some(self.columns.rough) * np.float32(vital)
        return Bounds(known, near, _SINGLE * largest)

    def _recency(self, weight: float) -> Singles:
        """Recency of every candidate as a part of the newest one's, times ``weight``."""
        if self.newest <= self.now:
            values, factor = self.columns.fading(self.decay.rate, self.newest)
            made: Singles = self._some(values) * np.float32(weight * factor)
            return made
        age = np.maximum(self.now - self.accessed, 0).astype(np.float32)
        made = np.exp(age * np.float32(-self.decay.rate)) * np.float32(weight)
        return made

    def _some(self, column: NDArray[N]) -> NDArray[N]:
        """The candidates' part of a column of all."""
        return column if self.request.rows is None else column[self.request.rows]

    def _rows(self, places: Ints) -> Ints:
        return places if self.request.rows is None else self.request.rows[places]

    # -- exact scores ---------------------------------------------------------------------------------------------------

    def _exact(self, spans: Spans, places: Ints) -> Scored:
        """The candidates at ``places`` with their exact scores."""
        rows = self._rows(places)
        table = np.empty((len(COLUMNS), len(rows)))
        table[0] = self.decay.many(self._ages(rows), max(self.now - self.oldest, 0))
        table[1] = self.columns.importance.take(rows)
        if self.index is None or self.request.query is None:
            table[2] = 0.0
        else:
            table[2] = self.index.exact(self.request.query, rows)
        spans.norm(table[:3], table[3:6])
        table[6] = scoring.total(self.request.weights, table[3:6])
        return Scored(rows, table)

    def _ages(self, rows: Ints) -> Ints:
        """Seconds since the last access."""
        ages: Ints = self.now - self.columns.accessed.take(rows)
        return ages if self.newest <= self.now else np.maximum(ages, 0)


def _kth(scores: NDArray[np.floating], k: int) -> float:
    """The k-th best, or minus infinity where there are fewer."""
    if len(scores) < k:
        return -math.inf
    ranked = scores.copy()
    ranked.partition(len(scores) - k)
    return float(ranked[len(scores) - k])


def _outermost(near: Near) -> Ints:
    """Places of whatever may have the lowest or the highest cosine: what lies no further inside than two errors, and what
    single precision loses in saying so."""
    products = near.products
    low, high = float(products.min()), float(products.max())
    far = np.abs(products - np.float32((low + high) / 2)) >= np.float32((high - low) / 2 - 2.01 * near.error - _SINGLE)
    places: Ints = far.nonzero()[0]
    return places


def _nothing() -> Scored:
    return Scored(np.zeros(0, np.int64), np.zeros((len(COLUMNS), 0)))
