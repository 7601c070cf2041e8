"""Every kind of question, by itself: what its module has to bring along, and that its reply, schema and fallback agree."""

from __future__ import annotations

import json
from dataclasses import MISSING, FrozenInstanceError, fields, is_dataclass, replace
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest

from sim.llm.base import Names
from sim.prompts import TASKS, Card, Question, Reply, parse, tasks, to_json
from sim.prompts.brief import render
from sim.prompts.check import satisfies
from sim.prompts.schema import Schema

CARD = Card("Ann Vale", "Ann", 40, ("kind",), ("Ann Vale works as a baker",), "Ann Vale is baking")
NAMES = Names(("Ann Vale", "Ann"), (("Ben Cole", "Ben"),), ("Mill Green",))
FIELDS: dict[str, Any] = {
    "now": "Monday, February 13, 2023, 09:05",
    "at": "Mill Green",
    "doing": "kneading the dough",
    "activity": "baking bread",
    "object": "oven",
    "objects": ("oven", "table"),
    "places": ("Ann's house", "Mill Green"),
    "start": 420,
    "minutes": 90,
    "plan": ("09:00 baking (Mill Green)",),
    "new": "the stove is on fire",
    "seen": "Ben Cole is reading",
    "events": ("it rains", "Ben Cole has died"),
    "statements": ("Ben Cole is humming", "Ann Vale is sewing"),
    "insights": (("Ben Cole likes tea", (3, 5)), ("Ann Vale bakes", (4,))),
    "memories": ("Ben Cole likes tea", "Ann Vale bakes on Sundays"),
    "conversation": (("Ben Cole", "I'm hosting a quiz at Mill Green on Friday."), ("Ann Vale", "Until later, then.")),
    "talking_with": ("Ben Cole",),
    "relationship": "Ben Cole is Ann's friend",
    "text": "Ben Cole hums. Ann Vale sews!",
    "question": "Do you like tea?",
    "about": "Ben Cole",
    "count": 2,
}
"""What a town might ask about, by the name of the field."""
AMONG: dict[str, tuple[str, ...]] = {
    "react": ("continue", "talk"), "icon": ("rest", "work"), "answer_choice": ("tea", "coffee"),
}  # fmt: skip
"""By kind: the options that a question may bring along."""

NEEDED: dict[str, dict[str, Any]] = {
    "answer_choice": {"among": ("tea", "coffee")}, "rate": {"events": ("it rains",)}, "steps": {"minutes": 5},
}  # fmt: skip


def bare(task: str) -> Question[Any]:
    """A question of which nothing is known but who is asked, and what there is no question without."""
    return TASKS[task](card=Card("Ann Vale", "Ann"), **NEEDED.get(task, {}))


def full(task: str) -> Question[Any]:
    """A question with everything that it can show."""
    known = {part.name for part in fields(TASKS[task])}
    own = {name: value for name, value in FIELDS.items() if name in known}
    if "among" in known:
        own["among"] = AMONG[task]
    return TASKS[task](card=CARD, names=NAMES, seed=5, **own)


EACH = [pytest.param(make(task), id=f"{task}, {make.__name__}") for task in TASKS for make in (bare, full)]


def test_kinds_are_the_modules_of_their_folder_and_nothing_else() -> None:
    modules = {module.name: import_module(f"{tasks.__name__}.{module.name}") for module in iter_modules(tasks.__path__)}
    files = {path.stem for path in Path(tasks.__path__[0]).glob("*.py")} - {"__init__"}
    assert set(modules) == files == set(TASKS), "a kind is called what its file is called"
    for name, module in modules.items():
        kind = module.QUESTION
        assert TASKS[name] is kind and kind.task == name
        assert kind.__module__ == module.__name__ and (kind.__doc__ or "").strip()


@pytest.mark.parametrize("task", TASKS)
def test_questions_and_replies_are_frozen_records(task: str) -> None:
    kind = TASKS[task]
    assert issubclass(kind, Question) and issubclass(kind.reply, Reply)
    for record in (bare(task), bare(task).fallback()):
        assert is_dataclass(record) and not hasattr(record, "__dict__")
        with pytest.raises(FrozenInstanceError):
            setattr(record, fields(record)[0].name, None)
    assert isinstance(bare(task).fallback(), kind.reply)


@pytest.mark.parametrize("q", EACH)
def test_the_fallback_satisfies_the_schema_and_needs_no_repair(q: Question[Any]) -> None:
    reply = q.fallback()
    assert q.sound(reply) and q.fallback() == reply
    assert q.order(reply) == reply == q.repair(reply)


@pytest.mark.parametrize("q", EACH)
def test_a_reply_is_read_back_from_its_json_as_it_was(q: Question[Any]) -> None:
    for reply in (q.fallback(), *(q.chosen(value) for value in q.options()[:3])):
        assert parse(q, to_json(reply)) == reply
        read = parse(q, json.loads(json.dumps(to_json(reply))))
        assert read == reply and type(read) is type(reply) and hash(read) == hash(reply)


def _agrees(value: Any, schema: Schema) -> None:
    """Every object of ``value`` has the members of its schema in their order, all of them required."""
    if schema.get("type") == "object":
        assert list(value) == list(schema["properties"]) == schema["required"]
        for name, part in schema["properties"].items():
            _agrees(value[name], part)
    for item in value if schema.get("type") == "array" else ():
        _agrees(item, schema["items"])


def _members(q: Question[Any]) -> list[str]:
    """The members of a brief reply: the fields of its type without those that only the full register asks for."""
    return [part.name for part in fields(q.reply) if part.default is MISSING]


@pytest.mark.parametrize("q", EACH)
def test_the_schema_has_the_members_of_the_reply(q: Question[Any]) -> None:
    schema = q.schema()
    assert list(schema["properties"]) == _members(q)
    _agrees(to_json(q.fallback()), schema)
    assert schema == json.loads(json.dumps(schema)), "plain data"


@pytest.mark.parametrize("task", TASKS)
def test_the_shape_in_the_prompt_names_the_members_of_the_schema(task: str) -> None:
    kind, schema = TASKS[task], full(task).schema()
    wanted = list(schema["properties"])
    for part in schema["properties"].values():
        wanted += part["items"]["properties"] if part.get("items", {}).get("type") == "object" else []
    named = [word for word in kind.shape.split('"') if word in wanted]
    assert set(named) == set(wanted) and [name for name in dict.fromkeys(named) if name in schema["properties"]] == list(
        schema["properties"]
    )
    assert f"\nJSON: {kind.shape}\n" in f"{render(full(task)).user}\n"


@pytest.mark.parametrize("q", EACH)
def test_options_are_values_of_the_first_member(q: Question[Any]) -> None:
    first = _members(q)[0]
    for value in q.options():
        reply = q.chosen(value)
        assert getattr(reply, first) == value and satisfies(to_json(reply), q.schema())
    assert not q.options() or getattr(q.fallback(), first) in q.options()


@pytest.mark.parametrize("task", TASKS)
def test_what_is_not_of_the_schema_is_not_sound(task: str) -> None:
    q = full(task)
    reply = q.fallback()
    for name in _members(q):
        assert not q.sound(replace(reply, **{name: None}))


@pytest.mark.parametrize("task", TASKS)
def test_a_prompt_shows_every_field_that_it_was_given(task: str) -> None:
    """Short of what only decides about a reply: the window of a plan, how many of something are wanted."""
    q = full(task)
    shown = render(q)
    told = f"{shown.system}\n{shown.user}"
    for name in {part.name for part in fields(q)} & {"activity", "object", "new", "seen", "text", "question", "about", "at"}:
        assert FIELDS[name] in told or name == "activity" and q.doing, name
    for name in {part.name for part in fields(q)} & {"memories", "events", "statements", "talking_with", "objects", "places"}:
        assert all(text in told for text in FIELDS[name]), name
    assert set(shown.droppable) <= set(shown.user.splitlines())
