"""Checks ``learned`` and ``promised``: whether what is learned of a talk was said there by somebody else, and whether a promise
made there is intended, with its day, hour and place.

Words, names, days and hours are compared. A day said as ``tomorrow`` may come back as a weekday. The script finds what was
promised.
"""

from __future__ import annotations

from typing import Any

from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.talk import Talk
from sim.answer.scripted.talk_summaries import intention
from sim.language.text import stems
from sim.prompts import Question, Reply
from sim.prompts.tasks.learn import Learned
from sim.prompts.tasks.recap import SummariseTalk, TalkSummary
from sim.training.checks.facts import known_names, people_in, places_in, read_fact
from sim.training.checks.verdict import Verdict, conversation, counted, judged

SUPPORT = 0.8
"""Share of a fact's content words that must have been said."""
_VERBS = stems("go going meet said told says plans intends thinks feels likes is was has been")


def learned(q: Question[Any], reply: Reply) -> Verdict | None:
    """One case per learned fact, and one for an intention with a place, day or hour."""
    if not isinstance(reply, Learned | TalkSummary):
        return None
    others = tuple((who, line) for who, line in conversation(q) if who != q.card.name)
    facts = [_unsaid(fact, others, q) for fact in reply.learned]
    intends = reply.intends if isinstance(reply, TalkSummary) else ""
    promise = read_fact(intends, q)
    dated = bool(promise.times or promise.days or promise.places)
    return counted([*facts, *([_unsaid(intends, conversation(q), q)] if dated else [])])


def _unsaid(fact: str, lines: tuple[tuple[str, str], ...], q: Question[Any]) -> str:
    """What of a fact is missing in the lines; empty for nothing."""
    said = " ".join(line for _, line in lines)
    people = people_in(said, known_names(q)) | {name for name, _ in lines} | {q.card.name}
    unknown = people_in(fact, known_names(q)) - people or places_in(fact, known_names(q)) - places_in(said, known_names(q))
    here, there = read_fact(fact, q), read_fact(said, q)
    late = here.days - there.days or here.times - there.times
    if unknown or late:
        return f"{', '.join(map(str, sorted(unknown or late, key=str)))} was not said: {fact!r}"
    wanted = stems(fact) - stems(" ".join(full for full in known_names(q).people)) - _VERBS - stems(" ".join(here.days))
    missing = sorted(wanted - stems(said))
    return f"was not said ({', '.join(missing)}): {fact!r}" if len(missing) > (1 - SUPPORT) * len(wanted) else ""


def promised(q: Question[Any], reply: Reply) -> Verdict | None:
    """One case per talk summed up in which the resident has promised something."""
    if not (isinstance(q, SummariseTalk) and isinstance(reply, TalkSummary)):
        return None
    promise = intention(Talk(q, open_banks()))
    if not promise:
        return None
    wanted, kept = read_fact(promise, q), read_fact(reply.intends, q)
    there = kept.text != "" and wanted.days <= kept.days and wanted.times <= kept.times and wanted.places <= kept.places
    return judged("" if there else f"it was promised, and is not intended: {promise!r}")
