"""A distance field: how many steps it is from every tile to a destination, flooded outwards wave by wave as far as needed.

It covers a window around the destination rather than the map, so that thousands of fields of a large town fit into memory.
Distances up to ``sure`` are right whatever lies outside the window. Knows the floor; which fields are kept is ``path``'s
business.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.types import Tile
from sim.world.records import Mask

Cells = npt.NDArray[np.int32]
Field = npt.NDArray[np.signedinteger[Any]]
FAR = np.iinfo(np.int16).max
"""The greatest distance that 16 bits hold."""
FEW = 100
"""Cells of a front below which going from cell to cell is cheaper than arrays."""


class Flood:
    """The field of ``goals`` (open tiles) on ``floor`` (height, width; True is open), at most ``reach`` tiles around them.
    ``stairs`` are pairs of open tiles, one step from the first to the second; with stairs ``reach`` must take in the map."""

    def __init__(self, floor: Mask, goals: Sequence[Tile], reach: int, stairs: Sequence[tuple[Tile, Tile]] = ()) -> None:
        height, width = floor.shape
        xs, ys = [x for x, _ in goals], [y for _, y in goals]
        self._left, right = max(0, min(xs) - reach), min(width, max(xs) + reach + 1)
        self._top, bottom = max(0, min(ys) - reach), min(height, max(ys) + reach + 1)
        whole = (self._left, self._top, right, bottom) == (0, 0, width, height)
        self.sure = width * height if whole else reach
        """Steps up to which distances are right: no walk as short leaves the window."""
        self._width, self._height = right - self._left, bottom - self._top
        self.stride = self._width + 2
        framed = np.pad(floor[self._top : bottom, self._left : right], 1)  # a solid frame saves tests for the border
        self._free = bytearray(framed.astype(np.uint8).tobytes())
        """1 for open cells that the flood has not come to, which it clears."""
        self.steps = (-self.stride, -1, 1, self.stride)
        self._beside = np.array(self.steps, dtype=np.int32)[:, None]
        self._stairs = np.array([(self.cell(a), self.cell(b)) for a, b in stairs], dtype=np.int32).reshape(-1, 2)
        self.field: Field = np.full(len(self._free), -1, dtype=np.int16)
        self._front: list[int] | Cells = sorted({self.cell(goal) for goal in goals})
        for cell in self._front:
            self.field[cell] = self._free[cell] = 0
        self.distance = 0
        """How far the flood has come."""

    @property
    def nbytes(self) -> int:
        return int(self.field.nbytes) + len(self._free)

    @property
    def done(self) -> bool:
        """Whether all that can be reached is reached."""
        return not len(self._front)

    @property
    def linked(self) -> bool:
        """Whether there are stairs."""
        return bool(self._stairs.size)

    def cell(self, tile: Tile) -> int:
        """The index of a tile in ``field``; -1 outside the window."""
        x, y = tile[0] - self._left, tile[1] - self._top
        return (y + 1) * self.stride + x + 1 if 0 <= x < self._width and 0 <= y < self._height else -1

    def tile(self, cell: int) -> Tile:
        y, x = divmod(cell, self.stride)
        return x - 1 + self._left, y - 1 + self._top

    def at(self, tile: Tile) -> int:
        """Steps from a tile, -1 where the flood has not come."""
        cell = self.cell(tile)
        return -1 if cell < 0 else int(self.field[cell])

    def until(self, tiles: Sequence[Tile]) -> bool:
        """Flood until the first of ``tiles``, which are open, is reached, or as far as distances are sure; whether any was."""
        free, wanted = self._free, [cell for cell in map(self.cell, tiles) if cell >= 0]
        while not any(not free[cell] for cell in wanted):
            if self.done or self.distance >= self.sure:
                return False
            self._spread()
        return True

    def everywhere(self) -> Field:
        """Flood to the end: the field of the window, (height, width), -1 where there is no way."""
        while not self.done:
            self._spread()
        return self.field.reshape(self._height + 2, self.stride)[1:-1, 1:-1].copy()

    def ways(self, here: int) -> Iterable[int]:
        """What may be added to a cell to go on from it, in the order of preference: up, left, right, down, stairs."""
        yield from self.steps
        yield from (int(cell) - here for cell in self._stairs[self._stairs[:, 0] == here, 1])

    def _spread(self) -> None:
        """One wave: every open cell beside the front that was not reached before is one step further off."""
        if self.distance == FAR:
            self.field = self.field.astype(np.int32)  # a maze; whole towns stay within 16 bits
        self.distance += 1
        narrow = len(self._front) < FEW and not self._stairs.size
        self._front = self._creep(list(self._front)) if narrow else self._sweep(np.array(self._front, np.int32))

    def _creep(self, front: list[int]) -> list[int]:
        """A wave cell by cell: with so few of them cheaper than whole arrays."""
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
        self.field[ahead] = self.distance
        return ahead

    def _sweep(self, front: Cells) -> Cells:
        """A wave in arrays."""
        free, field = np.frombuffer(self._free, np.uint8), self.field
        near = (front[None, :] + self._beside).ravel()
        if self._stairs.size:
            near = np.concatenate([near, self._stairs[field[self._stairs[:, 0]] == self.distance - 1, 1]])
        near = np.unique(near[free[near] > 0])
        field[near], free[near] = self.distance, 0
        return near
