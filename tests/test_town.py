"""A town from Python: lived, saved, opened, forked, looked into, noted at intervals, shown in a notebook."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from town import ROOT, SCENARIO, content, events, live, rows, start, stop, write_town

from sim import Town, TownError
from sim.answer.by_script import Scripted
from sim.answer.protocol import Answer
from sim.answer.scripted import Script
from sim.engine.verify import verify
from sim.llm.base import ModelError
from sim.prompts import Question
from sim.record.errors import RunError, StoreError
from sim.record.read import Run


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A saved run of 400 ticks."""
    folder = tmp_path_factory.mktemp("lived")
    with Town.load(write_town(folder), model="fake", run=folder / "lived.sqlite") as town:
        town.run(ticks=400)
    return folder / "lived.sqlite"


class Failing(Scripted):
    """The script, until ``error`` is raised once at the ``after``-th round."""

    def __init__(self, error: BaseException, after: int) -> None:
        super().__init__(Script())
        self.error, self.left = error, after

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        self.left -= 1
        if self.left == 0:
            raise self.error
        return super().answer(questions)


def test_importing_sim_loads_nothing_heavy_and_reads_well() -> None:
    heavy = ("numpy", "faiss", "pygame", "torch", "pandas", "sim.town")
    code = f"import sim, sys; print([m for m in {heavy} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
    page = subprocess.run([sys.executable, "-m", "pydoc", "sim"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "from sim import Town" in page and "class Town(" in page and "class Faculties(" in page


def test_a_town_lives_as_the_engine_does(scenario: Path, tmp_path: Path) -> None:
    store, engine = start(scenario, tmp_path / "engine.sqlite")
    live(engine, 300)
    stop(store, engine)
    with Town.load(scenario, model="fake", run=tmp_path / "town.sqlite") as town:
        town.run(ticks=300)
    assert content(tmp_path / "town.sqlite") == content(tmp_path / "engine.sqlite")


def test_living_until_a_time_a_condition_or_the_end(scenario: Path) -> None:
    with Town.load(scenario, model="fake", until="08:10") as town:
        assert town.run(until="07:10").tick == 60 and town.now.endswith("07:10")
        town.run(until=lambda town: town["ana"].doing.startswith("walking"))
        assert town["ana"].doing.startswith("walking") and town.at < town.until
        walks, ticks = town.tick, list(town)
        assert [tick.tick for tick in ticks] == list(range(walks + 1, 421)) and town.at == town.until
        assert any(event.kind in ("act", "move") for tick in ticks for event in tick.events)
        assert town.step(2).tick == 422


def test_rules_seed_and_yaml_text(scenario: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(scenario.parent)
    with Town.load(SCENARIO, model="fake", seed=9, vision=4, memory_weights=(0, 1, 2)) as town:
        assert (town.scenario.seed, town.scenario.rules.vision) == (9, 4)
        assert town.scenario.rules.memory_weights == (0, 1, 2)
        with Run(town.path) as run:
            assert run.meta.seed == 9


def test_a_temporary_run_goes_with_its_town_unless_it_is_saved(scenario: Path, tmp_path: Path) -> None:
    with Town.load(scenario, model="fake") as town:
        gone = town.path
        assert gone.exists()
    assert not gone.parent.exists()
    town = Town.load(scenario, model="fake").run(ticks=70)
    before = town.path
    kept = town.save(tmp_path / "saves" / "kept.sqlite")
    assert town.path == kept and not before.parent.exists()
    town.run(ticks=70).close()
    with Run(kept) as run:
        assert (run.meta.name, run.meta.status, run.last_tick) == ("kept", "interrupted", 140)
    assert verify(kept).tick is None
    with pytest.raises(TownError, match=r"Town\.open"):
        town.step()


def test_saving_a_named_run_elsewhere_copies_it(scenario: Path, tmp_path: Path) -> None:
    with Town.load(scenario, model="fake", run=tmp_path / "a.sqlite") as town:
        town.run(ticks=30).save(tmp_path / "b.sqlite")
        with pytest.raises(StoreError, match="already"):
            town.save(tmp_path / "b.sqlite")
        town.run(ticks=30)
    with Run(tmp_path / "a.sqlite") as a, Run(tmp_path / "b.sqlite") as b:
        assert (a.last_tick, b.last_tick, b.meta.name) == (60, 30, "b")


def test_an_opened_run_goes_on_as_if_it_had_never_stopped(scenario: Path, tmp_path: Path) -> None:
    with Town.load(scenario, model="fake", run=tmp_path / "whole.sqlite") as whole:
        whole.run(ticks=260)
    for ticks in (130, 131, 260):
        path = tmp_path / "parts.sqlite"
        opened = Town.open(path) if path.exists() else Town.load(scenario, model="fake", run=path)
        with opened as town:
            town.run(ticks=ticks - town.tick)
    assert content(tmp_path / "parts.sqlite") == content(tmp_path / "whole.sqlite")


def test_looking_at_a_run_changes_nothing_in_it(lived: Path) -> None:
    before, meta = content(lived), rows(lived, "SELECT key, value FROM meta WHERE key LIKE 'status%' ORDER BY key")
    with Town.open(lived) as town:
        assert town["Ana Silva"].slug == "ana" and len(town.residents) == 2
        assert "supper" in town["ana"].interview("Are you planning a supper?")
        assert town["ben"].interview("Do you like rain?", options=("yes", "no")) in ("yes", "no")
        assert town["ana"].memory.search("supper", 3)[0].score > 0
    with Town.open(lived, at="07:20") as town:
        assert town.tick == 120 and town["ana"].interview("How are you?")
        assert town.memories["tick"].max() <= 120
        with pytest.raises(TownError, match="fork"):
            town.step()
    assert content(lived) == before
    assert rows(lived, "SELECT key, value FROM meta WHERE key LIKE 'status%' ORDER BY key") == meta
    with pytest.raises(TownError, match="from tick 0 to 400"):
        Town.open(lived, at="tick 401")


def test_a_fork_shares_the_past_and_goes_its_own_way(lived: Path, tmp_path: Path) -> None:
    with Town.open(lived) as town, town.fork(tmp_path / "f.sqlite", at="07:30", whisper={"ben": "Ben ought to yodel"}) as other:
        assert (town.tick, other.tick) == (400, 180)
        assert any("yodel" in memory.text for memory in other["ben"].memory)
        assert not any("yodel" in memory.text for memory in town["ben"].memory)
        other.run(ticks=40)
    assert verify(tmp_path / "f.sqlite").tick is None


def test_forks_of_a_town_that_is_being_lived(scenario: Path) -> None:
    with Town.load(scenario, model="fake") as town:
        town.run(until="07:30")
        with town.fork() as same, town.fork(plan={"ana": "07:30 resting @ Ana's house"}) as other:
            assert [t.run(ticks=60).tick for t in (town, same, other)] == [240, 240, 240]
            assert content(same.path) == content(town.path)
            assert "resting" in other["ana"].plan[0].activity or "resting" in other["ana"].plan[1].activity


def test_what_a_resident_shows(lived: Path) -> None:
    with Town.open(lived) as town:
        ana = town["ana"]
        assert (ana.name, ana.first, ana.age, ana.occupation) == ("Ana Silva", "Ana", 40, "cafe owner")
        assert ana.place.startswith("Town:") and len(ana.tile) == 2 and not ana.asleep
        assert ana.plan[-1].activity == "sleeping" and "old friend" in ana.relationships["ben"]
        assert ana.memory.frame.loc[0, "text"] == ana.memory[0].text
        assert "ben" in town and "zoe" not in town
        with pytest.raises(KeyError, match="ana, ben"):
            town["zoe"]


def test_what_is_put_into_a_head_is_recorded_and_verifies(scenario: Path, tmp_path: Path) -> None:
    with Town.load(scenario, model="fake", run=tmp_path / "told.sqlite") as town:
        town.run(until="07:20")
        town["ben"].memory.add("Ben Okoye once met a whale", "reflection", 7)
        town["ana"].whisper("Ana Silva ought to rest")
        town.happening("A dog barks on the Green")
        town.step()
        (whale,) = [memory for memory in town["ben"].memory if "whale" in memory.text]
        assert (whale.kind, whale.importance, whale.at) == ("reflection", 7.0, town.at)
        assert any("rest" in memory.text and memory.source == "whisper" for memory in town["ana"].memory)
        with pytest.raises(ValueError, match="kind"):
            town["ben"].memory.add("...", "rumour")  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="from 0 to 10"):
            town["ben"].memory.add("...", importance=55)
        with pytest.raises(TownError, match="whisper"):
            town.command("fly")
        with pytest.raises(TownError, match="nothing can be seen"):
            town["ana"].whisper("\u200b\u200d")
        with pytest.raises(TownError, match="zoe"):
            town.command("whisper", who="zoe", text="...")
        town.run(ticks=60)
    assert {data["kind"] for _, _, data in events(tmp_path / "told.sqlite", "command")} == {"remember", "whisper", "happening"}
    assert verify(tmp_path / "told.sqlite").tick is None


def test_a_person_plays_a_resident(scenario: Path) -> None:
    with Town.load(scenario, model="fake") as town:
        town.run(ticks=20)
        town["ana"].command("become")
        town["ana"].command("go", to="Town:Green")
        town.run(ticks=30)
        town["ana"].command("do", activity="looking at the sky")
        town.step()
        assert town["ana"].doing == "looking at the sky" and "Green" in town["ana"].place


def test_tables_of_what_happened(lived: Path, scenario: Path) -> None:
    with Town.open(lived) as town:
        assert set(town.events.columns) == {"tick", "seq", "time", "kind", "key", "data"}
        assert {"resident", "n", "text", "importance"} <= set(town.memories.columns)
        assert town.events["time"].dtype.kind == "M" and len(town.frame("questions")) > 0
        with pytest.raises(RunError, match="no table 'dreams'"):
            town.frame("dreams")
    with Town.load(scenario, model="fake") as town:
        assert town.talks.empty and list(town.talks.columns) == ["talk", "tick", "time", "place", "who", "text"]


def test_a_collector_notes_town_and_residents_at_intervals(scenario: Path) -> None:
    with Town.load(scenario, model="fake") as town:
        town.run(ticks=5)
        noted = town.collect("10 min", {"awake": lambda town: sum(not r.asleep for r in town.residents)}, {"doing": "doing"})
        town.run(until="07:30")
    assert noted.frame["tick"].tolist() == [5, 60, 120, 180] and noted.frame["awake"].tolist() == [2, 2, 2, 2]
    assert noted.resident_frame["resident"].tolist() == ["ana", "ben"] * 4
    assert all(isinstance(doing, str) for doing in noted.resident_frame["doing"])
    with pytest.raises(ValueError, match="soon"):
        town.collect("soon")


def test_a_notebook_shows_a_picture_and_escaped_cards(scenario: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.chdir(scenario.parent)
    text = SCENARIO.replace("name: Two neighbours", "name: Two <i>neighbours").replace("Ana Silva\n", "Ana <script>Silva\n")
    with Town.load(text, model="fake") as town:
        town.run(ticks=30)
        png = town._repr_png_()
        assert png is not None and png.startswith(b"\x89PNG") and town._repr_png_() is png
        assert "Two &lt;i&gt;neighbours" in town._repr_html_() and "<i>" not in town._repr_html_()
        card = town["ana"]._repr_html_()
        assert "Ana &lt;script&gt;Silva" in card and "<script" not in card
    assert "SDL_VIDEODRIVER" not in os.environ


def test_an_interrupted_tick_is_lived_again(scenario: Path, tmp_path: Path) -> None:
    with Town.load(scenario, model=Failing(KeyboardInterrupt(), 4), embedder="hash", run=tmp_path / "a.sqlite") as town:
        with pytest.raises(KeyboardInterrupt):
            town.run(ticks=300)
        with Run(town.path) as run:
            assert run.meta.status == "interrupted"
        town.run(ticks=300 - town.tick)
    with Town.load(scenario, model="fake", run=tmp_path / "b.sqlite") as town:
        town.run(ticks=300)
    assert content(tmp_path / "a.sqlite") == content(tmp_path / "b.sqlite")


def test_a_model_that_is_gone_pauses_the_run(scenario: Path, tmp_path: Path) -> None:
    model = Failing(ModelError("the server has gone"), 5)
    with Town.load(scenario, model=model, embedder="hash", run=tmp_path / "a.sqlite") as town:
        with pytest.raises(ModelError):
            town.run()
        with Run(town.path) as run:
            assert (run.meta.status, run.meta.status_text) == ("paused", "the server has gone")
        assert town.step().tick > 0, "the next try goes on"


def test_a_bad_scenario_leaves_no_file(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("name: Nowhere\n")
    with pytest.raises(Exception, match="residents"):
        Town.load(bad, model="fake", run=tmp_path / "bad.sqlite")
    assert not (tmp_path / "bad.sqlite").exists()


def test_a_town_says_what_it_is(lived: Path) -> None:
    with Town.open(lived) as town:
        assert repr(town).startswith("<Town 'Two neighbours', Friday, May 8, 2026, 08:06, tick 400>")
        assert "Ana Silva" in repr(town["ana"]) and "memories" in repr(town["ana"].memory)
    assert json.loads(rows(lived, "SELECT value FROM meta WHERE key = 'model'")[0][0]).get("parts") is None
