"""Where nobody can stand on a map, and what its author may want to look at again. Called by ``sim.world.tilemap``.

What stops people: tiles of layers named ``collision``, tiles with the property ``solid``, shapes drawn in Tiled's collision
editor, objects with the property ``solid`` and objects on layers named ``collision``. A shape stops people in a tile where it
covers at least a quarter of the middle of it, where a person stands.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from sim.types import Tile
from sim.world.map_bounds import MAX_COVERED
from sim.world.map_records import (
    FLIP_DIAGONAL,
    GID_MASK,
    Layer,
    MapError,
    MapObject,
    Mask,
    Polygon,
    Tileset,
    TileShape,
    covered_tiles,
    flipped,
    holds,
)
from sim.world.tiled import COLLISION, SOLID, told, words
from sim.world.tiled_objects import AREAS, tile_of

SAMPLES = 4
"""Points along each side of the middle half of a tile at which shapes are looked up."""
MIN_SAMPLES = SAMPLES * SAMPLES // 4
"""The points that a shape must hold to stop people."""
MAX_CELLS_PER_TILE = 64
"""The most tiles of the map that one tile's picture reaches to a side."""
NO_SHAPE = TileShape((), (0, 0), (0, 0))
MAX_NAMES = 12
"""The most names of layers in a message."""
MAX_NAME = 60
"""The most letters of a layer's name in a message."""
MIN_SOLID_SHARE = 0.75
"""The share of a layer of walls that must stop people; below that the author is told."""
LIKE_WALLS = COLLISION.union(
    (
        *("wall", "walls", "fence", "fences", "hedge", "hedges", "cliff", "cliffs", "rock", "rocks", "mountain"),
        *("mountains", "water", "river", "lake", "sea", "barrier", "barriers", "boundary", "boundaries", "obstacle"),
        *("obstacles", "obstruction", "obstructions", "solid", "solids", "block", "blocked", "blocker", "blockers"),
        *("blocking", "impassable", "unwalkable"),
    )
)
"""Words in the names of layers that look like walls."""


def solid_tiles(
    width: int, height: int, layers: Sequence[Layer], tilesets: Sequence[Tileset], objects: Sequence[MapObject]
) -> Mask:
    """(height, width): True where nobody can stand. Raises MapError where the shapes of tiles reach too far to be read."""
    solid = np.zeros((height, width), dtype=np.bool_)
    blocking = np.array([t.first_gid + number for t in tilesets for number in t.solid], dtype=np.uint32)
    shaped = np.array([t.first_gid + number for t in tilesets for number in t.shapes], dtype=np.uint32)
    for layer in layers:
        tiles = layer.gids & np.uint32(GID_MASK)
        if layer.blocks:
            solid |= tiles != 0
        elif layer.blocks is None:
            solid |= np.isin(tiles, blocking)
            _add_shapes(solid, layer, np.flatnonzero(np.isin(tiles, shaped)), tilesets)
    for item in objects:
        for x, y in _stopped(item, width, height):
            solid[y, x] = True
    solid.setflags(write=False)
    return solid


def _stopped(item: MapObject, width: int, height: int) -> Sequence[Tile]:
    """The tiles of the map in which an object stops people."""
    if item.cls not in AREAS and told(dict(item.properties), *SOLID):
        return covered_tiles(item, width, height)
    return [(x, y) for x, y in _held(item.shapes, (0, 0, width, height))]


def _add_shapes(solid: Mask, layer: Layer, at: np.ndarray[tuple[int], np.dtype[np.intp]], tilesets: Sequence[Tileset]) -> None:
    """Add the cells that the shapes of a layer's tiles reach; ``at`` are the flat cells whose tiles have shapes."""
    gids = layer.gids.ravel()[at]
    high, wide = solid.shape
    work = 0
    for gid in np.unique(gids).tolist():
        cells = at[gids == gid]
        work += _size(int(gid), tilesets) * len(cells)
        if work > MAX_COVERED:
            raise MapError(f"has tiles in layer {layer.name!r} whose collision shapes cover more than {MAX_COVERED} tiles")
        reached = _reach(int(gid), tilesets)
        rows, columns = cells // wide, cells % wide
        for right, down in reached:
            x, y = columns + right, rows + down
            inside = (x >= 0) & (x < wide) & (y >= 0) & (y < high)
            solid[y[inside], x[inside]] = True


def _shape(gid: int, tilesets: Sequence[Tileset]) -> TileShape:
    """The shapes of a tile; an empty one where it has none."""
    tileset, number = tile_of(gid, tilesets) or (None, 0)
    return tileset.shapes.get(number, NO_SHAPE) if tileset else NO_SHAPE


def _size(gid: int, tilesets: Sequence[Tileset]) -> int:
    """The cells that the picture of a tile covers."""
    return math.prod(math.ceil(min(side, MAX_CELLS_PER_TILE)) for side in _shape(gid, tilesets).size)


def _reach(gid: int, tilesets: Sequence[Tileset]) -> list[tuple[int, int]]:
    """The cells that a tile's shapes stop people in, from the cell in which the tile lies."""
    shape = _shape(gid, tilesets)
    wide, high = shape.size[::-1] if gid & FLIP_DIAGONAL else shape.size
    left, top = shape.shift[0], 1 - high + shape.shift[1]  # a tile stands on the lower left corner of its cell
    placed = [tuple((left + wide * x, top + high * y) for x, y in polygon) for polygon in flipped(shape.polygons, gid)]
    return list(_held(placed, (-MAX_CELLS_PER_TILE, -MAX_CELLS_PER_TILE, MAX_CELLS_PER_TILE, MAX_CELLS_PER_TILE)))


def _held(polygons: Sequence[Polygon], within: tuple[int, int, int, int]) -> Iterator[tuple[int, int]]:
    """The cells in which polygons stop people, within left, top, right and bottom."""
    if not polygons:
        return
    xs, ys = ([corner[axis] for polygon in polygons for corner in polygon] for axis in (0, 1))
    left, top = max(within[0], math.floor(min(xs))), max(within[1], math.floor(min(ys)))
    right, bottom = min(within[2], math.ceil(max(xs))), min(within[3], math.ceil(max(ys)))
    if right <= left or bottom <= top:
        return
    points = 0.25 + (np.arange(SAMPLES) + 0.5) / SAMPLES / 2
    across = (np.arange(left, right)[:, None] + points).ravel()
    down = (np.arange(top, bottom)[:, None] + points).ravel()
    inside = np.zeros((len(down), len(across)), dtype=np.bool_)
    for polygon in polygons:
        inside |= holds(polygon, across, down)
    counted = inside.reshape(bottom - top, SAMPLES, right - left, SAMPLES).sum(axis=(1, 3))
    for y, x in np.argwhere(counted >= MIN_SAMPLES).tolist():
        yield left + x, top + y


# -- what an author may want to look at again ----------------------------------------------------------------------------------


def doubts(solid: Mask, layers: Sequence[Layer], tilesets: Sequence[Tileset], objects: Sequence[MapObject]) -> list[str]:
    """Messages about a map on which nothing blocks, layers that look like walls but stop nobody, and shapes at the edges of
    tiles."""
    found = []
    names = list(dict.fromkeys([layer.name[:MAX_NAME] for layer in layers] + [item.layer[:MAX_NAME] for item in objects]))
    if not solid.any():
        listed = ", ".join(map(repr, names[:MAX_NAMES]))
        more = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
        found.append(
            f"nothing blocks on this map, so people walk everywhere; its layers are {listed}{more}. A layer named 'collision' "
            "blocks, and so do tiles with the property solid or a collision shape"
        )
    for layer in layers:
        if layer.blocks is None and LIKE_WALLS & set(words(layer.name)):
            found += _walked_on(layer.name, layer.gids != 0, solid)
    alike = [item for item in objects if _like_walls(item)]
    for name in dict.fromkeys(item.layer for item in alike):
        drawn = np.zeros_like(solid)
        for item in (item for item in alike if item.layer == name):
            for x, y in covered_tiles(item, solid.shape[1], solid.shape[0]):
                drawn[y, x] = True
        found += _walked_on(name, drawn, solid)
    for tileset in tilesets:
        small = [number for number in tileset.shapes if _size(tileset.first_gid + number, tilesets) == 1]
        loose = [number for number in small if not _reach(tileset.first_gid + number, tilesets)]
        if loose:
            found.append(
                f"tileset {tileset.name!r}: the collision shapes of {len(loose)} tiles (first {loose[0]}) lie at the edge, and "
                "stop nobody"
            )
    return found


def _like_walls(item: MapObject) -> bool:
    """Whether an object that does not say whether it stops people has an area, and the words of walls in its layer or class."""
    has_area = bool(item.polygon or (item.w and item.h))
    named = bool(LIKE_WALLS & set(words(f"{item.layer} {item.cls}")))
    return has_area and named and item.cls not in AREAS and told(dict(item.properties), *SOLID) is None


def _walked_on(name: str, drawn: Mask, solid: Mask) -> Iterator[str]:
    """A message where most of what looks like walls can be walked on."""
    free = drawn & ~solid
    many, all_of_it = int(free.sum()), int(drawn.sum())
    if many > (1 - MIN_SOLID_SHARE) * all_of_it:
        y, x = divmod(int(np.argmax(free)), solid.shape[1])
        where = f"people walk on {many} of its {all_of_it} tiles, first at ({x}, {y})"
        yield (f"layer {name[:MAX_NAME]!r} looks like walls, but {where}; give it the boolean property solid")
