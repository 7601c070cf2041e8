"""Own parts of a town: given or installed, recorded with the run, missed when they are gone, named when they fail."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from town import SCENARIO, content, events, rows, write_town

from sim import (
    ActionKind,
    Faculties,
    Failure,
    HappeningKind,
    Measure,
    Memory,
    MemoryStream,
    Metric,
    OwnAnswerer,
    PartError,
    Preset,
    Term,
    Town,
    TownError,
)
from sim.analysis.evaluate import evaluate
from sim.cli.main import main
from sim.engine.apply import Apply
from sim.engine.happenings import Scene
from sim.engine.parts import Parts
from sim.engine.verify import verify
from sim.memory import PRESETS
from sim.mind.mind import Percept, Thinking
from sim.mind.thought import Thought
from sim.parts import installed
from sim.prompts import Question
from sim.record.errors import RunError
from sim.record.read import Run
from sim.world.state import Body


class Quiet(Faculties):
    """Reacts to nothing."""

    name = "quiet"

    def react(self, thought: Thought, percepts: Sequence[Percept]) -> Thinking:
        yield from ()


class Bell(ActionKind):
    """Rung by everybody once, at 07:10 or when they next think."""

    name = "bell"

    def when(self, thought: Thought) -> Mapping[str, Any] | None:
        first = "bell" not in thought.state.considered and thought.at >= 600 and not thought.body.asleep
        if first:
            thought.state.considered["bell"] = thought.at
        return {"loud": True} if first else None

    def apply(self, apply: Apply, body: Body, data: Mapping[str, Any]) -> None:
        apply.set_thing(("Town", "Cafe", "counter"), "rung", "")


class Fog(HappeningKind):
    """Fog from 07:20 on."""

    name = "fog"

    def happen(self, scene: Scene) -> None:
        if scene.apply.at == 1200:
            self.begin(scene, "weather", "fog")


class Long(Term):
    """Prefers long memories."""

    name = "long"

    def score(self, memory: Memory, query: str, at: int) -> float:
        return min(1.0, len(memory.text) / 100)


class Shapeless(OwnAnswerer):
    """Answers everything with something of another shape."""

    name = "shapeless"

    def reply(self, question: Question[Any]) -> Mapping[str, Any] | None:
        return {"nothing": question.first}


class Waiting(Measure):
    name = "waiting"

    def metrics(self, context: Any) -> Sequence[Metric]:
        return [Metric("ticks lived", 1.0, context.last_tick, "a test")]

    def failures(self, context: Any) -> Sequence[Failure]:
        return [Failure("too quiet", 1, "ana", "nothing was said")]


class Broken(Exception):
    """What the parts below raise."""


def _break(*_: Any) -> Any:
    raise Broken("on purpose")


def bad(base: type, method: str) -> Any:
    """A part, one method of which raises; an action that fails is first done by Ana."""
    when = {"when": lambda self, thought: {} if thought.tick == 2 and thought.mind.slug == "ana" else None}
    return type("Bad", (base,), {"name": "bad", **(when if method == "apply" else {}), method: _break})()


QUICK = Preset("quick", decay=0.9, k=4)
EVERY = (Quiet(), Bell(), Fog(), Long(), QUICK)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package whose entry points name parts of this file, and one that cannot be loaded."""
    folder = tmp_path / "site"
    names = {"hushed": "Quiet", "bell": "Bell", "waiting": "Waiting", "shapeless": "Shapeless"}
    lines = "".join(f"{name} = test_parts:{thing}\n" for name, thing in names.items())
    info = folder / "my_parts-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-parts\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[town_sim]\n{lines}")
    monkeypatch.syspath_prepend(str(folder))
    return info


def test_a_town_with_parts_is_recorded_with_them_and_verifies(scenario: Path, tmp_path: Path) -> None:
    path = tmp_path / "own.sqlite"
    with Town.load(scenario, model="fake", run=path, parts=[Bell(), Fog(), Long(), QUICK], minds={"ben": Quiet()}) as town:
        town.run(ticks=300)
        assert town.engine.minds["ana"].stream.preset.name == "quick"
        assert town.engine.minds["ana"].stream.preset.weights == (1.0, 1.0, 1.0)
    with Run(path) as run:
        assert sorted(map(tuple, run.meta.model["parts"])) == [
            ("action", "bell", ""),
            ("happening", "fog", ""),
            ("mind", "quiet", "ben"),
            ("preset", "quick", ""),
            ("term", "long", ""),
        ]
    assert sorted(who for _, who, _ in events(path, "bell")) == ["ana", "ben"]
    assert ("Town:Cafe:counter", "rung") in [(key, data["state"]) for _, key, data in events(path, "object")]
    assert [data["text"] for _, _, data in events(path, "happening")] == ["fog"]
    assert not [key for _, key, _ in events(path, "react") if key == "ben"]
    own = Parts.of(EVERY)
    assert verify(path, own).tick is None


def test_a_town_with_parts_goes_on_and_forks_the_same(scenario: Path, tmp_path: Path) -> None:
    with Town.load(scenario, model="fake", run=tmp_path / "whole.sqlite", parts=EVERY) as whole:
        whole.run(ticks=200)
    with Town.load(scenario, model="fake", run=tmp_path / "parts.sqlite", parts=EVERY) as town:
        town.run(ticks=90)
    with Town.open(tmp_path / "parts.sqlite", parts=EVERY) as town, town.fork(tmp_path / "fork.sqlite") as fork:
        town.run(ticks=110)
        fork.run(ticks=110)
    assert content(tmp_path / "parts.sqlite") == content(tmp_path / "whole.sqlite") == content(tmp_path / "fork.sqlite")


def test_a_missing_part_is_named(scenario: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "saves" / "own.sqlite"
    with Town.load(scenario, model="fake", run=path, parts=[Fog()], minds={"ben": Quiet()}) as town:
        town.run(ticks=10)
    with pytest.raises(PartError, match=r"missing here: the happening 'fog', the mind 'quiet' of ben\. Install"):
        Town.open(path)
    with pytest.raises(PartError, match="'fog'"):
        verify(path, Parts.of([Quiet()]))
    for words in (("resume", "own", "--headless"), ("verify", "own"), ("interview", "own", "ana", "How are you?")):
        code = main([*words, "--saves", str(path.parent)])
        told = capsys.readouterr()
        assert (code, told.out) == (2, "") and "the mind 'quiet' of ben" in told.err and len(told.err.splitlines()) == 1
    assert main(["show", "own", "--saves", str(path.parent)]) == 0, "whoever only reads the run needs no part"


@pytest.mark.parametrize(
    ("part", "told"),
    [
        (bad(Faculties, "plan"), r"the mind 'bad' of (ana|ben) failed at tick \d+: Broken: on purpose"),
        (bad(Faculties, "perceive"), r"the mind 'bad' of (ana|ben) failed at tick \d+: Broken"),
        (bad(ActionKind, "when"), r"the action 'bad' of (ana|ben) failed at tick \d+: Broken"),
        (bad(ActionKind, "apply"), r"the action 'bad' of ana failed at tick 2: Broken"),
        (bad(HappeningKind, "happen"), r"the happening 'bad' failed at tick 1: Broken"),
        (bad(Term, "score"), r"the term 'bad' of (ana|ben) failed at tick \d+: Broken: on purpose"),
    ],
)
def test_a_part_that_raises_is_named_and_the_run_is_saved(part: Any, told: str, scenario: Path, tmp_path: Path) -> None:
    path = tmp_path / "bad.sqlite"
    with Town.load(scenario, model="fake", run=path, parts=[part]) as town:
        with pytest.raises(PartError, match=told):
            town.run()
        with Run(path) as run:
            assert run.meta.status == "failed" and "'bad'" in run.meta.status_text
    assert verify(path, Parts.of([part])).tick is None, "what was lived before is whole"


def test_a_temporary_run_is_kept_when_a_part_fails(scenario: Path) -> None:
    late = type("Late", (HappeningKind,), {"happen": lambda self, scene: scene.apply.tick == 40 and _break()})()
    with pytest.raises(PartError, match="'Late'.* tick 40") as caught, Town.load(scenario, model="fake", parts=[late]) as town:
        town.run()
    assert town.path.exists() and str(town.path) in caught.value.__notes__[0]
    with Run(town.path) as run:
        assert 0 <= run.last_tick < 40
    town.path.unlink()
    town.path.parent.rmdir()


def test_an_action_that_cannot_be_is_laid_at_the_minds_door(scenario: Path) -> None:
    class Odd(Faculties):
        name = "odd"

        def think(self, thought: Thought, told: Sequence[Percept] = ()) -> None:  # type: ignore[override]
            thought.do("juggle")

    with Town.load(scenario, model="fake", minds={"ana": Odd()}) as town:
        with pytest.raises(PartError, match="the action 'juggle' that the mind 'odd' decided on of ana failed at tick 2"):
            town.run()
        town.save(town.path.with_name("kept.sqlite")).unlink()


def test_an_answerer_of_ones_own(scenario: Path, tmp_path: Path) -> None:
    path = tmp_path / "own.sqlite"
    with Town.load(scenario, model=Shapeless(), embedder="hash", run=path) as town:
        town.run(ticks=120)
        asked = town.frame("questions")
        assert (asked["problem"] == "not the shape asked for").all() and asked["fallback"].all() and len(asked) > 3
    with Run(path) as run:
        assert (run.meta.model["mode"], run.meta.model["spec"]) == ("own", "part:shapeless")
    assert verify(path).tick is None, "verify needs the replies, not who gave them"
    with Town.open(path, model="fake", embedder="hash") as town:
        assert town["ana"].interview("Are you planning a supper?")
    with pytest.raises(PartError, match="no part 'shapeless'"), Town.open(path) as town:
        town.step()
    failed = pytest.raises(PartError, match=r"the answerer 'bad' of Ana Silva.* failed: Broken")
    run = tmp_path / "bad.sqlite"
    with failed, Town.load(scenario, model=bad(OwnAnswerer, "reply"), embedder="hash", run=run) as town:
        town.run()


def test_a_scenario_names_installed_parts(package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_town(tmp_path)
    text = SCENARIO.replace("  ben:\n", "  ben:\n    mind: hushed\n")
    path.write_text(f"{text}parts: [bell]\n")
    words = [str(path), "--model", "fake", "--headless", "--ticks", "100", "--name", "own", "--saves", str(tmp_path / "s")]
    assert main(words) == 0
    assert main(["resume", "own", "--headless", "--ticks", "50", "--saves", str(tmp_path / "s")]) == 0
    assert main(["verify", "own", "--saves", str(tmp_path / "s")]) == 0
    with Run(tmp_path / "s" / "own.sqlite") as run:
        assert sorted(map(tuple, run.meta.model["parts"])) == [("action", "bell", ""), ("mind", "hushed", "ben")]
    kept = rows(tmp_path / "s" / "own.sqlite", 'SELECT data LIKE \'%"mind":"hushed"%\' FROM residents ORDER BY slug')
    assert kept == [(0,), (1,)]


@pytest.mark.parametrize(
    ("model", "code", "told"),
    [("part:shapeless", 0, "Saved:"), ("part:bell", 2, "'bell' is not an answerer"), ("part:none", 2, "no part 'none'")],
)
def test_an_installed_answerer_is_a_model(
    model: str, code: int, told: str, package: Path, scenario: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--model", model, "--embedder", "hash", "--headless", "--ticks", "5", "--saves", str(scenario.parent)]
    assert main([str(scenario), *words]) == code
    assert told in capsys.readouterr().err


def test_a_scenario_that_names_a_part_that_is_not_there(scenario: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario.write_text(f"{SCENARIO}parts: [missing]\n")
    assert main([str(scenario), "--model", "fake", "--headless", "--saves", str(scenario.parent)]) == 2
    assert "no part 'missing'" in capsys.readouterr().err and not list(scenario.parent.glob("*.sqlite"))


def test_installed_measures_join_every_evaluation(package: Path, scenario: Path, tmp_path: Path) -> None:
    with Town.load(scenario, model="fake", run=tmp_path / "a.sqlite") as town:
        town.run(ticks=60)
        assert "too quiet" not in town.evaluate(measures=[]).to_text()
        found = town.evaluate()
    assert [row.name for row in found.rows][-1] == "ticks lived" and found.of("too quiet")[0].resident == "ana"
    assert "too quiet" in found.to_text()
    with pytest.raises(PartError, match="the measure 'bad' failed: Broken"):
        evaluate(tmp_path / "a.sqlite", [bad(Measure, "metrics")])
    (package / "entry_points.txt").write_text("[town_sim]\nbroken = no_such_module:Thing\n")
    with pytest.warns(UserWarning, match="'broken'.*no_such_module"):
        assert installed("measure") == {}


@pytest.mark.parametrize("parts", ["fog", 7, [["happening", "fog"]], [[1, 2, 3]], {"happening": "fog"}])
def test_a_header_by_a_stranger_is_a_message(parts: Any, scenario: Path, tmp_path: Path) -> None:
    path = tmp_path / "odd.sqlite"
    with Town.load(scenario, model="fake", run=path) as town:
        town.run(ticks=3)
    with sqlite3.connect(path) as sql:
        model = json.loads(sql.execute("SELECT value FROM meta WHERE key = 'model'").fetchone()[0])
        sql.execute("UPDATE meta SET value = ? WHERE key = 'model'", (json.dumps({**model, "parts": parts}),))
    with pytest.raises(RunError, match="parts"):
        Town.open(path)


@pytest.mark.parametrize(
    ("parts", "minds", "told"),
    [
        (["nowhere"], {}, "no part 'nowhere'"),
        ([object()], {}, "no part of a town"),
        ([Waiting()], {}, "looks at towns"),
        ([QUICK, Preset("slow")], {}, "one preset"),
        ([], {"ben": Fog()}, "only a mind"),
        ([type("Move", (ActionKind,), {"name": "move"})()], {}, "cannot be called 'move'"),
    ],
)
def test_parts_that_no_town_can_be_lived_with(parts: list[Any], minds: dict[str, Any], told: str, scenario: Path) -> None:
    with pytest.raises(PartError, match=told):
        Town.load(scenario, model="fake", parts=parts, minds=minds)


def test_a_scenario_may_name_parts_that_are_given(scenario: Path, tmp_path: Path) -> None:
    scenario.write_text(SCENARIO.replace("  ben:\n", "  ben:\n    mind: quiet\n") + "parts: [fog, npc]\n")
    path = tmp_path / "own.sqlite"
    with Town.load(scenario, model="fake", run=path, parts=[Fog], minds={"ana": Quiet}) as town:
        town.run(ticks=20)
        assert town.engine.minds["ben"].stream.preset.name == "npc"
        kept = {(row.kind, row.name, row.slug) for row in town.parts.rows}
    assert kept == {("happening", "fog", ""), ("preset", "npc", ""), ("mind", "quiet", "ana"), ("mind", "quiet", "ben")}
    given = Parts.of([Fog, Quiet])
    assert verify(path, given).tick is None
    with pytest.raises(PartError, match="name of its own"):
        Parts.of([Preset(k=3)])


def test_a_mind_for_somebody_who_does_not_live_here(scenario: Path) -> None:
    with pytest.raises(TownError, match="zoe"):
        Town.load(scenario, model="fake", minds={"zoe": Quiet()})


def test_terms_are_added_to_the_score() -> None:
    stream, plain = MemoryStream(Preset(terms=(Long(),))), MemoryStream()
    for text in ("rain", "the rain that fell on the roof of the old mill all through the night before the fair"):
        stream.add(text), plain.add(text)
    usual = {hit.memory.n: hit.score for hit in plain.retrieve("rain", 0)}
    added = {hit.memory.n: hit.score - usual[hit.memory.n] for hit in stream.retrieve("rain", 0)}
    assert added == {0: pytest.approx(0.04), 1: pytest.approx(0.84)}
    weighed = stream.retrieve("rain", 0, weights=(1, 1, 1))
    assert all(hit.score == usual[hit.memory.n] for hit in weighed), "whoever gives weights means these three alone"
    (kept,) = stream.retrieve("rain", 0, where="relevance > 0.5")
    assert kept.memory.n == 0 and kept.score == pytest.approx(1 + Long().score(kept.memory, "", 0))


@pytest.mark.parametrize("name", PRESETS)
def test_a_scenario_names_a_preset_of_memory_and_the_run_keeps_it(name: str, tmp_path: Path) -> None:
    scenario, run = write_town(tmp_path), tmp_path / "run.sqlite"
    scenario.write_text(scenario.read_text() + f"rules: {{preset: {name}}}\n")
    with Town.load(scenario, model="fake", embedder="hash", run=run) as town:
        town.run(ticks=3)
        assert {mind.stream.preset.name for mind in town.engine.minds.values()} == {name}
        assert town.engine.minds["ana"].stream.preset.threshold == PRESETS[name].on_scale().threshold
    with Town.open(run, model="fake", embedder="hash") as town:
        assert {mind.stream.preset.name for mind in town.engine.minds.values()} == {name}


def test_an_unknown_preset_is_told_with_those_that_exist(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario = write_town(tmp_path)
    scenario.write_text(scenario.read_text() + "rules: {preset: parc}\n")
    assert main(["validate", str(scenario)]) == 2
    said = capsys.readouterr().err
    assert "rules.preset" in said and "'park'" in said and "genagents" in said
