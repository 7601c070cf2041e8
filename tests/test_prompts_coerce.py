"""Replies that follow the form only roughly are understood as far as they can be."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sim.prompts import Card, parse
from sim.prompts.check import satisfies
from sim.prompts.coerce import Unusable, coerced, read_object
from sim.prompts.schema import BOOLEAN, CLOCK, CLOCK_OR_NONE, array, number, one_of, record, text
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.react import React
from sim.prompts.tasks.say import Say

ANN = Card("Ann Vale", "Ann")


@pytest.mark.parametrize(
    ("written", "schema", "understood"),
    [
        ("TALK", one_of(("continue", "talk")), "talk"),
        ("talk to her", one_of(("continue", "talk")), "talk"),
        ("the oven", one_of(("oven", "sink"), empty=True), "oven"),
        ("spaceship", one_of(("oven", "sink"), empty=True), ""),
        ("Mill Gren", one_of(("Mill Green", "Hobbs Cafe")), "Mill Green"),
        ("8", number(1, 10), 8),
        (12.0, number(1, 10), 10),
        ("7 of 10", number(1, 10), 7),
        ("yes", BOOLEAN, True),
        (0, BOOLEAN, False),
        ("7:05", CLOCK, "07:05"),
        ("at 18:30 sharp", CLOCK, "18:30"),
        ("later", CLOCK_OR_NONE, ""),
        ("one", array(text(9), 3), ["one"]),
        (["a", "b", "c", "d"], array(text(9), 3), ["a", "b", "c"]),
        (None, array(text(9), 3, 0), []),
        ("a line that is\ntoo long", text(16), "a line that..."),
        ({"SAY": "hi", "mood": "odd"}, record(say=text(20), end=BOOLEAN), {"say": "hi", "end": False}),
    ],
)
def test_what_can_be_understood_is_kept(written: Any, schema: dict[str, Any], understood: Any) -> None:
    assert coerced(written, schema) == understood
    assert satisfies(understood, schema)


@pytest.mark.parametrize(
    ("written", "schema"),
    [
        ("fly", one_of(("continue", "talk"))),
        ("many", number(1, 10)),
        ("soon", CLOCK),
        ([], array(text(9), 3)),
        ({"end": True}, record(say=text(20), end=BOOLEAN)),
        ("words", record(say=text(20), end=BOOLEAN)),
        ({"say": "\u200b\u2060", "end": True}, record(say=text(20), end=BOOLEAN)),
    ],
)
def test_what_cannot_be_understood_is_unusable(written: Any, schema: dict[str, Any]) -> None:
    with pytest.raises(Unusable):
        coerced(written, schema)


def test_the_object_is_found_within_fences_and_words() -> None:
    assert read_object('Sure!\n```json\n{"say": "Hi", "end": false}\n```') == {"say": "Hi", "end": False}
    for nothing in ("", "no", "[1", "}{", '{"a": '):
        with pytest.raises(ValueError, match="JSON|delimiter|value|double quotes"):
            read_object(nothing)


def test_every_bent_reply_is_one_of_its_kind() -> None:
    say = Say(card=ANN, talking_with=("Bo Ray",))
    rough = coerced(read_object('Here: {"Say": " Good morning. ", "thought": "hm"}'), say.schema())
    assert parse(say, rough).say == "Good morning." and satisfies(rough, say.schema())
    react = React(card=ANN, seen="Bo Ray is singing")
    assert parse(react, coerced({"choice": "Talk", "reason": None}, react.schema())).choice == "talk"
    plan = PlanDay(card=ANN, places=("Home", "Cafe"))
    rows = [
        {"start": "7:00", "activity": "baking", "place": "cafe"},
        "?",
        {"start": "9:30", "activity": "resting", "place": "home"},
        {"start": "12:00", "activity": "eating", "place": "the Home"},
    ]
    entries = parse(plan, coerced(json.loads(json.dumps({"plan": rows})), plan.schema())).plan
    assert [(e.start, e.place) for e in entries] == [("07:00", "Cafe"), ("09:30", "Home"), ("12:00", "Home")]


def test_a_text_that_is_too_long_ends_with_a_phrase_where_one_ends_late_enough() -> None:
    schema = {"type": "string", "maxLength": 40}
    assert coerced("wiping the long counter, then the chairs and all the sills", schema) == "wiping the long counter"
    assert coerced("I have brought you the loaf. And the paper too, folded", schema) == "I have brought you the loaf"
    assert coerced("repairing the broken lantern for the old sailor upstairs", schema) == "repairing the broken lantern"
    assert coerced("counting thirty-one folded paper lanterns once more", schema) == "counting thirty-one folded paper..."
