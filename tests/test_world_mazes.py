"""The field's own maps: where ``matrix/`` lies beside a map, its files say what blocks and where every place is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from maze_town import ROWS, THINGS, write_maze_town

from sim import Town
from sim.cli.main import main
from sim.scenario import load
from sim.world.map_records import MapObject, covered_tiles
from sim.world.mazes import outline
from sim.world.places import Places
from sim.world.tilemap import MapError, TileMap

HOUSE, SHOP, GARDEN = "Rosa Vale's house", "Corner Shop", "Long Garden"
SCENARIO = """
name: Hamlet
map: visuals/hamlet.json
start: 2023-02-13 06:00
until: "12:00"
residents:
  rosa: {name: Rosa Vale, age: 40, traits: calm, background: Rosa Vale keeps the shop., work: Corner Shop,
    home: "Rosa Vale's house:Rosa Vale's room"}
  finn: {name: Finn Vale, age: 20, traits: quick, background: Finn Vale cooks., work: Long Garden,
    home: "Rosa Vale's house:kitchen"}
"""


def tiles(letters: str) -> set[tuple[int, int]]:
    return {(x, y) for y, row in enumerate(ROWS) for x, cell in enumerate(row) if cell in letters}


@pytest.mark.parametrize("maze", ["maze", "maze_original"])
def test_every_place_lies_on_exactly_the_tiles_of_its_number(tmp_path: Path, maze: str) -> None:
    tilemap = TileMap.load(write_maze_town(tmp_path, maze))
    places = Places(tilemap)
    assert places.root == ("the Hamlet",) and [place.name for place in places.sectors] == [HOUSE, SHOP, GARDEN]
    for address, letters in (
        ((HOUSE,), "ab"),
        ((HOUSE, "Rosa Vale's room"), "a"),
        ((HOUSE, "kitchen"), "b"),
        ((SHOP, "shop"), "c"),
        ((GARDEN, "garden"), "d"),
    ):
        assert set(places.get(("the Hamlet", *address)).tiles) == tiles(letters), address  # type: ignore[union-attr]
    beds = [place for place in places.all if place.name == "bed"]
    assert [(bed.address[1:3], bed.tiles, bed.properties["seats"]) for bed in beds] == [
        ((HOUSE, "Rosa Vale's room"), ((1, 1), (2, 1)), 2),
        ((HOUSE, "kitchen"), ((6, 1),), 1),
    ]
    assert len(places.objects(places.root)) == len(THINGS) - 1


def test_the_collision_maze_alone_says_what_blocks_and_layers_of_numbers_are_gone(tmp_path: Path) -> None:
    tilemap = TileMap.load(write_maze_town(tmp_path))
    assert tilemap.solid.tolist() == [[cell == "#" for cell in row] for row in ROWS]
    assert [layer.name for layer in tilemap.layers] == ["Bottom Ground", "Wall", "Collision Shapes", "collision"]
    assert [tileset.name for tileset in tilemap.tilesets] == ["art"]
    shop = "object 2: sector 'the Hamlet:Corner Shop'"
    assert all(line.startswith((shop, "object")) for line in Places(tilemap).problems())


def test_the_map_is_read_again_from_its_own_text_without_the_folder(tmp_path: Path) -> None:
    tilemap = TileMap.load(write_maze_town(tmp_path))
    again = TileMap.parse(tilemap.text)
    assert again.text == tilemap.text and np.array_equal(again.solid, tilemap.solid)
    assert Places(again).all == Places(tilemap).all


def test_people_live_where_its_files_place_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_maze_town(tmp_path)
    (tmp_path / "hamlet.yaml").write_text(SCENARIO)
    assert main(["validate", str(tmp_path / "hamlet.yaml")]) == 0
    rosa = load(tmp_path / "hamlet.yaml").residents[0]
    assert rosa.home == ("the Hamlet", HOUSE, "Rosa Vale's room")
    with Town.load(tmp_path / "hamlet.yaml", model="standin", embedder="hash", run=tmp_path / "run.sqlite") as town:
        town.run(until="12:00")
        assert len(town.frame("events")) > 20


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"meta": '{"maze_width": 5, "maze_height": 9}'}, "is 20 x 11 tiles, but matrix/ beside it is for 5 x 9"),
        ({"meta": "{}"}, "has matrix/ beside it, which cannot be read"),
        ({"arena_maze": "0, 0"}, "has 220 tiles, but arena_maze.csv beside it has 2"),
        ({"sector_maze": "0," * 1000}, "with more numbers than its 220 tiles"),
        ({"collision_maze": "0, one"}, "has matrix/ beside it, which cannot be read"),
        ({"arena_blocks": "920, the Hamlet, Rosa Vale's house"}, "has matrix/ beside it, which cannot be read"),
        ({"game_object_blocks": "1, w, <all>, x"}, "has matrix/ beside it, which cannot be read"),
        ({"sector_blocks": "1, w, x\n" * 3000}, "more than 2000 lines"),
    ],
)
def test_files_that_do_not_fit_the_map_are_refused_in_one_line(tmp_path: Path, changes: dict[str, str], told: str) -> None:
    path = write_maze_town(tmp_path, **changes)
    with pytest.raises(MapError) as caught:
        TileMap.load(path)
    assert told in str(caught.value) and str(caught.value).startswith(str(path)) and "\n" not in str(caught.value)


@given(st.lists(st.lists(st.booleans(), min_size=1, max_size=9), min_size=1, max_size=9))
def test_one_polygon_holds_exactly_any_tiles(rows: list[list[bool]]) -> None:
    wide = max(map(len, rows))
    mask = np.array([row + [False] * (wide - len(row)) for row in rows])
    if mask.any():
        corners = tuple((float(x), float(y)) for x, y in outline(mask))
        item = MapObject(1, "places", "any", "sector", 0, 0, wide, len(rows), corners)
        assert covered_tiles(item, wide, len(rows)) == tuple((x, y) for y, x in np.argwhere(mask).tolist())
