"""The exact k best memories by the combined score, without scoring them all exactly.

Three passes, each proving what the next may leave out. (1) FAISS on bytes gives the rows nearest to the query and to its
opposite (min-max needs the lowest cosine too). (2) Recency and importance of every row, by a few passes over columns, with the
ceiling that (1) puts on every other cosine, bound every row's score; rows that may still be among the k best get their cosine
in float32. (3) The few that remain are scored in float64. Equal to ``oracle.rank`` for any stream; what else was tried is in
``README.md``. Knows nothing of text or of what is done with the hits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from sim.memory import scoring
from sim.memory.columns import Columns, Floats, Ints
from sim.memory.index import Near, VectorIndex
from sim.memory.presets import Preset, Weights
from sim.memory.scoring import Span, Spans

FIRST = 128
"""Rows asked of the first pass, at least, ..."""
SHARE = 64
"""... or one in so many, which keeps the ceiling low in large streams."""
CHUNK = 8192
_FUZZ = 1e-9
"""Added to bounds: more than float64 can lose in a handful of operations on numbers of this size."""


@dataclass(frozen=True, slots=True)
class Request:
    """One retrieval. ``query`` is (d,) float64, None where there are no vectors; ``rows`` ascending, None for all."""

    query: Floats | None
    at: int
    k: int
    weights: Weights
    rows: Ints | None


@dataclass(frozen=True, slots=True)
class Scored:
    """Rows with their raw components and scores, (m,) each; ``spans`` normalise them."""

    rows: Ints
    recency: Floats
    importance: Floats
    relevance: Floats
    score: Floats
    spans: Spans

    def best(self, k: int) -> Scored:
        """The k best, best first; ties go to the lower row."""
        order = np.lexsort((self.rows, -self.score))[:k]
        return self.take(order)

    def take(self, order: Ints) -> Scored:
        return Scored(
            self.rows[order], self.recency[order], self.importance[order], self.relevance[order], self.score[order], self.spans
        )


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is known of every candidate: its score is ``known`` + ``gain`` * cosine, give or take ``spread``."""

    known: Floats
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
        if self.count:
            self.oldest, self.newest = int(self.accessed.min()), int(self.accessed.max())
            self.now = request.at if preset.reference == "now" else self.newest

    def best(self) -> Scored:
        """The k best rows, exactly."""
        if not self.count:
            return _nothing()
        if self.index is None or self.request.query is None:
            spans = self._spans(0.0, 0.0)
            bounds = self._bounds(spans)
            return self._settle(spans, bounds.known + bounds.spread, bounds.known - bounds.spread)
        return self._best_near(self.index, self.request.query)

    def all(self) -> Scored:
        """Every row scored exactly, in ascending order."""
        if not self.count:
            return _nothing()
        low, high = 0.0, 0.0
        if self.index is not None and self.request.query is not None:
            low, high = self._extremes(self.index, self.request.query)[1:]
        return self._exact(self._spans(low, high), np.arange(self.count))

    def _best_near(self, index: VectorIndex, query: Floats) -> Scored:
        """The three passes of the module's docstring."""
        near, low, high = self._extremes(index, query)
        spans = self._spans(low, high)
        bounds = self._bounds(spans)
        fine = bounds.spread + bounds.gain * index.fine(query)
        places = self._places(near.rows)
        score = bounds.known[places] + bounds.gain * index.products(query, near.rows)
        floor = _kth(score, self.request.k) - fine
        if not near.complete:
            upper = bounds.known + (bounds.spread + bounds.gain * near.ceiling())
            upper[places] = -math.inf
            more = np.flatnonzero(upper >= floor)
            places = np.concatenate([places, more])
            score = np.concatenate([score, bounds.known[more] + bounds.gain * self._products(index, query, more)])
        return self._settle(spans, score + fine, score - fine, places)

    # -- the first pass -------------------------------------------------------------------------------------------------

    def _extremes(self, index: VectorIndex, query: Floats) -> tuple[Near, float, float]:
        """The rows nearest to the query, and the lowest and highest cosine of all where they are needed."""
        k = max(FIRST, 2 * self.request.k, self.count // SHARE)
        near, away = index.near(query, k, self.request.rows)
        if self.preset.normal[2] != "minmax":
            return near, 0.0, 0.0
        high = self._highest(index, query, near)
        while high is None:
            k *= 8
            near, away = index.near(query, k, self.request.rows)
            high = self._highest(index, query, near)
        low = self._highest(index, -query, away)
        while low is None:
            k *= 8
            away = index.near(query, k, self.request.rows)[1]
            low = self._highest(index, -query, away)
        return near, -low + 0.0, high

    def _highest(self, index: VectorIndex, query: Floats, near: Near) -> float | None:
        """The highest exact cosine of all rows; None if a row that is not in ``near`` may have it."""
        close = near.rows[near.values >= near.values[0] - 2 * near.slack]
        products = index.products(query, close)
        floor = float(products.max()) - 2 * index.fine(query)
        if near.ceiling() >= floor:
            return None
        return float(scoring.relevance(self.preset, index.exact(query, close[products >= floor])).max())

    # -- bounds ---------------------------------------------------------------------------------------------------------

    def _spans(self, low: float, high: float) -> Spans:
        """How each component is normalised: from the extremes among all candidates, exactly."""
        preset = self.preset
        ends = scoring.recency(preset, np.array([self.oldest, self.newest]), self.now).tolist()
        return Spans(
            scoring.span(preset, 0, ends[0], ends[1]),
            scoring.span(preset, 1, float(self.importance.min()), float(self.importance.max())),
            scoring.span(preset, 2, low, high),
        )

    def _bounds(self, spans: Spans) -> Bounds:
        """Every candidate's score but for its cosine, and how far rounding can be off."""
        preset, weights = self.preset, self.request.weights
        lines = [(w * slope, w * offset) for w, (slope, offset) in zip(weights, spans.lines(), strict=True)]
        age = np.maximum(self.now - self.accessed, 0) if self.newest > self.now else self.now - self.accessed
        known = np.exp(age * (math.log(preset.decay) / preset.unit))
        known *= lines[0][0]
        known += self.importance * lines[1][0]
        known += sum(offset for _, offset in lines)
        rounding = 0.5000001 * 10.0**-preset.digits + 1e-14
        lost = 1e-15 * sum(abs(offset) for _, offset in lines) + _FUZZ
        return Bounds(known, lines[2][0], (lines[0][0] + lines[2][0]) * rounding + lost)

    def _places(self, rows: Ints) -> Ints:
        """Where rows stand among the candidates."""
        return rows if self.request.rows is None else np.searchsorted(self.request.rows, rows)

    def _rows(self, places: Ints) -> Ints:
        return places if self.request.rows is None else self.request.rows[places]

    def _products(self, index: VectorIndex, query: Floats, places: Ints) -> Floats:
        """Cosines in float32, a chunk of rows at a time."""
        rows = self._rows(places)
        parts = [index.products(query, rows[i : i + CHUNK]) for i in range(0, len(rows), CHUNK)]
        return np.concatenate(parts) if parts else np.zeros(0)

    # -- exact scores ---------------------------------------------------------------------------------------------------

    def _settle(self, spans: Spans, upper: Floats, lower: Floats, places: Ints | None = None) -> Scored:
        """Score exactly whatever may be among the k best; the rest is proven worse."""
        chosen = np.flatnonzero(upper >= _kth(lower, self.request.k))
        return self._exact(spans, chosen if places is None else places[chosen]).best(self.request.k)

    def _exact(self, spans: Spans, places: Ints) -> Scored:
        """The candidates at ``places`` with their exact scores."""
        rows, preset = self._rows(places), self.preset
        recency = scoring.recency(preset, self.accessed[places], self.now)
        importance, relevance = self.importance[places], np.zeros(len(rows))
        if self.index is not None and self.request.query is not None:
            for i in range(0, len(rows), CHUNK):
                part = slice(i, i + CHUNK)
                relevance[part] = scoring.relevance(preset, self.index.exact(self.request.query, rows[part]))
        parts = spans.recency.norm(recency), spans.importance.norm(importance), spans.relevance.norm(relevance)
        return Scored(rows, recency, importance, relevance, scoring.total(self.request.weights, *parts), spans)


def _kth(scores: Floats, k: int) -> float:
    """The k-th best, or minus infinity where there are fewer."""
    if len(scores) < k:
        return -math.inf
    return float(np.partition(scores, len(scores) - k)[len(scores) - k])


def _nothing() -> Scored:
    none = np.zeros(0)
    span = Span(0.0, 1.0)
    return Scored(np.zeros(0, np.int64), none, none, none, none, Spans(span, span, span))
