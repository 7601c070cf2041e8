"""What is fixed for a day: shown as it is to be written, written first or left out, and in the plan either way."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from sim.prompts import Card, to_json
from sim.prompts.brief import render
from sim.prompts.check import satisfies
from sim.prompts.planning import DayPlan, Entry, PlanQuestion, repaired
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.replan import Replan

PLACES = ("Home", "Cafe (upstairs)", "Green")


def _plan(*fixed: str, kind: type[PlanQuestion] = PlanDay, start: int = 420, minutes: int = 900) -> PlanQuestion:
    return kind(card=Card("Ann Vale", "Ann"), fixed=fixed, places=PLACES, at="Home", start=start, minutes=minutes)


def _entry(start: str, activity: str, place: str = "Home") -> Entry:
    return Entry(start, activity, place)


def _finish(q: PlanQuestion, *entries: Entry) -> tuple[list[Entry], bool]:
    """The plan that comes of a reply, and whether the reply had to be repaired."""
    ordered = q.order(DayPlan(entries))
    mended = q.repair(ordered)
    return list(mended.plan), mended != ordered


MORNING, NOON, NIGHT = _entry("07:00", "waking up"), _entry("12:00", "eating"), _entry("21:30", "going to bed")
PARTY = _entry("18:00", "hosting a party (small)", "Cafe (upstairs)")


@pytest.mark.parametrize("kind", [PlanDay, Replan])
def test_it_is_shown_just_as_a_reply_has_it(kind: type[PlanQuestion]) -> None:
    q = _plan("18:00 hosting a party (small) (Cafe (upstairs))", kind=kind)
    assert render(q).user.endswith(f"\nFixed: {json.dumps(to_json(DayPlan((PARTY,)))['plan'][0])}")
    assert "first what is fixed" in render(q).user and "fixed" not in render(_plan(kind=kind)).user.lower()


def test_written_first_it_is_put_in_its_place_and_nothing_was_mended() -> None:
    done = _finish(_plan("18:00 hosting a party (small) (Cafe (upstairs))"), PARTY, MORNING, NOON, NIGHT)
    assert done == ([MORNING, NOON, PARTY, NIGHT], False)


def test_left_out_it_is_put_in_and_that_counts_as_mended() -> None:
    q = _plan("18:00 hosting a party (small) (Cafe (upstairs))")
    done = _finish(q, MORNING, NOON, NIGHT)
    assert done == ([MORNING, NOON, PARTY, NIGHT], True)
    late = _entry("18:30", "arriving at last", "Cafe (upstairs)")
    assert _finish(q, MORNING, NOON, late) == ([MORNING, NOON, late], False), "half an hour late will do"


def test_who_can_only_do_what_is_known_keeps_it_in_its_very_words() -> None:
    q = _plan("18:00 hosting a party (small) (Cafe (upstairs))")
    reply = DayPlan((MORNING, NOON, _entry("18:00", "humming", "Cafe (upstairs)"), NIGHT))
    assert repaired(q, reply, exact=True) == DayPlan((MORNING, NOON, PARTY, NIGHT))
    assert repaired(q, reply, exact=False) == reply, "others say it in their own"


def test_of_two_that_clash_one_is_enough_and_what_is_past_or_nowhere_stays_out() -> None:
    q = _plan("18:00 going to the ball (Green)", "18:30 going to the quiz (Home)")
    ball = _entry("18:00", "going to the ball", "Green")
    assert _finish(q, MORNING, NOON, NIGHT)[0] == [MORNING, NOON, ball, NIGHT]
    gone = _plan("23:30 going to the ball (Green)", "18:00 flying (The Moon)", "nonsense")
    assert _finish(gone, MORNING, NOON, NIGHT)[0] == [MORNING, NOON, NIGHT]


def test_an_appointment_is_at_its_own_hour_and_place_and_moving_it_there_counts_as_mended() -> None:
    q = replace(_plan(), open=("18:00 going to the ball (Green)", "19:00 going to the moon (The Moon)"))
    ball = _entry("18:00", "going to the ball", "Green")
    done = _finish(q, MORNING, _entry("11:00", "going to the ball", "Home"), NIGHT)
    assert done == ([MORNING, ball, NIGHT], True)
    assert not _finish(q, MORNING, ball, NIGHT)[1] and not _finish(q, MORNING, NIGHT)[1], "one may stay away"
    elsewhere = _entry("19:00", "going to the moon", "Home")
    assert _finish(q, MORNING, elsewhere)[0] == [MORNING, elsewhere]


def test_a_day_of_nothing_else_begins_before_it() -> None:
    entries, _ = _finish(_plan("18:00 going to the ball (Green)"), *[_entry("18:00", "going to the ball", "Green")] * 3)
    assert [entry.start for entry in entries] == ["07:00", "18:00"]


def test_a_full_day_makes_room() -> None:
    q = _plan("18:20 going to the ball (Green)", "19:20 going to the quiz (Green)")
    entries = [_entry(f"{7 + hour:02d}:00", f"thing {hour}") for hour in range(14)]
    kept, _ = _finish(q, *entries)
    assert satisfies(to_json(DayPlan(tuple(kept))), q.schema())
    starts = [entry.start for entry in kept]
    assert len(starts) == 14 and starts == sorted(starts) and {"18:20", "19:20", "07:00", "20:00"} <= set(starts)


def test_every_plan_that_was_mended_needs_no_more() -> None:
    q = _plan("18:00 going to the ball (Green)", "00:30 looking at stars (Green)", start=1000, minutes=600)
    for hour in range(1, 6):
        entries, _ = _finish(q, *[_entry(f"{hour:02d}:{hour}5", "x")] * 3)
        assert q.sound(DayPlan(tuple(entries)))
