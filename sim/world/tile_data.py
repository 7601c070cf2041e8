"""The tile numbers of a layer or a chunk, from a list or from base64 data. Called by ``tiled`` and ``infinite``.

Unpacks at most what the layer claims; ``map_bounds`` has measured what all of them claim together.
"""

from __future__ import annotations

import base64
import binascii
import importlib
import zlib
from typing import Any

import numpy as np

from sim.world.map_records import Gids, MapError

Doc = dict[str, Any]

MAX_LETTERS_PER_TILE = 8
"""Characters of base64 per tile: uncompressed data has 5.4, besides line ends."""
SLACK = 4096
"""Further characters of a layer, for the heads of its compressed data and for blanks."""


def gids(entry: Doc, width: int, height: int) -> Gids:
    """The tile numbers of a layer or a chunk, (height, width)."""
    cells = width * height
    data = entry.get("data", [])
    if isinstance(data, str) and len(data) > SLACK + MAX_LETTERS_PER_TILE * cells:
        raise MapError(f"has too much data in layer {entry.get('name')!r}: {len(data)} letters where {width} x {height} belong")
    if not isinstance(data, str):
        _refuse_other(entry, len(data), width, height)
    flat = _decoded(entry, data, cells) if isinstance(data, str) else np.asarray(data, dtype=np.int64)
    _refuse_other(entry, flat.size, width, height)
    if flat.size and (int(flat.min()) < 0 or int(flat.max()) > 0xFFFFFFFF):
        raise MapError(f"has tile numbers out of range in layer {entry.get('name')!r}")
    grid: Gids = flat.astype(np.uint32).reshape(height, width)
    grid.setflags(write=False)
    return grid


def _refuse_other(entry: Doc, tiles: int, width: int, height: int) -> None:
    if tiles != width * height:
        raise MapError(f"has {tiles} tiles in layer {entry.get('name')!r} where {width} x {height} belong")


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
