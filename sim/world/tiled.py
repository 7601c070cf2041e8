"""A self-contained TMJ dictionary read into layers, tilesets and objects.

Knows Tiled's format and the conventions of ``sim/world/README.md`` for drawing; nothing of addresses or residents.
Called by ``sim.world.tilemap``.
"""

from __future__ import annotations

import base64
import binascii
import importlib
import math
import re
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from sim.world.records import Gids, Layer, MapError, MapObject, Tileset

Doc = dict[str, Any]

MAX_LAYERS = 200
_UNWRITABLE = re.compile("[\x00-\x1f\x7f-\x9f\ufffe\uffff]")
"""What YAML refuses, so that a place with it in its name could never be named."""


def layers(doc: Doc) -> tuple[Layer, ...]:
    """The tile layers bottom to top, groups flattened; a layer in a hidden or ``over`` group is so itself."""
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
            yield Layer(name, _gids(entry, width, height), lifted, unseen)


def _gids(entry: Doc, width: int, height: int) -> Gids:
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
    """The flat tile numbers of base64 data. Never inflates to more than one tile beyond what belongs there."""
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
    """Zstandard by whichever module is there: the standard library's from Python 3.14 on, ``zstandard``, or ``pyarrow``."""
    for name in ("compression.zstd", "zstandard", "pyarrow"):
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        try:
            return _unpack(name, module, raw, limit)
        except Exception as error:  # each module has errors of its own for data that is none
            raise ValueError(" ".join(str(error).split())) from None
    raise MapError("is compressed with Zstandard, which this Python cannot read; save it as CSV, or pip install zstandard")


def _unpack(name: str, module: Any, raw: bytes, limit: int) -> bytes:
    """At most ``limit`` bytes."""
    if name == "compression.zstd":
        return bytes(module.ZstdDecompressor().decompress(raw, limit))
    stream = module.ZstdDecompressor().stream_reader(raw) if name == "zstandard" else _arrow(module, raw)
    return bytes(stream.read(limit))


def _arrow(module: Any, raw: bytes) -> Any:
    return module.input_stream(module.BufferReader(raw), compression="zstd")


def tilesets(doc: Doc) -> tuple[Tileset, ...]:
    """The tilesets by rising first gid."""
    return tuple(sorted((_tileset(entry) for entry in doc["tilesets"]), key=lambda tileset: tileset.first_gid))


def _tileset(entry: Doc) -> Tileset:
    tiles = {int(tile["id"]): tile for tile in entry.get("tiles", [])}
    own = {number: properties(tile) for number, tile in tiles.items()}
    frames = {number: _frames(tile) for number, tile in tiles.items() if tile.get("animation")}
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
        animations=frames,
        tile_images=pictures,
    )


def _count(entry: Doc, tiles: dict[int, Doc], columns: int) -> int:
    """How many ids the tileset spans; a collection may have gaps, and old files do not say."""
    height, spacing, margin = int(entry["tileheight"]), int(entry.get("spacing", 0)), int(entry.get("margin", 0))
    rows = (int(entry.get("imageheight", 0)) - 2 * margin + spacing) // (height + spacing)
    return max(int(entry.get("tilecount") or columns * rows), max(tiles, default=-1) + 1 if not entry.get("image") else 0)


def _frames(tile: Doc) -> tuple[tuple[int, int], ...]:
    return tuple((int(frame["tileid"]), int(frame["duration"])) for frame in tile["animation"])


def objects(doc: Doc) -> tuple[MapObject, ...]:
    """All objects of all object layers in the order of the file."""
    return tuple(_objects(doc["layers"], (doc["tilewidth"], doc["tileheight"]), (0.0, 0.0)))


def _objects(entries: list[Doc], tile: tuple[int, int], shift: tuple[float, float]) -> Iterator[MapObject]:
    """``shift``: pixels by which the groups around these layers are moved."""
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
    if "gid" in item:  # tile objects hang from their bottom left corner
        y -= h
    return MapObject(
        id=int(item.get("id", 0)),
        layer=layer,
        name=plain(str(item.get("name", ""))),
        cls=str(item.get("class") or item.get("type") or "").strip().lower(),
        x=x / tile_width,
        y=y / tile_height,
        w=w / tile_width,
        h=h / tile_height,
        polygon=tuple(((x + right) / tile_width, (y + down) / tile_height) for right, down in corners),
        properties=properties(item),
    )


def _corners(item: Doc, w: float, h: float) -> list[tuple[float, float]]:
    """Corners in pixels from the object's top left, of polygons and of what is rotated (clockwise around where Tiled has the
    object: a tile object's bottom left); [] for upright rectangles and points."""
    given = [(float(point["x"]), float(point["y"])) for point in item.get("polygon", [])]
    angle = math.radians(float(item.get("rotation", 0)) % 360)
    if not angle or not (given or (w and h)):
        return given
    cos, sin, foot = math.cos(angle), math.sin(angle), h if "gid" in item else 0.0
    upright = given or [(0, 0), (w, 0), (w, h), (0, h)]
    return [(x * cos - (y - foot) * sin, foot + x * sin + (y - foot) * cos) for x, y in upright]


def plain(name: str) -> str:
    """A name on one line, as a scenario can write it: control characters and runs of blanks become one blank."""
    return " ".join(_UNWRITABLE.sub(" ", name).split())


def properties(entry: Doc) -> dict[str, Any]:
    """Tiled's list of custom properties as a dictionary (old files wrote a dictionary themselves)."""
    listed = entry.get("properties", [])
    if isinstance(listed, dict):
        return dict(listed)
    return {str(prop["name"]): prop.get("value") for prop in listed}
