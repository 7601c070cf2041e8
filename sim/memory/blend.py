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
from functools import lru_cache

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
        return Approximation(made, self.error(found))

    def error(self, found: Approximation) -> float:
        """How much relevance is off at most where it is made of approximate cosines."""
        return (1 - self.preset.words) * found.error + _FLOAT32_ERROR

    def window(self, places: Int64s) -> Int64s:
        """(p, 1 + 2 * distances): the candidates at ``places``, then those 1 before, 1 after, 2 before ...; the candidate
        itself where there is none, or where it was made at another time."""
        made: Int64s = places[:, None] + _steps(len(self.preset.near))
        self_only = (made < 0) | (made >= len(self.at))
        made[self_only] = 0
        self_only |= np.abs(self.at.take(made) - self.at.take(places)[:, None]) > self.preset.near_seconds
        np.copyto(made, places[:, None], where=self_only)
        return made

    def of_window(self, window: Int64s, cosines: NDArray[np.floating]) -> tuple[Float64s, Float64s]:
        """(p,) relevance of the candidates that a window is of, and (p,) what neighbours added to it. ``cosines`` are those of
        the window, (p, 1 + 2 * distances)."""
        own = (1 - self.preset.words) * np.maximum(cosines, 0.0) + self.preset.words * self.shared.take(window)
        others = own * (window != window[:, :1])
        added = np.zeros(len(window))
        for distance, weight in enumerate(self.preset.near, 1):
            added += weight * np.maximum(others[:, 2 * distance - 1], others[:, 2 * distance])
        total = 1 + sum(self.preset.near)
        return (own[:, 0] + added) / total, added / total


@lru_cache(maxsize=16)
def _steps(distances: int) -> Int64s:
    """0, -1, 1, -2, 2 ..."""
    return np.array([0, *(step for distance in range(1, distances + 1) for step in (-distance, distance))], np.int64)
