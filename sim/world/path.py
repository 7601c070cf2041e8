"""Shortest walks on the collision grid, kept per destination.

A destination is a tile; its distance field is made by a breadth-first flood, as far as the walk at hand needs it, and kept, so
that the thousandth resident to walk there only follows it downhill. Knows nothing of places or of who stands in the way. A walk
depends on start and goals alone, never on what happens to be kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from sim.types import Tile
from sim.world.flood import Field, Flood
from sim.world.records import Mask

CACHE_BYTES = 64 * 2**20
"""Bytes of distance fields kept: over 4,000 destinations of walks within a quarter of a town."""
LEAST = 8
"""Fields kept whatever their size."""
AROUND = 32
"""Tiles around a destination that its field covers at first; doubled for walks from further off."""


class Paths:
    """Walks on ``solid`` (height, width; True blocks), in four directions, one tile a step; ``links`` are pairs of tiles with
    stairs between them, one step either way.

    Ties are broken the same way every time: straight on if that is as short, else up, left, right, down, stairs.
    """

    def __init__(self, solid: Mask, links: Iterable[tuple[Tile, Tile]] = (), cache_bytes: int = CACHE_BYTES) -> None:
        self.height, self.width = solid.shape
        self._floor = ~solid
        ways = [(a, b) for a, b in links if self.open(a) and self.open(b)]
        self._stairs = [way for a, b in ways for way in ((a, b), (b, a))]
        self._floods: OrderedDict[tuple[Tile, ...], Flood] = OrderedDict()
        self._bytes, self._most = 0, cache_bytes

    def walk(self, start: Tile, goals: Iterable[Tile]) -> tuple[Tile, ...] | None:
        """The tiles from ``start`` (included) to the nearest of ``goals``, the earlier of two as near; (start,) when there
        already; None if there is no way. Somebody on a solid tile may step off it, but nobody steps onto one."""
        ends = [tile for tile in goals if self.open(tile)]
        if len(ends) > 1 and self.open(start):
            return self._outward(start, ends)
        found = self._toward(start, ends)
        if found is None:
            return None
        first, flood = found
        cells = [flood.cell(first)]
        heading = (first[1] - start[1]) * flood.stride + first[0] - start[0]
        self._descend(cells, heading, flood)
        tiles = tuple(map(flood.tile, cells))
        return tiles if first == start else (start, *tiles)

    def distance(self, start: Tile, goals: Iterable[Tile]) -> int | None:
        """Steps of that walk, 0 when there already, None if there is no way."""
        found = self._toward(start, goals)
        return None if found is None else found[1].at(found[0]) + (found[0] != start)

    def field(self, goals: Iterable[Tile]) -> Field | None:
        """Steps to the nearest of ``goals`` for every tile, (height, width), -1 where there is no way; None for no goals."""
        tiles = [tile for tile in goals if self.open(tile)]
        return Flood(self._floor, tiles, self.width + self.height, self._stairs).everywhere() if tiles else None

    def open(self, tile: Tile) -> bool:
        """Whether somebody can stand on ``tile``; False outside the map."""
        return self._inside(tile) and bool(self._floor[tile[1], tile[0]])

    def _outward(self, start: Tile, goals: list[Tile]) -> tuple[Tile, ...] | None:
        """The walk to the nearest of several goals, by the start's own field: back from that goal over every tile that lies
        on some shortest walk, then forward over these."""
        flood = self._flooded([start], goals)
        reached = [tile for tile in goals if flood.at(tile) >= 0]
        if not reached:
            return None
        layers = _layers(flood, flood.cell(min(reached, key=flood.at)))
        cells, heading = [flood.cell(start)], 0
        for layer in layers:
            here = cells[-1]
            if heading not in flood.steps or here + heading not in layer:
                heading = next(step for step in flood.ways(here) if here + step in layer)
            cells.append(here + heading)
        return tuple(map(flood.tile, cells))

    def _toward(self, start: Tile, goals: Iterable[Tile]) -> tuple[Tile, Flood] | None:
        """The tile to begin at (the start, or one beside it where the start is solid) and the field to follow from there.

        Of several goals the start's own field says which is nearest: starts and single goals are the few tiles where people
        stand, so their fields are met again, while sets of goals (the free spots of a room) are hardly ever the same twice.
        """
        tiles = [tile for tile in goals if self.open(tile)]
        begins = self._begins(start)
        if len(tiles) > 1 and len(begins) == 1:
            around = self._flooded(begins, tiles)
            tiles = sorted((tile for tile in tiles if around.at(tile) >= 0), key=around.at)[:1]
        if not tiles or not begins:
            return None
        flood = self._flooded(tiles, begins)
        reached = [tile for tile in begins if flood.at(tile) >= 0]
        return (min(reached, key=flood.at), flood) if reached else None

    def _begins(self, start: Tile) -> list[Tile]:
        """The tiles a walk from ``start`` can begin at."""
        if not self._inside(start):
            return []
        x, y = start
        beside = ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
        return [start] if self.open(start) else [tile for tile in beside if self.open(tile)]

    def _descend(self, cells: list[int], heading: int, flood: Flood) -> None:
        """Extends ``cells`` downhill to a goal."""
        here, field, steps = cells[-1], flood.field, flood.steps
        left = int(field[here])
        while left > 0:
            left -= 1
            if heading not in steps or field[here + heading] != left:
                heading = next(step for step in flood.ways(here) if field[here + step] == left)
            here += heading
            cells.append(here)

    def _flooded(self, goals: list[Tile], until: list[Tile]) -> Flood:
        """The field of ``goals``, right at least up to the first of ``until`` that is reached."""
        key = tuple(sorted(set(goals)))
        flood = self._floods.pop(key, None)
        self._bytes -= 0 if flood is None else flood.nbytes
        reach = AROUND if not self._stairs else self.width + self.height
        flood = flood or Flood(self._floor, key, reach, self._stairs)
        while not flood.until(until) and not flood.done:
            reach = 2 * max(AROUND, flood.sure)
            flood = Flood(self._floor, key, reach)
        self._floods[key] = flood
        self._bytes += flood.nbytes
        while self._bytes > self._most and len(self._floods) > LEAST:
            self._bytes -= self._floods.popitem(last=False)[1].nbytes
        return flood

    def _inside(self, tile: Tile) -> bool:
        return bool(0 <= tile[0] < self.width and 0 <= tile[1] < self.height)


def _layers(flood: Flood, goal: int) -> list[set[int]]:
    """The cells of all shortest walks from the flood's origin to ``goal``, by steps from the origin, which is left out."""
    field, layers = flood.field.data, [{goal}]
    ways = flood.ways if flood.linked else lambda _: flood.steps
    for left in range(field[goal] - 1, 0, -1):
        layers.append({cell + step for cell in layers[-1] for step in ways(cell) if field[cell + step] == left})
    return layers[::-1] if field[goal] else []
