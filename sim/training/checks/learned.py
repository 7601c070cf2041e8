"""Whether what a resident takes away from a talk was said in it (``learned``): every fact, by its words, names, days and hours.

One's own words teach nothing: what the others said counts. Days said as ``tomorrow`` may come back as weekdays.
"""

from __future__ import annotations

from typing import Any

from sim.language.text import stems
from sim.prompts import Question, Reply
from sim.prompts.tasks.learn import Learned
from sim.prompts.tasks.recap import TalkSummary
from sim.training.checks.facts import people_in, places_in, read_fact, roster
from sim.training.checks.shown import conversation
from sim.training.checks.verdict import Verdict, counted

SUPPORT = 0.8
"""Share of a fact's telling words that must have been said."""
_VERBS = stems("go going meet said told says plans intends thinks feels likes is was has been")


def learned(q: Question[Any], reply: Reply) -> Verdict | None:
    """One case per learned fact; a promise (``intends``) with a place, day or hour is one too."""
    if not isinstance(reply, Learned | TalkSummary):
        return None
    others = tuple((who, line) for who, line in conversation(q) if who != q.card.name)
    facts = [_unsaid(fact, others, q) for fact in reply.learned]
    intends = reply.intends if isinstance(reply, TalkSummary) else ""
    promise = read_fact(intends, q)
    dated = bool(promise.times or promise.days or promise.places)
    return counted([*facts, *([_unsaid(intends, conversation(q), q)] if dated else [])])


def _unsaid(fact: str, lines: tuple[tuple[str, str], ...], q: Question[Any]) -> str:
    """What of a fact the lines do not hold; empty when they hold it all."""
    said = " ".join(line for _, line in lines)
    people = people_in(said, roster(q)) | {name for name, _ in lines} | {q.card.name}
    strange = people_in(fact, roster(q)) - people or places_in(fact, roster(q)) - places_in(said, roster(q))
    here, there = read_fact(fact, q), read_fact(said, q)
    late = here.days - there.days or here.times - there.times
    if strange or late:
        return f"{', '.join(map(str, sorted(strange or late, key=str)))} was not said: {fact!r}"
    wanted = stems(fact) - stems(" ".join(full for full in roster(q).people)) - _VERBS - stems(" ".join(here.days))
    missing = sorted(wanted - stems(said))
    return f"was not said ({', '.join(missing)}): {fact!r}" if len(missing) > (1 - SUPPORT) * len(wanted) else ""
