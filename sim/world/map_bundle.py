"""Bundles a map file and everything it refers to into one self-contained TMJ dictionary. Called by ``sim.world.tilemap``.

External tilesets and object templates are embedded, and image names become relative to the map, so that a run file can store
the map. A map or scenario may name files in its own folder or in the parent of that folder only. Knows nothing of the meaning
of layers or objects.
"""

from __future__ import annotations

import json
import posixpath
import struct
from typing import Any

from sim.world.infinite import finite
from sim.world.map_bounds import MAX_TILES, measure, measure_objects, measure_text
from sim.world.map_files import MapFiles
from sim.world.map_records import GID_MASK, MapError
from sim.world.mazes import with_mazes
from sim.world.tiled import flag, listed
from sim.world.tmx import to_doc

Doc = dict[str, Any]


def bundle(text: str, files: MapFiles) -> Doc:
    """The self-contained TMJ dictionary of a map's text (TMJ or TMX). Raises MapError for maps that cannot be used."""
    doc = _doc(text)
    _check_kind(doc)
    measure(doc)
    if flag(doc.get("infinite")):
        doc = finite(doc)
    _check_size(doc)
    doc = with_mazes(doc, files.base)
    templates = Templates(files, doc.get("tilesets", []))
    doc["tilesets"] = templates.tilesets
    filled = []
    for layer in object_layers(doc.get("layers", [])):
        layer["objects"] = [templates.filled(entry) for entry in layer.get("objects", [])]
        filled += layer["objects"]
    measure_objects(filled, doc)
    for key in ("editorsettings", "nextlayerid", "nextobjectid"):
        doc.pop(key, None)
    return doc


def object_layers(layers: list[Doc]) -> list[Doc]:
    """All object layers, including those in groups."""
    found = [layer for layer in layers if layer.get("type") == "objectgroup"]
    groups = [layer.get("layers", []) for layer in layers if layer.get("type") == "group"]
    return found + [inner for group in groups for inner in object_layers(group)]


def _doc(text: str) -> Doc:
    xml = text.lstrip().startswith("<")
    measure_text(text, xml)
    if xml:
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


class Templates:
    """The object templates of a map; each is read once. ``tilesets`` are those that the map names, embedded, and those that
    only its templates name."""

    def __init__(self, files: MapFiles, named: list[Doc]) -> None:
        self._files = files
        self.tilesets = [_embed(tileset, files) for tileset in named]
        self._firsts = {_join("", one["source"]): int(one.get("firstgid", 1)) for one in named if one.get("source")}
        self._read: dict[str, Doc] = {}

    def filled(self, entry: Doc) -> Doc:
        """The object completed by its template; its own values win."""
        if not entry.get("template"):
            return entry
        name = _slashes(entry["template"])
        if name not in self._read:
            self._read[name] = self._template(name, entry)
        template = self._read[name]
        filled: Doc = template | {key: value for key, value in entry.items() if key != "template"}
        own = {prop["name"]: prop for prop in [*listed(template), *listed(entry)]}
        return filled | {"properties": list(own.values())}

    def _template(self, name: str, entry: Doc) -> Doc:
        try:
            read = _doc(self._files.text(name))
        except MapError as error:
            raise MapError(f"{error} (template of object {entry.get('id')})") from None
        template = read.get("object")
        if not isinstance(template, dict):
            raise MapError(f"names {name!r} as a template, which it is not (object {entry.get('id')})")
        if "gid" in template:  # a number in the template's own tileset, not in the map's
            tileset = read.get("tileset") or {}
            first = self._first(_join(posixpath.dirname(name), tileset["source"])) if tileset.get("source") else 0
            moved = first - int(tileset.get("firstgid", 1)) if first else -(int(template["gid"]) & GID_MASK)
            template = template | {"gid": int(template["gid"]) + moved}
        return template

    def _first(self, source: str) -> int:
        """The first gid of a tileset in the map."""
        if source not in self._firsts:
            free = max((_end(tileset) for tileset in self.tilesets), default=1)
            self.tilesets.append(_embed({"firstgid": free, "source": source}, self._files))
            self._firsts[source] = free
        return self._firsts[source]


def _end(tileset: Doc) -> int:
    """The first gid after those of a tileset."""
    numbers = [int(tile["id"]) + 1 for tile in tileset.get("tiles", [])]
    return int(tileset.get("firstgid", 1)) + max([int(tileset.get("tilecount") or 0), *numbers, 1])


def _join(folder: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(folder, _slashes(name)))


def _slashes(name: str) -> str:
    return name.replace("\\", "/")
