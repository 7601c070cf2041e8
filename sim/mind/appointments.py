"""What is fixed for a day: what was promised, and what one holds oneself, as lines for a plan to be made around.

Retrieval may miss a promise among a hundred memories, and a model may miss it among ten; a promise is known for certain. Knows
nothing of who makes the plan, nor of what is in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sim.mind.thought import Thought
from sim.mind.time_expressions import find_when
from sim.world.clock import MONTHS, WEEKDAYS, clock_text

_HOLDS = re.compile(r"is (?:hosting|giving|holding|throwing|organi[sz]ing|planning|putting on|having) (an? .+)")
_DAYS = "|".join((*WEEKDAYS, *MONTHS))
_WHEN = re.compile(rf"\s+(?:(?:on|this|next) (?:{_DAYS})|today|tonight|tomorrow|(?:at|from) (?:\d|noon))\b.*")
LONGEST = 80
"""Characters of an activity."""


def appointments(thought: Thought, bedtime: int, memories: Sequence[str]) -> tuple[str, ...]:
    """``17:00 hosting a supper (Mill Green)``: all from now to ``bedtime`` (game seconds), in the order of their hours.

    Promises come out of the resident's state; what they hold themselves out of ``memories`` that name its hour and place.
    """
    found = [(c.at, c.place, c.activity) for c in thought.state.commitments if c.state == "open"]
    for text in memories:
        own = _HOLDS.match(text.removeprefix(f"{thought.name} ")) if text.startswith(f"{thought.name} ") else None
        at, place = when_and_where(thought, text) if own else (None, "")
        if own and at is not None and place:
            found.append((at, place, f"hosting {own[1]}"))
    today = {(at, place): brief(activity, place) for at, place, activity in reversed(found) if thought.at < at < bedtime}
    clock = thought.world.clock
    return tuple(f"{clock_text(clock.minutes(at))} {today[at, place]} ({place})" for at, place in sorted(today))


def gatherings(thought: Thought, bedtime: int, memories: Sequence[str], fixed: Sequence[str]) -> tuple[str, ...]:
    """What others give from now to ``bedtime`` and one has heard of, in the same form: ``19:30 going to the supper (...)``."""
    found: dict[tuple[int, str], str] = {}
    for text in memories:
        what = _HOLDS.search(text)
        at, place = when_and_where(thought, text) if what and not text.startswith(f"{thought.name} is ") else (None, "")
        if what and at is not None and place and thought.at < at < bedtime:
            said = brief(f"going to the {what[1].split(' ', 1)[-1]}", place)
            found.setdefault((at, place), f"{clock_text(thought.world.clock.minutes(at))} {said} ({place})")
    taken = {(line[:5], line.rpartition("(")[2]) for line in fixed}
    lines = [found[key] for key in sorted(found)]
    return tuple(line for line in lines if (line[:5], line.rpartition("(")[2]) not in taken)


def brief(activity: str, place: str) -> str:
    """``hosting a supper at Mill Green on Friday at 6 pm`` -> ``hosting a supper``: place and hour stand beside it."""
    where = re.compile(rf"\s+(?:at|in|on) (?:the )?{re.escape(place)}.*", re.IGNORECASE)
    return _WHEN.sub("", where.sub("", activity)).rstrip(". ")[:LONGEST]


def when_and_where(thought: Thought, text: str) -> tuple[int | None, str]:
    """The moment (game seconds, in the future) and the sector that a sentence names; (None, "") where it names none."""
    at = find_when(thought.world.clock, text, thought.at)
    lower = text.lower()
    named = [p.address[-1] for p in thought.world.places.sectors if p.address[-1].lower() in lower]
    return at, max(named, key=len, default="")
