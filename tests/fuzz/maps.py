"""Maps: a small one as TMJ and as TMX, mutated as text and as data, read from a text and from a folder of files.

A map that is read must also give its places, and its own text must read as the same map again: a run keeps that text.
"""

from __future__ import annotations

import base64
import json
import random
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from fuzz.mutate import Target, mutate_data, mutate_text
from sim.world.places import Places
from sim.world.tilemap import MapError, TileMap
from sim.world.tmj_writer import map_doc, map_object

PIECES: tuple[Any, ...] = (
    *("tilelayer", "objectgroup", "group", "sector", "arena", "object", "solid", "to", "template", "source", "image"),
    *("base64", "zlib", "gzip", "zstd", "csv", "data", "layers", "tiles", "properties", "gid", "over", "House 0", "polygon"),
    *("objectalignment", "offsetx", "tileoffset", "polyline", "objectgroup", "chunks", "Collision", "within", "House 0:", "1"),
    *("set.tsj", "../set.tsj", "../../set.tsj", "thing.tj", "missing.tsx", "fuzz.tmj", 16, 10, 65535, 2**32, 2**28, 1e9, -16),
    [{"x": 0, "y": 0}, {"x": 1e300, "y": 5}, {"x": -4}],
    [{"name": "solid", "type": "bool", "value": True}],
    [{"name": "within", "type": "string", "value": "House 0"}],
    {"objects": [{"id": 1, "x": 2, "y": 2, "width": 12, "height": 1e9}]},
    [{"x": 0, "y": 0, "width": 32768, "height": 32768, "data": []}],
    {"type": "group", "layers": [{"type": "tilelayer", "name": "over", "data": []}]},
)
TEXTS = (*map(str, PIECES[:47]), "<", ">", "/>", "<!ENTITY x 'y'>", "<!DOCTYPE a>", "&x;", "]]>", '"', "{}", "[]", ",", "e9")
TILESET = {"name": "set", "tilewidth": 16, "tileheight": 16, "tilecount": 4, "columns": 2, "image": "set.png", "tiles": []}
TMX = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="4" height="3" tilewidth="16" tileheight="16" infinite="0">
 <properties><property name="world" value="Town"/></properties>
 <tileset firstgid="1" name="plain" tilewidth="16" tileheight="16" tilecount="4" columns="2">
  <image source="set.png" width="32" height="32"/>
  <tile id="1"><properties><property name="solid" type="bool" value="true"/></properties></tile>
 </tileset>
 <layer id="1" name="ground" width="4" height="3"><data encoding="csv">1,1,1,1,1,2,1,1,1,1,1,1</data></layer>
 <group name="all"><objectgroup id="2" name="places">
  <object id="1" name="Hall" type="sector" x="0" y="0" width="64" height="48"/>
  <object id="2" name="bed" type="object" x="16" y="16" width="16" height="16"/>
  <object id="3" name="corner" type="arena" x="0" y="0"><polygon points="0,0 32,0 32,32"/></object>
 </objectgroup></group>
</map>
"""


class Maps(Target):
    """Read, its places found, and read again from its own text."""

    def __init__(self, folder: Path) -> None:
        super().__init__((MapError,))
        self._folder = folder / "maps"
        self._folder.mkdir(exist_ok=True)
        (self._folder / "set.tsj").write_text(json.dumps(TILESET))
        (self._folder / "thing.tj").write_text(json.dumps({"type": "template", "object": {"name": "bench", "class": "object"}}))
        self._good = _good()

    def one(self, dice: random.Random) -> None:
        tilemap = self._read(self._text(dice), dice.random() < 0.5)
        Places(tilemap)
        again = TileMap.parse(tilemap.text, images=tilemap.files(), name=tilemap.name)
        if again.text != tilemap.text or (again.solid != tilemap.solid).any():
            raise AssertionError("a map's own text reads as another map")

    def _text(self, dice: random.Random) -> str:
        how = dice.random()
        if how < 0.25:
            return mutate_text(TMX, dice, TEXTS)
        if how < 0.4:
            return mutate_text(json.dumps(self._good), dice, TEXTS)
        return json.dumps(mutate_data(self._good, dice, PIECES))

    def _read(self, text: str, from_file: bool) -> TileMap:
        if not from_file:
            return TileMap.parse(text)
        path = self._folder / "fuzz.tmj"
        path.write_bytes(text.encode("utf-8", "replace"))
        return TileMap.load(path)


def _good() -> dict[str, Any]:
    """A house, its walls as zlib data, a tileset and a template of their own."""
    solid = np.zeros((10, 10), np.int64)
    solid[1:9, 1:9] = 1
    solid[2:8, 2:8] = solid[8, 5] = 0
    house = [map_object(1, "House 0", "sector", (1, 1, 8, 8)), map_object(2, "bed", "object", (2, 2, 1, 2))]
    doc = map_doc("Town", solid, house)
    walls, places = doc["layers"]
    raw = b"".join(number.to_bytes(4, "little") for number in walls["data"])
    packed = {"data": base64.b64encode(zlib.compress(raw)).decode(), "encoding": "base64", "compression": "zlib"}
    corners = [{"x": 0, "y": 0}, {"x": 32, "y": 0}, {"x": 0, "y": 32}]
    places["objects"].append({"id": 9, "name": "corner", "class": "arena", "x": 32, "y": 32, "polygon": corners})
    thing = {"id": 10, "x": 64, "y": 64, "width": 16, "height": 16, "template": "thing.tj"}
    line = [{"x": 0, "y": 0}, {"x": 32, "y": 0}, {"x": 32, "y": 32}, {"x": 0, "y": 0}]
    tree = {"id": 11, "gid": 2**31 + 3, "x": 48, "y": 96, "width": 16, "height": 16, "rotation": 30}
    yard = {"id": 12, "name": "yard", "class": "sector", "x": 0, "y": 0, "polyline": line}
    things = {"type": "objectgroup", "name": "objects", "objects": [thing, tree, yard], "offsetx": 16}
    shape = {"objects": [{"id": 1, "x": 0, "y": 4, "width": 16, "height": 12}]}
    own = {key: value for key, value in TILESET.items() if key != "image"} | {"objectalignment": "center"}
    doc["tilesets"] += [{"firstgid": 2, "source": "set.tsj"}, own | {"firstgid": 6, "tiles": [{"id": 0, "objectgroup": shape}]}]
    return doc | {"layers": [walls | packed, {"type": "group", "name": "all", "layers": [places, things]}]}
