"""What the two questions for a day's plan share: entries and lines of a plan, how a reply is put in order and repaired.

Times of a plan are ``HH:MM``; minutes count from midnight. Knows nothing of blocks and steps, which ``mind`` makes of a plan.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from sim.language.activity import in_progress
from sim.prompts.parts import Bullets, Joined, Line, Part, Rows
from sim.prompts.question import Considered, Question
from sim.prompts.schema import CLOCK, Schema, array, one_of, record_of, text

DAY = 1440
LATE = 30
"""Minutes by which a plan may miss the hour of what is fixed."""
MOST = 14
"""Entries of a plan at most."""
APART = 45
"""Of two fixed things nearer to each other than so many minutes the second may be left out."""
CARRYING_ON = "carrying on"
"""What is done where nobody says what."""
_LINE = re.compile(r"^(\d\d:\d\d) (.+) \(([^()]*(?:\([^()]*\))?[^()]*)\)$")
"""A line of a plan: its hour, what is done, and the place."""
_HALF_DAY = re.compile(r"\b(1[0-2]|[1-9])(?::([0-5]\d))? (am|pm)\b")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a plan: from ``start`` (``HH:MM``) on, until the next one begins."""

    start: str
    activity: str
    place: str
    why: str = ""
    """What for, in the full register and by the script."""
    end: str = ""
    """Where only changes of a plan are written: when the entry ends."""


@dataclass(frozen=True, slots=True)
class FreeHour:
    """How a free hour could be spent: looking for somebody (``person``, a full name) or at a ``place``; the one of higher
    ``weight`` is the likelier."""

    person: str = ""
    place: str = ""
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Hours:
    """When a place is open, in minutes after midnight; it closes on the next day where ``closes`` is not later."""

    place: str
    opens: int
    closes: int


@dataclass(frozen=True, slots=True)
class DayPlan(Considered):
    """A plan, as it is written."""

    plan: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanQuestion(Question[DayPlan]):
    """A question for a plan of the day, or of the rest of it.

    The plan begins at ``start`` (minutes after midnight) and lasts ``minutes`` (0: a day). ``fixed`` are lines of what the
    plan has to hold, ``open`` of what others give today, where the resident may go: ``17:00 hosting a supper (Mill Green)``.
    """

    reply = DayPlan
    shape = '{"plan": [{"start": "HH:MM", "activity": "...", "place": "..."}, ...]}'
    temperature = 0.7
    max_tokens = 640
    full_tokens = 1100

    plan: tuple[str, ...] = ()
    new: str = ""
    fixed: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    start: int = 0
    minutes: int = 0
    free: tuple[FreeHour, ...] = ()
    """What free hours could be for, the likeliest first."""
    hours: tuple[Hours, ...] = ()
    """The hours of those places that keep any."""

    def in_brief(self) -> Self:
        """With places alone, without their rooms."""
        return replace(self, scene=None, places=tuple(name for name in self.places if ": " not in name))

    def members(self) -> Mapping[str, str]:
        return {
            **self.thought_of("what this day is to be for them, and what they would rather do or not do"),
            "start": "when it begins; each entry lasts until the next one, and the last until bedtime",
            "activity": f"what they do, in the form that follows '{self.first} is': 'baking almond buns for the morning', at "
            "most 120 characters; whom they seek out and what about, where they do",
            "why": "what for, in a few words without a subject: a wish, a duty, a person, a worry",
            "place": "one of the places to choose from, written just so",
        }

    def choices(self) -> Iterator[Part]:
        yield places_to_choose(self.places)

    def circumstances(self) -> Iterator[Part]:
        if self.full:
            yield Line("What changes it", self.new)
            return
        yield Rows("Plan", _as_rows(self.plan))
        yield Line("New", on_the_clock(self.new))

    def recalled(self) -> Bullets:
        """Hours are told as a reply writes them, so that they can be taken over."""
        return Bullets(
            "Memories", tuple(self.with_time(one) if one in self.beside else on_the_clock(one) for one in self.memories)
        )

    def subject(self) -> Iterator[Part]:
        if self.full:
            yield Bullets("Fixed, with its hour and place", self.fixed)
            yield Bullets("What others give today, where one may go", self.open, priority=80)
            return
        yield Line("Places", "; ".join(self.places))
        yield Rows("Could go to", _as_rows(self.open))
        yield Rows("Fixed", _as_rows(self.fixed))

    def plan_schema(self, least: int) -> Schema:
        """A plan of at least so many entries."""
        longest = 120 if self.full else 80
        entry = record_of(Entry, start=CLOCK, activity=text(longest), place=one_of(self.places), **self._further())
        return record_of(DayPlan, **self.thinking(), plan=array(entry, MOST, least))

    def _further(self) -> dict[str, Schema]:
        return {"why": text(120, 0)} if self.full else {}

    def as_asked(self, reply: DayPlan) -> DayPlan:
        """In brief nobody is asked what an entry is for; the script says it all the same."""
        if self.full or not isinstance(reply.plan, tuple) or not all(isinstance(entry, Entry) for entry in reply.plan):
            return reply
        return replace(reply, plan=tuple(replace(entry, why="") for entry in reply.plan))

    def order(self, reply: DayPlan) -> DayPlan:
        """By the hours of the day that begins at ``start``: replies put first what is fixed."""
        return replace(reply, plan=tuple(sorted(reply.plan, key=lambda entry: self.offset(entry.start))))

    def repair(self, reply: DayPlan) -> DayPlan:
        return repaired(self, replace(reply, plan=tuple(map(self._formed, reply.plan))), exact=False)

    def _formed(self, entry: Entry) -> Entry:
        """An entry with its activity in its form, in the full register."""
        formed = self.full and self.english
        return replace(entry, activity=in_progress(entry.activity, self.card.name)) if formed else entry

    def told(self) -> list[Entry]:
        """All plans and appointments that the question itself tells of."""
        return entries_of((*self.plan, *self.fixed, *self.open))

    def offset(self, start: str) -> int:
        """Minutes from the beginning of the plan."""
        return (minutes_of(start) - self.start) % DAY

    def first_fixed(self) -> str:
        """For the instruction: what is fixed is written first, for then nothing else has taken its hour."""
        return ", first what is fixed" if self.fixed else ""


def places_to_choose(places: Sequence[str]) -> Joined:
    """Names such as ``Mill`` and ``Mill: loft``, each place once with its rooms behind it. The first two are home and work."""
    rooms: dict[str, list[str]] = {}
    for name in places:
        place, _, room = name.partition(": ")
        rooms.setdefault(place, []).extend([room] if room else [])
    example = next((f" (a room is written '{name}')" for name in places if ": " in name), "")
    told = (f"{place}: {', '.join(inside)}" if inside else place for place, inside in rooms.items())
    return Joined(f"Places to choose from{example}", tuple(told), priority=60, must=2)


def repaired(q: PlanQuestion, reply: DayPlan, exact: bool) -> DayPlan:
    """Times put in order within the day that begins at ``start`` and lasts ``minutes``, and what is fixed put in.

    Times are read as being within the day's window (01:00 after a start at 07:00 is the next morning). Entries outside the
    window, or starting where another already does, go; the first entry is moved to the start. An appointment is at its own hour
    and place wherever the reply has it. ``exact``: what is fixed counts as planned only in its very words.
    """
    start, minutes = q.start % DAY, q.minutes or DAY
    placed: dict[int, Entry] = {}
    known = {row.activity: row for row in entries_of((*q.open, *q.fixed)) if row.place in q.places}
    for entry in (replace(known.get(entry.activity, entry), why=entry.why) for entry in reply.plan):
        offset = q.offset(entry.start)
        if offset < minutes:
            placed.setdefault(offset, entry)
    if not placed:
        placed[0] = reply.plan[0]
    _put_in(placed, q, minutes, exact)
    offsets = sorted(placed)
    begins = [0, *offsets[1:]]
    plan = tuple(replace(placed[o], start=clock(start + b)) for o, b in zip(offsets, begins, strict=True))
    return replace(reply, plan=plan)


def _put_in(placed: dict[int, Entry], q: PlanQuestion, minutes: int, exact: bool) -> None:
    """What is fixed and was left out, at its hour; of two that clash one is enough."""
    kept: list[int] = []
    for row in entries_of(q.fixed):
        if row.place not in q.places or (offset := q.offset(row.start)) >= minutes:
            continue
        there = any(
            abs(at - offset) <= LATE and entry.place == row.place and (not exact or entry.activity == row.activity)
            for at, entry in placed.items()
        )
        if not there and all(abs(at - offset) >= APART for at in kept):
            placed[offset] = row
        kept.append(offset)
    first = min(placed)
    if first and first in kept:
        placed[0] = Entry(clock(q.start), "getting ready", q.at if q.at in q.places else q.places[0])
    for spare in [at for at in sorted(placed) if at and at not in kept][-2::-1][: max(0, len(placed) - MOST)]:
        del placed[spare]


def entries_of(lines: Iterable[str]) -> list[Entry]:
    """Lines of a plan as entries; without those of another form."""
    return [Entry(match[1], match[2], match[3]) for match in map(_LINE.match, lines) if match]


def _as_rows(lines: Sequence[str]) -> tuple[dict[str, object], ...]:
    return tuple({"start": e.start, "activity": e.activity, "place": e.place} for e in entries_of(lines))


def on_the_clock(told: str) -> str:
    """``6 pm`` as ``18:00``."""
    return _HALF_DAY.sub(_whole_day, told)


def _whole_day(found: re.Match[str]) -> str:
    hour, minute, half = found.groups()
    return clock((int(hour) % 12 + (12 if half == "pm" else 0)) * 60 + int(minute or 0))


def minutes_of(start: str) -> int:
    """``HH:MM`` as minutes after midnight."""
    hours, minutes = start.split(":")
    return int(hours) * 60 + int(minutes)


def clock(minutes: int) -> str:
    """Minutes after midnight as ``HH:MM``; wraps at 24 hours."""
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"
