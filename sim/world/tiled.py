"""Reads a self-contained TMJ dictionary into layers and tilesets. Called by ``sim.world.tilemap``.

Knows Tiled's format and the drawing conventions of ``README.md``; nothing of addresses or residents. ``tiled_objects`` reads
the objects.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.world.map_records import Gids, Layer, Tileset, TileShape
from sim.world.outlines import outlines, turned
from sim.world.tile_data import gids

Doc = dict[str, Any]

OVER = frozenset(("over", "overhead", "overlay", "overlays", "overhang", "overhangs", "overhanging", "foreground"))
"""First words of the names of layers that are drawn above residents."""
COLLISION = frozenset(("collision", "collisions", "collider", "colliders", "collide", "collides", "collidable"))
"""Words of the names of layers, groups and classes that stop people; ``COLLISION_BESIDE`` may stand beside them."""
COLLISION_BESIDE = frozenset(
    (
        "layer",
        "layers",
        "map",
        "mask",
        "tile",
        "tiles",
        "object",
        "objects",
        "block",
        "blocks",
        "shape",
        "shapes",
        "box",
        "boxes",
    )
)
SOLID = ("solid", "collides", "collision")
"""Properties of a tile, an object, a layer or a group that say whether it stops people."""
_YES, _NO = ("true", "1", "1.0", "yes", "on"), ("false", "0", "0.0", "no", "off")
_UNWRITABLE = re.compile("[\x00-\x1f\x7f-\x9f\ufffe\uffff]")
"""Characters that YAML refuses, so that a scenario could not name a place with them."""
ALIGNMENTS = {
    "topleft": (0.0, 0.0),
    "top": (0.5, 0.0),
    "topright": (1.0, 0.0),
    "left": (0.0, 0.5),
    "center": (0.5, 0.5),
    "right": (1.0, 0.5),
    "bottomleft": (0.0, 1.0),
    "bottom": (0.5, 1.0),
    "bottomright": (1.0, 1.0),
}
"""Where the position of a tile object lies in its picture, as shares of width and height, by ``objectalignment``."""


# -- properties and names ------------------------------------------------------------------------------------------------------


def listed(entry: Doc) -> list[Doc]:
    """The custom properties of an entry as Tiled lists them; old files have a dictionary."""
    given = entry.get("properties", [])
    return [{"name": name, "value": value} for name, value in given.items()] if isinstance(given, dict) else list(given)


def properties(entry: Doc) -> dict[str, Any]:
    """The custom properties of an entry by name."""
    return {str(prop["name"]): prop.get("value") for prop in listed(entry)}


def flag(value: object) -> bool | None:
    """A boolean as Tiled writes it, also as text or number (``true``, ``"true"``, 1); None for anything else."""
    text = str(value).strip().casefold()
    return True if text in _YES else False if text in _NO else None


def told(own: dict[str, Any], *names: str) -> bool | None:
    """The first of the boolean properties ``names`` that is given, whatever its capitals; None where none is."""
    folded = {key.strip().casefold(): value for key, value in own.items()}
    return next((found for name in names if (found := flag(folded.get(name))) is not None), None)


def words(name: str) -> list[str]:
    """The words of a name in lower case, without numbers: ``InnerWalls_2`` gives ``inner`` and ``walls``."""
    return re.findall(r"[^\W\d_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).casefold())


def is_collision(name: str) -> bool:
    """Whether a name says that a layer, a group or an object is there to stop people: ``Collisions``, ``collision layer 2``."""
    found = set(words(name))
    return bool(found & COLLISION) and found <= COLLISION | COLLISION_BESIDE


def plain(name: str) -> str:
    """A name on one line, as a scenario can write it, with single blanks and without control characters."""
    return " ".join(_UNWRITABLE.sub(" ", name).split())


# -- layers --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Inherited:
    """What a layer has of its own and of the groups around it. ``blocks``: whether it stops people, None where that is not
    said. ``x, y``: its offset in pixels."""

    over: bool = False
    hidden: bool = False
    blocks: bool | None = None
    x: float = 0.0
    y: float = 0.0

    def with_own(self, entry: Doc) -> Inherited:
        """The same for a layer or group ``entry`` in this one. What it says itself goes before its name."""
        name, own = str(entry.get("name", "")), properties(entry)
        over, blocks = told(own, "over"), told(own, *SOLID)
        collision = is_collision(name)
        return Inherited(
            over=self.over or bool(OVER & set(words(name)[:1])) if over is None else over,
            hidden=self.hidden or flag(entry.get("visible", True)) is False or collision,
            blocks=(collision or self.blocks) if blocks is None else blocks,
            x=self.x + float(entry.get("offsetx", 0)),
            y=self.y + float(entry.get("offsety", 0)),
        )


def flat_layers(entries: list[Doc], around: Inherited) -> Iterator[tuple[Doc, Inherited]]:
    """All layers from bottom to top, groups flattened, with what they inherit."""
    for entry in entries:
        inherited = around.with_own(entry)
        if entry.get("type") == "group":
            yield from flat_layers(entry.get("layers", []), inherited)
        else:
            yield entry, inherited


def layers(doc: Doc) -> tuple[Layer, ...]:
    """The tile layers from bottom to top, moved by their offsets in whole tiles."""
    found = []
    for entry, inherited in flat_layers(doc["layers"], Inherited()):
        if entry.get("type") == "tilelayer":
            right, down = inherited.x / doc["tilewidth"], inherited.y / doc["tileheight"]
            grid = _moved(gids(entry, doc["width"], doc["height"]), math.floor(right + 0.5), math.floor(down + 0.5))
            found.append(Layer(str(entry.get("name", "")), grid, inherited.over, inherited.hidden, inherited.blocks))
    return tuple(found)


def _moved(grid: Gids, right: int, down: int) -> Gids:
    """The grid moved by whole tiles; what leaves the map is cut off."""
    if not right and not down:
        return grid
    moved: Gids = np.zeros_like(grid)
    high, wide = grid.shape
    if abs(right) < wide and abs(down) < high:
        part = grid[max(0, -down) : high - max(0, down), max(0, -right) : wide - max(0, right)]
        moved[max(0, down) : max(0, down) + part.shape[0], max(0, right) : max(0, right) + part.shape[1]] = part
    moved.setflags(write=False)
    return moved


# -- tilesets ------------------------------------------------------------------------------------------------------------------


def tilesets(doc: Doc) -> tuple[Tileset, ...]:
    """The tilesets in order of their first gid."""
    size = doc["tilewidth"], doc["tileheight"]
    return tuple(sorted((_tileset(entry, size) for entry in doc["tilesets"]), key=lambda tileset: tileset.first_gid))


def _tileset(entry: Doc, size: tuple[int, int]) -> Tileset:
    tiles = {int(tile["id"]): tile for tile in entry.get("tiles", [])}
    own = {number: properties(tile) for number, tile in tiles.items()}
    classes = {number: str(tile.get("class") or tile.get("type") or "") for number, tile in tiles.items()}
    width, spacing, margin = int(entry["tilewidth"]), int(entry.get("spacing", 0)), int(entry.get("margin", 0))
    columns = int(entry.get("columns") or (int(entry.get("imagewidth", 0)) - 2 * margin + spacing) // (width + spacing))
    shaped = [number for number, tile in tiles.items() if tile.get("objectgroup") and told(own[number], *SOLID) is None]
    shapes = {number: _shape(tiles[number], entry, size) for number in shaped}
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
        solid=tuple(sorted(number for number, values in own.items() if told(values, *SOLID))),
        properties={number: values for number, values in own.items() if values},
        tile_images={number: str(tile["image"]) for number, tile in tiles.items() if tile.get("image")},
        shapes={number: shape for number, shape in shapes.items() if shape.polygons},
        classes={number: cls for number, cls in classes.items() if cls},
        align=ALIGNMENTS.get(str(entry.get("objectalignment", "")), ALIGNMENTS["bottomleft"]),
    )


def _count(entry: Doc, tiles: dict[int, Doc], columns: int) -> int:
    """How many ids the tileset spans. A collection may have gaps, and old files have no count."""
    height, spacing, margin = int(entry["tileheight"]), int(entry.get("spacing", 0)), int(entry.get("margin", 0))
    rows = (int(entry.get("imageheight", 0)) - 2 * margin + spacing) // (height + spacing)
    return max(int(entry.get("tilecount") or columns * rows), max(tiles, default=-1) + 1 if not entry.get("image") else 0)


def _shape(tile: Doc, entry: Doc, size: tuple[int, int]) -> TileShape:
    """The shapes drawn for a tile in Tiled's collision editor. ``size``: pixels of a tile of the map."""
    wide, high = (float(tile.get(f"image{side}") or entry[f"tile{side}"]) for side in ("width", "height"))
    offset = entry.get("tileoffset", {})
    drawn = [
        [(float(item.get("x", 0)) + x, float(item.get("y", 0)) + y) for x, y in turned(outline, float(item.get("rotation", 0)))]
        for item in tile["objectgroup"].get("objects", [])
        for outline in outlines(item, (wide, high))
    ]
    shares = (tuple((min(max(x / wide, 0), 1), min(max(y / high, 0), 1)) for x, y in polygon) for polygon in drawn)
    shift = float(offset.get("x", 0)) / size[0], float(offset.get("y", 0)) / size[1]
    return TileShape(tuple(shares), (wide / size[0], high / size[1]), shift)
