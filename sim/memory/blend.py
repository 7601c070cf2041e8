"""Relevance from vectors and words together, and from what was remembered just before and after.

The own relevance of a memory is ``(1 - words) * max(cosine, 0) + words * shared``, where ``shared`` is the share of the
query's words that the memory has (``word_index``). A talk answers over several lines: the better of the candidates d before and
d after adds ``near[d - 1]`` times its own relevance, if it was made within ``near_seconds``. The sum is divided by
``1 + sum(near)``, so that it lies in [0, 1]. The formula is this project's; how its weights were found
is in MEASURED.md.

Knows neither recency nor importance, nor which rows are best (``search``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.memory.arrays import Float32s, Float64s, Int64s
from sim.memory.byte_index import Approximation
from sim.memory.presets import Preset

_FLOAT32_ERROR = 2.0**-20
"""More than what float32 loses here, where all numbers lie in [0, 1]."""


@dataclass(frozen=True, slots=True)
class Blend:
    """Of one retrieval. ``shared`` and ``at`` (game seconds of their making) are (m,), one for each candidate."""

    preset: Preset
    shared: Float64s
    at: Int64s

    def approximate(self, found: Approximation) -> Approximation:
        """Approximate relevance of all candidates from their approximate cosines."""
        words, near = np.float32(self.preset.words), self.preset.near
        own: Float32s = np.maximum(found.cosines, 0)
        own *= 1 - words
        own += words * self.shared.astype(np.float32)
        made = own.copy()
        for distance, weight in enumerate(near, 1):
            linked = np.abs(self.at[distance:] - self.at[:-distance]) <= self.preset.near_seconds
            better = np.zeros_like(own)
            better[distance:] = own[:-distance] * linked
            better[:-distance] = np.maximum(better[:-distance], own[distance:] * linked)
            made += np.float32(weight) * better
        made /= np.float32(1 + sum(near))
        return Approximation(made, (1 - self.preset.words) * found.error + _FLOAT32_ERROR)

    def around(self, places: Int64s) -> Int64s:
        """The candidates at ``places`` and their neighbours, whose cosines decide the relevance at ``places``; ascending."""
        return np.unique(np.concatenate([self._neighbours(places).ravel(), places]))

    def exact(self, places: Int64s, around: Int64s, cosines: Float64s) -> tuple[Float64s, Float64s]:
        """(p,) relevance of the candidates at ``places``, and (p,) what neighbours added to it. ``cosines`` are those of
        ``around``."""
        near = self.preset.near
        own = (1 - self.preset.words) * np.maximum(cosines, 0.0) + self.preset.words * self.shared.take(around)
        total, made = 1 + sum(near), own.take(np.searchsorted(around, places))
        others = self._neighbours(places)
        linked = np.abs(self.at.take(others) - self.at.take(places)[:, None]) <= self.preset.near_seconds
        values = own.take(np.searchsorted(around, others)) * (linked & (others != places[:, None]))
        added = np.zeros(len(places))
        for i, weight in enumerate(near):
            added += weight * np.maximum(values[:, 2 * i], values[:, 2 * i + 1])
        return (made + added) / total, added / total

    def _neighbours(self, places: Int64s) -> Int64s:
        """(p, 2 * distances): the candidates 1 before, 1 after, 2 before ...; the candidate itself where there is none."""
        steps = np.array([step for distance in range(1, len(self.preset.near) + 1) for step in (-distance, distance)], np.int64)
        made: NDArray[np.int64] = places[:, None] + steps
        return np.where((made >= 0) & (made < len(self.at)), made, places[:, None])
