"""A small mind's day put in order: what is left out, and what never is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sim.answer.scripted import Script
from sim.answer.scripted.dice import Dice
from sim.answer.tiny.plan_repair import repair_plan
from sim.prompts import Card
from sim.prompts.planning import DayPlan, Entry, PlanQuestion
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.replan import Replan
from sim.training.situations.composed_questions import compose_question
from sim.training.situations.data_split import PartBanks
from sim.training.situations.scenarios import make_scenario
from sim.training.situations.stage import Stage

CARD = Card("Ann Vale", "Ann", wakes=420, sleeps=1320)


def _plan(*lines: str) -> DayPlan:
    """A day of ``HH:MM activity`` lines."""
    return DayPlan(tuple(Entry(line[:5], line[6:], "Mill Green") for line in lines))


def _left(q: PlanQuestion, plan: DayPlan) -> list[str]:
    """What is left of a day, as such lines."""
    return [f"{entry.start} {entry.activity}" for entry in repair_plan(q, plan).plan]


def _day(*entries: str, kind: type[PlanQuestion] = PlanDay) -> list[str]:
    return _left(kind(card=CARD, start=420, minutes=900), _plan(*entries))


FRAME = ("07:00 having a slow breakfast", "08:00 baking", "21:00 reading a little before bed")


@pytest.mark.parametrize(
    "entry, stays",
    [
        ("12:00 having lunch", True),
        ("09:30 having lunch", False),
        ("18:00 having supper", True),
        ("14:00 making supper", False),
        ("12:00 having a slow breakfast", False),
        ("15:00 getting ready for bed", False),
        ("10:00 taking a coffee break", True),
        ("10:00 selling bread", True),
        ("10:00 baking", False),
    ],
)
def test_meals_and_bedtime_come_at_their_hours_and_what_goes_on_is_one_entry(entry: str, stays: bool) -> None:
    assert (entry in _day(*FRAME[:2], entry, FRAME[2])) is stays


@pytest.mark.parametrize(
    "entry, done",
    [
        ("09:00 hosting the evening crowd", "16:30 hosting the evening crowd"),
        ("16:30 hosting the evening crowd", "16:30 hosting the evening crowd"),
        ("16:00 feeding travellers at Mill Green", "16:00 feeding travellers at Mill Green"),
        ("18:00 feeding travellers at Mill Green", ""),
        ("08:30 keeping accounts and repairing the place", "11:30 keeping accounts and repairing the place"),
        ("09:00 whistling", "09:00 whistling"),
    ],
)
def test_work_is_done_at_its_part_of_the_day(entry: str, done: str) -> None:
    """Of a keeper's day: the evening crowd was hosted at noon in one plan of two."""
    keeper = replace(CARD, background=("Ann Vale works as an innkeeper at Mill Green",))
    plan = _plan(*FRAME[:2], entry, FRAME[2])
    q = PlanDay(card=keeper, start=420, minutes=900, places=("Mill Green",))
    assert _left(q, plan) == [*FRAME[:2], *([done] if done else []), FRAME[2]]
    assert entry in _left(replace(q, fixed=(f"{entry} (Mill Green)",)), plan)


def test_what_is_put_off_keeps_its_distance_and_does_not_reach_into_the_night() -> None:
    keeper = replace(CARD, background=("Ann Vale works as an innkeeper at Mill Green",))
    evening = ("08:30 hosting the evening crowd", "10:00 closing the inn for the night", "12:00 having lunch", "16:40 humming")
    plan = _plan(FRAME[0], *evening, FRAME[2])
    q = PlanDay(card=keeper, start=420, minutes=900, places=("Mill Green",))
    starts = {entry.activity: entry.start for entry in repair_plan(q, plan).plan}
    assert (starts["hosting the evening crowd"], starts["closing the inn for the night"]) == ("17:30", "18:15")
    early = repair_plan(replace(q, card=replace(keeper, sleeps=1050)), plan).plan
    assert [entry.activity for entry in early] == ["having a slow breakfast", "having lunch", "humming"]


@pytest.mark.parametrize(
    "entry, done",
    [
        ("10:00 going to the quiz", "10:00 cutting a jib"),
        ("16:00 cutting a jib", "16:00 going to the quiz"),
        ("11:00 going to the quiz", "11:00 going to the quiz"),
        ("10:00 humming", "10:00 humming"),
        ("10:00 cutting a jib", "10:00 cutting a jib"),
    ],
)
def test_what_was_told_of_one_hour_is_not_done_where_something_else_was_told(entry: str, done: str) -> None:
    told = {"plan": ("10:00 cutting a jib (Mill Green)",), "open": ("16:00 going to the quiz (Mill Green)",)}
    q = Replan(card=CARD, start=420, minutes=900, places=("Mill Green",), **told)
    (kept,) = repair_plan(q, _plan(entry)).plan
    assert f"{kept.start} {kept.activity}" == done and kept.place == "Mill Green"


def test_a_meal_is_had_once_and_breaks_are_few() -> None:
    day = _day(FRAME[0], "10:00 taking a coffee break", "11:00 baking", "12:00 having lunch", "13:00 having a quick lunch",
               "14:00 having a coffee and a chat", "15:00 taking a coffee break", "16:00 sewing")  # fmt: skip
    assert [line[:5] for line in day] == ["07:00", "10:00", "11:00", "12:00", "14:00", "16:00"]


def test_a_day_begins_with_something_and_keeps_what_the_task_needs() -> None:
    assert _day("11:00 having a slow breakfast", "12:00 baking", "13:00 sewing")[0] == "11:00 having a slow breakfast"
    assert len(_day("07:00 baking", "08:00 baking", "09:00 baking")) == 3
    assert len(_day("07:00 baking", "08:00 baking", kind=Replan)) == 1


def test_the_scripts_own_days_are_in_order() -> None:
    banks, dice, script = PartBanks("train"), Dice(3, "orderly"), Script()
    stage = Stage(make_scenario(dice.fork("town"), banks), banks, dice)
    for n in range(60):
        q = compose_question("plan", stage, dice.fork(f"plan {n}"))
        reply = q.order(script.answer(q))
        assert repair_plan(q, reply) == reply
