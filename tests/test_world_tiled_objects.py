"""Objects mean what they mean in Tiled: where tile objects lie, what they inherit, lines, templates; and the picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pygame
import pytest
from make_map import make_map

from sim.cli.main import main
from sim.world.places import Places
from sim.world.tilemap import TileMap

FIELD = "#.........\n" + "..........\n" * 5
AT = {
    "topleft": (32, 32),
    "top": (40, 32),
    "topright": (48, 32),
    "left": (32, 40),
    "center": (40, 40),
    "right": (48, 40),
    "bottomleft": (32, 48),
    "bottom": (40, 48),
    "bottomright": (48, 48),
    "unspecified": (32, 48),
    "": (32, 48),
}
"""Where a tile object of 16 x 16 pixels has its position that is drawn on the tile (2, 2), by the alignment of its tileset."""


def things(**more: Any) -> dict[str, Any]:
    return {"firstgid": 10, "name": "things", "columns": 1, "tilecount": 2, "tilewidth": 16, "tileheight": 16} | more


def placed(item: dict[str, Any], *tilesets: dict[str, Any]) -> Places:
    doc = make_map(FIELD, {"House": (1, 1, 9, 5)})
    doc["tilesets"] += tilesets
    doc["layers"][3]["objects"] = [{"id": 200} | item]
    tilemap = TileMap.parse(json.dumps(doc))
    assert TileMap.parse(tilemap.text).objects == tilemap.objects
    return Places(tilemap)


@pytest.mark.parametrize("alignment", AT)
@pytest.mark.parametrize("external", [False, True])
def test_a_tile_object_lies_where_its_tileset_aligns_it(tmp_path: Path, alignment: str, external: bool) -> None:
    x, y = AT[alignment]
    doc = make_map(FIELD, {"House": (1, 1, 9, 5)})
    bed = {"id": 200, "name": "bed", "gid": 10, "x": x, "y": y, "width": 16, "height": 16}
    doc["layers"][3]["objects"] = [bed, bed | {"id": 201, "name": "turned", "rotation": 180}]
    given = f' objectalignment="{alignment}"' if alignment else ""
    xml = f'<tileset name="things" tilewidth="16" tileheight="16" tilecount="2" columns="1"{given}/>'
    (tmp_path / "things.tsx").write_text(xml)
    own = things(**({"objectalignment": alignment} if alignment else {}))
    doc["tilesets"].append({"firstgid": 10, "source": "things.tsx"} if external else own)
    (tmp_path / "town.tmj").write_text(json.dumps(doc))
    places = Places(TileMap.load(tmp_path / "town.tmj"))
    assert places.get(("Town", "House", "bed")).tiles == ((2, 2),)  # type: ignore[union-attr]
    mirrored = (2 * x - 40) // 16, (2 * y - 40) // 16  # half a turn around its position
    assert places.get(("Town", "House", "turned")).tiles == (mirrored,)  # type: ignore[union-attr]


def test_a_tile_object_has_the_class_and_the_properties_of_its_tile_and_its_own_go_before() -> None:
    told = [{"name": name, "type": "string", "value": value} for name, value in (("state", "made"), ("icon", "bed"))]
    own = [{"name": "state", "type": "string", "value": "unmade"}]
    tiles = [{"id": 1, "class": "object", "properties": told}, {"id": 0, "type": "Sector"}]
    bed = {"name": "bed", "gid": 11 | 0x80000000, "x": 32, "y": 48, "width": 16, "height": 16, "properties": own}
    found = placed(bed, things(tiles=tiles)).get(("Town", "House", "bed"))
    assert found and (found.kind, found.properties) == ("object", {"state": "unmade", "icon": "bed"})
    shed = placed({"name": "Shed", "gid": 10, "type": "", "x": 32, "y": 48}, things(tiles=tiles)).get(("Town", "Shed"))
    assert shed and (shed.kind, shed.tiles) == ("sector", ((2, 2),))


SQUARE = [{"x": 0, "y": 0}, {"x": 48, "y": 0}, {"x": 48, "y": 32}, {"x": 0, "y": 32}]


@pytest.mark.parametrize("ends", [SQUARE[0], {"x": 2, "y": -3}])
def test_a_closed_polyline_is_an_area(ends: dict[str, float]) -> None:
    yard = placed({"name": "Yard", "class": "sector", "x": 32, "y": 32, "polyline": [*SQUARE, ends]}).get(("Town", "Yard"))
    assert yard and yard.tiles == tuple((x, y) for y in (2, 3) for x in (2, 3, 4))


def test_an_open_polyline_is_no_sector_and_its_author_is_told() -> None:
    places = placed({"name": "Yard", "class": "sector", "x": 32, "y": 32, "polyline": SQUARE})
    assert places.get(("Town", "Yard")) is None
    assert "object 200: sector 'Yard' is an open line; close it, or draw a polygon" in places.problems()


def test_an_object_may_say_in_which_place_it_lies() -> None:
    def lamp(within: str) -> Places:
        said = [{"name": "within", "type": "string", "value": within}]
        return placed({"name": "lamp", "x": 0, "y": 0, "width": 16, "height": 16, "properties": said})

    assert lamp("House").get(("Town", "House", "lamp"))
    assert "object 200: object 'lamp' lies outside every sector" in lamp("Barn").problems()


@pytest.mark.parametrize("known", [False, True])
def test_a_template_shows_the_tile_of_its_own_tileset(tmp_path: Path, known: bool) -> None:
    (tmp_path / "parts").mkdir()
    tiles = '<tile id="1" type="object"><properties><property name="icon" value="bed"/></properties></tile>'
    head = 'name="things" tilewidth="16" tileheight="16" tilecount="2" columns="1" objectalignment="topleft"'
    (tmp_path / "parts" / "things.tsx").write_text(f"<tileset {head}>{tiles}</tileset>")
    bed = '<object name="bed" gid="2" width="16" height="16"/>'
    (tmp_path / "parts" / "bed.tx").write_text(f'<template><tileset firstgid="1" source="things.tsx"/>{bed}</template>')
    doc = make_map(FIELD, {"House": (1, 1, 9, 5)})
    doc["layers"][3]["objects"] = [{"id": 200, "template": "parts/bed.tx", "x": 32, "y": 32}]
    if known:
        doc["tilesets"].append({"firstgid": 40, "source": "parts/things.tsx"})
    (tmp_path / "town.tmj").write_text(json.dumps(doc))
    tilemap = TileMap.load(tmp_path / "town.tmj")
    found = Places(tilemap).get(("Town", "House", "bed"))
    assert found and (found.tiles, found.properties) == (((2, 2),), {"icon": "bed"})
    assert [tileset.first_gid for tileset in tilemap.tilesets] == [1, 40 if known else 5]
    again = TileMap.parse(tilemap.text)
    assert again.text == tilemap.text and again.objects == tilemap.objects and Places(again).problems() == []


def test_validate_draws_what_was_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    doc = make_map("....\n.##.\n....", {"House": (2, 0, 2, 3)}, {"bed": (3, 2, 1, 1)}, type="map")
    (tmp_path / "town.json").write_text(json.dumps(doc))
    picture = tmp_path / "read.png"
    assert main(["validate", str(tmp_path / "town.json"), "--picture", str(picture)]) == 0
    assert "read.png shows what was read" in capsys.readouterr().out
    drawn = pygame.image.load(str(picture))
    assert drawn.get_size() == (1600, 1200)
    ground, wall, bed = (drawn.get_at(at)[:3] for at in ((200, 600), (600, 500), (1500, 1100)))
    assert len({ground, wall, bed}) == 3 and wall[0] > ground[0] and bed[2] > ground[2]
    (tmp_path / "broken.tmj").write_text("{}")
    assert main(["validate", str(tmp_path / "broken.tmj"), "--picture", str(tmp_path / "none.png")]) == 2
    assert not (tmp_path / "none.png").exists()
