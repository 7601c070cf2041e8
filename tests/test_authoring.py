"""``new --about``: a town that a model writes in portions: one that answers well, badly, never, or by random weights."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import WRITTEN, Reply, serving, told, well
from make_gguf import make_random_gguf

from sim import Town
from sim.cli.main import main
from sim.scenario import load

ABOUT = "a village whose miller has not been seen since Tuesday"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(answer: Callable[[dict[str, Any]], Reply], *more: str) -> tuple[int, list[str]]:
    """The exit code of ``new --about``, and what the model was asked."""
    with serving(answer) as server:
        code = main(["new", "mill_town", "--about", ABOUT, "--model", server.url, "--people", "3", *more])
    return code, [body["messages"][-1]["content"] for body in server.bodies]


def test_a_model_that_answers_well_writes_a_town_that_lives(folder: Path) -> None:
    code, asked = written(lambda body: told(well(body)))
    assert code == 0 and len(asked) == 8  # the map, town, people, news, three persons, and the missing side of a tie
    assert "only one side is written" in asked[-1]
    path = folder / "scenarios" / "mill_town.yaml"
    assert [file.name for file in path.parent.iterdir()] == ["mill_town.yaml"]
    town = load(path)
    assert [one.name for one in town.residents] == list(WRITTEN[:3]) and town.start.strftime("%A") == "Friday"
    people = {one.slug: one for one in town.residents}
    assert all(slug in people[other].relationships for slug, one in people.items() for other in one.relationships)
    assert {item.id for item in town.news} == {"news_1", "news_2", "gathering"} and main(["validate", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    assert "# What is worth telling" in text and "\n\n  bnna:\n" in text
    run = folder / "run.sqlite"
    Town.load(path, model="fake", embedder="hash", until="08:00", run=run).run().close()


def test_what_is_wrong_is_shown_and_asked_for_again(folder: Path) -> None:
    bad = iter(2 * ["no JSON at all"] + [json.dumps({"people": [{"name": "Anna Reed"}]})])  # no JSON is asked for twice

    def answer(body: dict[str, Any]) -> Reply:
        people = "people" in body["response_format"]["json_schema"]["schema"]["properties"]
        return told(next(bad, well(body)) if people else well(body))

    code, asked = written(answer)
    assert code == 0
    again = [text for text in asked if "could not be used" in text]
    assert len(again) == 2 and all("Write it again, mended." in text for text in again)


def test_a_model_that_never_does_it_leaves_no_town_and_the_next_attempt_goes_on(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(body: dict[str, Any]) -> Reply:
        news = "gathering" in body["response_format"]["json_schema"]["schema"]["properties"]
        return told("{}" if news else well(body))

    code, asked = written(answer)
    said = capsys.readouterr().err.splitlines()
    assert code == 1 and "the news could not be written in 4 attempts" in said[-2] and len(asked) == 3 + 4 * 2
    assert "goes on from there" in said[-1] and "mill_town.unfinished.json" in said[-1]
    assert [file.name for file in (folder / "scenarios").iterdir()] == ["mill_town.unfinished.json"]
    code, asked = written(lambda body: told(well(body)))
    assert code == 0 and len(asked) == 5  # from the news on
    assert [file.name for file in (folder / "scenarios").iterdir()] == ["mill_town.yaml"]


def test_a_server_that_fails_is_a_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _ = written(lambda body: (401, b"no"))
    said = capsys.readouterr().err
    assert code == 3 and "did not write the map: server: 401" in said and not list(folder.iterdir())


def test_without_a_capable_model_it_is_said_which_is_needed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for more in ([], ["--model", "bundled"], ["--model", "fake"]):
        assert main(["new", "mill_town", "--about", ABOUT, *more]) == 3
        assert "needs a model that writes in its own words" in capsys.readouterr().err
    assert not list(folder.iterdir())


def test_random_weights_write_a_whole_valid_town(folder: Path) -> None:
    model = str(make_random_gguf(folder / "noise.gguf", context=8192))
    assert main(["new", "noise", "--about", ABOUT, "--model", model, "--people", "3", "--world", "mill"]) == 0
    assert main(["validate", "scenarios/noise.yaml"]) == 0
    town = load(folder / "scenarios" / "noise.yaml")
    assert len(town.residents) == 3 and all(one.memories and one.relationships for one in town.residents)
