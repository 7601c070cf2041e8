"""What stops people on a map, however its author spelled it, and what its author is told where nothing does."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from make_map import make_map
from record_sample import STORY_HEADER
from town import ROOT

from sim.cli.main import main
from sim.record.export.map_data import map_data
from sim.record.read import Run
from sim.record.store import RunStore
from sim.world.places import Places
from sim.world.tilemap import TileMap

ROOM = "##########\n#........#\n#........#\n##########"
WALLS = 24


def room(**walls: Any) -> dict[str, Any]:
    """The room with changes to its layer of walls."""
    doc = make_map(ROOM, {"House": (1, 1, 8, 2)})
    doc["layers"][1] |= walls
    return doc


def read(doc: dict[str, Any]) -> TileMap:
    tilemap = TileMap.parse(json.dumps(doc))
    again = TileMap.parse(tilemap.text)
    assert again.text == tilemap.text and np.array_equal(again.solid, tilemap.solid) and again.objects == tilemap.objects
    return tilemap


def told(**properties: Any) -> list[dict[str, Any]]:
    return [{"name": name, "type": "bool", "value": value} for name, value in properties.items()]


@pytest.mark.parametrize(
    "name",
    ["collision", "Collision", "COLLISIONS", "collision ", "Collisions 2", "collision_layer", "CollisionLayer", "Collider"],
)
def test_a_layer_of_any_spelling_of_collision_blocks_and_is_not_drawn(name: str) -> None:
    tilemap = read(room(name=name))
    assert int(tilemap.solid.sum()) == WALLS and tilemap.layers[1].hidden and Places(tilemap).problems() == []


@pytest.mark.parametrize("value", [True, "true", "True", 1, "1"])
@pytest.mark.parametrize("key", ["solid", "Solid", "collides"])
def test_a_layer_a_group_a_tile_and_an_object_are_solid_by_a_boolean_in_any_writing(key: str, value: Any) -> None:
    said = told(**{key: value})
    layer, group, tiles, thing = room(name="w", properties=said), room(name="w"), room(name="w"), room(name="w", data=[0] * 40)
    group["layers"][1] = {"type": "group", "name": "w", "properties": said, "layers": [group["layers"][1]]}
    tiles["tilesets"][0]["tiles"] = [{"id": 0, "properties": said}]
    rock = {"id": 9, "name": "rock", "class": "object", "x": 32, "y": 16, "width": 16, "height": 16, "properties": said}
    thing["layers"][3]["objects"] = [rock]
    assert [int(read(doc).solid.sum()) for doc in (layer, group, tiles, thing)] == [WALLS, WALLS, WALLS, 1]


@pytest.mark.parametrize("value", [False, "false", 0, "0"])
def test_what_says_itself_that_it_blocks_nothing_blocks_nothing(value: Any) -> None:
    assert not read(room(properties=told(solid=value))).solid.any()
    lifted = room(name="over", properties=told(over=value))
    assert not any(layer.over for layer in read(lifted).layers)


def test_a_group_and_objects_named_collision_block() -> None:
    grouped, drawn = room(name="walls"), room(name="none", data=[0] * 40)
    grouped["layers"][1] = {"type": "group", "name": "Collision", "layers": [grouped["layers"][1]]}
    shapes = [
        {"id": 20, "x": 0, "y": 0, "width": 160, "height": 16},
        {"id": 21, "x": 32, "y": 16, "polyline": [{"x": 0, "y": 8}, {"x": 48, "y": 8}]},
        {"id": 22, "x": 112, "y": 32, "width": 16, "height": 16, "ellipse": True},
        {"id": 23, "x": 96, "y": 40, "point": True},
    ]
    drawn["layers"].append({"type": "objectgroup", "name": "Collisions", "objects": shapes})
    assert int(read(grouped).solid.sum()) == WALLS
    assert [(x, y) for y, x in np.argwhere(read(drawn).solid).tolist()] == [
        *((x, 0) for x in range(10)),
        *((x, 1) for x in (2, 3, 4)),
        (7, 2),
    ]


FULL = {"x": 0, "y": 0, "width": 16, "height": 16}
BASE = {"x": 0, "y": 10, "width": 16, "height": 6}
EDGE = {"x": 0, "y": 13, "width": 16, "height": 3}


def shaped(shape: dict[str, Any], gid: int = 1, **tileset: Any) -> TileMap:
    """A field of 4 x 4 with one tile at (1, 2), which has a shape from Tiled's collision editor."""
    doc = make_map("....\n....\n....\n....", {"Field": (0, 0, 4, 4)})
    doc["layers"][1] |= {"name": "things", "data": [gid if n == 9 else 0 for n in range(16)]}
    doc["tilesets"][0] |= {"tiles": [{"id": 0, "objectgroup": {"type": "objectgroup", "objects": [shape]}}]} | tileset
    return read(doc)


@pytest.mark.parametrize(
    ("shape", "blocks"),
    [
        (FULL, True),
        (BASE, True),
        (EDGE, False),
        (FULL | {"ellipse": True}, True),
        ({"x": 8, "y": 8, "width": 6, "height": 6, "rotation": 180}, True),
        ({"x": 0, "y": 0, "polygon": [{"x": 0, "y": 0}, {"x": 16, "y": 0}, {"x": 16, "y": 16}]}, True),
        ({"x": 0, "y": 0, "polyline": [{"x": 0, "y": 0}, {"x": 16, "y": 0}, {"x": 16, "y": 16}, {"x": 0, "y": 0}]}, True),
        ({"x": 0, "y": 8, "polyline": [{"x": 0, "y": 0}, {"x": 16, "y": 0}]}, True),
        ({"x": 0, "y": 0, "polyline": [{"x": 0, "y": 0}, {"x": 16, "y": 0}]}, False),
        ({"x": 8, "y": 8, "point": True}, False),
    ],
)
def test_a_shape_of_the_collision_editor_blocks_where_a_person_would_stand(shape: dict[str, Any], blocks: bool) -> None:
    tilemap = shaped(shape)
    assert tilemap.solid.tolist() == [[blocks and (x, y) == (1, 2) for x in range(4)] for y in range(4)]
    assert any("lie at the edge" in warning for warning in tilemap.doubts) is (not blocks and not shape.get("point"))


def test_shapes_turn_with_their_tile_and_reach_as_far_as_its_picture() -> None:
    foot = {"x": 0, "y": 20, "width": 16, "height": 12}
    tree = {"tilewidth": 16, "tileheight": 32}
    over, diagonal = 0x40000000, 0x20000000

    def cells(gid: int) -> list[tuple[int, int]]:
        return [(x, y) for y, x in np.argwhere(shaped(foot, gid, **tree).solid).tolist()]

    assert (cells(1), cells(1 | over), cells(1 | diagonal)) == ([(1, 2)], [(1, 1)], [(2, 2)])


def test_shapes_and_solid_tiles_of_tile_objects_block_where_the_object_stands() -> None:
    doc = make_map("....\n....\n....\n....", {"Field": (0, 0, 4, 4)})
    doc["layers"][1]["data"] = [0] * 16
    shape = {"objectgroup": {"objects": [{"x": 0, "y": 8, "width": 16, "height": 8}]}}
    doc["tilesets"][0]["tiles"] = [{"id": 0} | shape, {"id": 2, "properties": told(solid="true")}]
    tree = {"id": 30, "gid": 1, "x": 16, "y": 48, "width": 16, "height": 32}
    doc["layers"][3]["objects"] = [tree | {"class": "decor"}, {"id": 31, "gid": 3, "x": 48, "y": 16, "width": 16, "height": 16}]
    assert [(x, y) for y, x in np.argwhere(read(doc).solid).tolist()] == [(3, 0), (1, 2)]


def test_tmx_has_the_same_shapes_and_booleans() -> None:
    tmx = """<map version="1.10" orientation="orthogonal" width="3" height="1" tilewidth="16" tileheight="16" infinite="0">
     <tileset firstgid="1" name="plain" tilewidth="16" tileheight="16" tilecount="4" columns="2">
      <tile id="0"><objectgroup draworder="index"><object id="1" x="2" y="2" width="12" height="12"/></objectgroup></tile>
      <tile id="1"><properties><property name="solid" type="bool" value="True"/></properties></tile>
     </tileset>
     <layer name="ground" width="3" height="1"><data encoding="csv">1,2,3</data></layer></map>"""
    assert read(json.loads(TileMap.parse(tmx).text)).solid.tolist() == [[True, True, False]]


def test_tile_layers_move_with_their_offset_and_that_of_their_groups_as_objects_do() -> None:
    doc = make_map("#...\n....\n....", {"Spot": (0, 0, 1, 1)})
    walls, places = doc["layers"][1:3]
    group = {"type": "group", "name": "all", "offsetx": 16, "offsety": 14}
    doc["layers"][1:3] = [group | {"layers": [walls | {"offsetx": 16}, places]}]
    tilemap = read(doc)
    assert [(x, y) for y, x in np.argwhere(tilemap.solid).tolist()] == [(2, 1)]
    assert Places(tilemap).get(("Town", "Spot")).tiles == ((1, 1),)  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["Overworld", "overgrown", "Ground over sand"])
def test_a_ground_whose_name_only_begins_like_over_is_no_roof(name: str) -> None:
    doc = room()
    doc["layers"][0]["name"] = name
    assert not read(doc).layers[0].over


@pytest.mark.parametrize("name", ["over", "Over 1", "over_roofs", "overhead", "Foreground L2"])
def test_what_is_over_is_drawn_above_people(name: str) -> None:
    doc = room()
    doc["layers"][0]["name"] = name
    assert read(doc).layers[0].over


def test_a_map_on_which_nothing_blocks_says_so_with_its_layers() -> None:
    (said,) = Places(read(room(name="Mauern"))).problems()
    assert "nothing blocks" in said and "'ground', 'Mauern', 'places'" in said and "named 'collision'" in said


def test_a_run_says_before_it_starts_what_does_not_stop_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "town.tmj").write_text(json.dumps(room(name="Mauern")))
    mara = "{name: Mara Lind, age: 40, traits: warm, background: Mara Lind bakes., home: House}"
    text = f"name: T\nmap: town.tmj\nstart: 2026-05-08 06:30\nuntil: 12:00\nresidents:\n  mara: {mara}\n"
    (tmp_path / "town.yaml").write_text(text)
    words = ["--headless", "--model", "standin", "--embedder", "hash", "--ticks", "3", "--saves", str(tmp_path / "saves")]
    assert main(["run", str(tmp_path / "town.yaml"), *words]) == 0
    assert "warning: nothing blocks on this map" in capsys.readouterr().err


def test_a_layer_that_looks_like_walls_but_stops_nobody_is_named() -> None:
    doc = room()
    fence = [int(20 < cell < 26) for cell in range(40)]
    doc["layers"].insert(1, doc["layers"][1] | {"name": "InnerWalls_2", "data": fence})
    (said,) = Places(read(doc)).problems()
    assert said.startswith("layer 'InnerWalls_2' looks like walls, but people walk on 5 of its 5 tiles, first at (1, 2)")
    doc["layers"][1]["properties"] = told(solid=False)
    assert Places(read(doc)).problems() == []


def test_objects_that_look_like_walls_but_stop_nobody_are_named() -> None:
    doc = room()
    rect = {"id": 30, "x": 16, "y": 16, "width": 32, "height": 16}
    doc["layers"] += [
        {"type": "objectgroup", "name": "Walls", "objects": [rect]},
        {"type": "objectgroup", "name": "drawn", "objects": [rect | {"id": 31, "type": "fence"}]},
    ]
    assert [line.split(",")[0] for line in Places(read(doc)).problems()] == [
        "layer 'Walls' looks like walls",
        "layer 'drawn' looks like walls",
    ]


@pytest.mark.parametrize("path", sorted((ROOT / "assets" / "maps").glob("*.tmj")), ids=lambda path: path.stem)
def test_nothing_is_said_of_the_shipped_maps(path: Path) -> None:
    assert Places(TileMap.load(path)).problems() == []


def test_the_exported_page_draws_the_same_layers_as_the_town(tmp_path: Path) -> None:
    doc = make_map("#...\n....\n....", {"Spot": (0, 0, 1, 1)})
    tiles = {"type": "tilelayer", "width": 4, "height": 3, "data": list(range(1, 13))}
    doc["layers"] += [
        {"type": "group", "name": "Collisions", "layers": [tiles | {"name": "walls"}]},
        {"type": "group", "name": "Foreground", "offsetx": 16, "layers": [tiles | {"name": "crowns", "offsety": -30}]},
        tiles | {"name": "Overworld"},
        tiles | {"name": "over 2", "properties": told(over="false")},
        tiles | {"name": "birds", "properties": told(over="true"), "offsetx": -160},
        tiles | {"name": "sketch", "visible": False},
    ]
    header = replace(STORY_HEADER, files=STORY_HEADER.files | {("map", "town.tmj"): json.dumps(doc).encode()})
    RunStore.create(tmp_path / "run.sqlite", header).close()
    with Run(tmp_path / "run.sqlite") as run:
        page = map_data(run)["layers"]
    shown = [layer for layer in read(doc).layers if not layer.hidden]
    assert [layer.name for layer in shown] == ["ground", "crowns", "Overworld", "over 2", "birds"]
    assert page == [{"over": layer.over, "data": layer.gids.ravel().tolist()} for layer in shown]


def test_an_infinite_map_reaches_as_far_as_its_offsets_move_it() -> None:
    doc = make_map("#...\n....\n....", {"Spot": (0, 0, 1, 1)}, infinite=True)
    ground, walls, places = doc["layers"][:3]
    for layer in (ground, walls):
        layer["chunks"] = [{"x": 0, "y": 0, "width": 4, "height": 3, "data": layer.pop("data")}]
    group = {"type": "group", "name": "moved", "offsetx": -32, "offsety": 16, "layers": [walls, places]}
    doc["layers"] = [ground, group]
    tilemap = read(doc)
    assert (tilemap.width, tilemap.height) == (6, 3)
    assert [(x, y) for y, x in np.argwhere(tilemap.solid).tolist()] == [(0, 1)]
    assert Places(tilemap).get(("Town", "Spot")).tiles == ((0, 1),)  # type: ignore[union-attr]
