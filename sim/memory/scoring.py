"""What a memory is worth at a moment: the three components, how they are normalised, and their weighted sum.

Pure arithmetic on arrays; knows neither memories nor how few of them are worth scoring (``search``). Nothing is rounded:
recency (``decay``), importance and relevance (``index``) come the same to the last bit on every processor, and so does what is
made of them here. Formulas: Park et al. 2023, section 4.1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.memory.columns import Floats
from sim.memory.presets import Preset, Weights

Ends = tuple[float, float]


class Spans(NamedTuple):
    """Per component (recency, importance, relevance) the raw values that normalise to 0 and to 1. Equal ends (min-max over
    equal values) normalise to ``constant``."""

    ends: tuple[Ends, Ends, Ends]
    constant: float = 0.0

    def norm(self, raw: Floats, made: Floats) -> None:
        """(3, m) raw components into ``made``, (3, m)."""
        (a, b), (c, d), (e, f) = self.ends
        np.subtract(raw, np.array(((a,), (c,), (e,))), out=made)
        made /= np.array(((b - a or 1.0,), (d - c or 1.0,), (f - e or 1.0,)))
        for row, (low, high) in enumerate(self.ends):
            if low == high:
                made[row] = self.constant

    def slopes(self) -> tuple[float, float, float]:
        """How much a component's normalised value grows with its raw one."""
        recency_, importance, relevance_ = (1.0 / (high - low) if high != low else 0.0 for low, high in self.ends)
        return recency_, importance, relevance_


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
