"""Checks ``news`` and ``words``: whether news is passed on with the right host, place, day and hour, and the right subject.

A sentence is about a known occasion when it has the occasion's subject words. Then no detail may differ, and an announcement
(somebody holds it) may leave none out that was not said before in the talk. A sentence with an occasion's day or hour and one
more of its details must have the subject words too. What was said in the talk counts as known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sim.language.text import sentences
from sim.prompts import Question, Reply, TalkQuestion
from sim.prompts.tasks.answer import OpenAnswer
from sim.prompts.tasks.learn import Learned
from sim.prompts.tasks.recap import TalkSummary
from sim.prompts.tasks.say import Utterance
from sim.training.checks.facts import HELD, Fact, known_names, occasions_known, occasions_said, people_in, read_fact
from sim.training.checks.verdict import Verdict, conversation, counted

Heard = Learned | TalkSummary
"""Replies in which only what the talk said may be passed on."""
SAME = 0.75
"""Share of an occasion's subject words from which a sentence is about it."""
_POINTS = re.compile(
    r"^(?:(?:Yes|No|Well|Oh|I think|I believe|As far as I know|Then|So),? )*"
    r"(?:[Ii]t|[Tt]hat|[Tt]his|[Tt]here|At|On|[Ii]n|The same|See you|Until|Count me)\b"
)
"""How sentences begin that refer to what was named before."""


def news(q: Question[Any], reply: Reply) -> Verdict | None:
    """One case per sentence that speaks of a known occasion: its host, place, day and hour are right and, in an announcement,
    all there."""
    known = _known(q, reply)
    return counted([_misstated(said, about, q, reply) for said in _said(q, reply) if (about := _about(said, known))])


def words(q: Question[Any], reply: Reply) -> Verdict | None:
    """One case per sentence that gives an occasion's day or hour and one more detail: what it is about is named right."""
    known = _known(q, reply)
    return counted([_misnamed(said, near) for said in _said(q, reply) if (near := _near(said, known))])


def _known(q: Question[Any], reply: Reply) -> list[Fact]:
    """The occasions that may be passed on: for a recap what the talk said, for a line also what the speaker knew."""
    return occasions_said(q) if isinstance(reply, Heard) else [*occasions_known(q), *occasions_said(q)]


def _said(q: Question[Any], reply: Reply) -> list[Fact]:
    """The sentences of a reply that may pass something on."""
    if isinstance(reply, Heard):
        return [read_fact(fact, q) for fact in reply.learned]
    own = reply.say if isinstance(reply, Utterance) else reply.answer if isinstance(reply, OpenAnswer) else ""
    return [read_fact(part, q, q.card.name) for part in sentences(own)]


def _about(said: Fact, known: Sequence[Fact]) -> list[Fact]:
    """The known occasions whose subject a sentence has, when it says anything of where, when or whose they are."""
    if not (said.places or said.days or said.times or HELD.search(said.text)):
        return []
    return [fact for fact in known if fact.subject and len(fact.subject & said.subject) >= SAME * len(fact.subject)]


def _misstated(said: Fact, about: Sequence[Fact], q: Question[Any], reply: Reply) -> str:
    """What is wrong, compared with the known statement that fits best; empty for nothing."""
    faults = [_differs(said, fact) or _host_differs(said, fact, q) or _missing(said, fact, q, reply) for fact in about]
    return "" if "" in faults else f"{min(faults, key=len)}: {said.text!r}"


def _differs(said: Fact, fact: Fact) -> str:
    """The details that a sentence gives otherwise than the fact; what the fact leaves open cannot be checked here."""
    pairs = (("place", said.places, fact.places), ("day", said.days, fact.days), ("hour", said.times, fact.times))
    return next((f"{name} is not that of {fact.text!r}" for name, here, there in pairs if here and not here <= there), "")


def _host_differs(said: Fact, fact: Fact, q: Question[Any]) -> str:
    """Whether the host is somebody else than is known."""
    match = HELD.search(said.text)
    if not match or not HELD.search(fact.text):
        return ""
    hosts = _host(match["who"], said, q)
    return "" if not hosts or hosts & fact.people else f"host is not that of {fact.text!r}"


def _host(who: str, said: Fact, q: Question[Any]) -> frozenset[str]:
    if who in ("I", "We", "we"):
        return frozenset({said.source or q.card.name})
    if who in ("You", "you"):
        return frozenset(q.talking_with[:1] if isinstance(q, TalkQuestion) else ())
    return people_in(who, known_names(q))


def _missing(said: Fact, fact: Fact, q: Question[Any], reply: Reply) -> str:
    """Details of the fact that an announcement leaves out (anywhere in the reply, or said before)."""
    if not HELD.search(said.text) or said.text.endswith("?"):
        return ""
    own = reply.say if isinstance(reply, Utterance) else said.text
    here = said if isinstance(reply, Heard) else read_fact(" ".join([own, *(line for _, line in conversation(q))]), q)
    pairs = (("place", here.places, fact.places), ("day", here.days, fact.days), ("hour", here.times, fact.times))
    return next((f"{name} of {fact.text!r} is missing" for name, got, there in pairs if there and not got), "")


def _near(said: Fact, known: Sequence[Fact]) -> list[Fact]:
    """Occasions with which a sentence shares two details, one of them day or hour."""
    if _POINTS.match(said.text) or not (said.days or said.times):
        return []
    return [fact for fact in known if _shared(said, fact) >= 2 and (said.days & fact.days or said.times & fact.times)]


def _shared(said: Fact, fact: Fact) -> int:
    held = HELD.search(said.text) and HELD.search(fact.text)
    return (
        bool(said.places & fact.places)
        + bool(said.days & fact.days)
        + bool(said.times & fact.times)
        + bool(held and said.people & fact.people)
    )


def _misnamed(said: Fact, near: Sequence[Fact]) -> str:
    if not said.subject or any(len(fact.subject & said.subject) >= SAME * len(fact.subject) for fact in near):
        return ""
    return f"what it is about is not that of {near[0].text!r}: {said.text!r}"
