"""Where the residents of the social graph stand: a force layout, then one slot for each, so that no face hides another.

Starts from a circle in the given order: the same run always gives the same picture. Knows neither pixels nor residents.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Edges = Sequence[tuple[int, int, float]]
"""From, to, and the strength of the pull (1 or more)."""
Points = npt.NDArray[np.float64]

ROUNDS = 240
CENTRE_PULL = 1.2
"""Pull to the middle, against pushes and pulls of about 1 at the wanted distance."""
MIN_EXTENT = 0.6
"""The least extent of the layout, so that three residents do not end in the corners."""
FIRST_STEP = 0.04
"""Longest step of a node in the first round, as a share of the picture."""


def spread(count: int, edges: Edges) -> Points:
    """Positions from 0 to 1 by Fruchterman and Reingold: all nodes repel, edges attract, steps grow smaller."""
    turns = np.arange(count) * 2 * np.pi / max(1, count)
    at = 0.38 * np.stack((np.cos(turns), np.sin(turns)), axis=1)
    # The more lines, the weaker each, so that a town where all know all does not fall into one lump.
    pull, crowd = np.zeros((count, count)), max(1.0, len(edges) / max(1, count))
    for a, b, strength in edges:
        pull[a, b] = pull[b, a] = strength / crowd
    reach = 0.8 / np.sqrt(max(1, count))
    for number in range(ROUNDS):
        apart = at[:, None] - at[None]
        square = np.maximum(1e-4, (apart**2).sum(axis=2))
        force = ((reach**2 / square - pull * np.sqrt(square) / reach)[..., None] * apart).sum(axis=1) - at * CENTRE_PULL
        longest = FIRST_STEP * (1 - number / (ROUNDS + 1))
        at = at + force * np.minimum(1, longest / np.maximum(1e-9, np.hypot(*force.T)))[:, None]
    if not count:
        return at
    low, extent = at.min(axis=0), np.maximum(MIN_EXTENT, np.ptp(at, axis=0))
    return np.asarray((at - low - np.ptp(at, axis=0) / 2) / extent + 0.5)


def capacity(columns: int, rows: int) -> int:
    """How many slots there are: every second row is shifted by half a slot and holds one less."""
    return columns * rows - rows // 2 if columns > 1 else rows


def into_slots(points: Points | Sequence[tuple[float, float]], columns: int, rows: int) -> list[tuple[float, float]]:
    """The nearest free slot for each point in turn, as shares of the picture's width and height."""
    free = [
        ((c + 0.5 + (0.5 if r % 2 and columns > 1 else 0)) / columns, (r + 0.5) / rows)
        for r in range(rows)
        for c in range(columns - (r % 2 if columns > 1 else 0))
    ]
    taken = []
    for x, y in points:
        nearest = min(free, key=lambda slot: ((slot[0] - x) * columns) ** 2 + ((slot[1] - y) * rows) ** 2)
        free.remove(nearest)
        taken.append(nearest)
    return taken
