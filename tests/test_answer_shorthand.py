"""Shorthand: what a small mind is asked and answers costs few tokens, and says the same."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from sim.answer.register import JSON
from sim.answer.scripted import Script
from sim.answer.scripted.dice import Dice
from sim.answer.tiny.shorthand import KNOWN, grammar, read, render, write
from sim.answer.tiny.shown import Shown
from sim.answer.tiny.simplify import simplify
from sim.answer.tiny.suggestions import completed_steps
from sim.llm.base import Names
from sim.prompts import Card, Question, to_json
from sim.prompts import brief as whole_prompt
from sim.prompts.brief import card_text
from sim.prompts.check import satisfies
from sim.prompts.tasks.condense import CondenseInsights
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.react import React
from sim.prompts.tasks.say import Say
from sim.prompts.tasks.steps import Decompose, Decomposition, StepRow
from sim.training.situations.composed_questions import BUILDERS, compose_question
from sim.training.situations.data_split import PartBanks
from sim.training.situations.scenarios import make_scenario
from sim.training.situations.stage import Stage

NAMES = Names(("Ann Vale", "Ann"), (("Ben Cole", "Ben"),), ("Mill Green",))
ASKED: dict[str, Any] = {"card": Card("Ann Vale", "Ann"), "names": NAMES, "now": "Monday, February 13, 2023, 09:05"}
"""What all questions say."""
SCRIPT = Script()


def _posed(task: str) -> list[Question[Any]]:
    banks, dice = PartBanks("train"), Dice(3, task)
    stage = Stage(make_scenario(dice.fork("town"), banks), banks, dice)
    return [compose_question(task, stage, dice.fork(str(n))) for n in range(6)]


def _kept(reply: Any, left_out: tuple[str, ...]) -> Any:
    """Without the members that shorthand leaves out."""
    if isinstance(reply, dict):
        return {name: _kept(part, left_out) for name, part in reply.items() if name not in left_out}
    return [_kept(part, left_out) for part in reply] if isinstance(reply, (list, tuple)) else reply


@pytest.mark.parametrize("task", sorted(BUILDERS))
def test_every_reply_comes_back_as_it_was_but_for_what_is_left_out(task: str) -> None:
    for whole in _posed(task):
        reply, short = whole.as_asked(SCRIPT.answer(whole)), Shown(whole)
        assert JSON.read(whole, JSON.write(whole, reply)) == reply and JSON.grammar(whole) == whole.schema()
        text, left_out = write(short, reply), KNOWN.get(task, ())
        said = read(short, text)
        assert said and _kept(to_json(said), left_out) == _kept(to_json(reply), left_out)
        assert len(text) < len(JSON.write(whole, reply))
        assert not isinstance(json.loads(text), dict) and grammar(short).get("type") != "object"


@pytest.mark.parametrize(
    "q, text",
    [
        (Say(**ASKED), '{"say": "Hello.", "end": false}'),
        (Say(**ASKED), '["Hello."]'),
        (Say(**ASKED), '["Hello.", false, 1]'),
        (Say(**ASKED), '"Hello."'),
        (Say(**ASKED), '["Hello.", "no"]'),
        (Say(**ASKED), "Hello."),
        (Say(**ASKED), ""),
        (Say(**ASKED), "[" * 100_000),
        (PlanDay(**ASKED, places=("Mill Green",)), '[["07:00", "waking up"]]'),
        (PlanDay(**ASKED, places=("Mill Green",)), '["07:00"]'),
        (PlanDay(**ASKED, places=("Mill Green",)), "7"),
        (React(**ASKED), '["talk"]'),
        (React(**ASKED), '"sing"'),
    ],
)
def test_what_is_not_asked_for_is_not_taken(q: Question[Any], text: str) -> None:
    assert read(Shown(q), text) is None


def test_what_was_said_of_shapes_years_and_tasks_is_not_said_again() -> None:
    entry = "10:00 reading (Mill Green)"
    could = ("sewing", "humming")
    plan = PlanDay(**ASKED, fixed=(entry,), places=("Mill Green",))
    prompt = render(Shown(plan, could))
    told = 'Task: plan\nNow: Monday, February 13, 09:05\nCould do: "sewing", "humming", "reading"\n'
    assert prompt.user.startswith(told) and "JSON" not in prompt.user
    assert prompt.user.endswith('Places: Mill Green\nFixed: ["10:00", "reading", "Mill Green"]')
    assert prompt.names.phrases == ("sewing", "humming", "reading")
    whole = whole_prompt.render(plan)
    assert "JSON:" in whole.user and "2023" in whole.user and whole.names == NAMES
    steps = render(Shown(Decompose(**ASKED, activity="sewing", minutes=30, objects=("lamp",)), could))
    assert steps.user.startswith("Task: Break down 'sewing'") and "lamp" not in steps.user


def test_hours_of_sleep_are_told_of_everybody_but_where_they_do_not_matter() -> None:
    card = Card("Ann Vale", "Ann", traits=("kind",))
    assert card_text(card) == "You are Ann Vale. Traits: kind.\nSleeps from 22:00 to 07:00."
    shown = simplify(React(**{**ASKED, "card": replace(card, age=40, currently="Ann Vale is sewing")}))
    assert render(shown).system == "You are Ann Vale. Traits: kind."
    assert card_text(Card("Ann Vale", "Ann")) == "You are Ann Vale."


def test_steps_are_completed_with_what_was_left_out() -> None:
    for q in _posed("steps"):
        gold, shown = SCRIPT.answer(q), simplify(q)
        said = read(shown, write(shown, gold))
        assert isinstance(q, Decompose) and isinstance(said, Decomposition) and completed_steps(q, said) == gold
        made = completed_steps(q, Decomposition((StepRow("humming to oneself", "", "", "", 5),)))
        assert satisfies(to_json(made), q.schema()) and made.steps[0].object == ""


def test_chosen_insights_cite_what_they_cited_and_found_twice_what_both_did() -> None:
    for q in _posed("condense"):
        gold, shown = SCRIPT.answer(q), simplify(q)
        assert read(shown, write(shown, gold)) == gold
        assert json.loads(write(shown, gold)) == [row.insight for row in gold.insights]
    twice = (("Ben likes tea", (3,)), ("It seems that Ben likes tea", (5, 3)), ("Ann bakes on Sundays", (4,)))
    shown = simplify(CondenseInsights(**ASKED, insights=twice))
    assert isinstance(shown.question, CondenseInsights)
    assert shown.question.insights == (("Ben likes tea", (3, 5)), ("Ann bakes on Sundays", (4,)))
    assert read(shown, '["It seems that Ben likes tea"]') is None


def test_steps_without_minutes_fill_their_time() -> None:
    q = Decompose(**ASKED, activity="sewing", minutes=50, start=600)
    chosen = read(Shown(q), '["threading", "sewing", "biting off the thread"]')
    assert isinstance(chosen, Decomposition) and [row.minutes for row in chosen.steps] == [18, 16, 16]
