"""A map is measured before it is unpacked: what claims too much is refused in words, for little more than the file itself."""

from __future__ import annotations

import base64
import json
import tracemalloc
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from make_map import make_map
from record_sample import STORY_HEADER

from sim.engine.build import stored_scenario
from sim.record.export.map_data import map_data
from sim.record.read import Run
from sim.record.store import RunStore
from sim.world.map_bounds import MAX_CELLS, MAX_CORNERS, MAX_COVERED, MAX_LAYERS, MAX_OBJECTS
from sim.world.tilemap import MapError, TileMap

MOST = 32 * 2**20
"""Bytes that a refusal may cost."""


def zeros(tiles: int) -> str:
    """Compressed base64 of this many empty tiles."""
    squeeze = zlib.compressobj(9)
    parts = [squeeze.compress(bytes(2**20)) for _ in range(4 * tiles // 2**20)]
    return base64.b64encode(b"".join([*parts, squeeze.flush()])).decode()


def sheet(name: str, side: int, **more: Any) -> dict[str, Any]:
    packed = {"encoding": "base64", "compression": "zlib"}
    return {"type": "tilelayer", "name": name, "width": side, "height": side} | packed | more


def whole(side: int, layers: list[dict[str, Any]], **more: Any) -> str:
    return json.dumps(make_map("." * 4, {}) | {"width": side, "height": side, "layers": layers} | more)


def places(objects: list[dict[str, Any]]) -> str:
    return whole(200, [{"type": "objectgroup", "name": "places", "objects": objects}])


def huge_chunk() -> str:
    chunk = {"x": 0, "y": 0, "width": 2**15, "height": 2**15, "data": zeros(2**24)}
    return whole(16, [sheet("ground", 16, chunks=[chunk])], infinite=True)


def odd_chunks() -> str:
    """Sizes as text, and a negative one that would make up for the others."""
    chunks = [{"x": 0, "y": 0, "width": "32768", "height": 2.0**15, "data": zeros(2**24)}]
    chunks.append({"x": 0, "y": 0, "width": -(2**15), "height": 2**15, "data": []})
    return whole(16, [sheet("ground", 16, chunks=chunks)], infinite=True)


def chunks_beside_data() -> str:
    chunk = {"x": 0, "y": 0, "width": 1, "height": 1, "data": [0]}
    return whole(2**11, [sheet(f"g{n}", 2**11, data=zeros(2**22), chunks=[chunk]) for n in range(8)])


def many_chunks() -> str:
    chunk = {"x": 0, "y": 0, "width": 2**11, "height": 2**11, "data": zeros(2**22)}
    return whole(16, [sheet("ground", 16, chunks=[chunk] * 16)], infinite=True)


def far_chunks() -> str:
    chunks = [{"x": at, "y": at, "width": 1, "height": 1, "data": [1]} for at in (0, 2000)]
    return whole(16, [{"type": "tilelayer", "name": f"ground {n}", "chunks": chunks} for n in range(30)], infinite=True)


def many_layers() -> str:
    data = zeros(2**18)
    return whole(2**9, [sheet(f"ground {n}", 2**9, data=data) for n in range(600)])


def large_layers() -> str:
    data = zeros(2**22)
    return whole(2**11, [sheet(f"ground {n}", 2**11, data=data) for n in range(64)])


def grouped_layers() -> str:
    groups: list[dict[str, Any]] = [{"type": "group", "name": f"g{n}", "layers": []} for n in range(600)]
    return whole(4, groups)


def square(number: int, side: float) -> dict[str, Any]:
    return {"id": number, "name": f"Field {number}", "class": "sector", "x": 0, "y": 0, "width": 16 * side, "height": 16 * side}


def many_objects() -> str:
    return places([square(n, 200) for n in range(50_000)])


def large_objects() -> str:
    return places([square(n, 200) for n in range(30_000)])


def many_corners() -> str:
    corners = [{"x": n % 3200, "y": n * 7 % 3200} for n in range(200_000)]
    return places([{"id": 1, "name": "Field", "class": "sector", "x": 0, "y": 0, "polygon": corners}])


def tmx_corners() -> str:
    points = " ".join(f"{n % 3200},{n * 7 % 3200}" for n in range(200_000))
    drawn = f'<object id="1" name="Field" type="sector" x="0" y="0"><polygon points="{points}"/></object>'
    head = '<map orientation="orthogonal" width="200" height="200" tilewidth="16" tileheight="16">'
    return f'{head}<objectgroup name="places">{drawn}</objectgroup></map>'


def tmx_many_polygons() -> str:
    points = " ".join(f"{n % 3200},{n * 7 % 3200}" for n in range(2000))
    drawn = f'<object id="1" name="Field" type="sector" x="0" y="0"><polyline points="{points}"/></object>' * 100
    head = '<map orientation="orthogonal" width="200" height="200" tilewidth="16" tileheight="16">'
    return f'{head}<objectgroup name="places">{drawn}</objectgroup></map>'


def tmx_csv() -> str:
    head = '<map orientation="orthogonal" width="4" height="4" tilewidth="16" tileheight="16">'
    return f'{head}<layer name="g" width="4" height="4"><data encoding="csv">{"1," * 2_000_000}</data></layer></map>'


def shapes_of_every_tile() -> str:
    """A tile as large as 64 x 64 tiles of the map, whose shape is all of it, on every tile of a map."""
    full = {"objectgroup": {"objects": [{"x": 0, "y": 0, "width": 1024, "height": 1024}]}}
    tileset = {"firstgid": 1, "name": "big", "columns": 1, "tilecount": 1, "tilewidth": 1024, "tileheight": 1024}
    ground = {"type": "tilelayer", "name": "ground", "width": 100, "height": 100, "data": [1] * 10_000}
    return whole(100, [ground], tilesets=[tileset | {"tiles": [{"id": 0} | full]}])


HOSTILE: list[tuple[Callable[[], str], str]] = [
    (huge_chunk, f"has {2**30} cells in 1 tile layers; at most {MAX_CELLS} are read"),
    (odd_chunks, f"has {2**31} cells in 1 tile layers"),
    (chunks_beside_data, f"has {2**25} cells in 8 tile layers"),
    (many_chunks, f"has {2**26} cells in 1 tile layers"),
    (far_chunks, "is infinite, and its 30 layers of tiles lie in 2001 x 2001"),
    (many_layers, f"has 600 tile layers; at most {MAX_LAYERS} are read"),
    (large_layers, f"has {2**28} cells in 64 tile layers"),
    (grouped_layers, f"has 600 layers; at most {MAX_LAYERS} are read"),
    (many_objects, "objects, tiles and corners; at most 40000 are read"),
    (large_objects, f"has objects that cover more than {MAX_COVERED} tiles together"),
    (many_corners, "objects, tiles and corners; at most 40000 are read"),
    (tmx_corners, f"has polygons with 200000 corners; at most {MAX_CORNERS} are read"),
    (tmx_many_polygons, "has polygons with 200000 corners"),
    (tmx_csv, "has 2000001 tiles in a layer or chunk of 16"),
    (shapes_of_every_tile, f"whose collision shapes cover more than {MAX_COVERED} tiles"),
]


def refused(read: Callable[[], object], told: str) -> None:
    """Reading is refused with these words, and costs no more than a refusal may."""
    tracemalloc.start()
    try:
        with pytest.raises(MapError) as caught:
            read()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert told in str(caught.value) and "\n" not in str(caught.value) and len(str(caught.value)) < 500
    assert peak < MOST, f"{peak / 2**20:.0f} MiB"


@pytest.mark.parametrize(("make", "told"), HOSTILE, ids=lambda one: getattr(one, "__name__", ""))
def test_what_claims_too_much_is_refused_before_it_is_unpacked(tmp_path: Path, make: Callable[[], str], told: str) -> None:
    text = make()
    path = tmp_path / ("town.tmx" if text.startswith("<") else "town.tmj")
    path.write_text(text)
    refused(lambda: TileMap.load(path), told)


@pytest.mark.parametrize("make", [large_layers, many_objects, huge_chunk], ids=lambda make: make.__name__)
def test_a_run_file_with_such_a_map_is_refused_in_the_same_way(tmp_path: Path, make: Callable[[], str]) -> None:
    told = dict(HOSTILE)[make]
    header = replace(STORY_HEADER, files=STORY_HEADER.files | {("map", "town.tmj"): make().encode()})
    RunStore.create(tmp_path / "bad.sqlite", header).close()
    with Run(tmp_path / "bad.sqlite") as run:
        refused(lambda: stored_scenario(run), told)
        tracemalloc.start()
        try:
            page = map_data(run)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert page["layers"] == [] and peak < MOST


def test_templates_and_their_corners_count_for_every_object_that_uses_them(tmp_path: Path) -> None:
    corners = [{"x": n % 64, "y": n % 48} for n in range(5000)]
    (tmp_path / "field.tj").write_text(json.dumps({"type": "template", "object": {"name": "Field", "polygon": corners}}))
    (tmp_path / "town.tmj").write_text(places([{"id": n, "template": "field.tj", "x": 0, "y": 0} for n in range(5)]))
    refused(lambda: TileMap.load(tmp_path / "town.tmj"), f"has polygons with 25000 corners; at most {MAX_CORNERS} are read")


def test_as_much_as_is_read_is_read() -> None:
    assert len(TileMap.parse(places([square(n, 1) for n in range(MAX_OBJECTS - 10)])).objects) == MAX_OBJECTS - 10
    corners = [{"x": n % 3200, "y": n * 7 % 3200} for n in range(MAX_CORNERS)]
    read = TileMap.parse(places([{"id": 1, "name": "Field", "class": "sector", "x": 0, "y": 0, "polygon": corners}]))
    assert len(read.objects[0].polygon) == MAX_CORNERS
