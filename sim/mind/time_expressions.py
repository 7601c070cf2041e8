"""Time expressions in sentences: ``on Saturday at 6 pm``, ``tomorrow at 10:30 am``, ``at 18:00``, ``on July 8``.

Pure functions on a clock. Nothing is guessed: a sentence without a time of day has no moment.
"""

from __future__ import annotations

import re

from sim.language.time_and_place import read_now, resolved
from sim.world.clock import WEEKDAYS, Clock


def dated(text: str, clock: Clock) -> str:
    """A text of the scenario with the weekday for ``this morning`` and the like: it is read on later days, too."""
    return resolved(text, read_now(clock.now_text(0)))


TIME = re.compile(r"\b(\d{1,2})(?::(\d{2}))?\s*(am|pm)\b|\b(\d{1,2}):(\d{2})\b|\b(noon|midnight)\b", re.IGNORECASE)


def find_when(clock: Clock, text: str, after: int) -> int | None:
    """The first game second after ``after`` that fits the sentence's time of day, and its day if it names one; else None."""
    minutes = find_minutes(text)
    if minutes is None:
        return None
    for day in range(clock.day(after), clock.day(after) + 8):
        moment = clock.at(day, minutes)
        if moment > after and _day_fits(clock, text, moment, after):
            return moment
    return None


def find_minutes(text: str) -> int | None:
    """The first time of day in a sentence, in minutes after midnight; None without one."""
    match = TIME.search(text)
    if match is None:
        return None
    hour, minute, half, hour24, minute24, word = match.groups()
    if word:
        return 720 if word.lower() == "noon" else 0
    if half:
        value = int(hour) % 12 * 60 + int(minute or 0) + (720 if half.lower() == "pm" else 0)
    else:
        value = int(hour24) * 60 + int(minute24)
    return value if value < 1440 else None


def _day_fits(clock: Clock, text: str, moment: int, after: int) -> bool:
    """Whether ``moment`` falls on the day that the sentence names; True if it names none."""
    lower = text.lower()
    if "tomorrow" in lower:
        return clock.day(moment) == clock.day(after) + 1
    if any(word in lower for word in ("today", "tonight", "this evening", "this afternoon", "this morning")):
        return clock.day(moment) == clock.day(after)
    named = [day for day in WEEKDAYS if day.lower() in lower]
    if named:
        return clock.weekday(moment) in named
    date = clock.date_text(moment)
    month_day = re.search(
        r"\b(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}\b", text
    )
    return month_day is None or re.search(rf"\b{month_day.group(0)}\b", date) is not None
