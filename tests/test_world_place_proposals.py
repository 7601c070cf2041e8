"""Places for maps that have none: houses from walls, names from objects, a green, and camps on an open field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest
from town import ROOT

from sim import Town
from sim.cli.main import main
from sim.world.place_proposals import Rect, propose, with_places
from sim.world.places import Places
from sim.world.tilemap import TileMap
from sim.world.tmj_writer import map_doc

MAPS = ROOT / "assets" / "maps"


def bare(name: str) -> TileMap:
    """A shipped map without its places."""
    doc = json.loads((MAPS / f"{name}.tmj").read_text(encoding="utf-8"))
    doc["layers"] = [layer for layer in doc["layers"] if layer["type"] != "objectgroup"]
    return TileMap.parse(json.dumps(doc), base=MAPS, name=name)


def drawn(*rows: str, layer: str = "collision", objects: list[dict[str, Any]] | None = None, things: str = "Things") -> TileMap:
    """A map of ``#`` (wall) and blanks, with objects on the layer ``things``."""
    walls = np.array([[int(cell == "#") for cell in row] for row in rows])
    doc = map_doc("Town", walls, objects or [])
    doc["layers"][0]["name"] = layer
    doc["layers"][1]["name"] = things
    return TileMap.parse(json.dumps(doc), name="town")


HOUSES = (
    "                    ",
    "  #######  #######  ",
    "  #     #  #     #  ",
    "  #     #  #        ",
    "  #     #  #     #  ",
    "  ### ###  #######  ",
    "                    ",
    "                    ",
    "   ##########       ",
    "   #   #    #       ",
    "   #        #       ",
    "   #   #    #       ",
    "   ##### ####       ",
    "                    ",
)


@pytest.mark.parametrize("layer", ["collision", "Walls", "my_buildings"])
def test_enclosed_floors_with_a_door_are_houses_and_the_rest_is_a_green(layer: str) -> None:
    tilemap = drawn(*HOUSES, layer=layer)
    proposal = propose(tilemap)
    sectors = {place.name: place for place in proposal.places if place.kind == "sector"}
    assert list(sectors) == ["Hall", "House 1", "House 2", "Green"] and sectors["Hall"].rect == Rect(4, 9, 8, 3)
    assert {place.rect for name, place in sectors.items() if name.startswith("House")} == {Rect(3, 2, 5, 3), Rect(12, 2, 5, 3)}
    assert [place.name for place in proposal.places if place.kind == "arena"] == ["room 1", "room 2"]
    assert sum(place.name == "bed" for place in proposal.places) == 2
    copy = TileMap.parse(with_places(tilemap, proposal), name="town")
    places = Places(copy)
    assert places.problems() == () or list(places.problems()) == []
    assert [sector.name for sector in places.sectors] == list(sectors) and np.array_equal(copy.solid, proposal.solid)
    assert proposal.walls_from == ("the map's own collision" if layer == "collision" else f"the layer {layer}")


def test_what_has_a_name_is_what_it_says() -> None:
    box = {"x": 16 * 8, "y": 16 * 6, "width": 16 * 4, "height": 16 * 2}
    objects = [
        {"id": 1, "name": "market_place", "class": "", **box},
        {"id": 2, "name": "Old Well", "class": "", "x": 16 * 3, "y": 16 * 7, "width": 0, "height": 0, "point": True},
        {"id": 3, "name": "", "class": "", **box},
    ]
    proposal = propose(drawn(*HOUSES, objects=objects))
    found = {(place.kind, place.name): place.reason for place in proposal.places}
    assert found["sector", "Market place"] == "the object 'market_place' of the layer 'Things'"
    assert ("object", "old well") in found and ("sector", "House 1") in found


def test_a_layer_of_buildings_names_them_where_the_walls_are_known_and_is_the_walls_where_not() -> None:
    inn = {"id": 1, "name": "Inn", "x": 16 * 2, "y": 16, "width": 16 * 7, "height": 16 * 5}
    for layer, named in (("collision", True), ("ground", False)):
        proposal = propose(drawn(*HOUSES, layer=layer, objects=[inn], things="Buildings"))
        assert ("Inn" in {place.name for place in proposal.places}) is named


def test_a_piece_of_street_between_two_passages_is_no_house() -> None:
    street = Rect(0, 17, 48, 2)
    sectors = [place for place in propose(bare("first_morning")).places if place.kind == "sector"]
    assert not any(place.rect.meets(street) for place in sectors if place.name != "Green")


def test_a_named_place_with_walls_is_lived_in_and_a_solid_thing_is_not_all_the_walls_there_are() -> None:
    inn = {"id": 1, "name": "Inn", "x": 16 * 2, "y": 16, "width": 16 * 7, "height": 16 * 5}
    well = {"id": 2, "name": "well", "x": 0, "y": 0, "width": 16, "height": 16}
    well["properties"] = [{"name": "solid", "type": "bool", "value": True}]
    proposal = propose(drawn(*HOUSES, layer="walls", objects=[inn, well]))
    beds = [place.rect for place in proposal.places if place.name == "bed"]
    assert proposal.walls_from == "solid objects, the layer walls"
    assert {place.name for place in proposal.places if place.kind == "sector"} == {"Inn", "House 1", "House 2", "Green"}
    assert len(beds) == 4 and any(Rect(3, 2, 5, 3).meets(bed) for bed in beds)  # a bed in each room of the house with two


def test_an_open_field_has_camps_and_a_map_of_walls_nothing() -> None:
    field = propose(drawn(*[" " * 40] * 30))
    names = [place.name for place in field.places if place.kind == "sector"]
    assert names[0] == "Green" and len(names) > 4 and all(name.startswith("Camp") for name in names[1:])
    assert field.walls_from.startswith("nothing") and sum(place.name == "bed" for place in field.places) == len(names) - 1
    assert propose(drawn(*["####"] * 4)).places == ()


@pytest.mark.parametrize(
    "name, least", [("first_morning", 6), ("alderbrook", 30), ("millbrook", 5), ("tern_station", 1), ("gullhaven", 8)]
)
def test_shipped_maps_are_recognised_without_their_places(name: str, least: int) -> None:
    tilemap = bare(name)
    proposal = propose(tilemap)
    copy = Places(TileMap.parse(with_places(tilemap, proposal), base=MAPS, name=name))
    known = [place for place in Places(TileMap.load(MAPS / f"{name}.tmj")).sectors if "bed" in str(place.address)]
    assert len(copy.sectors) >= least + len(known) and not list(copy.problems())
    assert all(copy.spots(sector.address) for sector in copy.sectors)


def test_a_map_without_places_lives_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "valley.tmj").write_text(drawn(*HOUSES, layer="walls").text, encoding="utf-8")
    assert main(["new", "valley_folk", "--map", "valley.tmj", "--people", "3", "--seed", "1"]) == 0
    told = capsys.readouterr().err
    assert "House 1: 1 enclosed room" in told and "the layer walls" in told and "valley_places.tmj" in told
    assert pygame.image.load(str(tmp_path / "valley_places.png")).get_size()[0] == 1600
    assert main(["validate", "valley_folk.yaml"]) == 0
    with Town.load(tmp_path / "valley_folk.yaml", model="fake", embedder="hash", run=tmp_path / "run.sqlite") as town:
        town.run(until="09:00")
        assert len(town.frame("events")) > 20
    capsys.readouterr()
    assert main(["new", "others", "--map", "valley.tmj"]) == 0
    assert "is taken" in capsys.readouterr().err and main(["validate", "others.yaml"]) == 0
