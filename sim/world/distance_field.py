"""``DistanceField``: the number of steps from every tile to a destination, by a breadth-first flood that runs as far as needed.

A field covers a window around the destination, not the whole map, so that thousands of fields of a large town fit into memory.
``pathfinding`` caches the fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.types import Tile
from sim.world.map_records import Mask

Cells = npt.NDArray[np.int32]
Distances = npt.NDArray[np.signedinteger[Any]]
MAX_INT16 = np.iinfo(np.int16).max
"""The greatest distance in 16 bits."""
SMALL_WAVE = 100
"""Cells of a wave below which a loop over cells is faster than arrays."""


class DistanceField:
    """The field of ``goals`` (open tiles) on ``floor`` (height, width; True: open) in a window of ``reach`` tiles around them.
    ``stairs`` are pairs of open tiles, one step from the first to the second; with stairs, ``reach`` must cover the map."""

    def __init__(self, floor: Mask, goals: Sequence[Tile], reach: int, stairs: Sequence[tuple[Tile, Tile]] = ()) -> None:
        height, width = floor.shape
        xs, ys = [x for x, _ in goals], [y for _, y in goals]
        self._left, right = max(0, min(xs) - reach), min(width, max(xs) + reach + 1)
        self._top, bottom = max(0, min(ys) - reach), min(height, max(ys) + reach + 1)
        whole = (self._left, self._top, right, bottom) == (0, 0, width, height)
        self.sure = width * height if whole else reach
        """Distances up to this are exact, since no walk that short leaves the window."""
        self._width, self._height = right - self._left, bottom - self._top
        self.stride = self._width + 2
        framed = np.pad(floor[self._top : bottom, self._left : right], 1)  # a solid border saves bounds checks
        self._free = bytearray(framed.astype(np.uint8).tobytes())
        """1 for open cells that the flood has not reached yet."""
        self.steps = (-self.stride, -1, 1, self.stride)
        self._stairs = np.array([(self.cell(a), self.cell(b)) for a, b in stairs], dtype=np.int32).reshape(-1, 2)
        self.distances: Distances = np.full(len(self._free), -1, dtype=np.int16)
        self._front: list[int] | Cells = sorted({self.cell(goal) for goal in goals})
        for cell in self._front:
            self.distances[cell] = self._free[cell] = 0
        self.distance = 0
        """The distance that the flood has reached."""

    @property
    def nbytes(self) -> int:
        return int(self.distances.nbytes) + len(self._free)

    @property
    def done(self) -> bool:
        """Whether all reachable cells are reached."""
        return not len(self._front)

    def cell(self, tile: Tile) -> int:
        """The index of a tile in ``distances``; -1 outside the window."""
        x, y = tile[0] - self._left, tile[1] - self._top
        return (y + 1) * self.stride + x + 1 if 0 <= x < self._width and 0 <= y < self._height else -1

    def tile(self, cell: int) -> Tile:
        y, x = divmod(cell, self.stride)
        return x - 1 + self._left, y - 1 + self._top

    def at(self, tile: Tile) -> int:
        """Steps from a tile to the nearest goal; -1 if the flood has not reached it."""
        cell = self.cell(tile)
        return -1 if cell < 0 else int(self.distances[cell])

    def flood_until(self, tiles: Sequence[Tile]) -> bool:
        """Flood until one of ``tiles`` is reached, or as far as distances are exact; returns whether one was reached."""
        free, wanted = np.frombuffer(self._free, np.uint8), np.array([c for c in map(self.cell, tiles) if c >= 0], np.intp)
        while free.take(wanted).all():
            if self.done or self.distance >= self.sure:
                return False
            self._spread()
        return True

    def complete(self) -> Distances:
        """Flood to the end; returns the field of the window, (height, width), -1 where there is no path."""
        while not self.done:
            self._spread()
        return self.distances.reshape(self._height + 2, self.stride)[1:-1, 1:-1].copy()

    def steps_from(self, here: int) -> Sequence[int]:
        """The index offsets of the possible steps from a cell, in order of preference: up, left, right, down, stairs."""
        if not self._stairs.size:
            return self.steps
        return (*self.steps, *(int(cell) - here for cell in self._stairs[self._stairs[:, 0] == here, 1]))

    def _spread(self) -> None:
        """One wave: every open neighbour of the last wave that was not reached before."""
        if self.distance == MAX_INT16:
            self.distances = self.distances.astype(np.int32)  # only in a maze; towns stay within 16 bits
        self.distance += 1
        narrow = len(self._front) < SMALL_WAVE and not self._stairs.size
        self._front = self._spread_cells(list(self._front)) if narrow else self._spread_array(np.array(self._front, np.int32))

    def _spread_cells(self, front: list[int]) -> list[int]:
        """A wave as a loop over cells, which is faster for few cells."""
        free, stride, ahead = self._free, self.stride, list[int]()
        for cell in front:
            if free[near := cell - 1]:
                free[near] = 0
                ahead.append(near)
            if free[near := cell + 1]:
                free[near] = 0
                ahead.append(near)
            if free[near := cell - stride]:
                free[near] = 0
                ahead.append(near)
            if free[near := cell + stride]:
                free[near] = 0
                ahead.append(near)
        self.distances[ahead] = self.distance
        return ahead

    def _spread_array(self, front: Cells) -> Cells:
        """A wave as array operations: step by step, for a step takes no two cells to the same one."""
        free, distances, ahead = np.frombuffer(self._free, np.uint8), self.distances, list[Cells]()
        ways = [front + step for step in self.steps]
        if self._stairs.size:
            ways.append(np.unique(self._stairs[distances[self._stairs[:, 0]] == self.distance - 1, 1]))
        for near in ways:
            ahead.append(near[free.take(near) > 0])
            free[ahead[-1]] = 0
        made = np.concatenate(ahead)
        distances[made] = self.distance
        return made
