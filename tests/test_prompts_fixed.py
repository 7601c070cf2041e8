"""What is fixed for a day: shown as it is to be written, written first or left out, and in the plan either way."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from sim.answer.answering import Answer, finish
from sim.prompts import TASKS, Card, Question, Reply
from sim.prompts.check import satisfies
from sim.prompts.render import render

PLACES = ("Home", "Cafe (upstairs)", "Green")


def _plan(*fixed: str, task: str = "plan", start: int = 420, minutes: int = 900) -> Question:
    return Question(task, Card("Ann Vale", "Ann"), fixed=fixed, places=PLACES, at="Home", start=start, minutes=minutes)


def _entry(start: str, activity: str, place: str = "Home") -> dict[str, str]:
    return {"start": start, "activity": activity, "place": place}


def _finish(q: Question, *entries: dict[str, str]) -> Answer:
    reply = {"plan": list(entries)}
    return finish(q, reply, Answer(reply, render(q), "", "free"))


MORNING, NOON, NIGHT = _entry("07:00", "waking up"), _entry("12:00", "eating"), _entry("21:30", "going to bed")
PARTY = _entry("18:00", "hosting a party (small)", "Cafe (upstairs)")


@pytest.mark.parametrize("task", ["plan", "replan"])
def test_it_is_shown_just_as_a_reply_has_it(task: str) -> None:
    q = _plan("18:00 hosting a party (small) (Cafe (upstairs))", task=task)
    assert render(q).user.endswith(f"\nFixed: {json.dumps(PARTY)}")
    assert "first what is fixed" in render(q).user and "fixed" not in render(_plan(task=task)).user.lower()


def test_written_first_it_is_put_in_its_place_and_nothing_was_mended() -> None:
    done = _finish(_plan("18:00 hosting a party (small) (Cafe (upstairs))"), PARTY, MORNING, NOON, NIGHT)
    assert done.reply == {"plan": [MORNING, NOON, PARTY, NIGHT]} and not done.repaired


def test_left_out_it_is_put_in_and_that_counts_as_mended() -> None:
    q = _plan("18:00 hosting a party (small) (Cafe (upstairs))")
    done = _finish(q, MORNING, NOON, NIGHT)
    assert done.reply == {"plan": [MORNING, NOON, PARTY, NIGHT]} and done.repaired
    late = _entry("18:30", "arriving at last", "Cafe (upstairs)")
    assert _finish(q, MORNING, NOON, late).reply == {"plan": [MORNING, NOON, late]}, "half an hour late will do"


def test_who_can_only_do_what_is_known_keeps_it_in_its_very_words() -> None:
    q = replace(_plan("18:00 hosting a party (small) (Cafe (upstairs))"), ideas=("humming",))
    other = _entry("18:00", "humming", "Cafe (upstairs)")
    done = _finish(q, MORNING, NOON, other, NIGHT)
    assert done.reply == {"plan": [MORNING, NOON, PARTY, NIGHT]} and done.repaired
    assert not _finish(replace(q, ideas=()), MORNING, NOON, other, NIGHT).repaired, "others say it in their own"


def test_of_two_that_clash_one_is_enough_and_what_is_past_or_nowhere_stays_out() -> None:
    q = _plan("18:00 going to the ball (Green)", "18:30 going to the quiz (Home)")
    ball = _entry("18:00", "going to the ball", "Green")
    assert _finish(q, MORNING, NOON, NIGHT).reply == {"plan": [MORNING, NOON, ball, NIGHT]}
    gone = _plan("23:30 going to the ball (Green)", "18:00 flying (The Moon)", "nonsense")
    assert _finish(gone, MORNING, NOON, NIGHT).reply == {"plan": [MORNING, NOON, NIGHT]}


def test_an_appointment_is_at_its_own_hour_and_place_and_moving_it_there_counts_as_mended() -> None:
    q = replace(_plan(), open=("18:00 going to the ball (Green)", "19:00 going to the moon (The Moon)"))
    ball = _entry("18:00", "going to the ball", "Green")
    done = _finish(q, MORNING, _entry("11:00", "going to the ball", "Home"), NIGHT)
    assert done.reply == {"plan": [MORNING, ball, NIGHT]} and done.repaired
    assert not _finish(q, MORNING, ball, NIGHT).repaired and not _finish(q, MORNING, NIGHT).repaired, "one may stay away"
    elsewhere = _entry("19:00", "going to the moon", "Home")
    assert _finish(q, MORNING, elsewhere).reply == {"plan": [MORNING, elsewhere]}


def test_a_day_of_nothing_else_begins_before_it() -> None:
    done = _finish(_plan("18:00 going to the ball (Green)"), *[_entry("18:00", "going to the ball", "Green")] * 3)
    assert [entry["start"] for entry in done.reply["plan"]] == ["07:00", "18:00"]


def test_a_full_day_makes_room() -> None:
    q = _plan("18:20 going to the ball (Green)", "19:20 going to the quiz (Green)")
    entries = [_entry(f"{7 + hour:02d}:00", f"thing {hour}") for hour in range(14)]
    done = _finish(q, *entries)
    assert satisfies(done.reply, TASKS["plan"].schema(q))
    starts = [entry["start"] for entry in done.reply["plan"]]
    assert len(starts) == 14 and starts == sorted(starts) and {"18:20", "19:20", "07:00", "20:00"} <= set(starts)


def test_every_plan_that_was_mended_needs_no_more() -> None:
    q = _plan("18:00 going to the ball (Green)", "00:30 looking at stars (Green)", start=1000, minutes=600)
    replies: list[Reply] = [{"plan": [_entry(f"{hour:02d}:{hour}5", "x")] * 3} for hour in range(1, 6)]
    for reply in replies:
        assert TASKS["plan"].sound(q, _finish(q, *reply["plan"]).reply)
