"""Appointments of a day: commitments, gatherings the resident hosts, and gatherings of others, as lines for the day's plan;
whom a host has not asked yet.

Retrieval may miss a commitment among a hundred memories, and a model among ten; these lines never do. Called by ``plan``;
does not know who makes the plan or what is in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sim.language.text import unnamed
from sim.mind.facts import known_gatherings
from sim.mind.thought import BETWEEN, Thought, named
from sim.mind.time_expressions import find_when
from sim.types import Gathering
from sim.world.clock import MONTHS, WEEKDAYS, clock_text

_DAYS = "|".join((*WEEKDAYS, *MONTHS))
_WHEN = re.compile(rf"\s+(?:(?:on|this|next) (?:{_DAYS})|today|tonight|tomorrow|(?:at|from) (?:\d|noon))\b.*")
IN_MIND = 8
"""Guests not asked yet whom a plan is told at most."""
LONGEST = 80
"""Characters of an activity in the brief register."""
LONGER = 120
"""Characters of an activity in the full register."""


def appointments(thought: Thought, bedtime: int, memories: Sequence[str]) -> tuple[str, ...]:
    """Fixed appointments from now to ``bedtime`` (game seconds), by time: ``17:00 hosting a supper (Mill Green)``.

    Commitments come from the resident's state; gatherings they host are facts, or what ``memories`` say by rule.
    """
    found = [*_promised(thought), *_hosted(thought, memories)]
    longest = LONGER if thought.full else LONGEST
    to_come = [one for one in reversed(found) if thought.at < one[0] < bedtime]
    today = {(at, place): brief(activity, place, longest) for at, place, activity in to_come}
    clock = thought.world.clock
    where = {place: f" ({place})" if place else "" for _, place in today}
    return tuple(f"{clock_text(clock.minutes(at))} {today[at, place]}{where[place]}" for at, place in sorted(today))


def _hosted(thought: Thought, memories: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Hour, place and activity of what the resident gives."""
    mind = thought.mind
    for text, gathering in known_gatherings(mind):
        if gathering.host == mind.slug:
            own = thought.world.doing(thought.name, "")
            doing = text.removeprefix(own) if text.startswith(own) else f"hosting the {gathering.name}"
            yield gathering.at, gathering.place, doing
    for text in memories:
        what = mind.reading.gives(text, thought.name)
        at, place = when_and_where(thought, text) if what else (None, "")
        if at is not None and place:
            yield at, place, f"hosting {what}"


def _promised(thought: Thought) -> list[tuple[int, str, str]]:
    """Hour, place and activity of what is promised; a capable mind's for the same hour and place in one."""
    found: dict[tuple[int, str], str] = {}
    rows = [(c.at, c.place, c.activity) for c in thought.state.commitments if c.state == "open"]
    if not thought.full:
        return rows
    for at, place, activity in rows:
        before = found.setdefault((at, place), activity)
        found[at, place] = before if activity in before else f"{before} and {activity}"
    return [(at, place, activity) for (at, place), activity in found.items()]


def gatherings(thought: Thought, bedtime: int, memories: Sequence[str], fixed: Sequence[str]) -> tuple[str, ...]:
    """Gatherings of others from now to ``bedtime`` that are not in ``fixed``, in the same form: known as facts, or announced by
    ``memories`` as read by rule."""
    found: dict[tuple[int, str], str] = {}
    for at, place, activity in _given_by_others(thought, memories):
        if thought.at < at < bedtime:
            found.setdefault((at, place), f"{clock_text(thought.world.clock.minutes(at))} {activity} ({place})")
    taken = {(line[:5], line.rpartition("(")[2]) for line in fixed}
    lines = [found[key] for key in sorted(found)]
    return tuple(line for line in lines if (line[:5], line.rpartition("(")[2]) not in taken)


def _given_by_others(thought: Thought, memories: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Hour, place and activity of whoever goes to what others give."""
    mind = thought.mind
    for text, gathering in known_gatherings(mind):
        if gathering.host != mind.slug and text not in mind.secrets:
            yield gathering.at, gathering.place, going_to(gathering)
    for text in memories:
        what = "" if text.startswith(f"{thought.name} is ") else mind.reading.gives(text)
        at, place = when_and_where(thought, text) if what else (None, "")
        if at is not None and place:
            yield at, place, brief(f"going to the {what.split(' ', 1)[-1]}", place)


def going_to(gathering: Gathering) -> str:
    """What a guest of a gathering does."""
    return f"going to the {gathering.name}"


def with_answers(thought: Thought, memories: tuple[str, ...], ahead: Sequence[str]) -> tuple[str, ...]:
    """Memories, and what the resident answered to the invitation to each of the gatherings ``ahead`` (lines as above)."""
    found = list(memories)
    for line in ahead:
        asked = f"{thought.name} answered an invitation to {line.partition(' going to ')[2].rpartition(' (')[0]}"
        hits = thought.mind.stream.retrieve(asked, thought.at, BETWEEN, named(thought.mind.stream), ("summary",), touch=False)
        told = tuple(hit for hit in hits if thought.full or "invitation" in hit.memory.text)
        thought.mind.stream.record(asked, thought.at, "plan", told)
        found += [hit.memory.text for hit in told]
    return tuple(dict.fromkeys(found))


def not_asked(thought: Thought) -> tuple[str, Sequence[str]]:
    """The gathering that a host gives next, and full names of those they know with whom no memory ties anything of it yet;
    ("", ()) for who gives none, and where nothing is read by rule."""
    clock, known = thought.world.clock, [thought.person(slug) for slug in thought.state.relations]
    memories = tuple(thought.mind.stream)
    return thought.mind.reading.unasked(
        memories,
        thought.name,
        known,
        lambda text: (find_when(clock, text, 0) or 0) > thought.at,  # as meant at the start
    )


def guests_to_ask(thought: Thought) -> tuple[str, ...]:
    """In a sentence, whom a host has not asked yet, as far as the host has so many in mind; () for who gives nothing, and
    for a capable mind, whose ties and talks stand in the question."""
    what, names = ("", ()) if thought.full else not_asked(thought)
    return (thought.mind.reading.guests_to_ask(thought.name, names[:IN_MIND], what),) if names else ()


def brief(activity: str, place: str, longest: int = LONGEST) -> str:
    """An activity without its place and time: ``hosting a supper at Mill Green on Friday at 6 pm`` -> ``hosting a supper``."""
    where = re.compile(rf"\s+(?:at|in|on) (?:the )?{re.escape(place)}.*" if place else "$^", re.IGNORECASE)
    return _WHEN.sub("", where.sub("", activity)).rstrip(". ")[:longest]


def when_and_where(thought: Thought, text: str) -> tuple[int | None, str]:
    """The moment (game seconds, in the future) and the sector that a sentence names; (None, "") where it names none."""
    at = find_when(thought.world.clock, text, thought.at)
    people, lower = [name for name, _ in thought.mind.people.values()], text.lower()
    found = [sector.address[-1] for sector in thought.world.places.sectors if sector.address[-1].lower() in lower]
    named = [name for name in found if name.lower() in unnamed(text, name, people).lower()]
    return at, max(named, key=len, default="")
