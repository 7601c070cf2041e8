"""``run_sim.py new``: a scenario that lives at once, for a map that ships or a stranger's, and never over another."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from make_map import make_map, village
from town import live, start, stop

from sim.cli.main import main
from sim.scenario import load


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "their village.tmj").write_text(village(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_strangers_map_gets_a_scenario_beside_it_that_lives_and_names_its_places(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "mine", "--map", "elsewhere/their village.tmj"]) == 0
    path = folder / "elsewhere" / "mine.yaml"
    assert str(Path("elsewhere/mine.yaml")) in capsys.readouterr().out
    text = path.read_text(encoding="utf-8")
    assert '\nmap: "their village.tmj"\n' in text and "#   Cafe: counter, seats | stove, table\n" in text
    assert {person.home[1] for person in load(path).residents} == {"Lind House", "Berg House"}  # where the beds are
    store, engine = start(path, folder / "run.sqlite")
    live(engine, 60)
    stop(store, engine)
    assert any(mind.state.blocks for mind in engine.minds.values())


def test_a_map_that_ships_is_named_and_the_scenario_goes_where_scenarios_are(folder: Path) -> None:
    assert main(["new", "big", "--map", "alderbrook"]) == 0
    assert re.search(r"#   [^\n]*Fox and Lantern: ", (folder / "scenarios" / "big.yaml").read_text(encoding="utf-8"))
    assert len(load(folder / "scenarios" / "big.yaml").residents) == 3


def test_new_never_writes_over_anything(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "elsewhere" / "mine.yaml").write_text("mine")
    assert main(["new", "mine", "--map", "elsewhere/their village.tmj"]) == 2
    assert "already" in capsys.readouterr().err and (folder / "elsewhere" / "mine.yaml").read_text() == "mine"
    assert main(["new", "other"]) == 0 and main(["new", "other"]) == 2


def test_a_map_without_places_is_told_what_to_add_and_nothing_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bare.tmj").write_text(json.dumps(make_map("....\n....", {})))
    assert main(["new", "mine", "--map", "bare.tmj"]) == 2
    told = capsys.readouterr().err
    assert "an object layer named 'places'" in told and "class 'sector'" in told and "'collision'" in told
    assert not (folder / "mine.yaml").exists()
    assert main(["validate", "bare.tmj"]) == 0
    told = capsys.readouterr()
    assert "nobody can live there yet. 0 places" in told.out and "good" not in told.out and "has no places" in told.err


def test_a_map_whose_name_has_capitals_gets_a_scenario_of_that_name(folder: Path) -> None:
    (folder / "elsewhere" / "Harbour-1.tmj").write_text(village(), encoding="utf-8")
    assert main(["new", "Harbour-1", "--map", "elsewhere/Harbour-1.tmj"]) == 0
    path = folder / "elsewhere" / "Harbour-1.yaml"
    assert main(["validate", str(path)]) == 0
    run = ["run", str(path), "--model", "fake", "--embedder", "none", "--headless", "--ticks", "5", "--saves", "saves"]
    assert main(run) == 0 and list((folder / "saves").glob("*.sqlite"))


def test_validate_takes_a_map_alone_and_names_what_is_wrong_by_its_number(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    doc = make_map("##.#\n#.##", {"Tower": (1, 1, 1, 1), "Yard": (2, 0, 1, 1)})
    doc["layers"][0]["data"][2] = 99
    (folder / "odd.tmj").write_text(json.dumps(doc))
    assert main(["validate", "odd.tmj"]) == 0
    told = capsys.readouterr()
    assert "odd.tmj: good. 2 places, 0 objects." in told.out
    assert [line for line in told.err.splitlines() if "cannot be reached" in line] == [
        "warning: object 1: sector 'Town:Tower' cannot be reached on foot",
    ]
    assert "warning: layer 'ground' at (2, 0): tile 99 is in no tileset" in told.err
    (folder / "none.tmx").write_text("<map/>")
    assert main(["validate", "none.tmx"]) == 2


@pytest.mark.parametrize(("name", "map_"), [("mine", "nowhere.tmx"), ("mine", "elsewhere"), ("../mine", "alderbrook")])
def test_what_cannot_be_is_a_line(folder: Path, name: str, map_: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", name, "--map", map_]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
