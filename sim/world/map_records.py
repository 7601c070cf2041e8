"""The parts of a map as frozen records: layer, tileset, object; and ``MapError``. Built by ``sim.world.tiled``.

Rectangles, polygons and points are rasterised to tiles here too: pure geometry.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.types import Tile

Gids = npt.NDArray[np.uint32]
Mask = npt.NDArray[np.bool_]

GID_MASK = 0x0FFFFFFF
"""Removes Tiled's four flip bits (x, y, diagonal, hexagonal) from a gid, which leaves the number of a tile."""
MAX_MESSAGE = 400
"""The most characters of a message, which may quote the text of an untrusted file."""


def one_line(message: str) -> str:
    """``message`` on one line; a long one is shortened in the middle."""
    message = " ".join(message.split("\n"))
    half = MAX_MESSAGE // 2
    return message if len(message) <= MAX_MESSAGE else f"{message[:half]} ... {message[-half:]}"


class MapError(ValueError):
    """A map that cannot be used; one line names the file, the problem and what to do."""

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """One tile layer. ``gids`` is (height, width) including flip bits, 0 where empty. ``over``: drawn above residents;
    ``hidden``: not drawn (invisible in Tiled, or the layer ``collision``)."""

    name: str
    gids: Gids
    over: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Tileset:
    """One tileset. Tile ids are local, from 0; a gid is ``first_gid + id``. Sizes are in pixels.

    ``image`` is a name in ``TileMap.files()``, or "" for a collection with one image per tile (``tile_images``).
    """

    first_gid: int
    name: str
    columns: int
    tile_width: int
    tile_height: int
    spacing: int
    margin: int
    count: int
    image: str
    solid: tuple[int, ...] = ()
    properties: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    tile_images: Mapping[int, str] = field(default_factory=dict)

    def rect(self, tile: int) -> tuple[int, int, int, int]:
        """Pixels (x, y, w, h) of local tile ``tile`` in ``image``."""
        column, row = tile % max(1, self.columns), tile // max(1, self.columns)
        x = self.margin + column * (self.tile_width + self.spacing)
        y = self.margin + row * (self.tile_height + self.spacing)
        return x, y, self.tile_width, self.tile_height


@dataclass(frozen=True, slots=True)
class MapObject:
    """One object of an object layer. ``id`` is Tiled's. ``x, y`` (top left corner) and ``w, h`` are in tiles; ``polygon`` has
    absolute corners in tiles, () for rectangles and points."""

    id: int
    layer: str
    name: str
    cls: str
    x: float
    y: float
    w: float
    h: float
    polygon: tuple[tuple[float, float], ...] = ()
    properties: Mapping[str, Any] = field(default_factory=dict)

    @property
    def centre(self) -> tuple[float, float]:
        """The centre in tiles: of the rectangle, or the mean of the polygon's corners."""
        if not self.polygon:
            return self.x + self.w / 2, self.y + self.h / 2
        return sum(x for x, _ in self.polygon) / len(self.polygon), sum(y for _, y in self.polygon) / len(self.polygon)


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
