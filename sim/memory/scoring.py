"""What a memory is worth at a moment: the three components, how they are normalised, and their weighted sum.

Pure arithmetic on one memory at a time or on arrays; shared by the fast search (``search``) and by the oracle it is tested
against, so that both say the same number. Formulas: Park et al. 2023, section 4.1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.memory.columns import Floats
from sim.memory.fading import Ints
from sim.memory.presets import Preset, Weights

Ends = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Spans:
    """Per component (recency, importance, relevance) the raw values that normalise to 0 and to 1. Equal ends (min-max over
    equal values) normalise to ``constant``."""

    ends: tuple[Ends, Ends, Ends]
    constant: float = 0.0

    def norm(self, raw: Floats) -> Floats:
        """(3, m) -> (3, m)."""
        lows = np.array([[low] for low, _ in self.ends])
        made: Floats = (raw - lows) / np.array([[high - low or 1.0] for low, high in self.ends])
        for row, (low, high) in zip(made, self.ends, strict=True):
            if low == high:
                row[:] = self.constant
        return made

    def slopes(self) -> tuple[float, float, float]:
        """How much a component's normalised value grows with its raw one."""
        recency_, importance, relevance_ = (1.0 / (high - low) if high != low else 0.0 for low, high in self.ends)
        return recency_, importance, relevance_


def recency(preset: Preset, accessed: Ints, now: int) -> Floats:
    """decay ** (units since last access), 1 for an access in the future; (m,) in [0, 1]."""
    made: Floats = np.power(preset.decay, np.maximum(now - accessed, 0) / preset.unit).round(preset.digits)
    return made


def relevance(preset: Preset, products: Floats) -> Floats:
    """Inner products of unit vectors as cosines in [-1, 1]. (m,) -> (m,)."""
    rounded: Floats = np.minimum(np.maximum(products, -1.0), 1.0).round(preset.digits) + 0.0
    return rounded


def ends(preset: Preset, component: int, low: float, high: float) -> Ends:
    """What a component (0 recency, 1 importance, 2 relevance) is normalised by, given its extremes among the candidates."""
    if preset.normal[component] == "minmax":
        return low, high
    return preset.scale if component == 1 else (0.0, 1.0)


def total(weights: Weights, normal: Floats) -> Floats:
    """The weighted sum of normalised components, (3, m) -> (m,); always added in this order, so that equal memories score
    equally."""
    made: Floats = weights[0] * normal[0]
    made += weights[1] * normal[1]
    made += weights[2] * normal[2]
    return made
