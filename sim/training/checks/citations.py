"""Whether insights cite the statements they rest on (``citations``): each cited one speaks of what the insight speaks of.

Condensed insights keep the citations of those they were made of, and cite nothing else.
"""

from __future__ import annotations

from typing import Any

from sim.language.text import overlap, stems
from sim.prompts import Question, Reply
from sim.prompts.tasks.condense import CondenseInsights
from sim.prompts.tasks.insights import InferInsights, InsightRow, Insights
from sim.training.checks.facts import people_in, roster
from sim.training.checks.verdict import Verdict, counted

LIKE = 0.6
"""Likeness of their words from which a condensed insight is one of those it was made of."""


def citations(q: Question[Any], reply: Reply) -> Verdict | None:
    """One case per insight."""
    rows = reply.insights if isinstance(reply, Insights) else ()
    if isinstance(q, InferInsights):
        return counted([_beside_the_point(row, q) for row in rows])
    return counted([_not_its_own(row, q) for row in rows]) if isinstance(q, CondenseInsights) else None


def _beside_the_point(row: InsightRow, q: InferInsights) -> str:
    """The first cited statement that shares nothing with the insight, or what the insight names and no statement does."""
    text, cited = row.insight, [q.statements[n - 1] for n in row.because if 0 < n <= len(q.statements)]
    who = roster(q)
    named = people_in(text, who)
    others = named - {q.card.name}
    words = stems(text) - stems(" ".join(who.people))
    for statement in cited:
        people = people_in(statement, who)
        if not (people & (others or named) or words & stems(statement)):
            return f"{statement!r} is cited for {text!r}"
    absent = sorted(others - {name for statement in cited for name in people_in(statement, who)})
    return f"no statement cited for {text!r} names {absent[0]}" if absent else "" if cited else f"nothing is cited for {text!r}"


def _not_its_own(row: InsightRow, q: CondenseInsights) -> str:
    """Citations that none of the insights it was made of had; or an insight made of none."""
    sources = [because for text, because in q.insights if overlap(stems(row.insight), stems(text)) >= LIKE]
    if not sources:
        return f"{row.insight!r} is none of the insights given"
    others = sorted(set(row.because) - {n for because in sources for n in because})
    return f"{row.insight!r} cites {', '.join(map(str, others))}" if others else ""
