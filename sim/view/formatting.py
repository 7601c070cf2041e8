"""Game time, speeds and places as text: ``09:05``, ``3 min ago``, ``stove, kitchen, Hobbs Cafe``. Pure functions."""

from __future__ import annotations

import datetime as dt

WHISPER = "whisper"
"""The source of a memory that a user whispered."""


def moment(start: dt.datetime, at: int) -> dt.datetime:
    """The calendar moment of ``at`` game seconds."""
    return start + dt.timedelta(seconds=at)


def clock(start: dt.datetime, at: int) -> str:
    """``09:05``."""
    return moment(start, at).strftime("%H:%M")


def day(start: dt.datetime, at: int) -> int:
    """1 on the first day; 0 and below before it."""
    return (moment(start, at).date() - start.date()).days + 1


def date(start: dt.datetime, at: int) -> str:
    """``Friday, May 8``."""
    when = moment(start, at)
    return f"{when:%A, %B} {when.day}"


def minutes(start: dt.datetime, at: float) -> float:
    """Minutes after midnight."""
    return ((start.hour * 60 + start.minute) + (start.second + at) / 60) % 1440


def short(start: dt.datetime, at: int) -> str:
    """``day 1, 09:05``, or the date where it lies before the run."""
    when = moment(start, at)
    number = day(start, at)
    return f"day {number}, {when:%H:%M}" if number >= 1 and at >= 0 else "before the first day"


def ago(now: int, then: int) -> str:
    """``just now``, ``4 min ago``, ``3 h ago``, ``2 days ago``, ``in 5 min``."""
    gap = now - then
    if gap < 0:
        return f"in {span(-gap)}"
    return "just now" if gap < 60 else f"{span(gap)} ago"


def span(seconds: int) -> str:
    """``40 s``, ``12 min``, ``3 h``, ``2 days``."""
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 5400:
        return f"{round(seconds / 60)} min"
    if seconds < 129600:
        return f"{round(seconds / 3600)} h"
    return f"{round(seconds / 86400)} days"


def speed_label(speed: float) -> str:
    """``1 min a second``, to a tenth; below a minute in seconds: ``12 s a second``; 0 is as fast as it goes."""
    if speed <= 0:
        return "full speed"
    return f"{round(speed * 60, 1):g} s a second" if speed < 1 else f"{round(speed, 1):.10g} min a second"


def kind_text(kind: str, source: str = "") -> str:
    """The kind of a memory as a reader would call it: ``said`` for an utterance, ``whisper`` for what a user whispered."""
    return WHISPER if source == WHISPER else {"utterance": "said", "say": "said"}.get(kind, kind)


def place_text(address: str) -> str:
    """``stove, kitchen, Hobbs Cafe``: a written address from the inside out, without the town's name."""
    parts = [part.strip() for part in address.split(":") if part.strip()]
    return ", ".join(reversed(parts[1:] if len(parts) > 1 else parts)) or "somewhere"
