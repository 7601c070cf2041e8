"""What a memory is worth at a moment: the three components, how they are normalised, and their weighted sum.

Pure arithmetic on one memory at a time or on arrays; shared by the fast search (``search``) and by the oracle it is tested
against, so that both say the same number. Formulas: Park et al. 2023, section 4.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.memory.columns import Floats, Ints
from sim.memory.presets import Preset, Weights


@dataclass(frozen=True, slots=True)
class Span:
    """The raw values that normalise to 0 and to 1. Equal ends (min-max over equal values) normalise to ``constant``."""

    low: float
    high: float
    constant: float = 0.0

    def norm(self, raw: Any) -> Any:
        """Of a number or an array."""
        if self.high == self.low:
            return raw * 0.0 + self.constant
        return (raw - self.low) / (self.high - self.low)

    def line(self) -> tuple[float, float]:
        """(slope, offset) so that ``norm(raw)`` is about ``slope * raw + offset``."""
        if self.high == self.low:
            return 0.0, self.constant
        slope = 1.0 / (self.high - self.low)
        return slope, -self.low * slope


@dataclass(frozen=True, slots=True)
class Spans:
    recency: Span
    importance: Span
    relevance: Span

    def lines(self) -> tuple[tuple[float, float], ...]:
        return self.recency.line(), self.importance.line(), self.relevance.line()


def recency(preset: Preset, accessed: Ints, now: int) -> Floats:
    """decay ** (units since last access), 1 for an access in the future; (m,) in [0, 1]."""
    made: Floats = np.power(preset.decay, np.maximum(now - accessed, 0) / preset.unit).round(preset.digits)
    return made


def relevance(preset: Preset, products: Floats) -> Floats:
    """Inner products of unit vectors as cosines in [-1, 1]. (m,) -> (m,)."""
    rounded: Floats = np.minimum(np.maximum(products, -1.0), 1.0).round(preset.digits) + 0.0
    return rounded


def span(preset: Preset, component: int, low: float, high: float) -> Span:
    """How a component (0 recency, 1 importance, 2 relevance) is normalised, given its extremes among the candidates."""
    if preset.normal[component] == "minmax":
        return Span(low, high, preset.constant)
    return Span(*preset.scale) if component == 1 else Span(0.0, 1.0)


def total(weights: Weights, recency_: Any, importance: Any, relevance_: Any) -> Any:
    """The weighted sum of normalised components; always added in this order, so that equal memories score equally."""
    return weights[0] * recency_ + weights[1] * importance + weights[2] * relevance_
