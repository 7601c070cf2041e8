"""Days, clock times and places in sentences: finding them, comparing them with now, writing them.

Times are minutes after midnight; a day is kept as it is written (``Saturday``, ``July 8``, ``tomorrow``). Knows no question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from sim.language.text import BIG, expression, stems
from sim.world.clock import MONTHS, WEEKDAYS

DAYTIME = {"morning": 9 * 60, "midday": 720, "noon": 720, "afternoon": 15 * 60, "evening": 18 * 60, "night": 20 * 60}

_NOW = re.compile(rf"({'|'.join(WEEKDAYS)}), ({'|'.join(MONTHS)}) (\d+), (\d+), (\d\d):(\d\d)")
_MONTH = "|".join(MONTHS)
_DAY = re.compile(
    rf"\b(?:(?:{'|'.join(WEEKDAYS)})\b(?!')|(?:{_MONTH}) \d{{1,2}}(?:st|nd|rd|th)?\b"
    rf"|(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_MONTH})\b"
    r"|[Tt]omorrow\b(?!')|[Tt]oday\b(?!')|[Tt]onight\b|this (?:morning|afternoon|evening)\b)"
)
_CLOCK = re.compile(
    r"\b(?:(\d{1,2})(?:[:.](\d\d))? ?([ap])\.?m\b\.?|(\d{1,2}):(\d\d)\b|(\d{1,2}) o'clock|(noon|midday|midnight)\b)"
    r"|\b(?:from|at|by|around|about|until|till|before|after) (\d{1,2})(?:[:.](\d\d))?(?= to \d| until \d|[-\u2013]\d)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Now:
    """The present moment of a prompt. ``weekday`` counts from Monday = 0; -1 where the prompt names none."""

    weekday: int = -1
    month: int = 0
    day: int = 0
    minutes: int = -1

    @property
    def day_name(self) -> str:
        return WEEKDAYS[self.weekday] if self.weekday >= 0 else ""


@lru_cache(maxsize=4096)
def read_now(text: str) -> Now:
    """``Monday, February 13, 2023, 09:05`` -> Now; an empty Now for anything else."""
    match = _NOW.match(text)
    if not match:
        return Now()
    weekday, month, day, _, hours, minutes = match.groups()
    return Now(WEEKDAYS.index(weekday), MONTHS.index(month) + 1, int(day), int(hours) * 60 + int(minutes))


@lru_cache(maxsize=20_000)
def day_in(text: str) -> str:
    """The last day named in a sentence (an event's day usually comes last), or ``""``."""
    found = _DAY.findall(text)
    return found[-1] if found else ""


@lru_cache(maxsize=20_000)
def clock_in(text: str) -> tuple[str, int]:
    """The first clock time in a sentence, as written and in minutes; ``("", -1)`` if there is none."""
    match = _CLOCK.search(text)
    if not match:
        return "", -1
    hour, minute, half, hour24, minute24, oclock, word, bare, bare_minute = match.groups()
    if word:
        return match[0], 0 if word.lower() == "midnight" else 720
    if hour24:
        return match[0], _within(int(hour24) * 60 + int(minute24))
    if half:
        return match[0], _within(int(hour) % 12 * 60 + int(minute or 0) + (720 if half.lower() == "p" else 0))
    if bare:
        return _bare(text, match, int(bare), int(bare_minute or 0))
    return match[0], _within(_likely(int(oclock)) * 60)


def _bare(text: str, match: re.Match[str], hour: int, minute: int) -> tuple[str, int]:
    """The first time of a range like ``from 5 to 7 pm``: am or pm follows the second hour."""
    half = re.match(r" ?(?:to|until|[-\u2013]) ?\d{1,2}(?:[:.]\d\d)? ?([ap])m", text[match.end() :], re.I)
    hours = hour % 12 + (12 if half and half[1].lower() == "p" else 0) if half else _likely(hour)
    return spoken(_within(hours * 60 + minute)), _within(hours * 60 + minute)


def _likely(hour: int) -> int:
    """The hour of the day meant by a number without am or pm: 7 to 12 before noon, 1 to 6 after it."""
    return hour + 12 if 1 <= hour <= 6 else hour


def _within(minutes: int) -> int:
    return minutes % 1440


def daytime_in(text: str) -> int:
    """Minutes after midnight for ``in the evening`` and the like, or -1."""
    low = text.lower()
    if "tonight" in low:
        return DAYTIME["evening"]
    days = "|".join(day.lower() for day in (*WEEKDAYS, "tomorrow", "this", "in the", "at"))
    return next((at for word, at in DAYTIME.items() if re.search(rf"\b(?:{days}) {word}\b", low)), -1)


def spoken(minutes: int) -> str:
    """``17 * 60`` -> ``5 pm``."""
    hours, rest = divmod(minutes % 1440, 60)
    return f"{(hours - 1) % 12 + 1}{f':{rest:02d}' if rest else ''} {'am' if hours < 12 else 'pm'}"


def read_clock(text: str) -> int:
    """``HH:MM`` to minutes, or -1."""
    match = re.match(r"(\d\d):(\d\d)", text)
    return int(match[1]) * 60 + int(match[2]) if match else -1


def is_today(day: str, now: Now) -> bool:
    """Whether ``day`` is today. ``tomorrow`` in a memory is never today: the memory's own day is unknown here."""
    if not day or now.weekday < 0:
        return False
    low = day.lower()
    if low in ("today", "tonight") or low.startswith("this "):
        return True
    if day in WEEKDAYS:
        return day == now.day_name
    number = re.search(r"\d+", day)
    return bool(number) and int(number[0] if number else 0) == now.day and MONTHS[now.month - 1] in day


def resolved(text: str, now: Now) -> str:
    """``text`` with weekdays for ``today``, ``yesterday``, ``tomorrow`` and the like, so that it stays true on later days."""
    if now.weekday < 0:
        return text
    yesterday, today, tomorrow = (WEEKDAYS[(now.weekday + n) % 7] for n in (-1, 0, 1))
    for word, day in (("today", today), ("tomorrow", tomorrow)):
        text = re.sub(rf"\b({_TILL}) {word}{_ENDED}", rf"\1 {day}", text)
    text = re.sub(r"\b[Tt]omorrow (morning|afternoon|evening|night)\b", rf"on {tomorrow} \1", text)
    text = re.sub(r"\b(?:on )?[Tt]omorrow\b(?!'s)", f"on {tomorrow}", text)
    text = re.sub(r"\b(?:on )?[Yy]esterday\b(?!'s)", f"on {yesterday}", text)
    text = re.sub(r"\b[Tt]onight\b(?!'s)", f"on {today} evening", text)
    text = re.sub(r"\b[Tt]his (morning|afternoon|evening)\b", rf"on {today} \1", text)
    return re.sub(r"\b[Tt]oday\b(?!'s)", f"on {today}", text)


_TILL = "for|until|till|by|before"
_ENDED = r"(?=$|[.,;!?]| (?:and|at|but|or|because|so)\b)"
"""What stands after a day that no more is said of: neither ``Saturday morning`` nor ``the Saturday market``."""


_OVER = re.compile(
    r"\b(?:found|went|was|were|had|got|took|gave|made|lost|saw|met|told|said|came|left|bought|brought|began|fell|\w+ed) "
)
_NOT_OVER = re.compile(r"\b(?:is|are|am|will|shall|has|have|can|may|must|to|wants?|hopes?|plans?)\b|'(?:m|re|ll|ve)\b")


def near_by(text: str, now: Now) -> str:
    """``text`` as it is said on the day: ``today``, ``this evening`` and ``tomorrow`` for the weekdays of today and tomorrow.
    ``resolved`` gives back the weekdays."""
    if now.weekday < 0:
        return text
    for weekday, day, part in ((now.weekday, "today", "this"), ((now.weekday + 1) % 7, "tomorrow", "tomorrow")):
        if day == "tomorrow" and _OVER.search(text) and not _NOT_OVER.search(text):
            continue  # it was a week ago
        text = expression(rf"\bon {WEEKDAYS[weekday]} (?=morning|afternoon|evening)").sub(f"{part} ", text)
        text = expression(rf"\bon {WEEKDAYS[weekday]}\b(?!'| night)").sub(day, text)
        text = expression(rf"\b({_TILL}) {WEEKDAYS[weekday]}{_ENDED}").sub(rf"\1 {day}", text)
    return text


_WHEN = re.compile(
    rf"(?P<head>.+?) (?P<when>(?:(?:on (?:{'|'.join(WEEKDAYS)})|tomorrow)(?: morning| afternoon| evening| night)?|today|tonight"
    r"|this (?:morning|afternoon|evening))(?: at (?:\d[\d:. ]*(?:[ap]m)?|noon|midday|midnight))?)"
)


def split_when(text: str) -> tuple[str, str]:
    """A sentence as (all but when, when): ``I'm giving a supper``, ``tomorrow at 5 pm``; two empty strings where it does not
    end with a day."""
    match = _WHEN.fullmatch(text)
    return (match["head"], match["when"]) if match else ("", "")


def place_in(text: str, places: Iterable[str]) -> str:
    """The one of ``places`` that a sentence names (the longest name wins), or ``""``."""
    low = text.lower()
    found = [place for place in places if place and bare_place(place) in low]
    return max(found, key=len) if found else ""


def nearest_place(name: str, places: Iterable[str]) -> str:
    """The one of ``places`` that a freely written name means, or ``""``."""
    kept = list(places)
    wanted = bare_place(name)
    for place in kept:
        if bare_place(place) == wanted:
            return place
    inside = [place for place in kept if wanted and (wanted in bare_place(place) or bare_place(place) in wanted)]
    if inside:
        return max(inside, key=len)
    scored = [(len(stems(name) & stems(place)), -i, place) for i, place in enumerate(kept)]
    best = max(scored, default=(0, 0, ""))
    return best[2] if best[0] * 2 > len(stems(name)) else ""


@lru_cache(maxsize=4096)
def bare_place(name: str) -> str:
    low = name.lower().strip()
    return low[4:] if low.startswith("the ") else low


_ENDS = rf"[{BIG}][\w'\u2019-]*(?:[.,;:!?]|$| (?:on|at|this|next|from|for|tomorrow|tonight)\b)"
"""A name at the end of its phrase: ``Crumb and Crust on Friday``, and not ``the mill and Tom went home``."""
_WHERE = re.compile(
    rf"\b(?:at|in|on|outside|inside|behind|by|near) ((?:the |The )?[{BIG}][\w'\u2019.-]*"
    rf"(?: (?:of|the|&|and(?= {_ENDS}))(?= [{BIG}])| [{BIG}][\w'\u2019.-]*)*"
    r"(?: (?!on\b|at\b|in\b|from\b|this\b|next\b|and\b|with\b|for\b|to\b)[a-z]+(?= (?:on|at|from|this|next) ))?)"
)


@lru_cache(maxsize=20_000)
def place_written(text: str) -> str:
    """A capitalised place after ``at``, ``in`` ... in a sentence, without a list of places; ``""`` if there is none."""
    for match in _WHERE.finditer(text):
        name = match[1].strip().rstrip(".")
        first = name.removeprefix("the ").removeprefix("The ").split(" ")[0]
        if first not in WEEKDAYS and first not in MONTHS:
            return name
    return ""
