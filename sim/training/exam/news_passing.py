"""How much of the news that the script passes on a candidate passes on too: from a talk into memory, and into a talk.

The checks judge what a reply says of an occasion; a reply that says nothing fails none of them. These two measures count what
is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.answer.protocol import Answer
from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.english.statements import chunks
from sim.prompts import Question, Reply
from sim.prompts.tasks.recap import TalkSummary
from sim.prompts.tasks.say import Utterance
from sim.training.checks.facts import Fact, read_fact
from sim.training.checks.news import SAME
from sim.training.exam.statistics import Row, share
from sim.training.example import Example


def rows(examples: Sequence[Example], answers: Sequence[Answer]) -> list[Row]:
    """News kept of a talk, and news told where the script tells it."""
    found = []
    for task, name, goal in (("recap", "news of a talk kept", 0.95), ("say", "news told where the script tells it", None)):
        pairs = [(e, a) for e, a in zip(examples, answers, strict=True) if e.task == task]
        kept = [flag for e, a in pairs for flag in passed_on(e.question, e.reply, a.reply)]
        found.append(share(name, sum(kept), len(kept), goal, "an occasion of the scripted reply: subject, place, day and hour"))
    return found


def passed_on(q: Question[Any], reference: Reply, reply: Reply) -> list[bool]:
    """For each occasion in the reference reply whether ``reply`` states it too, in any words."""
    stated = [fact for fact in _stated(q, reference) if not fact.text.endswith("?")]
    wanted = [fact for fact in stated if fact.dated and (fact.places or fact.days)]
    given = _stated(q, reply)
    return [any(_same(fact, other) for other in given) for fact in wanted]


def _stated(q: Question[Any], reply: Reply) -> list[Fact]:
    if isinstance(reply, TalkSummary):
        return [read_fact(fact, q) for fact in reply.learned]
    said = chunks(reply.say, open_banks()) if isinstance(reply, Utterance) else []
    return [read_fact(text, q, q.card.name) for text, act in said if not act]  # small talk of the banks is no news


def _same(a: Fact, b: Fact) -> bool:
    """The same occasion with the same place, day and hour."""
    about = len(a.subject & b.subject) >= SAME * len(a.subject)
    return about and (a.places, a.days, a.times) == (b.places, b.days, b.times)
