"""Personas from elsewhere, and scenarios that are edited."""

from __future__ import annotations

import difflib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from make_map import village

from sim.scenario import Scenario, ScenarioError, load, load_text
from sim.scenario.edited import EditedScenario
from sim.scenario.model import Remembered
from sim.scenario.personas import sentences
from sim.scenario.yaml_reader import read_yaml
from sim.scenario.yaml_writer import changed, put, remove
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
        "node_4": {"type": "thought", "description": "Lena likes Bo.", "poignancy": 7},
        "node_5": {"type": "event", "description": "Bo bridled his horse, which is idleness itself"},
    }
    _write(folder / "bootstrap_memory" / "associative_memory" / "nodes.json", nodes)


def test_a_stanford_persona_brings_their_life_and_no_home(tmp_path: Path) -> None:
    _stanford(tmp_path / "personas" / "Lena Orth")
    (guest,) = _town(tmp_path, "import: personas/Lena Orth, age: 30").residents
    assert (guest.name, guest.first, guest.age, guest.traits) == ("Lena Orth", "Lena", 30, ("loyal", "quick", "wry"))
    assert (guest.wakes, guest.sleeps, guest.home) == (360, 1410, ("Town", "Hall"))
    assert guest.background[:2] == ("Lena Orth keeps bees.", "She sells the honey to St. Ann's shop.")
    assert guest.remembered == (
        Remembered("a hive is humming"),
        Remembered("conversing with Bo", "summary"),
        Remembered("Lena likes Bo.", "reflection", 7),
        Remembered("Bo bridled his horse, which is idleness itself"),
    )
    assert guest.currently == "Lena looks for a second hive."


def test_a_scenario_that_extends_another_may_import_into_one_of_its_residents(tmp_path: Path) -> None:
    _stanford(tmp_path / "personas" / "Lena Orth")
    _town(tmp_path, "name: Old Guest, age: 30, traits: [shy]")
    top = "extends: t.yaml\nresidents:\n  guest: {import: personas/Lena Orth, currently: Lena rests.}\n"
    (tmp_path / "top.yaml").write_text(top, encoding="utf-8")
    (guest,) = load(tmp_path / "top.yaml").residents
    assert (guest.name, guest.home, guest.currently) == ("Lena Orth", ("Town", "Hall"), "Lena rests.")
    assert len(guest.remembered) == 4 and guest.traits == ("loyal", "quick", "wry")
    (tmp_path / "personas" / "Lena Orth" / "bootstrap_memory" / "scratch.json").write_text('{"name": "Lena", "age": 300}')
    with pytest.raises(ScenarioError, match=r"top\.yaml:3:"):
        load(tmp_path / "top.yaml")


def test_an_imported_resident_gets_a_free_home_and_lodges_where_none_is_left(tmp_path: Path) -> None:
    _stanford(tmp_path / "lena")
    _write(tmp_path / "bo" / "scratch.json", {"first_name": "Bo", "last_name": "Hill", "age": 50})
    (tmp_path / "t.yaml").write_text(
        "name: T\nmap: first_morning\nresidents:\n"
        "  nora: {name: Nora Fenn, age: 54, home: Nora's cottage}\n  ilya: {name: Ilya Brand, age: 37, home: Ilya's cottage}\n"
        "  lena: {import: lena}\n  bo: {import: bo}\n"
    )
    town = load(tmp_path / "t.yaml")
    homes = {one.slug: one.home[1] for one in town.residents}
    assert homes["lena"] == "Tess's cottage" and homes["bo"] == "Nora's cottage", (
        "the free one, then the first of those lived in"
    )
    assert {one.slug: one.home[1] for one in load_text(town.text, TileMap.load(town.map), "t").residents} == homes


def test_a_town_that_ships_is_extended_by_its_name_and_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "t.yaml").write_text("extends: first_morning.yaml\nname: Mine\n")
    assert load(tmp_path / "t.yaml").name == "Mine"
    for name in ("questionnaires/mayor", "no_such_town"):
        (tmp_path / "t.yaml").write_text(f"extends: {name}\n")
        with pytest.raises(ScenarioError, match="no scenario file"):
            load(tmp_path / "t.yaml")


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
    assert (guest.name, guest.age, guest.remembered) == ("Ana Ruiz", 89, (Remembered("Ana likes rain", importance=4),))
    prose = 'Ana\'s self description: "I taught for forty years and I still correct menus."'
    assert guest.background == ("Ana's sex: female", "Ana's work status: retired", prose)
    assert guest.facts == scratch


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


def test_half_a_character_is_replaced_and_all_else_kept_so_that_the_run_reads_again(tmp_path: Path) -> None:
    _write(tmp_path / "ana" / "scratch.json", {"name": "Ana Ray", "age": 33, "currently": "Ana waves \ud83d at \x1b[31mBo"})
    _write(tmp_path / "ana" / "memory_stream" / "nodes.json", [{"content": "Ana saw a \x00hive \ud83d\udc1d"}])
    town = _town(tmp_path, "import: ana")
    (guest,) = load_text(town.text, TileMap.load(town.map), "t").residents
    assert guest.currently.split() == ["Ana", "waves", "\ufffd", "at", "\x1b[31mBo"]
    assert guest.remembered == (Remembered("Ana saw a \x00hive \U0001f41d"),)


SHIPPED = Path(__file__).resolve().parents[1] / "scenarios" / "first_morning.yaml"
COMMENTED = """\
# A town of mine
name: Small   # not its last name
map: first_morning

residents:   # three at most
  mara:
    # the baker
    name: "Mara Lind"
    age: 34  # in May
    traits: [warm, stubborn]
    background: >
      Mara bakes at night, and she has baked at night for as long as anybody in the town can remember, which is long.
      Nobody knows why.
    home: 'Nora''s cottage'

  tom: {name: Tom Berg, age: 40, home: Ilya's cottage, relationships: {mara: old pal}}   # the smith

# what happens
events:
- {at: 14:00, say: A bell rings.}   # every day
- at: 9 am
  say: |
    A cock
    crows
  # the cock is Tom's
news: []
"""
LONG = "Mara found a letter in the flour and has told nobody of it, not even Tom, who would have laughed about it for a week."
EDITS: list[tuple[tuple[str | int, ...], Any, int]] = [
    (("residents", "mara", "age"), 35, 1),
    (("residents", "mara", "name"), "Mara: the second", 1),
    (("residents", "mara", "traits", 1), "mild", 1),
    (("residents", "mara", "background"), "Mara bakes.", 1),
    (("residents", "mara", "memories"), ["Mara saw a fox", LONG], 5),
    (("residents", "mara", "look", "hair"), 3, 1),
    (("residents", "mara", "relationships", "tom"), "her old pal", 2),
    (("residents", "tom", "age"), 41, 1),
    (("residents", "tom", "wakes"), "06:30", 1),
    (("residents", "ada"), {"name": "Ada", "age": 3, "home": "Tess's cottage", "memories": ["Ada fell"]}, 7),
    (("events", 0, "say"), LONG, 1),
    (("events", 1, "where"), "Green", 1),
    (("events", 2), {"at": "10:00", "whisper": "Go home", "to": "tom"}, 3),
    (("norms", "Green"), {"opens": "08:00", "owner": "mara"}, 3),
    (("news", 0), {"id": "fox", "text": "Mara saw a fox", "host": "mara"}, 4),
]
"""Edits of ``COMMENTED``, and the most lines that each may add."""


@pytest.mark.parametrize(("path", "value", "most"), EDITS)
def test_an_edit_changes_its_own_lines_alone(path: tuple[str | int, ...], value: Any, most: int) -> None:
    text = put(COMMENTED, path, value)
    assert _stripped(read_yaml(text, "").data) == _stripped(changed(read_yaml(COMMENTED, "").data, path, value))
    lines = list(difflib.ndiff(COMMENTED.splitlines(), text.splitlines()))
    assert sum(line.startswith("+ ") for line in lines) <= most
    assert [line for line in lines if line.startswith("- ") and "#" in line and line[2:].split("#")[1] not in text] == []
    assert max(map(len, text.splitlines())) <= 160


def test_what_is_removed_goes_with_its_empty_parents_and_its_blank_line() -> None:
    assert remove(COMMENTED, ("events", 1)).endswith("# every day\n  # the cock is Tom's\nnews: []\n")
    without = remove(COMMENTED, ("residents", "mara"))
    assert "\n\n\n" not in without and "  tom: {name" in without and "baker" not in without
    assert "relationships" not in remove(COMMENTED, ("residents", "tom", "relationships", "mara"))
    aliased = "a: &x {b: 1, c: 2}\nd: *x\n"
    assert read_yaml(put(aliased, ("d", "b"), 3), "").data == {"a": {"b": 1, "c": 2}, "d": {"b": 3, "c": 2}}


_WORDS = st.sampled_from(["no", "12:30", "- a", "#", "a: b", " "])
_PLAIN = st.one_of(st.integers(-9, 999), st.booleans(), st.text(max_size=90), _WORDS)
_KEYS = st.text("ab: #é", min_size=1)
_DATA = st.recursive(_PLAIN, lambda one: st.one_of(st.lists(one, max_size=3), st.dictionaries(_KEYS, one, max_size=3)))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([path for path, *_ in EDITS]), _DATA, st.data())
def test_whatever_is_written_is_read_again(path: tuple[str | int, ...], value: Any, more: st.DataObject) -> None:
    text = put(COMMENTED, path, value)
    assert _stripped(read_yaml(text, "").data) == _stripped(changed(read_yaml(COMMENTED, "").data, path, value))
    other = more.draw(st.sampled_from([path for path, *_ in EDITS]))
    try:
        wanted = changed(read_yaml(text, "").data, other, 1)
    except ScenarioError:
        return
    assert _stripped(read_yaml(put(text, other, 1), "").data) == _stripped(wanted)


def _stripped(value: Any) -> Any:
    """Data without line breaks at the ends of texts, which folding adds."""
    if isinstance(value, dict):
        return {key: _stripped(inner) for key, inner in value.items()}
    return (
        [_stripped(inner) for inner in value]
        if isinstance(value, list)
        else value.rstrip("\n")
        if isinstance(value, str)
        else value
    )


def test_mistakes_stand_at_their_values_in_the_words_of_validate(tmp_path: Path) -> None:
    edited = EditedScenario(SHIPPED.read_text(encoding="utf-8"), SHIPPED)
    assert edited.scenario is not None and not edited.changed
    edited.put(("residents", "tess", "home"), "The Castle", "Tess's home")
    edited.put(("residents", "nora", "age"), 400, "Nora's age")
    edited.put(("events", 1, "at"), "teatime", "when")
    edited.put(("residents", "new"), {"name": "Ann"}, "a person")
    assert edited.scenario is None
    paths = (("residents", "tess", "home"), ("residents", "nora", "age"), ("events", 1, "at"), ("residents", "new", "home"))
    said = [problem.message for path in paths for problem in edited.said_of(path)]
    file = tmp_path / "wrong.yaml"
    file.write_text(edited.text, encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        load(file)
    assert [any(line.endswith(": " + words) for line in caught.value.problems) for words in said] == [True] * 4
    assert [edited.undo() for _ in range(5)] == ["a person", "when", "Nora's age", "Tess's home", ""]
    assert edited.text == SHIPPED.read_text(encoding="utf-8") and edited.scenario is not None
    assert edited.redo() == "Tess's home" and edited.problems


def test_a_file_that_extends_another_says_only_what_it_changes(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(COMMENTED, encoding="utf-8")
    own = "# mine\nextends: base.yaml\nname: Other\n"
    edited = EditedScenario(own, tmp_path / "top.yaml")
    edited.put(("residents", "mara", "age"), 20, "")
    edited.put(("events", 0, "at"), "15:00", "")
    edited.remove(("residents", "tom"), "")
    assert edited.text.startswith(own) and "Mara bakes" not in edited.text
    assert edited.data["residents"]["mara"]["age"] == 20 and list(edited.residents) == ["mara"]
    assert [entry["at"] for entry in edited.entries("events")] == ["15:00", "9 am"]
