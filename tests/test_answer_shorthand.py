"""Shorthand: what a small mind is asked and answers costs few tokens, and says the same."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from sim.answer.scripted import Script
from sim.answer.scripted.dice import Dice
from sim.answer.small.shorthand import KNOWN, grammar, read, write
from sim.answer.small.simplify import plain
from sim.answer.small.suggestions import furnished
from sim.llm.base import Names
from sim.prompts import TASKS, Card, Question, Reply
from sim.prompts.check import satisfies
from sim.prompts.render import render, render_card
from sim.training.situations.composed_questions import POSED, pose
from sim.training.situations.data_split import PartBanks
from sim.training.situations.scenarios import make_scenario
from sim.training.situations.stage import Stage

NAMES = Names(("Ann Vale", "Ann"), (("Ben Cole", "Ben"),), ("Mill Green",))
ASKED = Question("say", Card("Ann Vale", "Ann"), NAMES, now="Monday, February 13, 2023, 09:05", talking_with=("Ben Cole",))
SCRIPT = Script()


def _posed(task: str) -> list[Question]:
    banks, dice = PartBanks("train"), Dice(3, task)
    stage = Stage(make_scenario(dice.fork("town"), banks), banks, dice)
    return [pose(task, stage, dice.fork(str(n))) for n in range(6)]


def _kept(reply: Reply, left_out: tuple[str, ...]) -> Reply:
    """Without the members that shorthand leaves out."""
    if isinstance(reply, dict):
        return {name: _kept(part, left_out) for name, part in reply.items() if name not in left_out}
    return [_kept(part, left_out) for part in reply] if isinstance(reply, list) else reply


@pytest.mark.parametrize("task", sorted(POSED))
def test_every_reply_comes_back_as_it_was_but_for_what_is_left_out(task: str) -> None:
    for whole in _posed(task):
        reply, short = SCRIPT.answer(whole), replace(whole, short=True)
        assert read(whole, write(whole, reply)) == reply and grammar(whole) == TASKS[task].schema(whole)
        text = write(short, reply)
        assert read(short, text) == _kept(reply, KNOWN.get(task, ())) and len(text) < len(write(whole, reply))
        assert not isinstance(json.loads(text), dict) and grammar(short).get("type") != "object"


@pytest.mark.parametrize(
    "task, text",
    [
        ("say", '{"say": "Hello.", "end": false}'),
        ("say", '["Hello."]'),
        ("say", '["Hello.", false, 1]'),
        ("say", '"Hello."'),
        ("say", '["Hello.", "no"]'),
        ("say", "Hello."),
        ("say", ""),
        ("say", "[" * 100_000),
        ("plan", '[["07:00", "waking up"]]'),
        ("plan", '["07:00"]'),
        ("plan", "7"),
        ("react", '["talk"]'),
        ("react", '"sing"'),
    ],
)
def test_what_is_not_asked_for_is_not_taken(task: str, text: str) -> None:
    q = replace(ASKED, task=task, short=True, places=("Mill Green",))
    assert read(q, text) is None


def test_what_was_said_of_shapes_years_and_tasks_is_not_said_again() -> None:
    entry = "10:00 reading (Mill Green)"
    plan = replace(ASKED, task="plan", short=True, fixed=(entry,), ideas=("sewing", "humming"), places=("Mill Green",))
    prompt = render(plan)
    told = 'Task: plan\nNow: Monday, February 13, 09:05\nCould do: "sewing", "humming", "reading"\n'
    assert prompt.user.startswith(told) and "JSON" not in prompt.user
    assert prompt.user.endswith('Places: Mill Green\nFixed: ["10:00", "reading", "Mill Green"]')
    assert prompt.names.phrases == ("sewing", "humming", "reading")
    whole = render(replace(plan, short=False))
    assert "JSON:" in whole.user and "2023" in whole.user and whole.names == NAMES
    steps = replace(plan, task="steps", activity="sewing", minutes=30, objects=("lamp",), fixed=())
    assert render(steps).user.startswith("Task: Break down 'sewing'") and "lamp" not in render(steps).user


def test_hours_of_sleep_are_told_of_everybody_but_where_they_do_not_matter() -> None:
    card = Card("Ann Vale", "Ann", traits=("kind",))
    assert render_card(card) == "You are Ann Vale. Traits: kind.\nSleeps from 22:00 to 07:00."
    shown = plain(replace(ASKED, task="react", card=replace(card, age=40, currently="Ann Vale is sewing")))
    assert (
        render(shown).system == "You are Ann Vale. Traits: kind."
        and render_card(Card("Ann Vale", "Ann")) == "You are Ann Vale."
    )


def test_steps_are_furnished_with_what_was_left_out() -> None:
    for q in _posed("steps"):
        gold, shown = SCRIPT.answer(q), plain(q)
        said = read(shown, write(shown, gold))
        assert said and furnished(q, said) == gold
        odd = {"steps": [{"activity": "humming to oneself", "minutes": 5}]}
        made = furnished(q, odd)
        assert satisfies(made, TASKS["steps"].schema(q)) and made["steps"][0]["object"] == ""


def test_chosen_insights_cite_what_they_cited_and_found_twice_what_both_did() -> None:
    for q in _posed("condense"):
        gold, shown = SCRIPT.answer(q), plain(q)
        said = read(shown, write(shown, gold))
        assert said and TASKS["condense"].complete(shown, said) == gold
        assert json.loads(write(shown, gold)) == [row["insight"] for row in gold["insights"]]
    twice = (("Ben likes tea", (3,)), ("It seems that Ben likes tea", (5, 3)), ("Ann bakes on Sundays", (4,)))
    shown = plain(replace(ASKED, task="condense", insights=twice))
    assert shown.insights == (("Ben likes tea", (3, 5)), ("Ann bakes on Sundays", (4,)))
    assert read(shown, '["It seems that Ben likes tea"]') is None


def test_steps_without_minutes_fill_their_time() -> None:
    q = replace(ASKED, task="steps", activity="sewing", minutes=50, start=600)
    chosen = {"steps": [{"activity": "threading"}, {"activity": "sewing"}, {"activity": "biting off the thread"}]}
    assert [row["minutes"] for row in TASKS["steps"].complete(q, chosen)["steps"]] == [18, 16, 16]
