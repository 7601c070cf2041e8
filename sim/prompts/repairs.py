"""The one repair each reply type has: what a grammar cannot see is put right here, and counted where it is called.

Pure functions (question, reply) -> reply. A reply that needs nothing comes back equal, so that equality tells whether a
repair took place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from sim.prompts.question import Question, Reply

DAY = 1440
LATE = 30
"""Minutes by which a plan may miss the hour of what is fixed."""
MOST = 14
"""Entries of a plan at most."""
APART = 45
"""Of two fixed things nearer to each other than so many minutes one may be left out."""
LINE = re.compile(r"^(\d\d:\d\d) (.+) \(([^()]*(?:\([^()]*\))?[^()]*)\)$")
"""A line of a plan: its hour, what is done, and the place."""


def rows(lines: Iterable[str]) -> list[dict[str, str]]:
    """Lines of a plan as entries of a reply; without those of another form."""
    found = (match for match in map(LINE.match, lines) if match)
    return [{"start": match[1], "activity": match[2], "place": match[3]} for match in found]


def told(q: Question) -> list[dict[str, str]]:
    """All plans and appointments that the question itself tells of."""
    return rows((*q.plan, *q.fixed, *q.open))


def keep(_: Question, reply: Mapping[str, Any]) -> Reply:
    """Nothing to mend."""
    return reply


def rate(q: Question, reply: Mapping[str, Any]) -> Reply:
    """One rating per event: cut, or filled up with 4 (the middle of everyday life)."""
    ratings = [min(10, max(1, int(n))) for n in reply["ratings"]][: len(q.events)]
    return {"ratings": ratings + [4] * (len(q.events) - len(ratings))}


def in_order(q: Question, reply: Mapping[str, Any]) -> Reply:
    """A plan by the hours of the day that begins at ``q.start``: replies put first what is fixed."""
    return {"plan": sorted(reply["plan"], key=lambda entry: _offset(q, entry["start"]))}


def plan(q: Question, reply: Mapping[str, Any]) -> Reply:
    """Times put in order within the day that begins at ``q.start`` and lasts ``q.minutes``, and what is fixed put in.

    Times are read as being within the day's window (01:00 after a start at 07:00 is the next morning). Entries outside it,
    or starting where another already does, go; the first entry is moved to the start. An appointment is at its own hour and
    place wherever the reply has it.
    """
    start, minutes = q.start % DAY, q.minutes or DAY
    placed: dict[int, Mapping[str, Any]] = {}
    known = _known(q)
    for entry in (known.get(entry["activity"], entry) for entry in reply["plan"]):
        offset = _offset(q, entry["start"])
        if offset < minutes:
            placed.setdefault(offset, entry)
    if not placed:
        placed[0] = reply["plan"][0]
    _put_in(placed, q, minutes)
    offsets = sorted(placed)
    entries = [dict(placed[offset]) for offset in offsets]
    for entry, offset in zip(entries, [0, *offsets[1:]], strict=True):
        entry["start"] = clock(start + offset)
    return {"plan": entries}


def _known(q: Question) -> dict[str, Mapping[str, Any]]:
    """What is fixed, and where one could go, as entries of a plan by their activity."""
    return {row["activity"]: row for row in rows((*q.open, *q.fixed)) if row["place"] in q.places}


def _put_in(placed: dict[int, Mapping[str, Any]], q: Question, minutes: int) -> None:
    """What is fixed and was left out, at its hour; of two that clash one is enough. Who could only do what is known (``ideas``)
    keeps it in its very words, others may in their own."""
    kept: list[int] = []
    exact = bool(q.ideas or q.usual)
    for row in rows(q.fixed):
        if row["place"] not in q.places or (offset := _offset(q, row["start"])) >= minutes:
            continue
        there = any(
            abs(at - offset) <= LATE and entry["place"] == row["place"] and (not exact or entry["activity"] == row["activity"])
            for at, entry in placed.items()
        )
        if not there and all(abs(at - offset) >= APART for at in kept):
            placed[offset] = row
        kept.append(offset)
    first = min(placed)
    if first and first in kept:
        placed[0] = {"start": clock(q.start), "activity": "getting ready", "place": q.at if q.at in q.places else q.places[0]}
    for spare in [at for at in sorted(placed) if at and at not in kept][-2::-1][: max(0, len(placed) - MOST)]:
        del placed[spare]


def steps(q: Question, reply: Mapping[str, Any]) -> Reply:
    """Minutes made to fit: scaled to ``q.minutes`` in whole minutes of at least one, the longest taking the remainder."""
    entries = [dict(entry) for entry in reply["steps"]]
    total = q.minutes or sum(int(entry["minutes"]) for entry in entries)
    entries = entries[: max(1, total)]
    have = sum(int(entry["minutes"]) for entry in entries)
    if have == total:
        return {"steps": entries}
    for entry in entries:
        entry["minutes"] = max(1, int(entry["minutes"]) * total // max(1, have))
    while (missing := total - sum(entry["minutes"] for entry in entries)) != 0:
        longest = max(range(len(entries)), key=lambda i: (entries[i]["minutes"], -i))
        entries[longest]["minutes"] = max(1, entries[longest]["minutes"] + missing)
    return {"steps": entries}


def insights(q: Question, reply: Mapping[str, Any]) -> Reply:
    """Each citation once, and no insight twice."""
    kept: dict[str, dict[str, Any]] = {}
    for entry in reply["insights"]:
        known = kept.setdefault(entry["insight"], {"because": [], "insight": entry["insight"]})
        known["because"] += [n for n in dict.fromkeys(entry["because"]) if n not in known["because"]]
    return {"insights": list(kept.values())}


def observe(q: Question, reply: Mapping[str, Any]) -> Reply:
    """No observation twice."""
    return {"observations": list(dict.fromkeys(reply["observations"]))}


def _offset(q: Question, start: str) -> int:
    """Minutes from the beginning of the plan."""
    return (_minutes(start) - q.start) % DAY


def _minutes(text: str) -> int:
    hours, minutes = text.split(":")
    return int(hours) * 60 + int(minutes)


def clock(minutes: int) -> str:
    """Minutes after midnight as ``HH:MM``; wraps at 24 hours."""
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"
