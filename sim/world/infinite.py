"""An infinite map of Tiled's as a finite one: its chunks put together, as far as there are tiles. Called by ``map_bundle``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from sim.world.map_records import Gids, MapError
from sim.world.tiled import gids

Doc = dict[str, Any]
Placed = tuple[int, int, Gids]
"""Column, row and tiles of a chunk."""


def finite(doc: Doc, most: int) -> Doc:
    """The map cut to where its tiles are; objects move along. Raises MapError where there are none, or more than ``most``."""
    found = [chunk for layer in _tile_layers(doc["layers"]) for chunk in _chunks(layer)]
    boxes = [box for chunk in found if (box := _box(chunk))]
    if not boxes:
        raise MapError("is infinite and has no tiles; paint some in Tiled")
    left, top = (min(box[side] for box in boxes) for side in (0, 1))
    right, bottom = (max(box[side] for box in boxes) for side in (2, 3))
    width, height = right - left, bottom - top
    if width * height > most:
        raise MapError(f"is infinite, and its tiles lie in {width} x {height}; at most {most} tiles are read")
    area = left, top, width, height
    shift = left * int(doc["tilewidth"]), top * int(doc["tileheight"])
    return {**doc, "infinite": False, "width": width, "height": height, "layers": _cut(doc["layers"], area, shift)}


def _tile_layers(layers: list[Doc]) -> Iterator[Doc]:
    for layer in layers:
        if layer.get("type") == "group":
            yield from _tile_layers(layer.get("layers", []))
        elif layer.get("type") == "tilelayer":
            yield layer


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
