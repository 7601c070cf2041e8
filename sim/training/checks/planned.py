"""Check ``planned``: whether a plan has the day's appointments at their hour and place, and no other occasion elsewhere.

Appointments are what the resident hosts or has promised, with day, hour and a place that the plan may use. What others host may
be left out, but not be planned at another hour or place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sim.language.text import stems
from sim.language.time_and_place import bare_place
from sim.prompts import Question, Reply
from sim.prompts.planning import DAY, DayPlan, Entry, PlanQuestion
from sim.training.checks.facts import HELD, Fact, known_names, occasions_known, people_in, read_fact
from sim.training.checks.times import read_date
from sim.training.checks.verdict import Verdict, counted

LATE = 30
"""Minutes by which an entry may miss its hour."""
CLASH = 90
"""Of two appointments nearer to each other than so many minutes, one is enough."""
_PROMISE = re.compile(r"\b(?:plans|intends|promised|has promised|has agreed|agreed|is going|means) to\b")
_DECLINED = re.compile(
    r"\b(?:cannot|can't|could not|couldn't|will not|won't|declined|does not plan|turned down|not (?:go|come)ing|has to miss|"
    r"cancel\w*|called off|postponed)\b"
)
_GOES = re.compile(r"\b(?:going to|attending|hosting|at the|joining|visiting)\b")


@dataclass(frozen=True, slots=True)
class Fixed:
    """An appointment: ``at`` in minutes after the plan's start, ``place`` as the question offers it."""

    fact: Fact
    at: int
    place: str


def planned(q: Question[Any], reply: Reply) -> Verdict | None:
    """One case per fixed thing of the day, and one per other occasion that the plan goes to."""
    if not (isinstance(q, PlanQuestion) and isinstance(reply, DayPlan)):
        return None
    known = occasions_known(q)
    mine = [fixed for fact in known if _binds(fact, q) and (fixed := _on_this_day(fact, q)) and not _given_up(fact, known)]
    kept = [_kept(fixed, mine, reply.plan, q) for fixed in _once(mine)]
    return counted([*kept, *_elsewhere([fact for fact in known if not _binds(fact, q)], reply.plan, q)])


def _binds(fact: Fact, q: PlanQuestion) -> bool:
    """Whether the resident hosts or has promised it."""
    starts = fact.text.startswith((f"{q.card.name} ", f"{q.first} "))
    held = HELD.search(fact.text)
    return starts and bool(_PROMISE.search(fact.text) or (held and q.card.name in people_in(held["who"], known_names(q))))


def _given_up(fact: Fact, known: Sequence[Fact]) -> bool:
    return any(_DECLINED.search(other.text) and other.subject & fact.subject for other in (fact, *known))


def _on_this_day(fact: Fact, q: PlanQuestion) -> Fixed | None:
    """The fact as an appointment of the planned day; None when it is on another day, past, or has no hour or known place."""
    today = read_date(q.now)
    weekday = f"{today:%A}" if today else ""
    places = [place for place in q.places if bare_place(place) in fact.places]
    if weekday not in fact.days or len(fact.days) != 1 or len(fact.times) != 1 or len(places) != 1:
        return None
    at = (min(fact.times) - q.start) % DAY
    return Fixed(fact, at, places[0]) if at < (q.minutes or DAY) else None


def _once(mine: Sequence[Fixed]) -> list[Fixed]:
    """One appointment for each hour and place."""
    return list({(fixed.at, fixed.place): fixed for fixed in reversed(mine)}.values())


def _kept(fixed: Fixed, mine: Sequence[Fixed], entries: Sequence[Entry], q: PlanQuestion) -> str:
    """Empty when the plan has it, or another appointment that clashes with it."""
    rivals = [other for other in mine if abs(other.at - fixed.at) < CLASH]
    if any(_holds(entry, other, q) for entry in entries for other in rivals):
        return ""
    return f"{fixed.fact.text!r} is not in the plan at its hour and place"


def _holds(entry: Entry, fixed: Fixed, q: PlanQuestion) -> bool:
    said = read_fact(entry.activity, q, q.card.name)
    about = fixed.fact.subject & stems(entry.activity) or said.people & fixed.fact.people or not fixed.fact.subject
    return entry.place == fixed.place and abs(q.offset(entry.start) - fixed.at) <= LATE and bool(about)


def _elsewhere(others: Sequence[Fact], entries: Sequence[Entry], q: PlanQuestion) -> list[str]:
    """A case for each entry that goes to what somebody else hosts."""
    cases = []
    for entry in entries:
        words = stems(entry.activity)
        about = [fact for fact in others if len(fact.subject) > 1 and fact.subject <= words and HELD.search(fact.text)]
        if about and _GOES.search(entry.activity):
            right = any((fixed := _on_this_day(fact, q)) and _holds(entry, fixed, q) for fact in about)
            cases.append("" if right else f"{asdict(entry)} is not where or when {about[0].text!r}")
    return cases
