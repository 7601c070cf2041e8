"""The parts of a map as frozen records: layer, tileset, object; and ``MapError``. Built by ``sim.world.tiled``.

Rectangles, polygons and points are rasterised to tiles here too: pure geometry.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.types import Tile

Gids = npt.NDArray[np.uint32]
Mask = npt.NDArray[np.bool_]
Polygon = tuple[tuple[float, float], ...]
"""Corners (x, y) in tiles. A point lies inside where a line from it crosses the outline an odd number of times."""

GID_MASK = 0x0FFFFFFF
"""Removes Tiled's four flip bits (x, y, diagonal, hexagonal) from a gid, which leaves the number of a tile."""
FLIP_X = 0x80000000
"""Tiled's bit of a tile that is mirrored left to right; the next two are top to bottom, and at the diagonal."""
FLIP_Y = 0x40000000
FLIP_DIAGONAL = 0x20000000
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
    ``hidden``: not drawn (invisible in Tiled, or a layer named ``collision``). ``blocks``: whether its tiles stop people, or
    None where the map does not say."""

    name: str
    gids: Gids
    over: bool = False
    hidden: bool = False
    blocks: bool | None = None


@dataclass(frozen=True, slots=True)
class TileShape:
    """The collision shapes of a tile. ``polygons`` have corners in shares of the tile's picture, from 0 to 1; ``size`` is that
    of the picture and ``shift`` how far right and down it is drawn, both in tiles of the map."""

    polygons: tuple[Polygon, ...]
    size: tuple[float, float]
    shift: tuple[float, float]


def flipped(polygons: Sequence[Polygon], gid: int) -> tuple[Polygon, ...]:
    """Polygons in shares of a picture, mirrored as the flip bits of ``gid`` say: at the diagonal first, as in Tiled."""

    def at(x: float, y: float) -> tuple[float, float]:
        x, y = (y, x) if gid & FLIP_DIAGONAL else (x, y)
        return 1 - x if gid & FLIP_X else x, 1 - y if gid & FLIP_Y else y

    return tuple(tuple(at(x, y) for x, y in polygon) for polygon in polygons)


@dataclass(frozen=True, slots=True)
class Tileset:
    """One tileset. Tile ids are local, from 0; a gid is ``first_gid + id``. Sizes are in pixels.

    ``image`` is a name in ``TileMap.files()``, or "" for a collection with one image per tile (``tile_images``). ``align`` is
    where the position of a tile object lies in its picture, as shares of width and height.
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
    shapes: Mapping[int, TileShape] = field(default_factory=dict)
    classes: Mapping[int, str] = field(default_factory=dict)
    align: tuple[float, float] = (0.0, 1.0)

    def rect(self, tile: int) -> tuple[int, int, int, int]:
        """Pixels (x, y, w, h) of local tile ``tile`` in ``image``."""
        column, row = tile % max(1, self.columns), tile // max(1, self.columns)
        x = self.margin + column * (self.tile_width + self.spacing)
        y = self.margin + row * (self.tile_height + self.spacing)
        return x, y, self.tile_width, self.tile_height


@dataclass(frozen=True, slots=True)
class MapObject:
    """One object of an object layer. ``id`` is Tiled's. ``x, y`` (top left corner) and ``w, h`` are in tiles; ``polygon`` has
    absolute corners in tiles and lies in that box, () for rectangles and points. ``line``: an open polyline, which has no
    area. ``shapes`` are the areas with which it stops people, whatever it is."""

    id: int
    layer: str
    name: str
    cls: str
    x: float
    y: float
    w: float
    h: float
    polygon: Polygon = ()
    properties: Mapping[str, Any] = field(default_factory=dict)
    line: bool = False
    shapes: tuple[Polygon, ...] = ()

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
    columns, rows = _columns(item, width), _rows(item, height)
    if item.polygon:
        inside = holds(item.polygon, np.array(columns) + 0.5, np.array(rows) + 0.5)
        tiles = [(columns[x], rows[y]) for y, x in np.argwhere(inside).tolist()]
    else:
        xs = [x for x in columns if item.x - EPSILON <= x + 0.5 < item.x + item.w - EPSILON]
        ys = [y for y in rows if item.y - EPSILON <= y + 0.5 < item.y + item.h - EPSILON]
        tiles = [(x, y) for y in ys for x in xs]
    if tiles:
        return tuple(tiles)
    x, y = (math.floor(part) for part in item.centre)
    return ((x, y),) if 0 <= x < width and 0 <= y < height else ()


def area(item: MapObject, width: int, height: int) -> int:
    """The tiles of the map in the box of ``item``."""
    return max(1, len(_columns(item, width)) * len(_rows(item, height)))


def box_area(polygon: Polygon, width: int, height: int) -> int:
    """The tiles of the map in the box of a polygon."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return len(_span(min(xs), max(xs), width)) * len(_span(min(ys), max(ys), height))


def _columns(item: MapObject, width: int) -> range:
    return _span(item.x, item.x + item.w, width)


def _rows(item: MapObject, height: int) -> range:
    return _span(item.y, item.y + item.h, height)


def _span(start: float, end: float, length: int) -> range:
    return range(max(0, math.floor(start)), max(0, min(length, math.ceil(end))))


def holds(polygon: Polygon, xs: npt.NDArray[np.float64], ys: npt.NDArray[np.float64]) -> Mask:
    """(len(ys), len(xs)): which of the points lie in the polygon. ``xs`` ascend. Every edge is taken from its upper corner to
    its lower one, so that an edge that is drawn there and back divides nothing."""
    corners = np.array(polygon, dtype=np.float64)
    before = np.roll(corners, 1, axis=0)
    upper = np.where((before[:, 1] <= corners[:, 1])[:, None], before, corners)
    lower = np.where((before[:, 1] <= corners[:, 1])[:, None], corners, before)
    inside = np.zeros((len(ys), len(xs)), dtype=np.bool_)
    for row, y in enumerate(ys):
        cut = (upper[:, 1] <= y) & (lower[:, 1] > y)
        (x0, y0), (x1, y1) = upper[cut].T, lower[cut].T
        crossings = np.sort(x0 + (y - y0) * ((x1 - x0) / (y1 - y0)))
        inside[row] = (len(crossings) - np.searchsorted(crossings, xs, side="right")) % 2 == 1
    return inside
