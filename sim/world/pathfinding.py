"""``Pathfinder``: shortest paths on the collision grid, by distance fields that are cached per destination.

The first walk to a tile floods that tile's distance field as far as needed; later walks only descend it. Knows nothing of
places or of other residents. A path depends on start and goals alone, never on what is in the cache.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from sim.types import Tile
from sim.world.distance_field import DistanceField, Distances
from sim.world.map_records import Mask

CACHE_BYTES = 64 * 2**20
"""The most bytes of cached fields: over 4,000 destinations of walks within a quarter of a town."""
MIN_FIELDS = 8
"""Fields that are kept whatever their size."""
INITIAL_REACH = 32
"""Tiles around a destination that its field covers at first; doubled for starts that are further away."""


class Pathfinder:
    """Paths on ``solid`` (height, width; True blocks) in four directions, one tile per step. ``links`` are pairs of tiles that
    stairs join, one step in either direction.

    Ties are broken deterministically: straight on if that is as short, else up, left, right, down, stairs.
    """

    def __init__(self, solid: Mask, links: Iterable[tuple[Tile, Tile]] = (), cache_bytes: int = CACHE_BYTES) -> None:
        self.height, self.width = solid.shape
        self._floor = ~solid
        ways = [(a, b) for a, b in links if self.open(a) and self.open(b)]
        self._stairs = [way for a, b in ways for way in ((a, b), (b, a))]
        self._fields: OrderedDict[tuple[Tile, ...], DistanceField] = OrderedDict()
        self._bytes, self._most = 0, cache_bytes

    def walk(self, start: Tile, goals: Iterable[Tile]) -> tuple[Tile, ...] | None:
        """The tiles from ``start`` (included) to the nearest of ``goals`` (the first of several as near). (start,) if it is a
        goal; None if there is no path. A path may leave a solid tile but never enters one."""
        ends = [tile for tile in goals if self.open(tile)]
        if len(ends) > 1 and self.open(start):
            return self._outward(start, ends)
        found = self._toward(start, ends)
        if found is None:
            return None
        first, field = found
        cells = [field.cell(first)]
        heading = (first[1] - start[1]) * field.stride + first[0] - start[0]
        self._descend(cells, heading, field)
        tiles = tuple(map(field.tile, cells))
        return tiles if first == start else (start, *tiles)

    def distance(self, start: Tile, goals: Iterable[Tile]) -> int | None:
        """The number of steps of that path; None if there is none."""
        found = self._toward(start, goals)
        return None if found is None else found[1].at(found[0]) + (found[0] != start)

    def field(self, goals: Iterable[Tile]) -> Distances | None:
        """Steps to the nearest of ``goals`` for every tile, (height, width), -1 where there is no path; None without goals."""
        tiles = [tile for tile in goals if self.open(tile)]
        return DistanceField(self._floor, tiles, self.width + self.height, self._stairs).complete() if tiles else None

    def open(self, tile: Tile) -> bool:
        """Whether a resident can stand on ``tile``; False outside the map."""
        return self._inside(tile) and bool(self._floor[tile[1], tile[0]])

    def _outward(self, start: Tile, goals: list[Tile]) -> tuple[Tile, ...] | None:
        """The path to the nearest of several goals, by the field of the start: the tiles on all shortest paths are collected
        backwards from that goal, then one path is followed forwards."""
        field = self._field_of([start], goals)
        reached = [tile for tile in goals if field.at(tile) >= 0]
        if not reached:
            return None
        layers = _layers(field, field.cell(min(reached, key=field.at)))
        cells, heading = [field.cell(start)], 0
        for layer in layers:
            here = cells[-1]
            if heading not in field.steps or here + heading not in layer:
                heading = next(step for step in field.steps_from(here) if here + step in layer)
            cells.append(here + heading)
        return tuple(map(field.tile, cells))

    def _toward(self, start: Tile, goals: Iterable[Tile]) -> tuple[Tile, DistanceField] | None:
        """The first tile (the start, or one beside a solid start) and the field to descend from there.

        Of several goals, the field of the start tells the nearest one. Fields of single tiles are often used again, since
        residents stand on few tiles, while sets of goals (the free spots of a room) hardly recur.
        """
        tiles = [tile for tile in goals if self.open(tile)]
        begins = self._begins(start)
        if len(tiles) > 1 and len(begins) == 1:
            around = self._field_of(begins, tiles)
            tiles = sorted((tile for tile in tiles if around.at(tile) >= 0), key=around.at)[:1]
        if not tiles or not begins:
            return None
        field = self._field_of(tiles, begins)
        reached = [tile for tile in begins if field.at(tile) >= 0]
        return (min(reached, key=field.at), field) if reached else None

    def _begins(self, start: Tile) -> list[Tile]:
        """The open tiles at which a path from ``start`` can begin."""
        if not self._inside(start):
            return []
        x, y = start
        beside = ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
        return [start] if self.open(start) else [tile for tile in beside if self.open(tile)]

    def _descend(self, cells: list[int], heading: int, field: DistanceField) -> None:
        """Extend ``cells`` downhill to a goal."""
        here, distances, steps = cells[-1], field.distances, field.steps
        left = int(distances[here])
        while left > 0:
            left -= 1
            if heading not in steps or distances[here + heading] != left:
                heading = next(step for step in field.steps_from(here) if distances[here + step] == left)
            here += heading
            cells.append(here)

    def _field_of(self, goals: list[Tile], until: list[Tile]) -> DistanceField:
        """The cached field of ``goals``, flooded at least up to the nearest of ``until``."""
        key = tuple(sorted(set(goals)))
        field = self._fields.pop(key, None)
        self._bytes -= 0 if field is None else field.nbytes
        reach = INITIAL_REACH if not self._stairs else self.width + self.height
        field = field or DistanceField(self._floor, key, reach, self._stairs)
        while not field.flood_until(until) and not field.done:
            reach = 2 * max(INITIAL_REACH, field.sure)
            field = DistanceField(self._floor, key, reach)
        self._fields[key] = field
        self._bytes += field.nbytes
        while self._bytes > self._most and len(self._fields) > MIN_FIELDS:
            self._bytes -= self._fields.popitem(last=False)[1].nbytes
        return field

    def _inside(self, tile: Tile) -> bool:
        return bool(0 <= tile[0] < self.width and 0 <= tile[1] < self.height)


def _layers(field: DistanceField, goal: int) -> list[set[int]]:
    """The cells of all shortest paths from the field's origin to ``goal``: one set per step, without the origin."""
    distances, layers = field.distances.data, [{goal}]
    for left in range(distances[goal] - 1, 0, -1):
        near = (cell + step for cell in layers[-1] for step in field.steps_from(cell))
        layers.append({cell for cell in near if distances[cell] == left})
    return layers[::-1] if distances[goal] else []
