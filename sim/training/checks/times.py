"""Days and clock times of a text in one form, so that ``tomorrow`` and ``Saturday``, ``5 pm`` and ``17:00`` compare equal."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import lru_cache

from sim.world.clock import MONTHS, WEEKDAYS

_MONTH = "|".join(MONTHS)
_WEEKDAY = "|".join(WEEKDAYS)
_DAY_TEXT = (
    rf"\b(?:({_WEEKDAY})\b|({_MONTH}) (\d{{1,2}})\b|([Tt]oday|[Tt]onight|[Tt]his (?:morning|afternoon|evening))\b"
    r"|([Tt]omorrow)\b)"
)
_CLOCK_TEXT = r"\b(?:(\d{1,2})(?:[:.](\d\d))? ?([AaPp])\.?[Mm]\b|(\d{1,2}):(\d\d)\b|([Nn]oon|[Mm]idday)\b|([Mm]idnight)\b)"
_DAY, _CLOCK = re.compile(_DAY_TEXT), re.compile(_CLOCK_TEXT)
WHEN = re.compile(rf"{_DAY_TEXT}|{_CLOCK_TEXT}")
"""A day or a clock time."""
_NOW = re.compile(rf"(?:{_WEEKDAY}), ({_MONTH}) (\d+), (\d+)")


@lru_cache(maxsize=20_000)
def days_in(text: str, now: str) -> frozenset[str]:
    """The days a text names, as weekdays: ``today``, ``tomorrow`` and dates of the coming week by ``now`` (``Monday, February
    13, 2023, 09:05``). Other dates stay as written."""
    today = read_date(now)
    return frozenset(_weekday(match, today) for match in _DAY.finditer(text))


def _weekday(match: re.Match[str], today: date | None) -> str:
    weekday, month, day, this, _ = match.groups()
    if weekday:
        return str(weekday)
    if today is None:
        return match[0]
    if month:
        week = (today + timedelta(n) for n in range(7))
        meant = next((d for d in week if MONTHS[d.month - 1] == month and d.day == int(day)), None)
        return WEEKDAYS[meant.weekday()] if meant else match[0]
    return WEEKDAYS[(today + timedelta(0 if this else 1)).weekday()]


@lru_cache(maxsize=4096)
def read_date(now: str) -> date | None:
    """The date of a prompt's ``Now`` line, or None."""
    match = _NOW.match(now)
    return date(int(match[3]), MONTHS.index(match[1]) + 1, int(match[2])) if match else None


@lru_cache(maxsize=20_000)
def times_in(text: str) -> frozenset[int]:
    """The clock times a text names, in minutes after midnight."""
    return frozenset(_minutes(match) for match in _CLOCK.finditer(text))


def _minutes(match: re.Match[str]) -> int:
    hour, minute, half, hour24, minute24, noon, midnight = match.groups()
    if noon or midnight:
        return 720 if noon else 0
    if hour24:
        return (int(hour24) * 60 + int(minute24)) % 1440
    return int(hour) % 12 * 60 + int(minute or 0) + (720 if half.lower() == "p" else 0)
