"""Shortest walks on the collision grid, cached per destination.

A destination is a set of tiles; its distance field (how many steps from every tile to the nearest of them) is made once
by a breadth-first flood and kept, so that the thousandth resident to walk there only follows it downhill. Knows nothing of
places or of who stands in the way.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from sim.types import Tile
from sim.world.records import Mask

Field = npt.NDArray[np.int32]

CACHE_BYTES = 64 * 2**20
"""Bytes of distance fields kept; a 100 x 70 town has some 30 kB a field, so over 2,000 destinations."""


class Paths:
    """Walks on ``solid`` (height, width; True blocks), in four directions, one tile a step; ``links`` are pairs of tiles with
    stairs between them, one step either way.

    Ties are broken the same way every time: straight on if that is as short, else up, left, right, down, stairs.
    """

    def __init__(self, solid: Mask, links: Iterable[tuple[Tile, Tile]] = (), cache_bytes: int = CACHE_BYTES) -> None:
        self.height, self.width = solid.shape
        self._stride = self.width + 2
        self._free = np.pad(~solid, 1).ravel()  # a solid frame saves every test for the border
        self._steps = (-self._stride, -1, 1, self._stride)
        ways = [(self._flat(a), self._flat(b)) for a, b in links if self.open(a) and self.open(b)]
        self._stairs = np.array([way for a, b in ways for way in ((a, b), (b, a))], dtype=np.int32).reshape(-1, 2)
        self._fields: OrderedDict[bytes, Field] = OrderedDict()
        self._most = max(8, cache_bytes // (4 * self._free.size))

    def walk(self, start: Tile, goals: Iterable[Tile]) -> tuple[Tile, ...] | None:
        """The tiles from ``start`` (included) to the nearest of ``goals``, the earlier of two as near; (start,) when there
        already; None if there is no way. Somebody on a solid tile may step off it, but nobody steps onto one."""
        field = self._field_to(start, goals)
        here = None if field is None else self._first(start, field)
        if field is None or here is None:
            return None
        flat = [self._flat(start)]
        if here != flat[0]:
            flat.append(here)
        self._descend(flat, field)
        return tuple(self._tile(cell) for cell in flat)

    def distance(self, start: Tile, goals: Iterable[Tile]) -> int | None:
        """Steps of that walk, 0 when there already, None if there is no way."""
        field = self._field_to(start, goals)
        here = None if field is None else self._first(start, field)
        if field is None or here is None:
            return None
        return int(field[here]) + (here != self._flat(start))

    def field(self, goals: Iterable[Tile]) -> Field | None:
        """Steps to the nearest of ``goals`` for every tile, (height, width), -1 where there is no way; None for no goals."""
        field = self._field([self._flat(tile) for tile in goals if self.open(tile)])
        return None if field is None else field.reshape(self.height + 2, self.width + 2)[1:-1, 1:-1]

    def open(self, tile: Tile) -> bool:
        """Whether somebody can stand on ``tile``; False outside the map."""
        return self._inside(tile) and bool(self._free[self._flat(tile)])

    def _descend(self, flat: list[int], field: Field) -> None:
        """Extends ``flat`` downhill to a goal."""
        here, left = flat[-1], int(field[flat[-1]])
        heading = here - flat[-2] if len(flat) > 1 else 0
        while left > 0:
            left -= 1
            if not heading or field[here + heading] != left:
                heading = next(step for step in self._ways(here) if field[here + step] == left)
            here += heading
            flat.append(here)
            if heading not in self._steps:
                heading = 0

    def _ways(self, here: int) -> Iterator[int]:
        """What may be added to a cell to go on from it, in the order of preference."""
        yield from self._steps
        yield from (int(cell) - here for cell in self._stairs[self._stairs[:, 0] == here, 1])

    def _first(self, start: Tile, field: Field) -> int | None:
        """The cell from which the field leads on: the start itself, or the best one beside it where the start is solid."""
        if not self._inside(start):
            return None
        here = self._flat(start)
        if field[here] >= 0:
            return here
        if self._free[here]:
            return None
        beside = [here + step for step in self._steps if field[here + step] >= 0]
        return min(beside, key=lambda cell: (field[cell], cell), default=None)

    def _field_to(self, start: Tile, goals: Iterable[Tile]) -> Field | None:
        """The field of the goal nearest to ``start``. Where there are several, the start's own field says which: starts and
        single goals are the few tiles where people stand, so their fields are kept and met again, while sets of goals (the
        free spots of a room) are hardly ever the same twice."""
        cells = [self._flat(tile) for tile in goals if self.open(tile)]
        if len(cells) > 1 and self.open(start):
            around = self._field([self._flat(start)])
            near = [cell for cell in cells if around is not None and around[cell] >= 0]
            cells = [] if around is None or not near else [min(near, key=around.__getitem__)]
        return self._field(cells)

    def _field(self, cells: Iterable[int]) -> Field | None:
        """Steps to the nearest of ``cells`` for every cell, kept or made; None for no cells."""
        targets = np.array(sorted(set(cells)), dtype=np.int32)
        if not targets.size:
            return None
        key = targets.tobytes()
        field = self._fields.get(key)
        if field is None:
            field = self._fields[key] = self._flood(targets)
            if len(self._fields) > self._most:
                self._fields.popitem(last=False)
        else:
            self._fields.move_to_end(key)
        return field

    def _flood(self, front: Field) -> Field:
        """Steps to the nearest of ``front`` for every cell, -1 where there is no way, wave by wave."""
        field = np.full(self._free.size, -1, dtype=np.int32)
        claim = np.zeros(self._free.size, dtype=np.int32)
        steps = np.array(self._steps, dtype=np.int32)[:, None]
        field[front] = 0
        distance = 0
        while front.size:
            distance += 1
            near = (front[None, :] + steps).ravel()
            if self._stairs.size:
                near = np.concatenate([near, self._stairs[field[self._stairs[:, 0]] == distance - 1, 1]])
            near = near[self._free[near] & (field[near] < 0)]
            field[near] = distance
            order = np.arange(near.size, dtype=np.int32)
            claim[near] = order  # the last to claim a cell keeps it: each cell once, without sorting
            front = near[claim[near] == order]
        field.setflags(write=False)
        return field

    def _inside(self, tile: Tile) -> bool:
        return bool(0 <= tile[0] < self.width and 0 <= tile[1] < self.height)

    def _flat(self, tile: Tile) -> int:
        return int((tile[1] + 1) * self._stride + tile[0] + 1)

    def _tile(self, cell: int) -> Tile:
        y, x = divmod(cell, self._stride)
        return x - 1, y - 1
