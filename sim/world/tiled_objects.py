"""Reads the objects of a self-contained TMJ dictionary: where they lie, what they are, and where they stop people.

Called by ``sim.world.tilemap``. A tile object (Tiled: Insert Tile) has the class and the properties of its tile beside
its own, and its tile's collision shapes.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from sim.world.map_records import GID_MASK, MapError, MapObject, Polygon, Tileset, flipped
from sim.world.outlines import Point, closed_outline, outlines, turned
from sim.world.tiled import SOLID, Inherited, flat_layers, is_collision, plain, properties, told

Doc = dict[str, Any]

MAX_NAME = 200
"""Letters of an object's name that are read, so that sentences with the name stay short."""
MAX_OUTSIDE = 1000.0
"""Tiles around the map beyond which no object is read."""
AREAS = ("sector", "arena")
"""Classes of objects that never stop people."""


def objects(doc: Doc, tilesets: Sequence[Tileset]) -> Iterator[MapObject]:
    """The objects of all object layers in file order, none far larger than the map."""
    return (_clipped(item, doc["width"], doc["height"]) for item in _objects(doc, tilesets))


def tile_of(gid: int, tilesets: Sequence[Tileset]) -> tuple[Tileset, int] | None:
    """The tileset of a gid and the tile's number in it; None where it is in none."""
    number = gid & GID_MASK
    index = bisect_right(tilesets, number, key=lambda tileset: tileset.first_gid) - 1
    if not number or index < 0 or number - tilesets[index].first_gid >= tilesets[index].count:
        return None
    return tilesets[index], number - tilesets[index].first_gid


def _objects(doc: Doc, tilesets: Sequence[Tileset]) -> Iterator[MapObject]:
    tile = doc["tilewidth"], doc["tileheight"]
    for layer, inherited in flat_layers(doc["layers"], Inherited()):
        if layer.get("type") == "objectgroup":
            for item in layer.get("objects", []):
                yield _object(item, str(layer.get("name", "")), inherited, tile, tilesets)


def _object(item: Doc, layer: str, inherited: Inherited, tile: tuple[int, int], tilesets: Sequence[Tileset]) -> MapObject:
    shown = tile_of(int(item["gid"]), tilesets) if "gid" in item else None
    tileset, number = shown or (None, 0)
    wide, high = (tileset.tile_width, tileset.tile_height) if tileset else (0, 0)
    w, h = float(item.get("width", wide)), float(item.get("height", high))
    align = tileset.align if tileset else (0.0, 1.0) if "gid" in item else (0.0, 0.0)
    x, y = float(item.get("x", 0)) + inherited.x, float(item.get("y", 0)) + inherited.y
    left, top = -align[0] * w, -align[1] * h
    turn = float(item.get("rotation", 0))

    def placed(corners: Sequence[Point]) -> Polygon:
        """Corners in pixels from the object's top left, as tiles of the map."""
        around = turned([(left + right, top + down) for right, down in corners], turn)
        return tuple(((x + right) / tile[0], (y + down) / tile[1]) for right, down in around)

    cls = item.get("class") or item.get("type") or (tileset.classes.get(number) if tileset else "") or ""
    own = (dict(tileset.properties.get(number, {})) if tileset else {}) | properties(item)
    polygon = closed_outline(item, tile)
    if not polygon and turn % 360 and w and h:
        polygon = [(0, 0), (w, 0), (w, h), (0, h)]
    found = MapObject(
        id=int(item.get("id", 0)),
        layer=layer,
        name=plain(str(item.get("name", "")))[:MAX_NAME].rstrip(),
        cls=str(cls).strip().lower(),
        x=(x + left) / tile[0],
        y=(y + top) / tile[1],
        w=w / tile[0],
        h=h / tile[1],
        polygon=placed(polygon),
        properties=own,
        line="polyline" in item and not polygon,
    )
    if found.cls in AREAS or told(own, *SOLID) is not None:
        return found  # what an object says itself is read in ``walls``
    if inherited.blocks or is_collision(found.cls) or is_collision(found.name):
        return replace(found, shapes=tuple(placed(outline) for outline in outlines(item, tile, (w, h))))
    shape = tileset.shapes.get(number) if tileset and inherited.blocks is None else None
    if shape is None:
        return found
    turned_over = flipped(shape.polygons, int(item["gid"]))
    return replace(found, shapes=tuple(placed([(w * right, h * down) for right, down in one]) for one in turned_over))


def _clipped(item: MapObject, width: int, height: int) -> MapObject:
    """The object without its parts far outside the map, so that an object of any size in the file can be drawn. A polygon gets
    the box around it."""

    def near(polygon: Polygon) -> Polygon:
        return tuple((_near(x, width), _near(y, height)) for x, y in polygon)

    polygon, shapes = near(item.polygon), tuple(near(shape) for shape in item.shapes)
    xs, ys = [x for x, _ in polygon] or [item.x, item.x + item.w], [y for _, y in polygon] or [item.y, item.y + item.h]
    x, right, y, bottom = _near(min(xs), width), _near(max(xs), width), _near(min(ys), height), _near(max(ys), height)
    if any(map(math.isnan, (*xs, *ys))):
        raise MapError(f"has object {item.id} at a position that is no number; delete it in Tiled")
    if polygon or (x, right, y, bottom) != (*xs, *ys):
        item = replace(item, x=x, y=y, w=right - x, h=bottom - y, polygon=polygon)
    return replace(item, shapes=shapes) if shapes else item


def _near(side: float, length: int) -> float:
    return min(max(side, -MAX_OUTSIDE), length + MAX_OUTSIDE)
