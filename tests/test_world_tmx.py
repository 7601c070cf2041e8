"""Maps from elsewhere: the shapes in which Tiled's own examples come (TMX), and how a stranger's map is refused."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from pathlib import Path
from shutil import copytree

import numpy as np
import pyarrow as pa
import pytest
from town import ROOT

from sim.world.places import Places
from sim.world.tilemap import GID_MASK, MapError, TileMap

CELLS = (1, 2, 0x80000003, 4, 0x40000001, 0x20000002, 0xE0000003, 105)
"""Every flip bit, alone and together, and a tile of the second tileset."""
PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 32, 32) + bytes(8)
TSX = """<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="ground" tilewidth="16" tileheight="16" spacing="1" margin="1" tilecount="4" columns="2">
 <image source="ground.png" trans="ff00ff" width="35" height="35"/>
 <terraintypes><terrain name="sand" tile="0"/></terraintypes>
 <tile id="1" type="rock"><properties><property name="solid" type="bool" value="true"/></properties></tile>
</tileset>"""
COLLECTION = """<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="trees" tilewidth="32" tileheight="48" tilecount="2" columns="0">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="5"><image width="32" height="48" source="art/oak.png"/></tile>
 <tile id="9"><image width="16" height="16" source="art/bush.png"/></tile>
</tileset>"""
TEMPLATE = """<?xml version="1.0" encoding="UTF-8"?>
<template><tileset firstgid="1" source="ground.tsx"/>
 <object name="bed" type="object" width="16" height="16"><properties><property name="seats" type="int" value="2"/></properties>
 </object></template>"""


def _packed(how: str) -> tuple[str, str]:
    """Attributes and text of a ``data`` element."""
    raw = struct.pack(f"<{len(CELLS)}I", *CELLS)
    if how == "csv":
        return 'encoding="csv"', "\n" + ",".join(map(str, CELLS)) + "\n"
    if how == "xml":
        return "", "".join(f'<tile gid="{cell}"/>' if cell else "<tile/>" for cell in CELLS)
    squeeze = {"": bytes, "gzip": gzip.compress, "zlib": zlib.compress, "zstd": _zstd}[how]
    named = f' compression="{how}"' if how else ""
    return f'encoding="base64"{named}', f"\n   {base64.b64encode(squeeze(raw)).decode()}\n  "


EMPTY_CHUNK = {"csv": '<chunk x="0" y="0" width="1" height="1">0</chunk>'} | dict.fromkeys(
    ["xml", "", "gzip", "zlib", "zstd"], ""
)
"""A chunk that holds nothing, as Tiled leaves them behind."""


def _zstd(raw: bytes) -> bytes:
    return bytes(pa.compress(raw, codec="zstd", asbytes=True))


def _tmx(how: str = "csv", head: str = 'orientation="orthogonal" infinite="0"') -> str:
    attributes, text = _packed(how)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" tiledversion="1.10.2" {head} renderorder="right-down" width="4" height="2" tilewidth="16" tileheight="16">
 <editorsettings><export target="x.tmj" format="json"/></editorsettings>
 <tileset firstgid="1" source="ground.tsx"/>
 <tileset firstgid="100" source="trees.tsx"/>
 <group id="7" name="all" opacity="0.9"><group id="8" name="over the roofs">
  <layer id="1" name="ground" width="4" height="2"><data {attributes}>{text}</data></layer></group>
  <objectgroup id="2" name="places">
   <object id="11" name="Yard" type="sector" x="0" y="0" width="64" height="32"/>
   <object id="12" template="bed.tx" x="48" y="16"/>
   <object id="13" name="Pit" class="sector" x="16" y="0" width="16" height="16"/>
   <object id="14" gid="2147483749" x="32" y="32" width="32" height="48"/>
   <object id="15" gid="77" x="32" y="32" width="32" height="48"/>
   <object id="16" x="3" y="3"><text wrap="1">A note</text></object>
   <object id="17" x="0" y="0" width="9" height="9"><ellipse/></object>
   <object id="18" x="0" y="0"><polyline points="0,0 9.5,-3"/></object>
  </objectgroup></group>
 <imagelayer id="9" name="sky"><image source="sky.png" width="8" height="8"/></imagelayer>
</map>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {"ground.tsx": TSX, "trees.tsx": COLLECTION, "bed.tx": TEMPLATE}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "art").mkdir()
    for image in ("ground.png", "art/oak.png", "art/bush.png"):
        (tmp_path / image).write_bytes(PNG)
    return tmp_path


def _load(folder: Path, text: str) -> TileMap:
    (folder / "isle.tmx").write_text(text)
    return TileMap.load(folder / "isle.tmx")


@pytest.mark.parametrize("how", ["csv", "xml", "", "gzip", "zlib", "zstd"])
def test_every_encoding_of_a_tmx_keeps_every_flip_bit_of_every_tileset(folder: Path, how: str) -> None:
    isle = _load(folder, _tmx(how))
    (ground,) = isle.layers
    assert tuple(ground.gids.ravel().tolist()) == CELLS and ground.over
    assert isle.solid.ravel().tolist() == [(cell & GID_MASK) == 2 for cell in CELLS]
    again = TileMap.parse(isle.text, images=isle.files())
    assert (again.text, again.objects, again.tilesets) == (isle.text, isle.objects, isle.tilesets)


def test_tilesets_of_one_image_of_many_images_and_templates_are_found_beside_the_map(folder: Path) -> None:
    isle = _load(folder, _tmx())
    sheet, trees = isle.tilesets
    assert sheet.rect(3) == (18, 18, 16, 16) and sheet.solid == (1,)
    assert trees.tile_images == {5: "art/oak.png", 9: "art/bush.png"} and trees.count == 10
    assert set(isle.files()) == {"ground.png", "art/oak.png", "art/bush.png"}
    bed = next(item for item in isle.objects if item.id == 12)
    assert (bed.name, bed.cls, bed.x, bed.w, bed.properties["seats"]) == ("bed", "object", 3.0, 1.0, 2)
    tree = next(item for item in isle.objects if item.id == 14)
    assert (tree.y, tree.h) == (-1.0, 3.0)  # tile objects stand on their y


def test_what_cannot_be_reached_or_seen_is_named_by_its_number_in_tiled(folder: Path) -> None:
    (folder / "art" / "bush.png").unlink()
    said = Places(_load(folder, _tmx())).problems()
    assert any(line.startswith("object 13: sector 'Isle:Pit' cannot be reached") or "object 13:" in line for line in said)
    assert "object 15: shows tile 77, which is in no tileset" in said and not any("object 14" in line for line in said)
    assert "image 'art/bush.png' is missing or is not an image" in said


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ('orientation="isometric" infinite="0"', "isometric; only orthogonal"),
        ('orientation="staggered" infinite="0"', "staggered; only orthogonal"),
        ('orientation="hexagonal" infinite="0" hexsidelength="6" staggeraxis="y"', "hexagonal; only orthogonal"),
        ('orientation="orthogonal" infinite="1"', "infinite and has no tiles"),
    ],
)
def test_other_shapes_of_map_are_refused_with_what_to_do(folder: Path, head: str, told: str) -> None:
    with pytest.raises(MapError, match=told) as caught:
        _load(folder, _tmx(head=head))
    assert "isle.tmx: " in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("how", ["csv", "xml", "", "gzip", "zlib", "zstd"])
def test_an_infinite_map_is_cut_to_its_tiles_and_its_objects_move_along(folder: Path, how: str) -> None:
    attributes, text = _packed(how)
    chunks = f'<chunk x="-16" y="-32" width="4" height="2">{text}</chunk>' + EMPTY_CHUNK[how]
    endless = _tmx(how, 'orientation="orthogonal" infinite="1"').replace(
        f"<data {attributes}>{text}", f"<data {attributes}>{chunks}"
    )
    isle, same = _load(folder, endless), _load(folder, _tmx(how))
    assert (isle.layers[0].gids == same.layers[0].gids).all() and (isle.width, isle.height) == (4, 2)
    assert [(item.x - was.x, item.y - was.y) for item, was in zip(isle.objects, same.objects, strict=True)] == [
        (16.0, 32.0)
    ] * 8
    assert TileMap.parse(isle.text).text == isle.text


def test_a_shipped_map_in_chunks_is_lived_in_as_it_is(tmp_path: Path) -> None:
    doc = json.loads((ROOT / "assets" / "maps" / "first_morning.tmj").read_text())
    finite = TileMap.load(ROOT / "assets" / "maps" / "first_morning.tmj")
    for layer, read in zip((one for one in doc["layers"] if one["type"] == "tilelayer"), finite.layers, strict=True):
        del layer["data"], layer["compression"]
        layer["chunks"] = [
            {"x": x, "y": y, "width": 16, "height": 16, "data": base64.b64encode(_square(read.gids, x, y)).decode()}
            for y in range(0, 36, 16)
            for x in range(0, 48, 16)
        ]
    (tmp_path / "maps").mkdir()
    copytree(ROOT / "assets" / "tiles", tmp_path / "tiles")
    (tmp_path / "maps" / "endless.tmj").write_text(json.dumps(doc | {"infinite": True, "width": 30, "height": 20}))
    endless = TileMap.load(tmp_path / "maps" / "endless.tmj")
    assert (endless.solid == finite.solid).all() and endless.objects == finite.objects
    assert Places(endless).all == Places(finite).all


def _square(gids: np.ndarray, x: int, y: int) -> bytes:
    """A chunk of 16 x 16 tiles, with nothing where the map has ended."""
    chunk = np.zeros((16, 16), "<u4")
    part = gids[y : y + 16, x : x + 16]
    chunk[: part.shape[0], : part.shape[1]] = part
    return chunk.tobytes()


def test_maps_of_early_versions_have_their_properties_beside_the_tiles() -> None:
    tiles = {
        "firstgid": 1,
        "name": "old",
        "image": "old.png",
        "imagewidth": 32,
        "imageheight": 16,
        "tilewidth": 16,
        "tileheight": 16,
    }
    old = {"tiles": {"1": {"animation": [{"tileid": 0, "duration": 90}]}}, "tileproperties": {"1": {"solid": True}}}
    layer = {"type": "tilelayer", "name": "ground", "width": 2, "height": 1, "data": [1, 2], "opacity": 1, "visible": True}
    yard = {
        "id": 1,
        "name": "Yard",
        "type": "sector",
        "x": 0,
        "y": 0,
        "width": 32,
        "height": 16,
        "properties": {"owner": "ana"},
    }
    places = {"type": "objectgroup", "name": "places", "objects": [yard]}
    doc = {"version": 1, "orientation": "orthogonal", "width": 2, "height": 1, "tilewidth": 16, "tileheight": 16}
    read = TileMap.parse(
        json.dumps(doc | {"layers": [layer, places], "tilesets": [tiles | old], "properties": {"world": "Old"}})
    )
    assert read.solid.tolist() == [[False, True]] and read.world_name == "Old"
    assert read.objects[0].properties == {"owner": "ana"}


BOMB = '<!DOCTYPE map [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("isle.tmx", _tmx().replace("<map", BOMB + "<map", 1), "XML entities"),
        ("ground.tsx", TSX.replace("<tileset", BOMB + "<tileset", 1), "XML entities"),
        ("ground.tsx", "<tileset", "not readable XML"),
        ("ground.tsx", '{"type": "tileset"}', "names 'ground.tsx' as a tileset, which it is not"),
        ("ground.tsx", TEMPLATE, "names 'ground.tsx' as a tileset, which it is not"),
        ("bed.tx", TSX, "names 'bed.tx' as a template, which it is not"),
        ("bed.tx", "", "neither JSON nor XML"),
        ("isle.tmx", _tmx().replace('source="ground.tsx"', 'source="../../../etc/ground.tsx"'), "outside its folder"),
        ("isle.tmx", _tmx().replace('x="48"', 'x="wide"'), "x='wide' where a number belongs"),
        (
            "isle.tmx",
            _tmx("zlib").replace('compression="zlib"', 'compression="lz4"'),
            "compressed as 'lz4'; save it from Tiled as",
        ),
        (
            "isle.tmx",
            _tmx("zlib").replace('compression="zlib"', 'compression="zstd"'),
            "unreadable zstd data in layer 'ground'",
        ),
        ("isle.tmx", _tmx().replace("1,2,", "one,2,"), "isle.tmx: "),
        ("isle.tmx", "<map>" + "<group>" * 20_000 + "</group>" * 20_000 + "</map>", "isle.tmx: "),
    ],
)
def test_a_strangers_file_is_refused_in_one_line(folder: Path, name: str, text: str, told: str) -> None:
    (folder / "isle.tmx").write_text(_tmx())
    (folder / name).write_text(text)
    with pytest.raises(MapError) as caught:
        TileMap.load(folder / "isle.tmx")
    assert told in str(caught.value) and "\n" not in str(caught.value)


def test_a_bomb_in_zstandard_is_not_inflated(folder: Path) -> None:
    bomb = base64.b64encode(_zstd(bytes(50_000_000))).decode()
    attributes, text = _packed("zstd")
    with pytest.raises(MapError, match="9 tiles in layer 'ground' where 4 x 2 belong"):
        _load(folder, _tmx("zstd").replace(text, bomb))


def test_the_same_map_in_json_with_tilesets_in_json(folder: Path) -> None:
    isle = json.loads(_load(folder, _tmx()).text)
    for tileset in isle["tilesets"]:
        source = f"{tileset['name']}.tsj"
        (folder / source).write_text(json.dumps({key: value for key, value in tileset.items() if key != "firstgid"}))
        first = tileset["firstgid"]
        tileset.clear()
        tileset |= {"firstgid": first, "source": source}
    (folder / "isle.tmj").write_text(json.dumps(isle))
    again, before = TileMap.load(folder / "isle.tmj"), TileMap.load(folder / "isle.tmx")
    assert again.tilesets == before.tilesets and again.objects == before.objects and set(again.files()) == set(before.files())
