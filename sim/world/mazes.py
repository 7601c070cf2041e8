"""The folder ``matrix/`` that the generative agents of Park et al. 2023 keep beside a Tiled map: which tiles are which place.

``maze_meta_info*.json`` gives the size, ``special_blocks/*.csv`` name the numbers, and every file of ``maze/`` (or
``maze_original/``) has one number per tile. Where the folder is there, its files alone say what blocks and where every place
is; they become the layers ``collision``, ``places`` and ``objects`` of the map, so that the map can be stored and read without
them. Called by ``map_bundle``.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.world.map_files import read_text
from sim.world.map_records import GID_MASK, MapError, Mask, one_line
from sim.world.tile_data import gids
from sim.world.tiled import Inherited, flat_layers, listed, plain

Doc = dict[str, Any]
Maze = npt.NDArray[np.int64]
"""(height, width): the number of the block on each tile, 0 for none."""
Legend = dict[int, tuple[str, ...]]
"""The names of a number: sector, or sector and arena, or the object's name alone."""

FOLDER = "matrix"
MAZES = ("maze", "maze_original")
"""Names of the folder of mazes; copies of the files have the second."""
MAX_BLOCKS = 2000
"""The most lines of a file that names numbers."""
MAX_TILES_OF_A_SET = 100_000
EVERYWHERE = "<all>"
"""Stands for the sector and arena of an object that is named wherever it lies."""


def with_mazes(doc: Doc, base: Path | None) -> Doc:
    """The map with the places of the folder ``matrix`` beside it, or beside the folder that it is in; the map itself where
    there is none or where it has sectors of its own. Raises MapError where the files do not fit the map."""
    folder = _folder(base)
    if folder is None or _has_sectors(doc):
        return doc
    try:
        return _Mazes(folder, doc).written()
    except (LookupError, TypeError, ValueError, OSError) as error:
        if isinstance(error, MapError):
            raise
        raise MapError(one_line(f"has {folder.name}/ beside it, which cannot be read ({error})")) from None


def _folder(base: Path | None) -> Path | None:
    if base is None:
        return None
    found = (folder for folder in (base / FOLDER, base.resolve().parent / FOLDER) if any(folder.glob("maze_meta_info*.json")))
    return next(found, None)


def _has_sectors(doc: Doc) -> bool:
    objects = (item for layer, _ in flat_layers(doc["layers"], Inherited()) for item in layer.get("objects", []))
    return any((item.get("class") or item.get("type")) == "sector" for item in objects)


class _Mazes:
    """The files of one folder, for one map."""

    def __init__(self, folder: Path, doc: Doc) -> None:
        self._folder, self._doc = folder, doc
        self._width, self._height = int(doc["width"]), int(doc["height"])
        meta = json.loads(read_text(min(folder.glob("maze_meta_info*.json"))))
        size = int(meta["maze_width"]), int(meta["maze_height"])
        if size != (self._width, self._height):
            raise MapError(f"is {self._width} x {self._height} tiles, but {FOLDER}/ beside it is for {size[0]} x {size[1]}")
        self._sectors, self._arenas, self._objects = (self._legend(what) for what in ("sector", "arena", "game_object"))
        self._ids = iter(range(_free_id(doc), 2**31))

    def written(self) -> Doc:
        """The map with layers of places, and without the layers in which only the numbers were painted."""
        sectors, arenas, things, walls = map(self._maze, ("sector", "arena", "game_object", "collision"))
        legends = self._sectors, self._arenas, self._objects, self._legend("spawning_location"), self._legend("world")
        marks = (set(np.unique(walls).tolist()) - {0}).union(*legends)
        kept = [layer for layer in self._doc["layers"] if not self._is_marked(layer, marks)]
        drawn = {number for layer, _ in flat_layers(kept, Inherited()) for number in self._painted(layer)}
        given = self._doc.get("tilesets", [])
        tilesets = [one for one in given if drawn & _range(one) or not marks & _range(one)]
        _silence(kept)
        first = int(tilesets[0].get("firstgid", 1)) if tilesets else 1
        solid = np.where(walls != 0, first, 0)
        objects = [*self._places(sectors, arenas), *self._things(arenas, sectors, things, walls == 0)]
        made = {"tilesets": tilesets, "layers": [*kept, *self._layers(solid, objects)], "properties": self._properties()}
        return self._doc | made

    def _layers(self, solid: Maze, objects: list[Doc]) -> Iterator[Doc]:
        size = {"width": self._width, "height": self._height}
        yield {"type": "tilelayer", "name": "collision", "visible": False, "data": solid.ravel().tolist()} | size
        for name, kinds in (("places", ("sector", "arena")), ("objects", ("object",))):
            yield {"type": "objectgroup", "name": name, "objects": [item for item in objects if item["class"] in kinds]}

    def _places(self, sectors: Maze, arenas: Maze) -> Iterator[Doc]:
        """Sectors and arenas. A sector has its arenas' tiles besides its own."""
        for name in dict.fromkeys(names[0] for legend in (self._sectors, self._arenas) for names in legend.values()):
            tiles = _where(sectors, self._sectors, name) | _where(arenas, self._arenas, name)
            yield from self._object(name, "sector", tiles, "")
        for house, room in dict.fromkeys(self._arenas.values()):
            yield from self._object(room, "arena", _where(arenas, self._arenas, house, room), house)

    def _things(self, arenas: Maze, sectors: Maze, things: Maze, free: Mask) -> Iterator[Doc]:
        """One object per name and room; as many as it has free tiles can use it at once."""
        found: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for y, x in np.argwhere(things != 0).tolist():
            room = self._arenas.get(int(arenas[y, x])) or self._sectors.get(int(sectors[y, x]), ())
            found.setdefault((":".join(room), self._objects[int(things[y, x])][0]), []).append((y, x))
        for (within, name), tiles in found.items():
            here = np.zeros_like(free)
            here[tuple(zip(*tiles, strict=True))] = True
            seats = {"name": "seats", "type": "int", "value": max(1, int((here & free).sum()))}
            yield from self._object(name, "object", here, within, seats)

    def _object(self, name: str, kind: str, tiles: Mask, within: str, *more: Doc) -> Iterator[Doc]:
        """A map object with the outline of ``tiles``, which lies in the place ``within``."""
        if tiles.any():
            wide, high = int(self._doc["tilewidth"]), int(self._doc["tileheight"])
            corners = [{"x": x * wide, "y": y * high} for x, y in outline(tiles)]
            told = [{"name": "within", "type": "string", "value": within}] if within else []
            about = {"id": next(self._ids), "name": name, "class": kind, "x": 0, "y": 0, "visible": True}
            yield about | {"polygon": corners, "properties": [*told, *more]}

    # Files ------------------------------------------------------------------------------------------------------------

    def _maze(self, what: str) -> Maze:
        folder = next((one for one in MAZES if (self._folder / one).is_dir()), MAZES[0])
        path = self._folder / folder / f"{what}_maze.csv"
        text = read_text(path)
        if text.count(",") > 2 * self._width * self._height:
            raise MapError(f"has {FOLDER}/{path.name} beside it with more numbers than its {self._width * self._height} tiles")
        numbers = [int(cell) for cell in text.replace("\n", ",").split(",") if cell.strip()]
        if len(numbers) != self._width * self._height:
            raise MapError(f"has {self._width * self._height} tiles, but {path.name} beside it has {len(numbers)}")
        return np.array(numbers, dtype=np.int64).reshape(self._height, self._width)

    def _legend(self, what: str) -> Legend:
        """What the numbers of a maze stand for, without the world's name."""
        text = read_text(self._folder / "special_blocks" / f"{what}_blocks.csv")
        if text.count("\n") > MAX_BLOCKS:
            raise MapError(f"has {what}_blocks.csv beside it with more than {MAX_BLOCKS} lines")
        rows = [row for row in csv.reader(text.splitlines()) if row]
        return {int(row[0]): tuple(_name(cell) for cell in row[2:] if cell.strip() != EVERYWHERE) for row in rows}

    def _properties(self) -> list[Doc]:
        """The map's properties with ``world``, the name of the world."""
        own = listed(self._doc)
        if any(one.get("name") == "world" for one in own):
            return own
        rows = list(csv.reader(read_text(self._folder / "special_blocks" / "world_blocks.csv").splitlines()))
        return [*own, {"name": "world", "type": "string", "value": _name(rows[0][1])}]

    def _is_marked(self, layer: Doc, marks: set[int]) -> bool:
        """Whether a layer shows the numbers of places and walls: whether they are most of what is painted on it."""
        painted = self._painted(layer)
        return bool(painted) and 2 * len(painted & marks) > len(painted)

    def _painted(self, layer: Doc) -> set[int]:
        """The numbers of the tiles on a layer."""
        if layer.get("type") != "tilelayer":
            return set()
        found = np.unique(gids(layer, self._width, self._height) & np.uint32(GID_MASK))
        return set(found.tolist()) - {0}


def _where(maze: Maze, legend: Legend, *names: str) -> Mask:
    """The tiles whose number stands for these names, or begins with them."""
    return np.isin(maze, [number for number, own in legend.items() if own[: len(names)] == names])


def _silence(layers: list[Doc]) -> None:
    """Have layers block nothing, whatever their names are."""
    for layer in layers:
        layer["properties"] = [*listed(layer), {"name": "solid", "type": "bool", "value": False}]
        _silence(layer.get("layers", []))


def _name(cell: str) -> str:
    return plain(cell.replace(":", " "))


def _range(tileset: Doc) -> set[int]:
    first = int(tileset.get("firstgid", 1))
    return set(range(first, first + max(1, min(int(tileset.get("tilecount") or 0), MAX_TILES_OF_A_SET))))


def _free_id(doc: Doc) -> int:
    objects = (item for layer, _ in flat_layers(doc["layers"], Inherited()) for item in layer.get("objects", []))
    return max((int(item.get("id", 0)) for item in objects), default=0) + 1


# -- outlines of tiles ---------------------------------------------------------------------------------------------------------


def outline(tiles: Mask) -> list[tuple[int, int]]:
    """The corners (x, y) of one polygon that holds exactly these tiles. Pieces and holes are joined to the first outline by
    lines drawn there and back, which enclose nothing."""
    loops = list(_loops(tiles))
    corners = list(loops[0])
    for loop in loops[1:]:
        corners += [corners[0], *loop, loop[0]]
    return [*corners, corners[0]] if len(loops) > 1 else corners


def _loops(tiles: Mask) -> Iterator[list[tuple[int, int]]]:
    """The closed lines between tiles and what is none, in the order of their first corners, with the tiles to their right."""
    around = np.pad(tiles, 1)
    high, wide = tiles.shape
    ways: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for start, end, beyond in (
        ((0, 0), (1, 0), around[:high, 1:-1]),
        ((1, 0), (1, 1), around[1:-1, 2:]),
        ((1, 1), (0, 1), around[2:, 1:-1]),
        ((0, 1), (0, 0), around[1:-1, :wide]),
    ):
        for y, x in np.argwhere(tiles & ~beyond).tolist():
            ways.setdefault((x + start[0], y + start[1]), []).append((x + end[0], y + end[1]))
    for first in sorted(ways, key=lambda corner: (corner[1], corner[0])):
        while ways[first]:
            loop, at = [first], ways[first].pop()
            while at != first:
                loop.append(at)
                at = ways[at].pop()
            yield _without_straight(loop)


def _without_straight(loop: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The corners at which the line turns."""
    around = zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True)
    return [b for a, b, c in around if (b[0] - a[0], b[1] - a[1]) != (c[0] - b[0], c[1] - b[1])]
