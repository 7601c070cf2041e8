"""Parses durations and the start of a run."""

from __future__ import annotations

import datetime as dt
import re

from sim.world.clock import minutes_of

FIRST_YEAR, LAST_YEAR = 1000, 2999
"""The years have four digits everywhere."""
_UNITS = {"s": 1, "sec": 1, "second": 1, "m": 60, "min": 60, "minute": 60, "h": 3600, "hour": 3600, "d": 86_400, "day": 86_400}
_PART = re.compile(r"(\d+(?:\.\d+)?)\s*([a-z]+)")
_START = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})[T,\s]+(.+)")


def parse_duration(text: str) -> int:
    """Seconds of ``"90 min"``, ``"2 h"``, ``"1 day 6 hours"``. Raises ValueError with how to write a duration."""
    parts = _PART.findall(text.lower())
    rest = _PART.sub("", text.lower()).replace("and", "").strip(" ,")
    units = [unit if unit in _UNITS else unit.rstrip("s") for _, unit in parts]
    if not parts or rest or not all(unit in _UNITS for unit in units):
        raise ValueError(f"{text!r} is no duration; write it like 90 min, 2 h or 1 day")
    seconds = sum(float(number) * _UNITS[unit] for (number, _), unit in zip(parts, units, strict=True))
    if not 1 <= seconds <= 366 * 86_400:
        raise ValueError(f"{text!r} is too short or longer than a year")
    return int(seconds)


def parse_start(text: str) -> dt.datetime:
    """The moment of ``"2026-05-08 07:00"`` in the Gregorian calendar, also before 1582. Raises ValueError."""
    match = _START.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is no date with a time; write it like 2026-05-08 07:00")
    minutes = minutes_of(match[4])
    try:
        day = dt.datetime(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        raise ValueError(f"{text!r} is no date of the calendar") from None
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValueError(f"{text!r} lies outside the years {FIRST_YEAR} to {LAST_YEAR}")
    return day + dt.timedelta(minutes=minutes)
