"""The gathering that is on here and now: of which sort it is, and what part one has in it.

Knows no words for it, and not who begins what.
"""

from __future__ import annotations

import re

from sim.answer.scripted.commitments import refused
from sim.answer.scripted.english.gatherings import MEETING, MOURNING, PARTY, gathering_of, is_host, sort_by_name, sort_of
from sim.answer.scripted.once import once
from sim.answer.scripted.talk import Talk
from sim.language.text import words_of
from sim.language.time_and_place import is_today

PARTIES = (PARTY, "host", "hosting", MEETING, MOURNING)
"""What else exchanges are held at: a gathering, as among guests, to its host, or as its host; one that is no feast."""
PARTY_LASTS = 300
"""Minutes of a gathering in which it is spoken of."""


@once
def part_in_party(talk: Talk) -> str:
    """One of ``PARTIES``, where one is at a gathering that is on; ``""`` anywhere else, and where one said no to it and is
    there for something else."""
    said = (talk.q.doing, *talk.q.card.concerns, *talk.q.memories)
    on = [
        text
        for text in said
        if text and _is_on(text, talk) and (text == talk.q.doing or not refused(talk.me, talk.q.memories, text))
    ]
    if (sort := next(filter(None, map(_sort, on)), PARTY)) != PARTY:
        return sort
    if any(is_host(text, talk.me) for text in on) or (on and talk.q.doing.startswith("hosting")):
        return "hosting"
    return ("host" if any(is_host(text, talk.other) for text in on) else PARTY) if on else ""


def _sort(text: str) -> str:
    return sort_of(text) or sort_by_name(text)


def _is_on(text: str, talk: Talk) -> bool:
    """Whether a text speaks of a gathering that is held here and now; what one is at need not say where."""
    if text == talk.q.doing and _AT_IT.match(text) and sort_by_name(text) != PARTY:
        return True
    occasion = gathering_of(text, talk.q.names.places)
    if occasion is None or not (words_of(occasion.place) - {"the"} <= words_of(talk.q.at)):
        return False
    late = talk.now.minutes - occasion.minutes
    timed = 0 <= late < PARTY_LASTS and is_today(occasion.day, talk.now) and bool(occasion.place)
    return timed or (text == talk.q.doing and occasion.minutes < 0 and _AT_IT.match(text) is not None)


_AT_IT = re.compile(r"(?:going to|hosting|enjoying|attending|at) (?:the|a)\b")
