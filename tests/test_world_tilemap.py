"""Tiled maps: whatever way Tiled writes one, the same town comes out, and what cannot be lived in is said in one line."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from make_map import VILLAGE, make_map, village

from sim.world.map_records import covered_tiles
from sim.world.tilemap import GID_MASK, MapError, TileMap

PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 32, 48) + bytes(8)
FLIPPED = 3 | 0x80000000 | 0x40000000 | 0x20000000


def _packed(cells: list[int], how: str) -> str:
    raw = struct.pack(f"<{len(cells)}I", *cells)
    squeeze = {"": bytes, "zlib": zlib.compress, "gzip": gzip.compress}[how]
    return base64.b64encode(squeeze(raw)).decode()


def _encoded(how: str) -> str:
    doc = make_map("##..\n....", {})
    ground = doc["layers"][0]
    ground["data"] = _packed([1, 2, FLIPPED, 4, 0, 0, 1, 1], how)
    ground |= {"encoding": "base64", "compression": how}
    return json.dumps(doc)


@pytest.mark.parametrize("how", ["", "zlib", "gzip"])
def test_flip_bits_survive_every_encoding(how: str) -> None:
    gids = TileMap.parse(_encoded(how)).layers[0].gids
    assert gids.dtype == np.uint32 and gids[0].tolist() == [1, 2, FLIPPED, 4]
    assert int(gids[0, 2]) & GID_MASK == 3


def test_a_bomb_of_compressed_tiles_is_refused_without_inflating_it() -> None:
    doc = json.loads(_encoded("zlib"))
    doc["layers"][0]["data"] = base64.b64encode(zlib.compress(bytes(20_000_000))).decode()
    with pytest.raises(MapError, match="4 x 2 belong"):
        TileMap.parse(json.dumps(doc))


def test_walls_come_from_the_collision_layer_solid_tiles_and_solid_objects() -> None:
    doc = make_map("#...\n....", {"Yard": (0, 0, 4, 2)}, {"rock": (3, 1, 1, 1, {"solid": True}), "rug": (2, 1, 1, 1)})
    doc["tilesets"][0]["tiles"] = [{"id": 2, "properties": [{"name": "solid", "type": "bool", "value": True}]}]
    doc["layers"][0]["data"] = [2, FLIPPED, 2, 2, 2, 2, 2, 2]
    assert TileMap.parse(json.dumps(doc)).solid.tolist() == [[True, True, False, False], [False, False, False, True]]


def test_groups_hand_down_over_and_hidden_and_the_collision_layer_is_not_drawn() -> None:
    doc = make_map("..", {})
    tiles = {"type": "tilelayer", "width": 2, "height": 1, "data": [1, 1]}
    over = [{"name": "over", "type": "bool", "value": True}]
    doc["layers"] += [
        {"type": "group", "name": "trees", "properties": over, "layers": [tiles | {"name": "crowns"}]},
        {"type": "group", "name": "notes", "visible": False, "layers": [tiles | {"name": "sketch"}]},
        {"type": "imagelayer", "name": "sky"},
    ]
    layers = {layer.name: (layer.over, layer.hidden) for layer in TileMap.parse(json.dumps(doc)).layers}
    assert layers == {"ground": (False, False), "collision": (False, True), "crowns": (True, False), "sketch": (False, True)}


def _write_split(folder: Path) -> Path:
    """The village with its tileset and the template of its bench in files of their own, one folder up."""
    (folder / "maps").mkdir()
    (folder / "art").mkdir()
    doc = json.loads(village())
    tileset = {key: value for key, value in doc["tilesets"][0].items() if key not in ("firstgid", "tilecount", "columns")}
    (folder / "art" / "plain.tsj").write_text(json.dumps(tileset | {"image": "plain.png"}))
    (folder / "art" / "plain.png").write_bytes(PNG)
    doc["tilesets"] = [{"firstgid": 1, "source": "..\\art\\plain.tsj"}]
    bench = next(item for item in doc["layers"][3]["objects"] if item["name"] == "bench")
    seats = [{"name": "seats", "type": "int", "value": 3}]
    template = {"type": "template", "object": {"name": "bench", "class": "object", "properties": seats} | _size(bench)}
    (folder / "art" / "bench.tj").write_text(json.dumps(template))
    bench.clear()
    bench |= {"id": 106, "template": "../art/bench.tj", "x": 144, "y": 96}
    (folder / "maps" / "village.tmj").write_text(json.dumps(doc))
    return folder / "maps" / "village.tmj"


def _size(item: dict[str, Any]) -> dict[str, Any]:
    return {"width": item["width"], "height": item["height"]}


def test_a_map_in_many_files_becomes_one_text_that_reads_the_same_without_them(tmp_path: Path) -> None:
    loaded = TileMap.load(_write_split(tmp_path))
    assert list(loaded.files()) == ["../art/plain.png"] and not loaded.warnings
    assert (loaded.tilesets[0].columns, loaded.tilesets[0].count) == (2, 6)  # measured from the image
    bench = next(item for item in loaded.objects if item.name == "bench")
    assert (bench.id, bench.cls, bench.x, bench.w, bench.properties) == (106, "object", 9.0, 2.0, {"seats": 3})
    again = TileMap.parse(loaded.text, images=loaded.files())
    assert again.text == loaded.text and again.objects == loaded.objects and again.tilesets == loaded.tilesets


def test_a_missing_tileset_is_named_and_a_missing_image_only_warned_of(tmp_path: Path) -> None:
    path = _write_split(tmp_path)
    (tmp_path / "art" / "plain.png").write_text("root:x:0:0")  # not an image: never read into a run
    assert any("plain.png" in warning for warning in TileMap.load(path).warnings)
    (tmp_path / "art" / "plain.tsj").unlink()
    with pytest.raises(MapError, match=r"village\.tmj: .*plain\.tsj.*No such file"):
        TileMap.load(path)


TMX = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16" infinite="0">
 <properties><property name="world" value="Isle"/></properties>
 <tileset firstgid="1" name="plain" tilewidth="16" tileheight="16" tilecount="4" columns="2">
  <tile id="0"><properties><property name="solid" type="bool" value="true"/></properties></tile>
  <tile id="3"><animation><frame tileid="3" duration="200"/><frame tileid="2" duration="100"/></animation></tile>
 </tileset>
 <layer name="ground" width="4" height="2"><data encoding="csv">
1,2,3221225475,4,
2,2,2,2
</data></layer>
 <objectgroup name="places">
  <object id="1" name="Yard" type="sector" x="0" y="0"><polygon points="0,0 64,0 64,16 32,16 32,32 0,32"/></object>
  <object id="2" name="well" class="object" x="16" y="16"><point/></object>
 </objectgroup>
</map>"""


def test_tmx_gives_the_same_map_as_tmj() -> None:
    isle = TileMap.parse(TMX)
    assert (isle.world_name, isle.width, isle.height) == ("Isle", 4, 2)
    assert isle.solid.tolist() == [[True, False, False, False], [False] * 4]
    assert '"animation":[{"duration":200,"tileid":3},{"duration":100,"tileid":2}]' in isle.text
    assert isle.objects[0].polygon[2:4] == ((4.0, 1.0), (2.0, 1.0)) and isle.objects[1].cls == "object"
    again = TileMap.parse(isle.text)
    assert again.objects == isle.objects and np.array_equal(again.layers[0].gids, isle.layers[0].gids)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"infinite": True}, "infinite and has no tiles"),
        ({"orientation": "hexagonal"}, "hexagonal; only orthogonal"),
        ({"width": 100_000, "height": 100_000}, "at most"),
        ({"width": "wide"}, "no usable size"),
        ({"layers": [{"type": "tilelayer", "name": "g", "data": [1]}]}, "1 tiles in layer 'g'"),
        ({"layers": [{"type": "tilelayer", "name": "g", "data": "!", "encoding": "base64"}]}, "unreadable"),
        ({"layers": 7}, "not as Tiled writes maps"),
    ],
)
def test_maps_nobody_can_live_on_are_refused_in_one_line(change: dict[str, Any], message: str) -> None:
    with pytest.raises(MapError, match=message) as caught:
        TileMap.parse(village(**change), where="x.tmj")
    assert str(caught.value).startswith("x.tmj: ") and "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "no map", "[1, 2]", "<map", "<html></html>", '<!DOCTYPE x [<!ENTITY a "">]><map/>', "{}"])
def test_what_is_no_map_at_all_is_refused(text: str) -> None:
    with pytest.raises(MapError):
        TileMap.parse(text)


def test_tiles_of_no_tileset_are_warned_of_with_their_place() -> None:
    doc = make_map(VILLAGE, {})
    doc["layers"][0]["data"][21] = 99
    assert TileMap.parse(json.dumps(doc)).warnings == ("layer 'ground' at (1, 1): tile 99 is in no tileset",)


@pytest.mark.parametrize(
    ("changes", "tiles"),
    [
        ({"rotation": 90}, {(x, y) for x in (3, 4) for y in (2, 3, 4)}),  # 3 x 2 at (5, 2), turned around that corner
        ({"rotation": -90}, {(x, y) for x in (5, 6) for y in (0, 1)} | {(5, 1), (6, 1)}),
        ({"rotation": 180}, {(x, y) for x in (2, 3, 4) for y in (0, 1)}),
        ({"rotation": 90, "gid": 1}, {(x, y) for x in (5, 6) for y in (2, 3, 4)}),  # a tile object: its bottom left corner
        ({"rotation": 360}, {(x, y) for x in (5, 6, 7) for y in (2, 3)}),
    ],
)
def test_a_rotated_object_covers_what_it_covers_in_tiled(changes: dict[str, Any], tiles: set[tuple[int, int]]) -> None:
    doc = make_map("..........\n" * 8, {"Hall": (5, 2, 3, 2)})
    doc["layers"][2]["objects"][0].update(changes)
    assert set(covered_tiles(TileMap.parse(json.dumps(doc)).objects[0], 10, 8)) == tiles


def test_objects_move_with_their_layer_and_the_groups_around_it() -> None:
    doc = make_map("..........\n" * 8, {"Hall": (5, 2, 1, 1)})
    doc["layers"][2].update(offsetx=16, offsety=-16)
    doc["layers"][2:] = [{"type": "group", "name": "all", "offsetx": 32, "layers": doc["layers"][2:]}]
    assert covered_tiles(TileMap.parse(json.dumps(doc)).objects[0], 10, 8) == ((8, 1),)


def test_objects_are_read_as_large_as_can_be_drawn_and_names_as_long_as_can_be_said() -> None:
    places = {"Field": (1, 1, 1e300, 2), "Far": (-1e300, 1e300, 1, 1), "Mine": (1, 1, 2.1, 1.7), "x" * 5000: (0, 0, 1, 1)}
    field, far, mine, long = TileMap.parse(json.dumps(make_map("....\n....\n....", places))).objects
    assert (field.x, field.y, field.w, field.h) == (1, 1, 1003, 2) and covered_tiles(far, 4, 3) == ()
    assert (mine.w, mine.h) == (2.1, 1.7) and len(long.name) == 200
