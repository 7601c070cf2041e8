"""Converts game seconds to dates, times of day and their written forms, and back. Uses no wall clock and no locale."""

from __future__ import annotations

import datetime as dt
import re

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
DAY = 86_400
"""Seconds of a day; there is no daylight saving."""

_TIME = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?(?:[:.]\d{2})?\s*(am|pm|a\.m\.|p\.m\.|o'clock)?", re.IGNORECASE)
_DAY_N = re.compile(r"day\s+(-?\d+)\b[,\s]*(?:at\s+)?(.*)", re.IGNORECASE)
_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})[T,\s]*(?:at\s+)?(.*)", re.IGNORECASE)
_NAMED = re.compile(r"(?:on\s+)?(today|tomorrow|tonight|" + "|".join(WEEKDAYS) + r")\b[,\s]*(?:at\s+)?(.*)", re.IGNORECASE)
_WORDS = {"noon": 720, "midday": 720, "midnight": 0}


def minutes_of(text: str) -> int:
    """Minutes after midnight of a time of day: ``"18:00"``, ``"6:30 pm"``, ``"5 pm"``, ``"noon"``; ``"24:00"`` is 1440.

    Raises ValueError with what is wrong.
    """
    text = text.strip().lower()
    if text in _WORDS:
        return _WORDS[text]
    match = _TIME.fullmatch(text)
    if match is None or (match[2] is None and match[3] is None):
        raise ValueError(f"{text!r} is no time of day; write it like 18:00 or 6:30 pm")
    hour, minute, half = int(match[1]), int(match[2] or 0), (match[3] or "")[:1]
    if half in ("a", "p"):
        if not 1 <= hour <= 12:
            raise ValueError(f"{text!r} is no time of day: hours before am and pm go from 1 to 12")
        hour = hour % 12 + (12 if half == "p" else 0)
    if minute > 59 or hour * 60 + minute > 1440:
        raise ValueError(f"{text!r} is no time of day: it ends at 24:00")
    return hour * 60 + minute


def clock_text(minutes: int) -> str:
    """``545`` -> ``"09:05"``; 1440 is ``"24:00"``."""
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


class Clock:
    """The calendar of a run that starts at ``start``. ``at`` is always game seconds since the start, negative before it."""

    def __init__(self, start: dt.datetime) -> None:
        self.start = start.replace(microsecond=0, tzinfo=None)
        self._into = self.start.hour * 3600 + self.start.minute * 60 + self.start.second

    def moment(self, at: int) -> dt.datetime:
        """The date and time of ``at``."""
        return self.start + dt.timedelta(seconds=at)

    def minutes(self, at: int) -> int:
        """Whole minutes after midnight, 0 to 1439."""
        return (self._into + at) % DAY // 60

    def day(self, at: int) -> int:
        """The game day: 1 on the first day of the run, 0 on the day before."""
        return (self._into + at) // DAY + 1

    def at(self, day: int, minutes: int) -> int:
        """The moment ``minutes`` after midnight of day ``day``; 1440 and more lie on the next day."""
        return (day - 1) * DAY + minutes * 60 - self._into

    def weekday(self, at: int) -> str:
        """``"Monday"``."""
        return WEEKDAYS[self.moment(at).weekday()]

    def date_text(self, at: int) -> str:
        """``"Monday, February 13, 2023"``."""
        moment = self.moment(at)
        return f"{WEEKDAYS[moment.weekday()]}, {MONTHS[moment.month - 1]} {moment.day}, {moment.year}"

    def now_text(self, at: int) -> str:
        """``"Monday, February 13, 2023, 09:05"``."""
        return f"{self.date_text(at)}, {clock_text(self.minutes(at))}"

    def spoken(self, at: int) -> str:
        """As people say it: ``"5 pm"``, ``"10:30 am"``, ``"noon"``, ``"midnight"``."""
        minutes = self.minutes(at)
        if minutes in (0, 720):
            return "midnight" if minutes == 0 else "noon"
        hour, minute = divmod(minutes, 60)
        tail = f":{minute:02d}" if minute else ""
        return f"{(hour - 1) % 12 + 1}{tail} {'am' if hour < 12 else 'pm'}"

    def parse_when(self, text: str, after: int = 0) -> int:
        """The moment of ``text``, seen from ``after``: ``"18:00"`` (the next one), ``"day 2 18:00"``, ``"2026-05-09 18:00"``,
        ``"today 18:00"``, ``"tomorrow 9 am"``, ``"Friday 5 pm"`` (the next one).

        Raises ValueError with what is wrong and how to write a moment.
        """
        at = self._read(text.strip(), after)
        try:
            self.moment(at)
        except OverflowError:
            raise ValueError(f"{text!r} lies outside the years 1 to 9999") from None
        return at

    def _read(self, text: str, after: int) -> int:
        if match := _DAY_N.fullmatch(text):
            return self.at(int(match[1]), _time(match[2], text))
        if match := _DATE.fullmatch(text):
            return self._on_date(match, text)
        if match := _NAMED.fullmatch(text):
            return self._on_day(match[1].lower(), _time(match[2], text), after)
        return self._next(minutes_of(text), after)

    def _next(self, minutes: int, after: int) -> int:
        at = self.at(self.day(after), minutes)
        return at if at >= after else at + DAY

    def _on_date(self, match: re.Match[str], text: str) -> int:
        try:
            date = dt.date(int(match[1]), int(match[2]), int(match[3]))
        except ValueError:
            raise ValueError(f"{text!r} is no date of the calendar") from None
        return self.at((date - self.start.date()).days + 1, _time(match[4], text))

    def _on_day(self, name: str, minutes: int, after: int) -> int:
        day = self.day(after)
        if name in ("today", "tonight"):
            return self.at(day, minutes)
        if name == "tomorrow":
            return self.at(day + 1, minutes)
        wanted = [weekday.lower() for weekday in WEEKDAYS].index(name)
        ahead = (wanted - self.moment(after).weekday()) % 7
        at = self.at(day + ahead, minutes)
        return at if at >= after else at + 7 * DAY


def _time(text: str, whole: str) -> int:
    if not text:
        raise ValueError(f"{whole!r} lacks the time of day; add one, like {whole.strip()} 18:00")
    return minutes_of(text)
