"""People from genagents folders and Stanford personas, and prose that becomes memories."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from make_map import village

from sim.scenario import Scenario, ScenarioError, load, load_text
from sim.scenario.sentences import sentences
from sim.world.tilemap import TileMap


def _town(folder: Path, resident: str) -> Scenario:
    (folder / "village.tmj").write_text(village(), encoding="utf-8")
    text = f"name: T\nmap: village\nresidents:\n  guest: {{home: Hall, {resident}}}\n"
    (folder / "t.yaml").write_text(text, encoding="utf-8")
    return load(folder / "t.yaml")


def _write(path: Path, data: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data), encoding="utf-8")


def _stanford(folder: Path) -> None:
    _write(folder / "bootstrap_memory" / "scratch.json", {
        "name": "Lena Orth", "first_name": "Lena", "last_name": "Orth", "age": 29, "innate": "loyal, quick, wry",
        "learned": "Lena Orth keeps bees. She sells the honey to St. Ann's shop.", "currently": "Lena looks for a second hive.",
        "lifestyle": "Lena Orth goes to bed around 11:30pm, awakes up around 6am.", "living_area": "elsewhere:a house:a room",
    })  # fmt: skip
    nodes = {
        "node_1": {"type": "event", "description": "a hive is humming"},
        "node_2": {"type": "chat", "description": "conversing with Bo"},
        "node_3": {"type": "event", "description": "bed is idle"},
        "node_4": {"type": "thought", "description": "Lena likes Bo."},
        "node_5": {"type": "event", "description": "Bo bridled his horse, which is idleness itself"},
    }
    _write(folder / "bootstrap_memory" / "associative_memory" / "nodes.json", nodes)


def test_a_stanford_persona_brings_their_life_and_no_home(tmp_path: Path) -> None:
    _stanford(tmp_path / "personas" / "Lena Orth")
    (guest,) = _town(tmp_path, "import: personas/Lena Orth, age: 30").residents
    assert (guest.name, guest.first, guest.age, guest.traits) == ("Lena Orth", "Lena", 30, ("loyal", "quick", "wry"))
    assert (guest.wakes, guest.sleeps, guest.home) == (360, 1410, ("Town", "Hall"))
    assert guest.background[:2] == ("Lena Orth keeps bees.", "She sells the honey to St. Ann's shop.")
    assert guest.memories == ("a hive is humming", "Lena likes Bo.", "Bo bridled his horse, which is idleness itself")
    assert guest.currently == "Lena looks for a second hive."


def test_bedtimes_are_read_out_of_prose(tmp_path: Path) -> None:
    lifestyle = "Bo goes to bed around midnight, wakes up around 7 am, and paints at noon."
    _write(tmp_path / "bo" / "bootstrap_memory" / "scratch.json", {"name": "Bo Hill", "age": 50, "lifestyle": lifestyle})
    (guest,) = _town(tmp_path, "import: bo").residents
    assert (guest.sleeps, guest.wakes, guest.background) == (0, 420, (lifestyle,))


def test_an_import_is_inside_the_text_that_a_run_keeps(tmp_path: Path) -> None:
    _stanford(tmp_path / "lena")
    town = _town(tmp_path, "import: lena")
    assert load_text(town.text, TileMap.load(town.map), "t").residents == town.residents
    assert str(tmp_path) not in town.text


def test_a_genagents_folder_brings_its_facts_and_nodes(tmp_path: Path) -> None:
    scratch = {"first_name": "Ana", "last_name": "Ruiz", "age": "89 or older", "sex": "female", "work_status": "retired",
               "self_description": "I taught for forty years and I still correct menus.", "score": None}  # fmt: skip
    _write(tmp_path / "ana" / "scratch.json", scratch)
    _write(tmp_path / "ana" / "memory_stream" / "nodes.json", [{"node_id": 0, "content": "Ana likes rain", "importance": 40}])
    (guest,) = _town(tmp_path, "import: ana").residents
    assert (guest.name, guest.age, guest.memories) == ("Ana Ruiz", 89, ("Ana likes rain",))
    assert guest.background == ("Ana's sex: female.", "Ana's work status: retired.", scratch["self_description"])


@pytest.mark.parametrize("node", [1, None, {"node_id": 0}, {"node_id": 0, "content": 5}])
def test_a_node_that_holds_no_text_is_named(tmp_path: Path, node: object) -> None:
    _write(tmp_path / "ana" / "scratch.json", {"first_name": "Ana", "age": 30})
    _write(tmp_path / "ana" / "memory_stream" / "nodes.json", [{"content": "Ana likes rain"}, node])
    with pytest.raises(ScenarioError, match="nodes.json in 'memory_stream', node 1: 'content' is missing or no text"):
        _town(tmp_path, "import: ana")


@pytest.mark.parametrize("content", [None, "{", "[1]"])
def test_a_folder_with_nobody_in_it_is_said(tmp_path: Path, content: str | None) -> None:
    (tmp_path / "who").mkdir()
    if content is not None:
        (tmp_path / "who" / "scratch.json").write_text(content)
    with pytest.raises(ScenarioError, match=r"t.yaml:4:31: .*scratch.json"):
        _town(tmp_path, "import: who")


@pytest.mark.parametrize(
    ("prose", "count"),
    [
        ("", 0),
        ("One sentence without an end", 1),
        ("Dr. A. Berg lives at No. 5. He is old.", 2),
        ('"Is it you?" she asked. He said: "No." Then he left!', 3),
        ("It cost 3.50 at 5 p.m. and no more... Or did it?", 2),
    ],
)
def test_prose_becomes_sentences(prose: str, count: int) -> None:
    found = sentences(prose)
    assert len(found) == count and " ".join(found) == " ".join(prose.split())


def test_what_no_run_file_could_hold_becomes_a_blank_so_that_the_run_reads_again(tmp_path: Path) -> None:
    _write(tmp_path / "ana" / "scratch.json", {"name": "Ana Ray", "age": 33, "currently": "Ana waves \ud83d at \x1b[31mBo"})
    _write(tmp_path / "ana" / "memory_stream" / "nodes.json", [{"content": "Ana saw a \x00hive \ud83d\udc1d"}])
    town = _town(tmp_path, "import: ana")
    (guest,) = load_text(town.text, TileMap.load(town.map), "t").residents
    assert guest.currently.split() == ["Ana", "waves", "at", "[31mBo"] and guest.memories == ("Ana saw a hive \U0001f41d",)
