"""Bundles a map file and everything it refers to into one self-contained TMJ dictionary. Called by ``sim.world.tilemap``.

External tilesets and object templates are embedded, and image names become relative to the map, so that a run file can store
the map. A map or scenario may name files in its own folder or in the parent of that folder only. Knows nothing of the meaning
of layers or objects.
"""

from __future__ import annotations

import json
import posixpath
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sim.world.infinite import finite
from sim.world.map_records import MapError
from sim.world.tmx import to_doc


def safe_path(folder: Path, name: str) -> Path | None:
    """``folder / name`` with links resolved, if it lies in ``folder`` or its parent; None if not, and for invalid paths."""
    try:
        path = (folder / name).resolve()
        return path if path.is_relative_to(folder.resolve().parent) else None
    except (OSError, ValueError, RuntimeError):
        return None


Doc = dict[str, Any]

MAX_FILE = 64 * 2**20
"""The most bytes of one file of a map."""
MAX_TILES = 2**22
"""The most tiles of a map (2048 x 2048)."""
IMAGE_STARTS = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"RIFF", b"qoif")
"""The first bytes of image files. A map may name any file as an image; only images are read."""


@dataclass(frozen=True, slots=True)
class MapFiles:
    """The files that a map refers to: from a folder, or images from a run file."""

    base: Path | None = None
    images: Mapping[str, bytes] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """The text of the file ``name``, relative to the map. Raises MapError if there is none."""
        if self.base is None:
            raise MapError(f"refers to {name!r}, which is not there; embed the tileset, or load the map from its folder")
        path = safe_path(self.base, name)
        if path is None:
            raise MapError(f"refers to {name!r}, which lies outside its folder and the one around it; copy it there")
        return read_text(path)

    def image(self, name: str) -> bytes | None:
        """The bytes of an image; None if it is missing or not an image."""
        if name in self.images:
            return self.images[name]
        path = None if self.base is None else safe_path(self.base, name)
        if path is None or not path.is_file() or path.stat().st_size > MAX_FILE:
            return None
        data = path.read_bytes()
        return data if data.startswith(IMAGE_STARTS) else None


def read_text(path: Path) -> str:
    """The text of a file of at most ``MAX_FILE`` bytes. Raises MapError."""
    try:
        if path.exists() and not path.is_file():
            raise MapError(f"{path}: is not a file")
        if path.stat().st_size > MAX_FILE:
            raise MapError(f"{path}: larger than {MAX_FILE // 2**20} MB; no map of ours needs that")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise MapError(f"{path}: is not a text in UTF-8; save the map as TMJ or TMX") from None
    except OSError as error:
        raise MapError(f"{path}: cannot be read ({error.strerror or error})") from None


def bundle(text: str, files: MapFiles) -> Doc:
    """The self-contained TMJ dictionary of a map's text (TMJ or TMX). Raises MapError for maps that cannot be used."""
    doc = _doc(text)
    _check_kind(doc)
    doc = finite(doc, MAX_TILES) if doc.get("infinite") else doc
    _check_size(doc)
    doc["tilesets"] = [_embed(tileset, files) for tileset in doc.get("tilesets", [])]
    for layer in object_layers(doc.get("layers", [])):
        layer["objects"] = [_fill(entry, files) for entry in layer.get("objects", [])]
    for key in ("editorsettings", "nextlayerid", "nextobjectid"):
        doc.pop(key, None)
    return doc


def object_layers(layers: list[Doc]) -> list[Doc]:
    """All object layers, including those in groups."""
    found = [layer for layer in layers if layer.get("type") == "objectgroup"]
    groups = [layer.get("layers", []) for layer in layers if layer.get("type") == "group"]
    return found + [inner for group in groups for inner in object_layers(group)]


def _doc(text: str) -> Doc:
    if text.lstrip().startswith("<"):
        return to_doc(text)
    try:
        doc = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MapError(f"is neither JSON nor XML ({error}); save it from Tiled as TMJ") from None
    if not isinstance(doc, dict):
        raise MapError("is JSON but not a map of Tiled's")
    return dict(doc)


def _check_kind(doc: Doc) -> None:
    if "layers" not in doc or "width" not in doc:
        raise MapError("is not a map of Tiled's (no layers)")
    orientation = doc.get("orientation", "orthogonal")
    if orientation != "orthogonal":
        raise MapError(f"is {orientation}; only orthogonal maps can be lived in (Tiled: Map > Map Properties > Orientation)")


def _check_size(doc: Doc) -> None:
    sizes = [doc.get(key) for key in ("width", "height", "tilewidth", "tileheight")]
    if not all(isinstance(size, int) and size > 0 for size in sizes):
        raise MapError(f"has no usable size (width, height, tilewidth, tileheight = {sizes})")
    if doc["width"] * doc["height"] > MAX_TILES:
        raise MapError(f"is {doc['width']} x {doc['height']} tiles; at most {MAX_TILES} tiles are read")


def _embed(tileset: Doc, files: MapFiles) -> Doc:
    source = _slashes(tileset.get("source", ""))
    if not source:
        return _measured(_images(tileset, ""), files)
    try:
        outer = _doc(files.text(source))
    except MapError as error:
        raise MapError(f"{error} (tileset {source!r} of the map)") from None
    if "tilewidth" not in outer:
        raise MapError(f"names {source!r} as a tileset, which it is not")
    inner = _images(outer | {"firstgid": tileset.get("firstgid", 1)}, posixpath.dirname(source))
    return _measured(inner, files)


def _images(tileset: Doc, folder: str) -> Doc:
    """The tileset with image names relative to the map, not to the tileset."""
    tileset = {key: value for key, value in tileset.items() if key != "source"}
    if tileset.get("image"):
        tileset["image"] = _join(folder, tileset["image"])
    tiles = tileset.get("tiles") or ({} if "tileproperties" in tileset else [])
    if isinstance(tiles, dict):  # before Tiled 1.2, tiles were a dictionary by id, and their properties another
        told = tileset.pop("tileproperties", {})
        tiles = [
            {"id": int(number), **tiles.get(number, {}), **({"properties": told[number]} if number in told else {})}
            for number in {**tiles, **told}
        ]
    tileset["tiles"] = [tile | {"image": _join(folder, tile["image"])} if tile.get("image") else tile for tile in tiles]
    return tileset


def _measured(tileset: Doc, files: MapFiles) -> Doc:
    """The tileset with the size of its image, which other programs than Tiled may leave out."""
    if "imagewidth" in tileset or not tileset.get("image"):
        return tileset
    data = files.image(tileset["image"]) or b""
    if not data.startswith(b"\x89PNG") or len(data) < 24:
        return tileset
    width, height = struct.unpack(">II", data[16:24])
    return tileset | {"imagewidth": width, "imageheight": height}


def _fill(entry: Doc, files: MapFiles) -> Doc:
    """The object completed by its template; its own values win."""
    if not entry.get("template"):
        return entry
    name = _slashes(entry["template"])
    try:
        template = _doc(files.text(name)).get("object")
    except MapError as error:
        raise MapError(f"{error} (template of object {entry.get('id')})") from None
    if not isinstance(template, dict):
        raise MapError(f"names {name!r} as a template, which it is not (object {entry.get('id')})")
    if "gid" in template:  # a number in the template's own tileset, not in the map's
        template = template | {"gid": 0}
    listed = [*template.get("properties", []), *entry.get("properties", [])]
    filled: Doc = template | {key: value for key, value in entry.items() if key != "template"}
    return filled | {"properties": list({prop["name"]: prop for prop in listed}.values())}


def _join(folder: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(folder, _slashes(name)))


def _slashes(name: str) -> str:
    return name.replace("\\", "/")
