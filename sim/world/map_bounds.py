"""Bounds of a map. A map is measured as text and as a dictionary before anything in it is unpacked; called by ``map_bundle``.

A small file can claim much: a compressed layer of zeros, a chunk of any size, a polygon in every template. What is refused here
has cost no more memory than the file itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sim.world.map_records import MapError, MapObject, area, box_area

Doc = dict[str, Any]

MAX_TEXT = 32 * 2**20
"""The most characters of a map, a tileset or a template; a run file holds no longer text."""
MAX_TILES = 2**22
"""The most tiles of a map (2048 x 2048)."""
MAX_CELLS = 2**24
"""The most cells of all tile layers and chunks together (64 MiB as numbers)."""
MAX_LAYERS = 200
MAX_TILESETS = 500
MAX_OBJECTS = 40_000
MAX_CORNERS = 20_000
"""The most corners of all polygons and polylines together, templates counted for every object that uses them."""
MAX_COVERED = 2**22
"""The most tiles that all objects cover together."""
MAX_ENTRIES = 40_000
"""The most objects in the sense of JSON: map objects, tiles with properties, corners."""
MAX_NUMBERS = 5_000_000
"""The most values of a text; more tiles have to be saved as base64."""
MAX_ELEMENTS = 2**18
"""The most elements of a TMX map, of which the oldest have one per tile."""

_JSON = (
    ("{", MAX_ENTRIES, "objects, tiles and corners"),
    ("[", MAX_ENTRIES, "lists"),
    ('"tilelayer"', MAX_LAYERS, "tile layers"),
    (",", MAX_NUMBERS, "values"),
)
_XML = (
    ("<object", MAX_OBJECTS + MAX_LAYERS, "objects"),
    ("<property", MAX_ENTRIES, "properties"),
    ("<layer", MAX_LAYERS, "tile layers"),
    ("<", MAX_ELEMENTS, "elements"),
    (",", MAX_NUMBERS, "values"),
)
"""What is counted in a text, the most of it, and what it stands for."""


def measure_text(text: str, xml: bool) -> None:
    """Raises MapError where the text of a map, tileset or template would unpack to more than a map may hold."""
    if len(text) > MAX_TEXT:
        raise MapError(f"is longer than {MAX_TEXT // 2**20} MB; no map of ours needs that")
    for mark, most, what in _XML if xml else _JSON:
        found = text.count(mark)
        if found > most:
            packed = "; save its layers from Tiled as base64 (zlib compressed)" if what in ("values", "elements") else ""
            raise MapError(f"has {found} {what}; at most {most} are read{packed}")


def measure(doc: Doc) -> None:
    """Raises MapError where a map claims more layers, cells, objects or corners than are read."""
    layers = list(_flat(doc.get("layers", [])))
    drawn = [layer for layer in layers if layer.get("type") == "tilelayer"]
    if len(layers) > MAX_LAYERS:
        raise MapError(f"has {len(layers)} layers; at most {MAX_LAYERS} are read")
    if len(doc.get("tilesets", [])) > MAX_TILESETS:
        raise MapError(f"has {len(doc['tilesets'])} tilesets; at most {MAX_TILESETS} are read")
    sides = [side if isinstance(side := doc.get(key), int) else 0 for key in ("width", "height")]  # others are refused later
    cells = sum(max(sides[0] * sides[1], sum(map(_cells, layer.get("chunks", [])))) for layer in drawn)
    if cells > MAX_CELLS:
        raise MapError(f"has {cells} cells in {len(drawn)} tile layers; at most {MAX_CELLS} are read")
    measure_objects([item for layer in layers for item in layer.get("objects", [])], doc)


def measure_objects(items: list[Doc], doc: Doc) -> None:
    """Raises MapError where there are too many objects, or where they and the tiles' collision shapes have too many corners."""
    if len(items) > MAX_OBJECTS:
        raise MapError(f"has {len(items)} objects; at most {MAX_OBJECTS} are read")
    tiles = (tile for tileset in doc.get("tilesets", []) for tile in tileset.get("tiles", ()) if isinstance(tile, dict))
    shapes = [item for tile in tiles for item in tile.get("objectgroup", {}).get("objects", [])]
    corners = sum(len(item.get(kind, ())) for item in [*items, *shapes] for kind in ("polygon", "polyline"))
    if corners > MAX_CORNERS:
        raise MapError(f"has polygons with {corners} corners; at most {MAX_CORNERS} are read")


def measured(objects: Iterable[MapObject], width: int, height: int) -> Iterator[MapObject]:
    """The objects of a map of ``width`` x ``height`` tiles. Raises MapError where they cover more tiles than are read."""
    covered = 0
    for item in objects:
        covered += area(item, width, height) + sum(box_area(shape, width, height) for shape in item.shapes)
        if covered > MAX_COVERED:
            raise MapError(f"has objects that cover more than {MAX_COVERED} tiles together; draw fewer or smaller ones")
        yield item


def _flat(layers: Iterable[Doc]) -> Iterator[Doc]:
    for layer in layers:
        yield layer
        yield from _flat(layer.get("layers", []))


def _cells(chunk: Mapping[str, Any]) -> int:
    """The cells that a chunk claims."""
    return abs(int(chunk.get("width", 0)) * int(chunk.get("height", 0)))
