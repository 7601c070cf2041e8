"""Check ``faithful``: whether days, clock times and numbers of a reply are found in its prompt.

Questions are left out: whoever proposes to meet may choose day and hour. So are ``a Sunday``, ``noon`` and ``midnight``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sim.language.text import sentences
from sim.prompts import Question, Reply
from sim.prompts.planning import clock
from sim.training.checks.shown import shown, written
from sim.training.checks.times import WHEN, days_in, read_date, times_in
from sim.training.checks.verdict import Verdict, judged
from sim.world.clock import WEEKDAYS

_NUMBER = re.compile(r"\b\d{2,}\b")
_LOOSE = re.compile(
    rf"\b(?:[Tt]oday|[Tt]onight|[Tt]omorrow|[Tt]his (?:morning|afternoon|evening)|"
    rf"(?:a|every|any|some) (?:{'|'.join(WEEKDAYS)})|[Nn]oon|[Mm]idday|[Mm]idnight)\b"
)


def faithful(q: Question[Any], reply: Reply, suggestions: Sequence[str] = ()) -> Verdict | None:
    """One case per reply that names a day, a clock time or a number of two digits in its own words."""
    parts = [_LOOSE.sub(" ", part) for text in written(q, reply) for part in sentences(text) if not part.endswith("?")]
    stated = [part for part in parts if WHEN.search(part) or _NUMBER.search(part)]
    known = shown(q, suggestions) if stated else ""
    return judged(", ".join(fault for part in stated for fault in _unfounded(part, known, q.now))) if stated else None


def _unfounded(text: str, known: str, now: str) -> list[str]:
    """The days, times and numbers of a text that are not in the prompt."""
    near = days_in("today and tomorrow", now) if read_date(now) else frozenset()
    days = sorted(day for day in days_in(text, now) - days_in(known, now) - near if day in WEEKDAYS or day not in known)
    times = [clock(minutes) for minutes in sorted(times_in(text) - times_in(known))]
    plain = WHEN.sub(" ", text)
    numbers = [number for number in _NUMBER.findall(plain) if not re.search(rf"\b{number}\b", known)]
    return [f"{found} is not in the prompt: {text!r}" for found in (*days, *times, *numbers)]
