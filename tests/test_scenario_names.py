"""Names of many scripts, words that YAML takes for something else, and names of people that are words of places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest
import town as towns
import yaml

from sim.mind.appointments import when_and_where
from sim.mind.thought import Thought
from sim.scenario import ScenarioError, load, load_with_warnings
from sim.view.widgets.textbox import TextBox

ZWNJ, ZWJ, WIDE = "\u200c", "\u200d", "\u3000"


def one(folder: Path, **resident: Any) -> Path:
    """A town of one resident, with these keys."""
    towns.write_town(folder)
    about = {"name": "Ana Ray", "age": 40, "home": "Cafe"} | resident
    path = folder / "t.yaml"
    path.write_text(yaml.safe_dump({"name": "T", "map": "town.tmj", "residents": {"ana": about}}, allow_unicode=True))
    return path


@pytest.mark.parametrize(
    ("written", "name", "first"),
    [
        (f"علی{ZWNJ}رضا کریمی", f"علی{ZWNJ}رضا کریمی", f"علی{ZWNJ}رضا"),
        (f"श{ZWNJ}र्मा क्{ZWJ}ष", f"श{ZWNJ}र्मा क्{ZWJ}ष", f"श{ZWNJ}र्मा"),
        (f"山田{WIDE}太郎", "山田 太郎", "山田"),
        (f"\U0001f469{ZWJ}\U0001f33e Ann", f"\U0001f469{ZWJ}\U0001f33e Ann", f"\U0001f469{ZWJ}\U0001f33e"),
        (f"Ana\u00a0{ZWNJ} Ray\u200b\ufeff", "Ana Ray", "Ana"),
        (f"{ZWJ}Ana{ZWNJ} \u2009Ray", "Ana Ray", "Ana"),
    ],
)
def test_names_of_other_scripts_are_names(tmp_path: Path, written: str, name: str, first: str) -> None:
    path = one(tmp_path, name=written)
    (found,) = load(path).residents
    assert (found.name, found.first) == (name, first)
    store, engine = towns.start(path, tmp_path / "run.sqlite")
    towns.live(engine, 30)
    towns.stop(store, engine)
    assert any(name in memory.text for memory in engine.minds["ana"].stream)


@pytest.mark.parametrize(
    ("key", "written", "problem"),
    [
        ("name", "Ana \u202eRay", r"name holds U\+202E \(right-to-left override\), which nobody can see"),
        ("name", "Ana\u200fRay", r"U\+200F \(right-to-left mark\)"),
        ("name", "Ana\tRay", r"U\+0009 \(control character\)"),
        ("name", "Ana\x1bRay", r"U\+001B \(control character\)"),
        ("first", "An\u2066a", r"first holds U\+2066"),
        ("name", ZWJ * 3, "name is empty"),
        ("name", "Ana: Ray", "without a colon"),
        ("name", "A" * 81, "at most 80 letters"),
    ],
)
def test_what_no_name_may_hold_is_named(tmp_path: Path, key: str, written: str, problem: str) -> None:
    with pytest.raises(ScenarioError, match=problem) as caught:
        load(one(tmp_path, **{key: written}))
    assert "t.yaml:" in str(caught.value)


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("007", "residents.ana.name must be a text; put it in quotes: '007'"),
        ("1.10", "put it in quotes: '1.10'"),
        ("true", "put it in quotes: 'true'"),
        ("null", r"residents.ana.name is null, which means nothing; put it in quotes if it is a text \('null'\)"),
        ("~", "is ~, which means nothing"),
        ("", "residents.ana.name is empty; give it a value"),
    ],
)
def test_what_yaml_takes_for_no_text_is_shown_as_it_is_written(tmp_path: Path, written: str, problem: str) -> None:
    path = one(tmp_path)
    path.write_text(path.read_text().replace("Ana Ray", written))
    with pytest.raises(ScenarioError, match=problem):
        load(path)
    (tmp_path / "top.yaml").write_text(f"extends: t.yaml\nresidents: {{ana: {{name: {written or chr(39) * 2}}}}}\n")
    if written not in ("", "null", "~"):  # null removes a key there
        with pytest.raises(ScenarioError, match=problem):
            load(tmp_path / "top.yaml")


@pytest.mark.parametrize("written", ["no", "'007'", "'null'", "No", "off"])
def test_what_is_text_is_a_name(tmp_path: Path, written: str) -> None:
    path = one(tmp_path)
    path.write_text(path.read_text().replace("Ana Ray", written))
    assert load(path).residents[0].name == written.strip("'")


@pytest.mark.parametrize(
    ("slug", "problem"),
    [
        ("007", "'007' is no name for a key; put it in quotes: '007'"),
        ("null", "'null' is no name for a key"),
        ("'007'", "no slug"),
    ],
)
def test_what_yaml_takes_for_no_slug_is_shown_as_it_is_written(tmp_path: Path, slug: str, problem: str) -> None:
    path = one(tmp_path)
    path.write_text(path.read_text().replace("ana:", f"{slug}:"))
    with pytest.raises(ScenarioError, match=problem):
        load(path)


@pytest.mark.parametrize(
    ("wakes", "sleeps", "asked"),
    [
        ("23:00", "01:00", "2 h"),
        ("07:00", "06:30", "23 h 30 min"),
        ("07:00", "07:00", "24 h"),
        ("16:00", "08:00", ""),
        ("07:00", "15:00", ""),
    ],
)
def test_whoever_is_hardly_awake_gets_a_question(tmp_path: Path, wakes: str, sleeps: str, asked: str) -> None:
    _, _, warnings = load_with_warnings(one(tmp_path, wakes=wakes, sleeps=sleeps))
    said = f"Ana Ray wakes at {wakes} and sleeps from {sleeps}, so they are awake for {asked} of a day; is that meant?"
    assert [warning.partition(": ")[2] for warning in warnings] == ([said] if asked else [])


def test_a_person_called_like_a_place_is_no_place(tmp_path: Path) -> None:
    path = one(tmp_path, name="May Green", background="May Green sits at the round stove.", home="Ana's house")
    _, _, warnings = load_with_warnings(path)
    assert "Green" not in warnings[0].partition(": ")[2], "she sits at home, not on the green"
    data = yaml.safe_load(path.read_text())
    data["news"] = [{"id": "supper", "text": "May Green is giving a supper", "host": "ana", "place": "Green", "at": "18:00"}]
    path.write_text(yaml.safe_dump(data))
    town = load(path)
    assert town.news[0].known_as == "May Green is giving a supper at the Green on Friday at 6 pm"
    data["news"][0]["text"] = "May Green is giving a supper on the green"
    path.write_text(yaml.safe_dump(data))
    assert load(path).news[0].known_as == "May Green is giving a supper on the green on Friday at 6 pm"


def test_such_a_name_can_be_typed() -> None:
    box = TextBox("a name")
    box.focus()
    box.event(pygame.event.Event(pygame.TEXTINPUT, text=f"علی{ZWNJ}رضا\u3000\u202e\x1bX"))
    assert box.text == f"علی{ZWNJ}رضا\u3000X"


def test_a_promise_to_a_person_called_like_a_place_is_for_the_place_that_it_names(tmp_path: Path) -> None:
    path = one(tmp_path, name="May Green")
    store, engine = towns.start(path, tmp_path / "run.sqlite")
    thought = Thought(engine.minds["ana"], engine.world, engine.scenario.rules, 0, 0, 1)
    for text, place in (
        ("Bo will meet May Green at the Cafe on Saturday at 6 pm", "Cafe"),
        ("May Green will sit on the Green on Saturday at 6 pm", "Green"),
        ("Bo will meet May Green on Saturday at 6 pm", ""),
    ):
        assert when_and_where(thought, text)[1] == place
    towns.stop(store, engine)
