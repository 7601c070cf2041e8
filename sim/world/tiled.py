"""Reads a self-contained TMJ dictionary into layers, tilesets and objects. Called by ``sim.world.tilemap``.

Knows Tiled's format and the drawing conventions of ``README.md``; nothing of addresses or residents.
"""

from __future__ import annotations

import base64
import binascii
import importlib
import math
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from sim.world.map_records import Gids, Layer, MapError, MapObject, Tileset

Doc = dict[str, Any]

MAX_NAME = 200
"""Letters of an object's name that are read, so that sentences with the name stay short."""
MAX_OUTSIDE = 1000.0
"""Tiles around the map beyond which no object is read."""
MAX_LAYERS = 200
_UNWRITABLE = re.compile("[\x00-\x1f\x7f-\x9f\ufffe\uffff]")
"""Characters that YAML refuses, so that a scenario could not name a place with them."""


def layers(doc: Doc) -> tuple[Layer, ...]:
    """The tile layers from bottom to top, groups flattened. A layer inherits ``hidden`` and ``over`` from its group."""
    found = tuple(_tile_layers(doc["layers"], doc["width"], doc["height"], over=False, hidden=False))
    if len(found) > MAX_LAYERS:
        raise MapError(f"has {len(found)} tile layers; at most {MAX_LAYERS} are read")
    return found


def _tile_layers(entries: list[Doc], width: int, height: int, over: bool, hidden: bool) -> Iterator[Layer]:
    for entry in entries:
        name = str(entry.get("name", ""))
        lifted = over or name.lower().startswith("over") or bool(properties(entry).get("over"))
        unseen = hidden or not entry.get("visible", True) or name == "collision"
        if entry.get("type") == "group":
            yield from _tile_layers(entry.get("layers", []), width, height, lifted, unseen)
        elif entry.get("type") == "tilelayer":
            yield Layer(name, gids(entry, width, height), lifted, unseen)


def gids(entry: Doc, width: int, height: int) -> Gids:
    """The tile numbers of a layer or a chunk, (height, width)."""
    cells = width * height
    data = entry.get("data", [])
    flat = _decoded(entry, data, cells) if isinstance(data, str) else np.asarray(data, dtype=np.int64)
    if flat.size != cells:
        raise MapError(f"has {flat.size} tiles in layer {entry.get('name')!r} where {width} x {height} belong")
    if flat.size and (int(flat.min()) < 0 or int(flat.max()) > 0xFFFFFFFF):
        raise MapError(f"has tile numbers out of range in layer {entry.get('name')!r}")
    grid: Gids = flat.astype(np.uint32).reshape(height, width)
    grid.setflags(write=False)
    return grid


def _decoded(entry: Doc, data: str, cells: int) -> Any:
    """The flat tile numbers of base64 data. Decompresses at most one tile more than the layer has."""
    how = entry.get("compression", "") or ""
    try:
        raw = _inflate(base64.b64decode("".join(data.split()), validate=True), how, 4 * cells + 4)
    except (binascii.Error, zlib.error, ValueError, EOFError) as error:
        raise MapError(f"has unreadable {how or 'base64'} data in layer {entry.get('name')!r} ({error})") from None
    return np.frombuffer(raw[: len(raw) // 4 * 4], dtype="<u4")


def _inflate(raw: bytes, how: str, limit: int) -> bytes:
    if how == "":
        return raw
    if how in ("zlib", "gzip"):
        return zlib.decompressobj(wbits=15 + 32).decompress(raw, limit)
    if how == "zstd":
        return _zstd(raw, limit)
    raise MapError(f"has a layer compressed as {how!r}; save it from Tiled as CSV or base64 (zlib)")


def _zstd(raw: bytes, limit: int) -> bytes:
    """Zstandard by the first module that is installed: Python 3.14's own, ``zstandard``, or ``pyarrow``."""
    for name in ("compression.zstd", "zstandard", "pyarrow"):
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        try:
            return _unpack(name, module, raw, limit)
        except Exception as error:  # each module has its own errors for invalid data
            raise ValueError(" ".join(str(error).split())) from None
    raise MapError("is compressed with Zstandard, which this Python cannot read; save it as CSV, or pip install zstandard")


def _unpack(name: str, module: Any, raw: bytes, limit: int) -> bytes:
    """At most ``limit`` bytes."""
    if name == "compression.zstd":
        return bytes(module.ZstdDecompressor().decompress(raw, limit))
    if name == "zstandard":
        return bytes(module.ZstdDecompressor().stream_reader(raw).read(limit))
    return bytes(module.input_stream(module.BufferReader(raw), compression="zstd").read(limit))


def tilesets(doc: Doc) -> tuple[Tileset, ...]:
    """The tilesets in order of their first gid."""
    return tuple(sorted((_tileset(entry) for entry in doc["tilesets"]), key=lambda tileset: tileset.first_gid))


def _tileset(entry: Doc) -> Tileset:
    tiles = {int(tile["id"]): tile for tile in entry.get("tiles", [])}
    own = {number: properties(tile) for number, tile in tiles.items()}
    pictures = {number: str(tile["image"]) for number, tile in tiles.items() if tile.get("image")}
    width, spacing, margin = int(entry["tilewidth"]), int(entry.get("spacing", 0)), int(entry.get("margin", 0))
    columns = int(entry.get("columns") or (int(entry.get("imagewidth", 0)) - 2 * margin + spacing) // (width + spacing))
    return Tileset(
        first_gid=int(entry.get("firstgid", 1)),
        name=str(entry.get("name", "")),
        columns=columns,
        tile_width=width,
        tile_height=int(entry["tileheight"]),
        spacing=spacing,
        margin=margin,
        count=_count(entry, tiles, columns),
        image=str(entry.get("image", "")),
        solid=tuple(sorted(number for number, values in own.items() if values.get("solid") is True)),
        properties={number: values for number, values in own.items() if values},
        tile_images=pictures,
    )


def _count(entry: Doc, tiles: dict[int, Doc], columns: int) -> int:
    """How many ids the tileset spans. A collection may have gaps, and old files have no count."""
    height, spacing, margin = int(entry["tileheight"]), int(entry.get("spacing", 0)), int(entry.get("margin", 0))
    rows = (int(entry.get("imageheight", 0)) - 2 * margin + spacing) // (height + spacing)
    return max(int(entry.get("tilecount") or columns * rows), max(tiles, default=-1) + 1 if not entry.get("image") else 0)


def objects(doc: Doc) -> tuple[MapObject, ...]:
    """The objects of all object layers in file order, none far larger than the map."""
    found = _objects(doc["layers"], (doc["tilewidth"], doc["tileheight"]), (0.0, 0.0))
    return tuple(_clipped(item, doc["width"], doc["height"]) for item in found)


def _clipped(item: MapObject, width: int, height: int) -> MapObject:
    """The object without its parts far outside the map, so that an object of any size in the file can be drawn."""
    xs, ys = (item.x, item.x + item.w), (item.y, item.y + item.h)
    x, right = (min(max(side, -MAX_OUTSIDE), width + MAX_OUTSIDE) for side in xs)
    y, bottom = (min(max(side, -MAX_OUTSIDE), height + MAX_OUTSIDE) for side in ys)
    return item if (x, right, y, bottom) == (*xs, *ys) else replace(item, x=x, y=y, w=right - x, h=bottom - y)


def _objects(entries: list[Doc], tile: tuple[int, int], shift: tuple[float, float]) -> Iterator[MapObject]:
    """``shift``: the offset in pixels of the groups that contain these layers."""
    for entry in entries:
        moved = shift[0] + float(entry.get("offsetx", 0)), shift[1] + float(entry.get("offsety", 0))
        if entry.get("type") == "group":
            yield from _objects(entry.get("layers", []), tile, moved)
        elif entry.get("type") == "objectgroup":
            for item in entry.get("objects", []):
                yield _object(item, str(entry.get("name", "")), tile, moved)


def _object(item: Doc, layer: str, tile: tuple[int, int], shift: tuple[float, float]) -> MapObject:
    tile_width, tile_height = tile
    x, y = float(item.get("x", 0)) + shift[0], float(item.get("y", 0)) + shift[1]
    w, h = float(item.get("width", 0)), float(item.get("height", 0))
    corners = _corners(item, w, h)
    if "gid" in item:  # the position of a tile object is its bottom left corner
        y -= h
    return MapObject(
        id=int(item.get("id", 0)),
        layer=layer,
        name=plain(str(item.get("name", "")))[:MAX_NAME].rstrip(),
        cls=str(item.get("class") or item.get("type") or "").strip().lower(),
        x=x / tile_width,
        y=y / tile_height,
        w=w / tile_width,
        h=h / tile_height,
        polygon=tuple(((x + right) / tile_width, (y + down) / tile_height) for right, down in corners),
        properties=properties(item),
    )


def _corners(item: Doc, w: float, h: float) -> list[tuple[float, float]]:
    """The corners in pixels from the object's top left, of polygons and of rotated objects (clockwise around the object's
    position, which is the bottom left of a tile object); [] for upright rectangles and points."""
    given = [(float(point["x"]), float(point["y"])) for point in item.get("polygon", [])]
    angle = math.radians(float(item.get("rotation", 0)) % 360)
    if not angle or not (given or (w and h)):
        return given
    cos, sin, foot = math.cos(angle), math.sin(angle), h if "gid" in item else 0.0
    upright = given or [(0, 0), (w, 0), (w, h), (0, h)]
    return [(x * cos - (y - foot) * sin, foot + x * sin + (y - foot) * cos) for x, y in upright]


def plain(name: str) -> str:
    """A name on one line, as a scenario can write it, with single blanks and without control characters."""
    return " ".join(_UNWRITABLE.sub(" ", name).split())


def properties(entry: Doc) -> dict[str, Any]:
    """Tiled's list of custom properties as a dictionary; old files have a dictionary already."""
    listed = entry.get("properties", [])
    if isinstance(listed, dict):
        return dict(listed)
    return {str(prop["name"]): prop.get("value") for prop in listed}
