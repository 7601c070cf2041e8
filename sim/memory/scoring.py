"""The retrieval score: three components, their normalisation, and the weighted sum (Park et al. 2023, section 4.1).

Pure arithmetic on arrays. Nothing is rounded: recency (``decay``), importance and relevance (``vector_index``) are the same to
the last bit on every processor, and so is the score. Knows neither memories nor which of them are scored (``search``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.memory.arrays import Float64s
from sim.memory.presets import Preset, Weights

Range = tuple[float, float]


class Ranges(NamedTuple):
    """Per component (recency, importance, relevance) the raw values that normalise to 0 and to 1. Where the two are equal
    (min-max over equal values), the normalised value is ``constant``."""

    value_range: tuple[Range, Range, Range]
    constant: float = 0.0

    def normalise(self, raw: Float64s, made: Float64s) -> None:
        """Normalise (3, m) raw components into ``made``, (3, m)."""
        (a, b), (c, d), (e, f) = self.value_range
        np.subtract(raw, np.array(((a,), (c,), (e,))), out=made)
        made /= np.array(((b - a or 1.0,), (d - c or 1.0,), (f - e or 1.0,)))
        for row, (low, high) in enumerate(self.value_range):
            if low == high:
                made[row] = self.constant

    def slopes(self) -> tuple[float, float, float]:
        """How much each normalised component grows with its raw value."""
        recency_, importance, relevance_ = (1.0 / (high - low) if high != low else 0.0 for low, high in self.value_range)
        return recency_, importance, relevance_


def value_range(preset: Preset, component: int, low: float, high: float) -> Range:
    """The range that a component (0 recency, 1 importance, 2 relevance) is normalised by, given its extremes among the
    candidates."""
    if preset.normal[component] == "minmax":
        return low, high
    if component != 1:
        return 0.0, 1.0
    return preset.stored(preset.scale[0]), preset.stored(preset.scale[1])


def weighted_sum(weights: Weights, normal: Float64s) -> Float64s:
    """The weighted sum of normalised components, (3, m) to (m,). Always added in this order, so that equal memories score
    equally."""
    made: Float64s = weights[0] * normal[0]
    made += weights[1] * normal[1]
    made += weights[2] * normal[2]
    return made
