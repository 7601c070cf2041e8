"""``TileMap``: a Tiled map (TMJ or TMX) with its size, layers of tile ids, tilesets, collision and objects.

Knows nothing of addresses (``sim.world.places``), paths or residents. ``README.md`` has the conventions of maps.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from sim.types import Tile
from sim.world import tiled
from sim.world.map_bounds import MAX_TEXT, measured
from sim.world.map_bundle import bundle, object_layers
from sim.world.map_files import MapFiles, read_text
from sim.world.map_records import GID_MASK, Gids, Layer, MapError, MapObject, Mask, Tileset, covered_tiles
from sim.world.tiled_objects import objects as tiled_objects
from sim.world.tiled_objects import tile_of
from sim.world.walls import doubts, solid_tiles

__all__ = ["GID_MASK", "Layer", "MapError", "MapObject", "TileMap", "Tileset"]

MAX_WARNINGS = 5
"""The most missing tiles that are listed per layer, and missing images."""


@dataclass(frozen=True, eq=False)
class TileMap:
    """A loaded map. ``text`` is a self-contained TMJ (tilesets and templates embedded, TMX converted); ``text`` and ``files()``
    are all that is needed to ``parse`` the map again. ``solid`` is (height, width). ``name`` is the file's stem,
    ``world_name`` the first part of every address."""

    name: str
    width: int
    height: int
    tile_width: int
    tile_height: int
    layers: tuple[Layer, ...]
    tilesets: tuple[Tileset, ...]
    objects: tuple[MapObject, ...]
    solid: Mask
    links: tuple[tuple[Tile, Tile], ...]
    """Pairs of tiles joined by stairs (objects with the property ``to``)."""
    world_name: str
    text: str
    warnings: tuple[str, ...] = ()
    """Problems that do not prevent a run: missing tiles and images."""
    doubts: tuple[str, ...] = ()
    """What looks as if it should stop people and does not; see ``walls``."""
    _images: Mapping[str, bytes] = field(default_factory=dict, repr=False)

    @staticmethod
    def load(path: str | Path) -> TileMap:
        """The map in the file ``path`` (.tmj, .json or .tmx). Raises MapError."""
        path = Path(path)
        return TileMap.parse(read_text(path), base=path.parent, name=path.stem, where=str(path))

    @staticmethod
    def parse(
        text: str,
        base: Path | None = None,
        images: Mapping[str, bytes] | None = None,
        name: str = "Town",
        where: str = "",
    ) -> TileMap:
        """The map in ``text``. Its file names are relative to the folder ``base``; ``images`` (of a run) replace image files.
        ``name`` is the world's name if the map has none; errors name the map ``where``. Raises MapError."""
        where = where or f"map {name}"
        files = MapFiles(base, images or {})
        try:
            return _build(text, files, name)
        except MapError as error:
            message = str(error)
            raise MapError(message if message.startswith(where) else f"{where}: {message}") from None
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as error:
            reason = f"{type(error).__name__}: {error}"
            raise MapError(f"{where}: is not as Tiled writes maps ({reason}); open it in Tiled and save it again") from None

    def files(self) -> dict[str, bytes]:
        """Image name -> bytes of every tileset image; a run stores them with ``text``."""
        return dict(self._images)


def _build(text: str, files: MapFiles, name: str) -> TileMap:
    doc = bundle(text, files)
    world = _name_world(doc, name)
    layers, tilesets = tiled.layers(doc), tiled.tilesets(doc)
    objects = tuple(measured(tiled_objects(doc, tilesets), doc["width"], doc["height"]))
    solid = solid_tiles(doc["width"], doc["height"], layers, tilesets, objects)
    images, lost = _images(tilesets, files)
    links, loose = _links(objects, doc["width"], doc["height"])
    return TileMap(
        name=name,
        width=doc["width"],
        height=doc["height"],
        tile_width=doc["tilewidth"],
        tile_height=doc["tileheight"],
        layers=layers,
        tilesets=tilesets,
        objects=objects,
        solid=solid,
        links=links,
        world_name=world,
        text=_written(doc),
        doubts=tuple(doubts(solid, layers, tilesets, objects)),
        warnings=(
            *_missing_tiles(layers, tilesets),
            *_missing_on_objects(doc, tilesets),
            *loose,
            *lost,
        ),
        _images=images,
    )


def _written(doc: dict[str, Any]) -> str:
    """The map as one TMJ text. Raises MapError for lone surrogates, which no file can hold."""
    text = json.dumps(doc, separators=(",", ":"), ensure_ascii=False, sort_keys=True)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        near = text[max(0, error.start - 20) : error.start].encode("ascii", "backslashreplace").decode("ascii")
        raise MapError(f"holds half a character after {near!r}; type that name or value again in Tiled") from None
    if len(text) > MAX_TEXT:
        raise MapError(f"is longer than {MAX_TEXT // 2**20} MB with its tilesets, more than a run can store")
    return text


def _name_world(doc: dict[str, Any], name: str) -> str:
    """The world's name, which is written into a map that has none, so that it does not depend on the file name later."""
    own = tiled.properties(doc)
    world = tiled.plain(str(own.get("world") or name).replace(":", " ")) or "Town"
    listed = [{"name": key, "type": "string", "value": value} for key, value in (own | {"world": world}).items()]
    if own.get("world") != world:
        doc["properties"] = listed
    return world


def _images(tilesets: tuple[Tileset, ...], files: MapFiles) -> tuple[dict[str, bytes], list[str]]:
    names = [name for tileset in tilesets for name in (tileset.image, *tileset.tile_images.values()) if name]
    found = {name: data for name in dict.fromkeys(names) if (data := files.image(name)) is not None}
    lost = [name for name in dict.fromkeys(names) if name not in found]
    return found, _few([f"image {name!r} is missing or is not an image" for name in lost], "more images are missing")


def _links(objects: tuple[MapObject, ...], width: int, height: int) -> tuple[tuple[tuple[Tile, Tile], ...], list[str]]:
    """The pairs of tiles joined by objects whose property ``to`` is another object's id, and messages about invalid ones."""
    joined = [item for item in objects if "to" in item.properties]
    ends_of = {item.id for item in joined} | {to for item in joined if isinstance(to := item.properties["to"], int)}
    tiles = {item.id: covered_tiles(item, width, height)[:1] for item in objects if item.id in ends_of}
    found: list[tuple[Tile, Tile]] = []
    wrong: list[str] = []
    for item in objects:
        other = item.properties.get("to")
        if other is None:
            continue
        ends = [*tiles[item.id], *tiles.get(other, ())] if isinstance(other, int) else []
        if len(ends) == 2 and other != item.id:
            found.append((ends[0], ends[1]))
        else:
            wrong.append(f"object {item.id}: to: is {other!r}; it must be the id of the object at the other end of the stairs")
    return tuple(found), wrong


def _missing_on_objects(doc: dict[str, Any], tilesets: tuple[Tileset, ...]) -> list[str]:
    """Messages about tile objects (Tiled's Insert Tile) whose tile is in no tileset."""
    found: list[str] = []
    for item in (item for layer in object_layers(doc["layers"]) for item in layer.get("objects", []) if "gid" in item):
        tile = int(item["gid"]) & GID_MASK
        if tile and tile_of(tile, tilesets) is None:
            found.append(f"object {item.get('id')}: shows tile {tile}, which is in no tileset")
    return _few(found, "more objects show no tile")


def _few(messages: list[str], more: str) -> list[str]:
    """The first messages, and how many there are besides."""
    beyond = len(messages) - MAX_WARNINGS
    return messages if beyond <= 0 else [*messages[:MAX_WARNINGS], f"{beyond} {more}"]


def _missing_tiles(layers: tuple[Layer, ...], tilesets: tuple[Tileset, ...]) -> list[str]:
    found: list[str] = []
    for layer in layers:
        tiles: Gids = layer.gids & np.uint32(GID_MASK)
        known = tiles == 0
        for tileset in tilesets:
            known |= (tiles >= tileset.first_gid) & (tiles < tileset.first_gid + tileset.count)
        lost = int(known.size - np.count_nonzero(known))
        for cell in np.flatnonzero(~known)[:MAX_WARNINGS].tolist():
            y, x = divmod(cell, known.shape[1])
            found.append(f"layer {layer.name!r} at ({x}, {y}): tile {tiles[y, x]} is in no tileset")
        if lost > MAX_WARNINGS:
            found.append(f"layer {layer.name!r}: {lost - MAX_WARNINGS} more tiles are in no tileset")
    return found
