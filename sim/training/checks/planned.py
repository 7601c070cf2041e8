"""Checks ``planned`` and ``fitting``: whether a plan has the day's appointments at their hour and place and no other occasion
elsewhere, and whether work and steps belong to one's own trade.

Appointments are what the resident hosts or has promised, with day, hour and a place that the plan may use. What others host may
be left out, but not be planned at another hour or place. Of work, only activities in the very words of the content banks are
judged.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from sim.answer.scripted.english.banks import Banks, open_banks
from sim.answer.scripted.occupations import activity_of, occupation, workplace
from sim.answer.scripted.steps import bank_steps
from sim.language.text import stems
from sim.language.time_and_place import bare_place
from sim.prompts import Question, Reply
from sim.prompts.planning import DAY, DayPlan, Entry, PlanQuestion
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.steps import Decompose, Decomposition
from sim.training.checks.facts import HELD, Fact, known_names, occasions_known, people_in, read_date, read_fact
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


def fitting(q: Question[Any], reply: Reply) -> Verdict | None:
    """One case per entry of a plan that is some trade's work, and per step that belongs to some work of a trade."""
    banks = open_banks()
    if isinstance(q, PlanDay) and isinstance(reply, DayPlan):
        return _of_a_day(q, [entry.activity for entry in reply.plan], banks)
    if isinstance(q, Decompose) and isinstance(reply, Decomposition):
        return _of_a_stretch(q, [step.activity for step in reply.steps], banks)
    return None


def _of_a_day(q: PlanDay, done: list[str], banks: Banks) -> Verdict | None:
    """The verdict on a day; None where the banks do not know the occupation."""
    trade, place = occupation(q, banks), workplace(q, banks)
    if trade is None:
        return None
    own = frozenset(activity_of(block.activity, place) for block in trade.blocks)
    return _among(own, _works(banks), done)


def _of_a_stretch(q: Decompose, done: list[str], banks: Banks) -> Verdict | None:
    """The verdict on steps; None where the banks do not know the activity."""
    own = frozenset(step.activity for steps in bank_steps(q, banks) for step in steps)
    return _among(own, _steps(banks), done) if own else None


def _among(own: frozenset[str], known: Mapping[str, str], done: list[str]) -> Verdict | None:
    """One case per text that is ``own`` or ``known`` to belong elsewhere."""
    judged = [text for text in done if text in own or text in known]
    return counted(["" if text in own else f"'{text}' belongs to '{known[text]}'" for text in judged])


@lru_cache(maxsize=4)
def _works(banks: Banks) -> Mapping[str, str]:
    """Work without a place's name -> the trade."""
    return {block.activity: trade.name for trade in banks.occupations for block in trade.blocks if "{" not in block.activity}


@lru_cache(maxsize=4)
def _steps(banks: Banks) -> Mapping[str, str]:
    """Step -> the work that it belongs to."""
    blocks = (block for trade in banks.occupations for block in trade.blocks)
    return {step.activity: block.activity for block in blocks for step in block.steps}
