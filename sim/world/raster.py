"""Rasterises rectangles, polygons and points of a map to tiles. Pure geometry."""

from __future__ import annotations

import math

from sim.types import Tile
from sim.world.map_records import MapObject

EPSILON = 1e-6
"""In tiles; keeps neighbouring rectangles from overlapping by rounding."""


def covered_tiles(item: MapObject, width: int, height: int) -> tuple[Tile, ...]:
    """The tiles whose centre lies in ``item``, in row order; for a point or a very thin shape the tile of its centre. Tiles
    outside the map (``width`` x ``height``) are left out."""
    left, top, right, bottom = _box(item)
    tiles = [
        (x, y)
        for y in range(max(0, math.floor(top)), min(height, math.ceil(bottom)))
        for x in range(max(0, math.floor(left)), min(width, math.ceil(right)))
        if _holds(item, x + 0.5, y + 0.5)
    ]
    if tiles:
        return tuple(tiles)
    x, y = (math.floor(part) for part in item.centre)
    return ((x, y),) if 0 <= x < width and 0 <= y < height else ()


def _box(item: MapObject) -> tuple[float, float, float, float]:
    if not item.polygon:
        return item.x, item.y, item.x + item.w, item.y + item.h
    xs, ys = [x for x, _ in item.polygon], [y for _, y in item.polygon]
    return min(xs), min(ys), max(xs), max(ys)


def _holds(item: MapObject, x: float, y: float) -> bool:
    if not item.polygon:
        return item.x - EPSILON <= x < item.x + item.w - EPSILON and item.y - EPSILON <= y < item.y + item.h - EPSILON
    inside = False
    previous = item.polygon[-1]
    for corner in item.polygon:
        if (corner[1] > y) != (previous[1] > y):
            slope = (previous[0] - corner[0]) / (previous[1] - corner[1])
            inside ^= x < corner[0] + (y - corner[1]) * slope
        previous = corner
    return inside
