"""Game time in words and back."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.world.clock import Clock, clock_text, minutes_of

CLOCK = Clock(dt.datetime(2023, 2, 13, 7, 0))  # a Monday


def test_moments_read_as_people_say_them() -> None:
    at = CLOCK.at(1, 9 * 60 + 5)
    assert CLOCK.now_text(at) == "Monday, February 13, 2023, 09:05"
    assert (CLOCK.minutes(at), CLOCK.day(at), CLOCK.weekday(at)) == (545, 1, "Monday")
    assert [CLOCK.spoken(CLOCK.at(1, m)) for m in (0, 600, 630, 720, 750, 1020)] == (
        ["midnight", "10 am", "10:30 am", "noon", "12:30 pm", "5 pm"]
    )


def test_the_time_before_the_start_is_the_days_before_it() -> None:
    assert (CLOCK.day(-1), CLOCK.day(-7 * 3600 - 1), CLOCK.weekday(-86_400)) == (1, 0, "Sunday")


@pytest.mark.parametrize(
    ("text", "day", "minutes"),
    [
        ("18:00", 1, 1080),
        ("06:30", 2, 390),  # over for today
        ("07:00", 1, 420),  # now
        ("day 2 18:00", 2, 1080),
        ("day 3 at 5 pm", 3, 1020),
        ("Friday 5 pm", 5, 1020),
        ("Monday 6 am", 8, 360),  # over for this week
        ("tomorrow noon", 2, 720),
        ("today 8:15 pm", 1, 1215),
        ("2023-02-14 17:00", 2, 1020),
        ("day 1 24:00", 1, 1440),
    ],
)
def test_moments_are_understood(text: str, day: int, minutes: int) -> None:
    assert CLOCK.parse_when(text) == CLOCK.at(day, minutes)


def test_the_next_time_is_seen_from_then_on() -> None:
    evening = CLOCK.at(2, 1200)
    assert CLOCK.parse_when("18:00", after=evening) == CLOCK.at(3, 1080)
    assert CLOCK.parse_when("tomorrow 9 am", after=evening) == CLOCK.at(3, 540)


@pytest.mark.parametrize("text", ["25:00", "7", "12:75", "day 2", "Friday", "13 pm", "2023-02-30 12:00", "soon", "24:01", ""])
def test_what_is_no_moment_is_said(text: str) -> None:
    with pytest.raises(ValueError, match="write it like|no date|hours before|lacks|ends at"):
        CLOCK.parse_when(text)


@given(st.integers(0, 1439))
def test_times_of_day_survive_writing_and_reading(minutes: int) -> None:
    assert minutes_of(clock_text(minutes)) == minutes == CLOCK.minutes(CLOCK.at(4, minutes))
