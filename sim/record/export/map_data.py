"""The map of a run for the exported page: layers of tile ids, and tilesets with their images as data URLs.

Reads the self-contained TMJ text in the run, and of Tiled's format only what is drawn. Bounded, since a map may come from
anybody.
"""

from __future__ import annotations

import base64
import math
import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sim.record.codec import read_object
from sim.record.errors import DECODE_ERRORS
from sim.record.read import Run

MAX_TILES = 4_000_000
MAX_LAYERS = 200
MAX_CELLS = 2**23
"""The most tiles of all layers together."""
MAX_ENTRIES = 40_000
"""The most objects, tiles and corners of a map, as it is read to be lived on."""
COLLISION = re.compile(r"collisions?(?![a-z])", re.I)
"""Names of layers that stop people and are not drawn."""
OVER = re.compile(r"(?:over(?:head|lays?|hang(?:s|ing)?)?|foreground)(?![a-z])", re.I)
"""Beginnings of the names of layers that are drawn above people."""


def map_data(run: Run) -> dict[str, Any]:
    """``width``, ``height``, ``tile`` [w, h], ``layers`` [{over, data}], ``sets`` [{first, columns, ...}].

    A map that cannot be read becomes an empty one that is large enough for every walk.
    """
    try:
        text = run.map_text
        if text.count("{") > MAX_ENTRIES:
            raise ValueError("the map has too many parts")
        doc = read_object(text)
        width, height = int(doc["width"]), int(doc["height"])
        if not (0 < width * height <= MAX_TILES):
            raise ValueError("the map is too large")
        drawn = list(_tile_layers(doc.get("layers", []), _Shown()))
        if len(drawn) * width * height > MAX_CELLS:
            raise ValueError("the map's layers are too large")
        tile = [max(1, int(doc.get("tilewidth", 16))), max(1, int(doc.get("tileheight", 16)))]
        layers = []
        for layer, shown in drawn:
            right, down = math.floor(shown.x / tile[0] + 0.5), math.floor(shown.y / tile[1] + 0.5)
            layers.append({"over": shown.over, "data": _moved(_gids(layer, width * height), width, right, down)})
        sets = [_tileset(one, run.images) for one in doc.get("tilesets", [])]
        return {"width": width, "height": height, "tile": tile, "layers": layers, "sets": sets}
    except DECODE_ERRORS:
        width, height = _extent(run)
        return {"width": width, "height": height, "tile": [16, 16], "layers": [], "sets": []}


def _extent(run: Run) -> tuple[int, int]:
    """A map size that contains every walk."""
    points = [point for event in run.events(0, run.last_tick, ("move",)) for point in event.data["path"]]
    return max((math.ceil(x) for x, _ in points), default=19) + 2, max((math.ceil(y) for _, y in points), default=14) + 2


@dataclass(frozen=True, slots=True)
class _Shown:
    """Whether a layer is drawn above people, and its offset in pixels with those of the groups around it."""

    over: bool = False
    x: float = 0.0
    y: float = 0.0


def _tile_layers(layers: list[dict[str, Any]], around: _Shown, depth: int = 0) -> Iterator[tuple[dict[str, Any], _Shown]]:
    """The tile layers to draw, bottom to top, including those in groups, and how they are drawn."""
    for layer in layers[:MAX_LAYERS]:
        name = str(layer.get("name", "")).strip()
        if str(layer.get("visible")).lower() in ("false", "0") or COLLISION.match(name):
            continue
        properties = {one.get("name"): str(one.get("value")).lower() for one in layer.get("properties", [])}
        told = properties.get("over", "")
        over = told in ("true", "1") or (told not in ("false", "0") and (around.over or bool(OVER.match(name))))
        shown = _Shown(over, around.x + float(layer.get("offsetx", 0)), around.y + float(layer.get("offsety", 0)))
        if layer.get("type") == "group" and depth < 8:
            yield from _tile_layers(layer.get("layers", []), shown, depth + 1)
        elif layer.get("type") == "tilelayer":
            yield layer, shown


def _moved(gids: list[int], width: int, right: int, down: int) -> list[int]:
    """The tiles of a layer moved by whole tiles; what leaves the map is cut off."""
    if not right and not down:
        return gids
    rows = [gids[start : start + width] for start in range(0, len(gids), width)]
    cells = ((x - right, y - down) for y in range(len(rows)) for x in range(width))
    return [rows[y][x] if 0 <= y < len(rows) and 0 <= x < width else 0 for x, y in cells]


def _gids(layer: dict[str, Any], count: int) -> list[int]:
    raw = layer["data"]
    if isinstance(raw, list):
        gids = [int(gid) & 0xFFFFFFFF for gid in raw]
    else:
        packed, how = base64.b64decode(raw), layer.get("compression") or ""
        if how not in ("", "zlib", "gzip"):
            raise ValueError(f"tile data compressed with {how}")
        data = zlib.decompressobj(47).decompress(packed, count * 4 + 1) if how else packed
        gids = list(struct.unpack(f"<{len(data) // 4}I", data[: len(data) // 4 * 4]))
    if len(gids) != count:
        raise ValueError("a layer has the wrong number of tiles")
    return gids


def _tileset(one: dict[str, Any], images: dict[str, bytes]) -> dict[str, Any]:
    image = images.get(str(one.get("image", "")), b"")
    size = [max(1, int(one.get("tilewidth", 16))), max(1, int(one.get("tileheight", 16)))]
    numbers = {key: max(0, int(one.get(key, 0))) for key in ("margin", "spacing", "columns", "tilecount")}
    url = "data:image/png;base64," + base64.b64encode(image).decode() if image.startswith(b"\x89PNG") else ""
    return {"first": int(one["firstgid"]), "size": size, "image": url, **numbers}
