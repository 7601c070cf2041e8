"""Statements parsed into facts (subject, people, places, days, hours), to compare what was known with what is said.

Days and clock times get one form, so that ``tomorrow`` and ``Saturday``, ``5 pm`` and ``17:00`` compare equal. Parses plain
English with the names, places and date that a question knows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

from sim.answer.scripted.english.news import quoted, split_tellers
from sim.language.text import NAME, TIMETABLE, sentences, stems
from sim.language.time_and_place import bare_place
from sim.prompts import Question
from sim.prompts.planning import PlanQuestion
from sim.training.checks.verdict import conversation, full_names
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


HELD = re.compile(
    rf"(?<!\w)(?P<who>I|[Ww]e|[Yy]ou|{NAME})"
    r"(?: (?:is|are|am|will be)|['\u2019](?:m|re|s|ll be)) (?:\w+ly )?"
    r"(?:hosting|giving|throwing|organi[sz]ing|planning|holding|having|putting on|preparing)\b"
)
"""Somebody holds something: ``Mara Lind is giving``, ``I'm hosting``."""
_GOING = re.compile(
    r"\b(?:(?:go|come|going|coming|invited?|inviting|invites) (?:\w+ )?to|attend(?:ing)?|there(?: is|'s)|that)\b"
)
SHORT = 8
"""Characters before a place or day that are too few for a subject: ``On Friday the supper is at Mill Green``."""
LIGHT = stems(
    """
    host give throw organize organise plan hold have put prepare invite come go attend join meet take place start begin happen
    want hope mean intend promise agree planning whole town everybody everyone people house talk about running going coming
    evening morning afternoon night noon midnight today tomorrow tonight pm am hear news true sure love like really maybe
    """
)
"""Stems of words that announce something but do not say what it is."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One parsed statement. ``subject`` has the stems of what it is about, ``days`` weekdays or ``July 9``, ``times`` minutes
    after midnight; ``source`` is who said it, where that is known."""

    text: str
    subject: frozenset[str]
    people: frozenset[str]
    places: frozenset[str]
    days: frozenset[str]
    times: frozenset[int]
    source: str = ""

    @property
    def dated(self) -> bool:
        """Whether it is an occasion or appointment: with a day or an hour, and a person or a place."""
        return bool((self.days or self.times) and (self.places or self.people))


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The names that a question knows: full names of people, and places without their article."""

    people: tuple[str, ...]
    places: tuple[str, ...]


def known_names(q: Question[Any]) -> KnownNames:
    """The names that the question knows."""
    offered = q.places if isinstance(q, PlanQuestion) else ()
    return KnownNames(full_names(q), tuple(dict.fromkeys(bare_place(p) for p in (*q.names.places, *offered, q.at) if p)))


def occasions_known(q: Question[Any]) -> list[Fact]:
    """The dated facts of memories (without the frame ``A told B that``), of the card, and of what is new."""
    card = [(text, "") for text in (q.card.currently, *q.card.background) if text]
    new = (q.new,) if isinstance(q, PlanQuestion) else ()
    memories = [text for text in (*q.memories, *new) if WHEN.search(text) and TIMETABLE not in text]
    told = [part for memory in memories for part in _parts(memory, q.card.name)]
    return _dated([*told, *card], q)


def occasions_said(q: Question[Any]) -> list[Fact]:
    """The dated facts of the conversation's sentences."""
    return _dated([(part, who) for who, line in conversation(q) for part in sentences(line)], q)


def _dated(texts: list[tuple[str, str]], q: Question[Any]) -> list[Fact]:
    who = known_names(q)
    facts = [_read(text, who, q.now, source) for text, source in dict.fromkeys(texts) if WHEN.search(text)]
    return [fact for fact in facts if fact.dated]


@lru_cache(maxsize=20_000)
def _parts(memory: str, me: str) -> tuple[tuple[str, str], ...]:
    who, line = quoted(memory)
    return tuple((part, who) for part in sentences(line)) if who else tuple(split_tellers(memory, me))


def read_fact(text: str, q: Question[Any], speaker: str = "") -> Fact:
    """A parsed statement; ``speaker`` is who ``I`` is."""
    return _read(text, known_names(q), q.now, speaker)


@lru_cache(maxsize=50_000)
def _read(text: str, who: KnownNames, now: str, speaker: str) -> Fact:
    people, places = people_in(text, who, speaker), places_in(text, who)
    plain = _placed(who).sub(" ", text)  # a place may be called after a day: The Tuesday Bugle
    return Fact(text, _subject(text, who), people, places, days_in(plain, now), times_in(plain), speaker)


def people_in(text: str, who: KnownNames, speaker: str = "") -> frozenset[str]:
    """The full names of those a text names, in full or by first name, and the speaker's for ``I``."""
    firsts = _firsts(who)
    found = {full for name in _named(who).findall(text) for full in firsts.get(name, (name,))}
    if speaker and re.search(r"\b(?:I|[Mm]y|me|[Ww]e|[Oo]ur|us)\b", text):
        found.add(speaker)
    return frozenset(found)


@lru_cache(maxsize=512)
def _firsts(who: KnownNames) -> dict[str, tuple[str, ...]]:
    """First name -> everybody called so."""
    found: dict[str, tuple[str, ...]] = {}
    for full in who.people:
        found[full.split(" ")[0]] = (*found.get(full.split(" ")[0], ()), full)
    return {first: names for first, names in found.items() if first not in who.people}


@lru_cache(maxsize=512)
def _named(who: KnownNames) -> re.Pattern[str]:
    return _any_of((*who.people, *_firsts(who)))


def places_in(text: str, who: KnownNames) -> frozenset[str]:
    """The bare names of the places a text names; of names within names only the longest."""
    return frozenset(name.lower() for name in _placed(who).findall(text))


@lru_cache(maxsize=512)
def _placed(who: KnownNames) -> re.Pattern[str]:
    return _any_of(who.places, re.IGNORECASE)


def _any_of(names: tuple[str, ...], flags: int = 0) -> re.Pattern[str]:
    longest_first = sorted((re.escape(name) for name in names if name), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)", flags) if longest_first else re.compile("(?!)")


def _subject(text: str, who: KnownNames) -> frozenset[str]:
    """The stems of what is held or gone to: after the verb, before the first place, day or hour, without names."""
    start = HELD.search(text) or _GOING.search(text)
    body = text[start.end() :] if start else text.rsplit(": ", 1)[-1]
    ends = [match.start() for match in (WHEN.search(body), _placed(who).search(body)) if match and match.start() > SHORT]
    return stems(_named(who).sub(" ", WHEN.sub(" ", _placed(who).sub(" ", body[: min(ends, default=len(body))])))) - LIGHT
