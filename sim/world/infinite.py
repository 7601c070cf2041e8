"""An infinite map of Tiled's as a finite one: its chunks put together, as far as there are tiles. Called by ``map_bundle``."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sim.world.map_bounds import MAX_TILES
from sim.world.map_records import Gids, MapError
from sim.world.tile_data import gids
from sim.world.tiled import Inherited, flat_layers

Doc = dict[str, Any]
Placed = tuple[int, int, Gids]
"""Column, row and tiles of a chunk."""


def finite(doc: Doc) -> Doc:
    """The map cut to where its tiles are and where offsets of layers move them; objects move along. Raises MapError where there
    are no tiles, or more than are read."""
    tile = int(doc["tilewidth"]), int(doc["tileheight"])
    boxes, drawn = [], 0
    for layer, inherited in flat_layers(doc["layers"], Inherited()):
        if layer.get("type") == "tilelayer":
            own = [box for chunk in _chunks(layer) if (box := _box(chunk))]
            right, down = (math.floor(shift / side + 0.5) for shift, side in zip((inherited.x, inherited.y), tile, strict=True))
            boxes += own + [(x + right, y + down, x1 + right, y1 + down) for x, y, x1, y1 in own]
            drawn += 1
    if not boxes:
        raise MapError("is infinite and has no tiles; paint some in Tiled")
    left, top = (min(box[side] for box in boxes) for side in (0, 1))
    right, bottom = (max(box[side] for box in boxes) for side in (2, 3))
    width, height = right - left, bottom - top
    if width * height * drawn > MAX_TILES:
        raise MapError(f"is infinite, and its {drawn} layers of tiles lie in {width} x {height}; at most {MAX_TILES} are read")
    area = left, top, width, height
    shift = left * tile[0], top * tile[1]
    return {**doc, "infinite": False, "width": width, "height": height, "layers": _cut(doc["layers"], area, shift)}


def _chunks(layer: Doc) -> list[Placed]:
    how = {key: layer[key] for key in ("name", "encoding", "compression") if key in layer}
    return [
        (int(one["x"]), int(one["y"]), gids(how | one, int(one["width"]), int(one["height"])))
        for one in layer.get("chunks", [])
    ]


def _box(chunk: Placed) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom of a chunk's tiles; None where it is empty."""
    x, y, tiles = chunk
    rows, columns = np.nonzero(tiles)
    if not len(rows):
        return None
    return x + int(columns.min()), y + int(rows.min()), x + int(columns.max()) + 1, y + int(rows.max()) + 1


def _cut(layers: list[Doc], area: tuple[int, int, int, int], shift: tuple[int, int]) -> list[Doc]:
    """The layers as a finite map has them; ``shift`` is the new origin in pixels."""
    made = []
    for layer in layers:
        if layer.get("type") == "group":
            layer = layer | {"layers": _cut(layer.get("layers", []), area, shift)}
        elif layer.get("type") == "tilelayer":
            layer = _joined(layer, area)
        elif layer.get("type") == "objectgroup":
            moved = [
                item | {"x": float(item.get("x", 0)) - shift[0], "y": float(item.get("y", 0)) - shift[1]}
                for item in layer.get("objects", [])
            ]
            layer = layer | {"objects": moved}
        made.append(layer)
    return made


def _joined(layer: Doc, area: tuple[int, int, int, int]) -> Doc:
    left, top, width, height = area
    grid = np.zeros((height, width), np.uint32)
    for x, y, tiles in _chunks(layer):
        rows, columns = np.nonzero(tiles)
        grid[rows + y - top, columns + x - left] = tiles[rows, columns]
    kept = {key: value for key, value in layer.items() if key not in ("chunks", "startx", "starty", "encoding", "compression")}
    return kept | {"width": width, "height": height, "data": grid.ravel().tolist()}
