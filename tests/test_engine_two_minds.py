"""Two minds per run: who answers what, the budget of attention, and what happens where the model fails."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from capable_minds import SCENARIOS, Live, Written, talkative
from loopback import fitting, serving
from town import HASHES, happened, rows

from sim import Town
from sim.cli.main import main
from sim.engine.assignment import TALK, WORDS, Assignment, read_table
from sim.engine.parts import Parts
from sim.engine.verify import verify
from sim.prompts import TASKS
from sim.prompts.tasks.react import React
from sim.prompts.tasks.say import Say
from sim.scenario import ScenarioError, load, load_yaml


def model() -> Written:
    """A model that goes to the cafe and talks whenever it may."""
    return Written(talkative("to hear the news", 3))


@pytest.fixture
def helped(live: Live) -> Live:
    """Lives towns whose helper is the script."""
    return partial(live, helper="fake")


def yaml() -> str:
    """first_morning as text that stands anywhere."""
    text = (SCENARIOS / "first_morning.yaml").read_text()
    return text.replace("map: first_morning", f"map: {SCENARIOS.parent / 'assets' / 'maps' / 'first_morning.tmj'}")


def modes(path: Path) -> dict[str, Counter[str]]:
    """Way of answering -> kind -> how often."""
    found: dict[str, Counter[str]] = {}
    for mode, task, count in sqlite3.connect(path).execute("SELECT mode, task, count(*) FROM questions GROUP BY mode, task"):
        found.setdefault(mode, Counter())[task] = count
    return found


def test_a_table_says_who_answers_what() -> None:
    assert read_table("all") == ("all", frozenset(TASKS)) and read_table("") == read_table("all")
    assert {"say", "takeaway", "answer"} <= TALK <= WORDS and not {"rate", "steps", "icon", "state"} & WORDS
    word, tasks = read_table("words rate=model plan=helper")
    assert word == "words" and tasks == (WORDS | {"rate"}) - {"plan"}
    for wrong in ("most", "words rate=nobody", "words rates=model"):
        with pytest.raises(ScenarioError, match="minds"):
            read_table(wrong)
    assert not Assignment("all").shared and Assignment("talk").shared


def test_a_scenario_has_a_row_for_a_kind_of_question() -> None:
    scenario = load_yaml(f"{yaml()}minds: {{rate: model, say: helper}}\n", {})
    assert scenario.rules.share == "words rate=model say=helper"


@pytest.mark.parametrize("share", ["words", "talk", "words steps=model say=helper"])
def test_the_model_and_its_helper_answer_their_own_and_the_run_is_lived_again(helped: Live, share: str) -> None:
    capable = model()
    town = helped(capable, share=share, until="10:30", seed=5)
    _, tasks = read_table(share)
    found = modes(town.path)
    assert set(found) == {"written", "scripted"}
    assert set(found["written"]) <= tasks and {q.task for q in capable.asked} == set(found["written"])
    assert not (set(found["scripted"]) & tasks) - {"react"}, "only what is routine goes to the helper in spite of the table"
    assert all(q.scene is not None for q in capable.asked)
    first_seen = [q for q in capable.asked if isinstance(q, React)]
    assert not any(q.everyday for q in first_seen)
    if share == "words":
        assert found["written"]["say"] and found["written"]["plan"] == 3
        assert found["scripted"]["steps"] and found["scripted"]["rate"]
    town.close()
    meta = json.loads(dict(sqlite3.connect(town.path).execute("SELECT key, value FROM meta"))["model"])
    assert meta["helper"]["spec"] == "fake" and meta["rules"]["share"] == share
    verdict = verify(town.path, Parts.of([model()], None))
    assert verdict.tick is None and verdict.ticks > 600, verdict.why


def test_attention_is_spent_by_worth_and_within_its_budget(helped: Live) -> None:
    capable = model()
    town = helped(capable, until="10:00", scenario="two_days", attention_budget=20)
    asked = len(capable.asked)
    hours = town.engine.at / 3600
    assert 30 <= asked <= 20 * hours + 5, "the budget of these hours, with what had gathered at first"
    lines = [q for q in capable.asked if isinstance(q, Say)]
    assert lines, "who is in a talk matters"
    attended = happened(town.path, "attend")
    assert {row["on"] for row in attended} == {True, False}
    town.close()
    verdict = verify(town.path, Parts.of([model()], None))
    assert verdict.tick is None, verdict.why


def test_who_is_watched_comes_first_and_a_resumed_run_spends_alike(helped: Live) -> None:
    def lived(until: str, watch: str) -> tuple[Town, Written]:
        capable = model()
        town = helped(capable, until="07:20", scenario="two_days", attention_budget=8)
        town.command("watch", who=watch)
        return town.run(until), capable

    shy = load(SCENARIOS / "two_days.yaml").residents[-1]
    (town, watched), (_, unwatched) = lived("09:30", shy.slug), lived("09:30", "")
    count, before = (sum(q.card.name == shy.name for q in one.asked) for one in (watched, unwatched))
    assert count > before
    half, _ = lived("08:10", shy.slug)
    half.close()
    with Town.open(half.path, model=model()) as again:
        again.run("09:30")
    town.close()
    assert rows(half.path, HASHES) == rows(town.path, HASHES)


def test_a_helper_takes_over_where_the_scenario_allows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    town = tmp_path / "town.yaml"
    town.write_text(yaml().replace("\nrules:\n", "\nrules:\n  takeover: true\n") + "minds: words\n")
    left = iter(range(8))

    def dying(body: dict[str, Any]) -> Any:
        return fitting(body) if next(left, None) is not None else (401, b"gone")

    words = ["run", str(town), "--headless", "--helper", "fake", "--embedder", "hash", "--saves", str(tmp_path)]
    with serving(dying) as server:
        assert main([*words, "--until", "10:40", "--model", server.url, "--name", "helped"]) == 0
    capsys.readouterr()
    path = tmp_path / "helped.sqlite"
    found = modes(path)
    assert 0 < sum(found["free"].values()) <= 8 and found["scripted"]["plan"]
    assert {row["what"] for row in happened(path, "problem")} == {"helper"}
    assert not sqlite3.connect(path).execute("SELECT count(*) FROM questions WHERE fallback").fetchone()[0]
    assert main(["verify", str(path)]) == 0
    assert main(["show", "helped", "--saves", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "helper       fake" in told and "plan scripted" in told and "all free" in told


def test_the_command_line_says_who_answers_what(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["run", str(SCENARIOS / "first_morning.yaml"), "--headless", "--embedder", "hash", "--saves", str(tmp_path)]
    with serving(fitting) as server:
        more = ["--model", server.url, "--helper", "fake", "--until", "07:30"]
        assert main([*words, *more, "--name", "shared", "--minds", "talk", "--attention", "40"]) == 0
        assert main(["resume", "shared", "--saves", str(tmp_path), "--headless", "--until", "07:40"]) == 0
        assert main([*words, *more, "--name", "alone"]) == 0
    capsys.readouterr()
    shared, alone = modes(tmp_path / "shared.sqlite"), modes(tmp_path / "alone.sqlite")
    assert set(shared.get("free", ())) <= TALK and shared["scripted"]["plan"] == 3 and set(alone) == {"free"}
    assert main(["show", "shared", "--saves", str(tmp_path), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["minds"], facts["helper"]) == ("talk", "fake")
    assert {row["mode"] for row in facts["counters"]} >= {"scripted"}


def test_a_brief_question_keeps_what_a_helper_needs(helped: Live) -> None:
    capable = model()
    helped(capable)
    seen = {type(q): q for q in capable.asked}
    for question in seen.values():
        brief = question.in_brief()
        assert brief.scene is None and brief.task == question.task
        assert replace(brief, scene=None) == brief
    reacted = next(q for q in capable.asked if isinstance(q, React) and q.partners)
    assert set(reacted.in_brief().options()) == {"continue", "talk", "wait", "replan"} and reacted.in_brief().relationship


def test_validate_tells_a_kind_of_question_that_there_is_not_with_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    town = tmp_path / "town.yaml"
    town.write_text(yaml() + "minds: {sya: model}\n")
    assert main(["validate", str(town)]) == 2
    assert f"{town}: minds: there is no kind of question 'sya'; did you mean 'say'?" in capsys.readouterr().err
    assert main(["run", str(town), "--headless", "--model", "fake", "--saves", str(tmp_path)]) == 2, "whoever answers"
    assert "there is no kind of question 'sya'" in capsys.readouterr().err and not list(tmp_path.glob("*.sqlite*"))
