"""Shortest walks on the collision grid, kept per destination.

A destination is a tile; its distance field (how many steps from every tile to it) is made by a breadth-first flood, as far
as the walk at hand needs it, and kept, so that the thousandth resident to walk there only follows it downhill. Knows nothing
of places or of who stands in the way. A walk depends on start and goals alone, never on what happens to be kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.types import Tile
from sim.world.records import Mask

Cells = npt.NDArray[np.int32]
Field = npt.NDArray[np.signedinteger[Any]]

CACHE_BYTES = 64 * 2**20
"""Bytes of distance fields kept; a field of a 100 x 70 town has some 15 kB, so over 4,000 destinations."""


@dataclass(slots=True)
class _Flood:
    """A field under way: steps to the destination for every cell, -1 where the flood has not come (yet)."""

    field: Field
    front: Cells
    """The cells reached last, ``distance`` steps off; empty when everything is reached."""
    distance: int = 0


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
        self._beside = np.array(self._steps, dtype=np.int32)[:, None]
        ways = [(self._flat(a), self._flat(b)) for a, b in links if self.open(a) and self.open(b)]
        self._stairs = np.array([way for a, b in ways for way in ((a, b), (b, a))], dtype=np.int32).reshape(-1, 2)
        self._floods: OrderedDict[bytes, _Flood] = OrderedDict()
        self._most = max(8, cache_bytes // (2 * self._free.size))
        self._claim = np.zeros(self._free.size, dtype=np.int32)

    def walk(self, start: Tile, goals: Iterable[Tile]) -> tuple[Tile, ...] | None:
        """The tiles from ``start`` (included) to the nearest of ``goals``, the earlier of two as near; (start,) when there
        already; None if there is no way. Somebody on a solid tile may step off it, but nobody steps onto one."""
        found = self._toward(start, goals)
        if found is None:
            return None
        first, field = found
        flat = [self._flat(start)]
        if first != flat[0]:
            flat.append(first)
        self._descend(flat, field)
        return tuple(self._tile(cell) for cell in flat)

    def distance(self, start: Tile, goals: Iterable[Tile]) -> int | None:
        """Steps of that walk, 0 when there already, None if there is no way."""
        found = self._toward(start, goals)
        return None if found is None else int(found[1][found[0]]) + (found[0] != self._flat(start))

    def field(self, goals: Iterable[Tile]) -> Field | None:
        """Steps to the nearest of ``goals`` for every tile, (height, width), -1 where there is no way; None for no goals."""
        cells = [self._flat(tile) for tile in goals if self.open(tile)]
        field = self._flooded(cells, None) if cells else None
        return None if field is None else field.reshape(self.height + 2, self.width + 2)[1:-1, 1:-1].copy()

    def open(self, tile: Tile) -> bool:
        """Whether somebody can stand on ``tile``; False outside the map."""
        return self._inside(tile) and bool(self._free[self._flat(tile)])

    def _toward(self, start: Tile, goals: Iterable[Tile]) -> tuple[int, Field] | None:
        """The cell to begin at (the start, or one beside it where the start is solid) and the field to follow from there.

        Of several goals the start's own field says which is nearest: starts and single goals are the few tiles where people
        stand, so their fields are met again, while sets of goals (the free spots of a room) are hardly ever the same twice.
        """
        cells = [self._flat(tile) for tile in goals if self.open(tile)]
        begins = self._begins(start)
        if len(cells) > 1 and len(begins) == 1:
            around = self._flooded(begins, cells)
            cells = sorted((cell for cell in cells if around[cell] >= 0), key=around.__getitem__)[:1]
        if not cells or not begins:
            return None
        field = self._flooded(cells, begins)
        reached = [cell for cell in begins if field[cell] >= 0]
        return (min(reached, key=field.__getitem__), field) if reached else None

    def _begins(self, start: Tile) -> list[int]:
        """The cells a walk from ``start`` can begin at."""
        if not self._inside(start):
            return []
        here = self._flat(start)
        return [here] if self._free[here] else [here + step for step in self._steps if self._free[here + step]]

    def _descend(self, flat: list[int], field: Field) -> None:
        """Extends ``flat`` downhill to a goal."""
        here, left = flat[-1], int(field[flat[-1]])
        heading = here - flat[-2] if len(flat) > 1 else 0
        while left > 0:
            left -= 1
            if heading not in self._steps or field[here + heading] != left:
                heading = next(step for step in self._ways(here) if field[here + step] == left)
            here += heading
            flat.append(here)

    def _ways(self, here: int) -> Iterator[int]:
        """What may be added to a cell to go on from it, in the order of preference."""
        yield from self._steps
        yield from (int(cell) - here for cell in self._stairs[self._stairs[:, 0] == here, 1])

    def _flooded(self, cells: list[int], until: list[int] | None) -> Field:
        """Steps to the nearest of ``cells``, right at least up to the first of ``until`` that is reached (None: everywhere)."""
        targets = np.array(sorted(set(cells)), dtype=np.int32)
        key = targets.tobytes()
        flood = self._floods.get(key)
        if flood is None:
            flood = self._floods[key] = _Flood(np.full(self._free.size, -1, dtype=np.int16), targets)
            flood.field[targets] = 0
            if len(self._floods) > self._most:
                self._floods.popitem(last=False)
        else:
            self._floods.move_to_end(key)
        wanted = None if until is None else np.array(until, dtype=np.int32)
        while flood.front.size and (wanted is None or not (flood.field[wanted] >= 0).any()):
            self._spread(flood)
        return flood.field

    def _spread(self, flood: _Flood) -> None:
        """One wave: every open cell beside the front that was not reached before is one step further off."""
        if flood.distance == np.iinfo(np.int16).max:
            flood.field = flood.field.astype(np.int32)  # a maze; whole towns stay within 16 bits
        near = (flood.front[None, :] + self._beside).ravel()
        if self._stairs.size:
            near = np.concatenate([near, self._stairs[flood.field[self._stairs[:, 0]] == flood.distance, 1]])
        near = near[self._free[near] & (flood.field[near] < 0)]
        flood.distance += 1
        flood.field[near] = flood.distance
        order = np.arange(near.size, dtype=np.int32)
        self._claim[near] = order  # the last to claim a cell keeps it: each cell once, without sorting
        flood.front = near[self._claim[near] == order]

    def _inside(self, tile: Tile) -> bool:
        return bool(0 <= tile[0] < self.width and 0 <= tile[1] < self.height)

    def _flat(self, tile: Tile) -> int:
        return int((tile[1] + 1) * self._stride + tile[0] + 1)

    def _tile(self, cell: int) -> Tile:
        y, x = divmod(cell, self._stride)
        return x - 1, y - 1
