"""What it would be worth that residents run ahead of each other (as in AI Metropolis, MLSys 2025), beside thinking time.

A run that ``thinking`` has counted is scheduled anew on the same clock: every reply takes one unit, ticks take none. A resident
begins a tick as soon as nobody who lags could have come into sight of them by then, on foot and through doors. Those in sight
of each other do a tick together. Knows neither minds nor models.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from sim.world.state import World

Rule = Literal["all", "distance", "rooms", "meetings"]
"""Who waits for whom: everybody for everybody; by distance; by distance and the way into the room; those alone who did meet,
which no rule can beat."""
Times = npt.NDArray[np.float64]
Tiles = npt.NDArray[np.int64]
FAR = 10**6


@dataclass
class Lived:
    """A run as the schedule sees it. ``asked`` are the questions by the tick at which their replies count: (row, tick at which
    they were asked), in order; ``places`` is every tick's (x, y, arena) by row."""

    asked: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    places: list[Tiles] = field(default_factory=list)


class Schedule:
    """The times of a run, tick by tick. ``sight`` in tiles, ``walk`` in tiles per tick."""

    def __init__(self, lived: Lived, world: World, sight: int, walk: int) -> None:
        self.lived, self.sight, self.walk = lived, sight, walk
        grid = np.array([[world.crowd.number_at((x, y)) for x in range(world.crowd.width)] for y in range(world.crowd.height)])
        self._ways = np.full((len(world.arenas) + 1, *grid.shape), FAR)
        """(arenas, height, width) steps from each tile into each arena."""
        for arena in np.unique(grid).tolist():
            y, x = np.nonzero(grid == arena)
            steps = world.paths.field(zip(x.tolist(), y.tolist(), strict=True))
            if steps is not None:
                self._ways[arena] = np.where(steps < 0, FAR, steps)

    def units(self, rule: Rule) -> float:
        """The units after which the last resident has done the last tick."""
        places, asked = self.lived.places, self.lived.asked
        done = np.zeros((len(places), places[0].shape[1]))
        for tick in range(1, len(places)):
            here = places[tick]
            time, together = done[tick - 1], (_apart(here, here) <= self.sight) & (here[2][:, None] == here[2])
            if rule == "all":
                together[:] = True
            elif rule != "meetings":
                time = self._waited(done, tick, rule == "rooms")
            own = _shared(time, together).copy()
            for row, begun in asked.get(tick, ()):
                own[row] = own[row] + 1 if begun == tick else max(own[row], done[begun, row] + 1)
            done[tick] = _shared(own, together) if tick in asked else own
        return float(done[-1].max())

    def _waited(self, done: Times, tick: int, rooms: bool) -> Times:
        """(residents,) when each, and those who could have come into sight of them, had done the ticks wanted for ``tick``."""
        places = self.lived.places
        time: Times = done[tick - 1].copy()
        unknown = np.ones((len(time), len(time)), bool)
        for lag in range(1, tick + 1):
            wanted = done[tick - max(1, lag - 1)]
            unknown &= wanted > time[:, None]
            if not unknown.any():
                break
            before = places[tick - lag]
            reached = unknown & (_apart(places[tick], before) <= self.sight + self.walk * lag)
            if rooms:
                reached &= self._ways[places[tick][2][:, None], before[1], before[0]] <= self.walk * lag
            time = np.maximum(time, np.where(reached, wanted, 0).max(axis=1))
            unknown &= ~reached
        return time


def _apart(a: Tiles, b: Tiles) -> Tiles:
    """(residents, residents) tiles between each place of ``a`` and each of ``b``, as the larger of |dx| and |dy|."""
    apart: Tiles = np.maximum(abs(a[0][:, None] - b[0]), abs(a[1][:, None] - b[1]))
    return apart


def _shared(time: Times, together: npt.NDArray[np.bool_]) -> Times:
    """``time``, where each group of those ``together`` has that of its last."""
    while not np.array_equal(last := np.where(together, time, 0).max(axis=1), time):
        time = last
    return time
