"""Check ``citations``: whether each statement that an insight cites is about what the insight is about.

Condensed insights must keep the citations of the insights they were made of, and cite nothing else.
"""

from __future__ import annotations

from typing import Any

from sim.language.text import overlap, stems
from sim.prompts import Question, Reply
from sim.prompts.tasks.condense import CondenseInsights
from sim.prompts.tasks.insights import NOTHING, InferInsights, InsightRow, Insights
from sim.training.checks.facts import known_names, people_in
from sim.training.checks.verdict import Verdict, counted

LIKE = 0.6
"""Overlap of words from which a condensed insight counts as made of another one."""


def citations(q: Question[Any], reply: Reply) -> Verdict | None:
    """One case per insight."""
    rows = reply.insights if isinstance(reply, Insights) else ()
    if isinstance(q, InferInsights):
        return counted([_beside_the_point(row, q) for row in rows if row.insight != NOTHING])
    return counted([_not_its_own(row, q) for row in rows]) if isinstance(q, CondenseInsights) else None


def _beside_the_point(row: InsightRow, q: InferInsights) -> str:
    """The first cited statement that shares nothing with the insight, or a person of the insight that no statement names."""
    text, cited = row.insight, [q.statements[n - 1] for n in row.because if 0 < n <= len(q.statements)]
    who = known_names(q)
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
    """Citations that none of the original insights had, or that there is no original."""
    sources = [because for text, because in q.insights if overlap(stems(row.insight), stems(text)) >= LIKE]
    if not sources:
        return f"{row.insight!r} is none of the insights given"
    others = sorted(set(row.because) - {n for because in sources for n in because})
    return f"{row.insight!r} cites {', '.join(map(str, others))}" if others else ""
