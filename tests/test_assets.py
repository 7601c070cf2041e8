"""The shipped art, maps and scenarios: made by the scripts as they stand, complete, reachable, and in step with the banks."""

from __future__ import annotations

import base64
import itertools
import json
import struct
import zlib
from pathlib import Path

import pytest
from town import events, live, start, stop

from assets.make import __main__ as make
from sim.prompts.tasks.icon import ICONS
from sim.record.read import Run
from sim.scenario import load
from sim.world.places import Places
from sim.world.tilemap import TileMap

ROOT = Path(__file__).resolve().parents[1]
ASSETS = ROOT / "assets"
MAPS = sorted(path.stem for path in (ASSETS / "maps").glob("*.tmj"))
SCENARIOS = sorted(path.stem for path in (ROOT / "scenarios").glob("*.yaml"))


def png_size(path: Path) -> tuple[int, int]:
    return struct.unpack(">II", path.read_bytes()[16:24])  # type: ignore[return-value]


def unpacked(path: Path) -> bytes:
    """What a file holds, whatever version of zlib packed it."""
    data = path.read_bytes()
    if path.suffix == ".png":
        start = data.index(b"IDAT")
        return zlib.decompress(data[start + 4 : start + 4 + int.from_bytes(data[start - 4 : start], "big")])
    if path.suffix != ".tmj":
        return data
    whole = json.loads(data)
    for layer in whole["layers"]:
        if layer["type"] == "tilelayer":
            layer["data"] = zlib.decompress(base64.b64decode(layer["data"])).hex()
    return json.dumps(whole).encode()


def test_the_scripts_make_exactly_the_files_that_ship(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make, "ASSETS", tmp_path)
    for folder in ("tiles", "maps", "sprites", "icons"):
        (tmp_path / folder).mkdir()
    assert make.main([]) == 0
    made = [path.relative_to(tmp_path) for path in tmp_path.rglob("*.*")]
    assert len(made) >= 20
    for name in made:
        assert unpacked(ASSETS / name) == unpacked(tmp_path / name), f"{name}: run python -m assets.make"
    assert sorted(path.stem for path in made if path.suffix == ".tmj") == MAPS


@pytest.mark.parametrize("name", MAPS)
def test_everything_on_a_map_can_be_reached(name: str) -> None:
    places = Places(TileMap.load(ASSETS / "maps" / f"{name}.tmj"))
    assert places.problems() == []
    for place in places.all:
        if place.kind == "object":
            assert place.properties["state"], place.address
            assert places.spots(place.address), place.address


def test_the_big_town_is_as_big_as_promised() -> None:
    tilemap = TileMap.load(ASSETS / "maps" / "alderbrook.tmj")
    kinds = [place.kind for place in Places(tilemap).all]
    assert tilemap.width >= 100 and tilemap.height >= 70
    assert kinds.count("sector") >= 18 and kinds.count("arena") >= 60 and kinds.count("object") >= 200


def test_misfits_are_named_with_their_room() -> None:
    from assets.make.building import Building, Room, build
    from assets.make.map_builder import MapBuilder
    from assets.make.tmj import write_map

    town = MapBuilder("Test", 12, 12)
    rooms = {"a": Room("cell", things="big table c\nstool nw")}
    build(town, Building("Hut", 1, 1, "####\n####\n#aa#\n#aa#\n#++#\n#++#", rooms))
    with pytest.raises(ValueError, match="Hut, cell: no room for 'big table c'"):
        write_map(town, Path("never written"))


def test_the_icon_atlas_has_the_icons_of_the_prompts_in_their_order() -> None:
    entry = json.loads((ASSETS / "icons" / "icons.json").read_text())
    assert entry["names"] == list(ICONS)
    assert png_size(ASSETS / "icons" / "icons.png") == (entry["columns"] * 16, 16 * 4)


def test_sprite_sheets_hold_the_variants_they_claim() -> None:
    entry = json.loads((ASSETS / "sprites" / "sprites.json").read_text())
    width, height = entry["frame"]
    for layer in entry["layers"]:
        size = png_size(ASSETS / "sprites" / layer["file"])
        assert size == (width * entry["columns"], height * len(entry["directions"]) * layer["variants"]), layer["name"]
    hair = next(layer for layer in entry["layers"] if layer["name"] == "hair")
    assert hair["variants"] == entry["hair"]["styles"] * entry["hair"]["colours"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_shipped_scenario_is_sound(name: str) -> None:
    scenario = load(ROOT / "scenarios" / f"{name}.yaml")
    voices = json.loads((ASSETS / "banks" / "voices.json").read_text())
    files = [ASSETS / "banks" / f"{name}.json" for name in ("occupations", "occupations_worlds")]
    known = {entry["occupation"] for file in files for entry in json.loads(file.read_text())}
    places = Places(TileMap.load(scenario.map))
    looks = {resident.look for resident in scenario.residents}
    assert len(looks) == len(scenario.residents)
    for resident in scenario.residents:
        assert resident.occupation in known, resident.slug
        assert set(resident.traits) <= set(voices), resident.slug
        assert 2 <= len(resident.memories) <= 6, resident.slug
        assert any("bed" in place.address[-1] for place in places.objects(resident.home)), resident.slug
    for news in scenario.news:
        words = news.text.lower()
        assert all(sign.lower() in words for sign in news.signs), news.id
        assert news.knows


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_shipped_scenario_lives_two_hours_and_somebody_talks(name: str, tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite"
    store, engine = start(ROOT / "scenarios" / f"{name}.yaml", path)
    live(engine, 720)
    stop(store, engine)
    assert any(data["phase"] == "start" for _, _, data in events(path, "talk"))
    assert events(path, "problem") == []


@pytest.mark.parametrize("name", SCENARIOS)
def test_whatever_the_seed_somebody_talks_within_two_hours(name: str, tmp_path: Path) -> None:
    silent = []
    for seed in range(1, 11):
        store, engine = start(ROOT / "scenarios" / f"{name}.yaml", tmp_path / f"{seed}.sqlite", seed=seed)
        while engine.at < 7200 and not engine.world.talks:
            engine.step()
        silent += [] if engine.world.talks else [seed]
        stop(store, engine)
    assert silent == []


def test_the_crew_comes_down_the_ladder_in_the_morning(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite"
    store, engine = start(ROOT / "scenarios" / "tern_station.yaml", path)
    ((foot, head), _) = engine.world.tilemap.links
    assert all(engine.world.places.spots(resident.home)[0][1] >= head[1] for resident in engine.scenario.residents)
    live(engine, 720)
    stop(store, engine)
    climbs = [pair for _, _, data in events(path, "move") for pair in itertools.pairwise(map(tuple, data["path"]))]
    assert climbs.count((head, foot)) >= 4
    with Run(path) as run:
        seen = [run.state(tick).residents.values() for tick in range(60, 360)]
    assert all(abs(s.next_x - s.x) + abs(s.next_y - s.y) <= 1 for states in seen for s in states)
