"""Agents of other systems in a town: what their folders hold is kept to the letter, in its own time, and goes out again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import town as towns
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.analysis.agent_folders import export_agents
from sim.engine import build
from sim.engine.backend import Backend, open_backend
from sim.engine.tick import Engine
from sim.experiments.seeding import with_first_knower
from sim.llm.base import ModelInfo
from sim.memory import CachedEmbedder
from sim.mind.interview import interview
from sim.mind.scene import recollection
from sim.mind.thought import Thought
from sim.prompts.brief import render
from sim.record.read import Run
from sim.record.store import RunStore
from sim.scenario import ScenarioError, load
from sim.scenario.personas import MAX_MEMORIES
from sim.types import IMPORTED, Memory
from sim.world.tilemap import TileMap


def write(path: Path, data: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data), encoding="utf-8")


def agent(folder: Path, scratch: dict[str, Any], nodes: list[dict[str, Any]]) -> None:
    """A folder as genagents has it."""
    write(folder / "scratch.json", scratch)
    write(folder / "memory_stream" / "nodes.json", nodes)


def persona(folder: Path, nodes: dict[str, Any], **scratch: Any) -> None:
    """A persona as Stanford's program saves it; ``places`` are those it knows."""
    root = folder / "bootstrap_memory"
    places = scratch.pop("places", {})
    write(
        root / "scratch.json", {"name": folder.name, "first_name": folder.name.split()[0], "age": 30, "vision_r": 8} | scratch
    )
    write(root / "associative_memory" / "nodes.json", nodes)
    write(root / "spatial_memory.json", {"the Ville": {name: {} for name in places}})


def made(count: int, kind: str, text: str, created: str = "2023-02-13 08:00:00", **more: Any) -> dict[str, Any]:
    """A node of Stanford's."""
    node = {"node_count": count, "type": kind, "description": text, "created": created, "expiration": None, "poignancy": 5}
    return node | {"filling": []} | more


def scenario(folder: Path, residents: dict[str, Any], **more: Any) -> Path:
    """A scenario of the tests' town with these residents; it begins at night, when nobody thinks."""
    towns.write_town(folder)
    path = folder / "t.yaml"
    text = {"name": "T", "map": "town.tmj", "start": "2026-05-08 02:00", "residents": residents} | more
    path.write_text(yaml.safe_dump(text, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return path


def lived(path: Path, ticks: int = 2) -> tuple[Engine, Path]:
    """The town of a scenario after so many ticks, and its run file."""
    run = path.with_suffix(".sqlite")
    run.unlink(missing_ok=True)
    store, engine = towns.start(path, run)
    towns.live(engine, ticks)
    towns.stop(store, engine)
    return engine, run


def imported(engine: Engine, slug: str) -> list[Memory]:
    return [one for one in engine.minds[slug].stream if one.source == IMPORTED]


# What goes in comes out ---------------------------------------------------------------------------------------------------

_LETTERS = st.characters(exclude_categories=("Cs",))
_WORDS = st.sampled_from(
    [
        "Today is the day!",
        "tomorrow",
        "I'll go tonight.\n\nYes.",
        " 1e5",
        "007",
        "null",
        "no.",
        "<<",
        "- a",
        "'",
        "\u200c",
        "x" * 5000,
    ]
)
_TEXT = st.one_of(st.text(_LETTERS, min_size=1, max_size=40), _WORDS)
_VALUE = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-(10**17), 10**17), st.floats(allow_nan=False, allow_infinity=False), _TEXT
    ),
    lambda one: st.one_of(st.lists(one, max_size=3), st.dictionaries(_TEXT, one, max_size=3)),
    max_leaves=6,
)
_NODES = st.lists(
    st.tuples(_TEXT.filter(str.strip), st.sampled_from(["observation", "reflection"]), st.integers(0, 100), st.integers(0, 9)),
    max_size=6,
)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(_TEXT, _VALUE, max_size=5), _NODES, st.data())
def test_an_agent_folder_goes_out_as_it_came(tmp_path: Path, more: dict[str, Any], rows: Any, data: st.DataObject) -> None:
    created, nodes = 100, []
    for n, (text, kind, importance, later) in enumerate(rows):
        created += later
        cited = data.draw(st.lists(st.integers(0, n - 1), unique=True, max_size=3)) if n and kind == "reflection" else []
        used = created + data.draw(st.integers(0, 50))
        values = (n, kind, text, importance, created, used, cited or None)
        names = ("node_id", "node_type", "content", "importance", "created", "last_retrieved", "pointer_id")
        nodes.append(dict(zip(names, values, strict=True)))
    scratch = {"first_name": "Ana", "last_name": "Ruiz", "age": "89 or older"} | more
    agent(tmp_path / "ana", scratch, nodes)
    engine, run = lived(scenario(tmp_path, {"ana": {"import": "ana", "home": "Ana's house"}}))
    assert [one.text for one in imported(engine, "ana")] == [node["content"] for node in nodes]
    export_agents(run, tmp_path / "out")
    assert json.loads((tmp_path / "out" / "ana" / "scratch.json").read_text(encoding="utf-8")) == scratch
    back = json.loads((tmp_path / "out" / "ana" / "memory_stream" / "nodes.json").read_text(encoding="utf-8"))
    assert back[: len(nodes)] == nodes


def test_the_scratch_goes_out_changed_where_the_resident_is_not_as_it_says(tmp_path: Path) -> None:
    agent(tmp_path / "ana", {"first_name": " Ana ", "last_name": "Ruiz", "age": 40, "job": "clerk"}, [{"content": "Ana rows"}])
    own = {"import": "ana", "home": "Cafe", "age": 50, "currently": "Ana rests.", "background": "Ana sings."}
    engine, run = lived(scenario(tmp_path, {"ana": own}))
    resident = engine.minds["ana"].resident
    assert (resident.name, resident.first) == ("Ana Ruiz", "Ana")
    export_agents(run, tmp_path / "out")
    assert json.loads((tmp_path / "out" / "ana" / "scratch.json").read_text()) == {
        "first_name": " Ana ", "last_name": "Ruiz", "age": 50, "job": "clerk", "currently": "Ana rests.",
        "self_description": "Ana sings.",
    }  # fmt: skip
    nodes = json.loads((tmp_path / "out" / "ana" / "memory_stream" / "nodes.json").read_text())
    assert [node["content"] for node in nodes] == ["Ana rows"], "the card is in the scratch"
    agent(tmp_path / "ana", {"first_name": "Ana", "last_name": "Ruiz", "age": 50, "self_description": "I sing."}, [])
    _, run = lived(scenario(tmp_path, {"ana": {"import": "ana", "home": "Cafe", "background": "Ana hums."}}))
    export_agents(run, tmp_path / "out")
    scratch = json.loads((tmp_path / "out" / "ana" / "scratch.json").read_text())
    assert (scratch["self_description"], scratch["background"]) == ("I sing.", "Ana hums.")


def test_facts_keep_their_key_and_subject_lists_and_mappings_included(tmp_path: Path) -> None:
    long = "I went to college for two years. Then I left it, tomorrow or not.\nThat was all."
    scratch = {
        "first_name": "Ana",
        "age": 40,
        "school_years": long,
        "likes": ["tea", "rain"],
        "views": {"on_law": "strict", "on_tax": None},
    }
    agent(tmp_path / "ana", scratch, [])
    engine, _ = lived(scenario(tmp_path, {"ana": {"import": "ana", "home": "Cafe", "name": "Ana Ruiz"}}))
    lines = (f'Ana\'s school years: "{long}"', "Ana's likes: tea, rain", "Ana's views, on law: strict")
    assert engine.minds["ana"].resident.background == lines
    assert [one.text for one in engine.minds["ana"].stream][:3] == list(lines)


# In their own time --------------------------------------------------------------------------------------------------------


def test_a_stanford_life_is_lived_forwards_with_evidence_chats_and_expiry(tmp_path: Path) -> None:
    nodes = {
        "node_5": made(5, "thought", "This is Lena's plan for tomorrow.", "2023-02-14 21:00:00", filling="node_1"),
        "node_4": made(4, "thought", "Lena likes Bo.", "2023-02-14 20:00:00", filling=["node_3", "node_1", "node_2"],
                       expiration="2023-03-16 20:00:00"),
        "node_3": made(3, "chat", "conversing about rain", "2023-02-14 19:30:00",
                       filling=[["Bo", "Rain?"], ["Lena Orth", "Yes. Rain!"]]),
        "node_2": made(2, "event", "bed is idle", "2023-02-13 09:00:00"),
        "node_1": made(1, "event", "a hive is humming", "2023-02-13 08:00:00", poignancy=2),
        "node_0": made(0, "event", "table is idle", "2023-02-13 07:59:00"),
    }  # fmt: skip
    persona(tmp_path / "Lena Orth", nodes)
    engine, _ = lived(scenario(tmp_path, {"lena": {"import": "Lena Orth", "home": "Cafe"}}))
    found = imported(engine, "lena")
    assert [one.text for one in found] == [
        "a hive is humming", "bed is idle", "Bo said to Lena Orth: 'Rain?'", "Lena Orth said to Bo: 'Yes. Rain!'",
        "conversing about rain", "Lena likes Bo.", "This is Lena's plan for tomorrow.",
    ]  # fmt: skip
    first = found[0].n
    assert [[n - first for n in one.evidence] for one in found] == [[], [], [], [], [2, 3], [4, 0, 1], [0]]
    clock = engine.world.clock
    assert [f"{clock.moment(one.at):%d %H:%M}" for one in found] == [
        "06 08:00",
        "06 09:00",
        *["07 19:30"] * 3,
        "07 20:00",
        "07 21:00",
    ]
    assert found[5].expires is not None and found[5].expires - found[5].at == 30 * 86400
    recalled = {hit.memory.text for hit in engine.minds["lena"].stream.retrieve("rain Bo", 0, k=50, touch=False)}
    assert "conversing about rain" in recalled and not any("said to" in text for text in recalled), "words of a talk fade"
    with Run(tmp_path / "t.sqlite") as run:
        assert [m for m in run.memories("lena", run.last_tick, limit=-1) if m.source == IMPORTED][::-1] == found


def test_a_prompt_says_of_what_day_an_imported_memory_is_and_shows_it_as_it_is(tmp_path: Path) -> None:
    persona(tmp_path / "Lena Orth", {"node_1": made(1, "event", "Tomorrow is the fair!", "2023-02-13 08:00:00")})
    agent(
        tmp_path / "ana", {"first_name": "Ana", "last_name": "Ray", "age": 40}, [{"content": "Today is the day!", "created": 3}]
    )
    people = {"lena": {"import": "Lena Orth", "home": "Cafe"}, "ana": {"import": "ana", "home": "Ana's house"}}
    engine, _ = lived(scenario(tmp_path, people))

    lines = []
    for slug in people:
        (memory,) = imported(engine, slug)
        mind = engine.minds[slug]
        thought = Thought(mind, engine.world, engine.scenario.rules, 0, 0, 1)
        lines.append(recollection(thought, memory).text(memory.text))
    assert lines == ["yesterday 08:00: Tomorrow is the fair!", "earlier: Today is the day!"]


def test_a_brief_prompt_says_it_too_where_the_words_depend_on_it(tmp_path: Path) -> None:
    events = {"node_1": made(1, "event", "Tomorrow is the fair!"), "node_2": made(2, "event", "The fair is large.")}
    persona(tmp_path / "Lena Orth", events)
    agent(
        tmp_path / "ana", {"first_name": "Ana", "last_name": "Ray", "age": 40}, [{"content": "Today is the day of the fair!"}]
    )
    people = {"lena": {"import": "Lena Orth", "home": "Cafe"}, "ana": {"import": "ana", "home": "Ana's house"}}
    engine, _ = lived(scenario(tmp_path, people))
    shown = {}
    for slug in people:
        asked = interview(Thought(engine.minds[slug], engine.world, engine.scenario.rules, 0, 0, 1), "What of the fair?")
        shown[slug] = render(next(asked)).user  # type: ignore[arg-type]
    assert "- Tomorrow is the fair! (from yesterday 08:00)" in shown["lena"] and "- The fair is large.\n" in shown["lena"]
    assert "- Today is the day of the fair! (from an earlier day)" in shown["ana"]


@pytest.mark.parametrize(
    ("node", "problem"),
    [
        ({"created": "noon"}, "node_1: 'created' is 'noon'; a date like 2023-02-13 08:00:00"),
        ({"description": 3}, "node_1: 'description' is missing"),
        ({"created": "1023-02-13 08:00:00"}, "300 years apart"),
    ],
)
def test_what_cannot_be_a_memory_is_named(tmp_path: Path, node: dict[str, Any], problem: str) -> None:
    persona(tmp_path / "Lena Orth", {"node_1": made(1, "event", "a") | node, "node_2": made(2, "event", "b")})
    with pytest.raises(ScenarioError, match=problem):
        load(scenario(tmp_path, {"lena": {"import": "Lena Orth", "home": "Cafe"}}))


def test_too_many_memories_are_said_and_not_cut(tmp_path: Path) -> None:
    agent(tmp_path / "ana", {"first_name": "Ana", "age": 40}, [{"content": "a"}] * (MAX_MEMORIES + 1))
    with pytest.raises(ScenarioError, match="10,001 memories"):
        load(scenario(tmp_path, {"ana": {"import": "ana", "home": "Cafe"}}))


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([{"text": "a", "evidence": [0]}], "memory 0 may rest only on those before it"),
        ([{"text": "a", "created": 1}, {"text": "b"}], "every memory has a created: or none"),
        ([{"text": "a", "created": 1}, {"text": "b", "created": "2023-02-13 08:00:00"}], "all are dates or all are whole"),
        ([{"text": "a", "created": "2023-02-31 08:00:00"}], "created, accessed and expires"),
    ],
)
def test_remembered_by_hand_is_checked(tmp_path: Path, rows: list[dict[str, Any]], problem: str) -> None:
    with pytest.raises(ScenarioError, match=problem):
        load(scenario(tmp_path, {"ana": {"name": "Ana", "age": 3, "home": "Cafe", "remembered": rows}}))


# A whole simulation -------------------------------------------------------------------------------------------------------


def test_a_simulation_comes_in_with_one_line_and_its_people_live_where_they_lived(tmp_path: Path) -> None:
    here, elsewhere = "the Ville:Ben's house:his room", "the Ville:no such house:a room"
    persona(tmp_path / "sim" / "personas" / "Ben Okoye", {}, living_area=here, places=["cafe", "Moon"])
    persona(tmp_path / "sim" / "personas" / "Ana Silva", {}, living_area=elsewhere, places=["Moon"])
    path = scenario(tmp_path, {"ben_okoye": {"age": 51}, "cleo": {"name": "Cleo", "age": 9, "home": "Cafe"}})
    path.write_text("import: sim\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    town = load(path)
    assert {one.slug: (one.name, one.age, one.home[1]) for one in town.residents} == {
        "ben_okoye": ("Ben Okoye", 51, "Ben's house"),
        "cleo": ("Cleo", 9, "Cafe"),
        "ana_silva": ("Ana Silva", 30, "Ana's house"),
    }
    engine, _ = lived(path)
    known = {slug: [text.split(":")[1] for text in mind.state.known_places] for slug, mind in engine.minds.items()}
    assert known["ben_okoye"] == ["Cafe", "Ben's house"], "what he knew, and where he lives"
    assert "Green" in known["ana_silva"], "she knew no place of this map"
    (tmp_path / "t.yaml").write_text("name: T\nmap: town.tmj\nimport: nowhere\n")
    with pytest.raises(ScenarioError, match=r"t\.yaml:3:9: .*nowhere"):
        load(tmp_path / "t.yaml")


def test_a_bank_of_agents_comes_in_with_one_line(tmp_path: Path) -> None:
    for name in ("0a1b", "Bo Hill", "bo-hill"):
        agent(tmp_path / "bank" / name, {"first_name": name, "last_name": "X", "age": 40}, [])
    (tmp_path / "bank" / "notes").mkdir()
    path = scenario(tmp_path, {"bo_hill": {"age": 41}})
    path.write_text("import: bank\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert {one.slug: one.age for one in load(path).residents} == {"bo_hill": 41, "p_0a1b": 40, "bo_hill_2": 40}


def test_more_than_a_scenario_holds_is_said_when_it_is_loaded(tmp_path: Path) -> None:
    for n in range(3):
        agent(tmp_path / "bank" / f"a{n}", {"first_name": f"A{n}", "age": 40}, [{"content": "x" * 1_500_000}])
    path = scenario(tmp_path, {})
    path.write_text("import: bank\nname: T\nmap: town.tmj\n")
    with pytest.raises(ScenarioError, match="import fewer people"):
        load(path)


def test_who_loses_a_memory_in_an_experiment_keeps_the_rest_with_its_evidence(tmp_path: Path) -> None:
    texts = ["the lantern supper is on Saturday", "rain is near", "Ana hopes for sun"]
    nodes = [
        {"node_id": n, "content": text, "created": n, "pointer_id": [n - 1] if n else None} for n, text in enumerate(texts)
    ]
    agent(tmp_path / "ana", {"first_name": "Ana", "last_name": "Ray", "age": 40}, nodes)
    people = {"ana": {"import": "ana", "home": "Cafe"}, "ben": {"name": "Ben Hill", "age": 40, "home": "Ben's house"}}
    news = {"id": "supper", "text": "a lantern supper is at the Green", "knows": ["ana"], "signs": ["lantern", "supper"]}
    path = scenario(tmp_path, people, news=[news])
    ana = load(path, dict(with_first_knower(load(path), "ben", 1))).residents[0]
    assert [(one.text, one.created, one.evidence) for one in ana.remembered] == [(texts[1], 1, ()), (texts[2], 2, (0,))]


class Ours:
    """An embedder that notes what it is asked."""

    name, dim = "ours", 4

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> Any:
        self.asked += texts
        return np.tile(np.array([1, 0, 0, 0], np.float32), (len(texts), 1))


@pytest.mark.parametrize(
    ("model", "vector", "used"),
    [("ours", [0, 3, 0, 0], True), ("ada-002", [0, 3, 0, 0], False), ("ours", [1, 2], False), ("ours", [0, 0, 0, 0], False),
     ("ours", "x", False), (None, [0, 3, 0, 0], False)],
)  # fmt: skip
def test_stored_vectors_are_used_where_they_are_of_our_model(tmp_path: Path, model: Any, vector: Any, used: bool) -> None:
    agent(tmp_path / "ana", {"first_name": "Ana", "age": 40}, [{"content": "Ana rows"}])
    write(tmp_path / "ana" / "memory_stream" / "embeddings.json", {"Ana rows": vector, "another": [1, 0, 0, 0]})
    if model:
        write(tmp_path / "ana" / "meta.json", {"embedder": model})
    loaded = load(scenario(tmp_path, {"ana": {"import": "ana", "name": "Ana Ray", "home": "Cafe"}}))
    embedder, tilemap = Ours(), TileMap.load(loaded.map)
    backend = Backend(open_backend("fake", embedder="hash").answerer, None, ModelInfo("test", "", False, 0), "ours")
    store = RunStore.create(tmp_path / "v.sqlite", build.header(loaded, tilemap, backend, "v", "fake"))
    engine = build.begin(loaded, tilemap, store, backend, lambda _: None, CachedEmbedder(embedder))
    engine.minds["ana"].stream.embed_all()
    towns.live(engine, 1)
    towns.stop(store, engine)
    assert ("Ana rows" in embedder.asked) == (not used)
    assert engine.minds["ana"].stream.vector(0).tolist() == ([0, 1, 0, 0] if used else [1, 0, 0, 0])
    store = RunStore.open(tmp_path / "v.sqlite")
    assert np.frombuffer(store.vectors("ours")["Ana rows"], "<f2").tolist() == ([0, 1, 0, 0] if used else [1, 0, 0, 0])
    store.close("interrupted")
