"""Whether insights cite the statements they rest on (``citations``): each cited one speaks of what the insight speaks of.

Condensed insights keep the citations of those they were made of, and cite nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.language.text import overlap, stems
from sim.prompts import Question, Reply
from sim.training.checks.facts import people_in, roster
from sim.training.checks.verdict import Verdict, counted

LIKE = 0.6
"""Likeness of their words from which a condensed insight is one of those it was made of."""


def citations(q: Question, reply: Reply) -> Verdict | None:
    """One case per insight."""
    judge = {"insights": _beside_the_point, "condense": _not_its_own}.get(q.task)
    return counted([judge(entry, q) for entry in reply.get("insights", ())]) if judge else None


def _beside_the_point(entry: Mapping[str, object], q: Question) -> str:
    """The first cited statement that shares nothing with the insight, or what the insight names and no statement does."""
    text, cited = str(entry["insight"]), [q.statements[n - 1] for n in _numbers(entry) if 0 < n <= len(q.statements)]
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


def _not_its_own(entry: Mapping[str, object], q: Question) -> str:
    """Citations that none of the insights it was made of had; or an insight made of none."""
    text = str(entry["insight"])
    sources = [because for other, because in q.insights if overlap(stems(text), stems(other)) >= LIKE]
    if not sources:
        return f"{text!r} is none of the insights given"
    strange = sorted(set(_numbers(entry)) - {n for because in sources for n in because})
    return f"{text!r} cites {', '.join(map(str, strange))}" if strange else ""


def _numbers(entry: Mapping[str, object]) -> Sequence[int]:
    because = entry.get("because", ())
    return [int(n) for n in because] if isinstance(because, (list, tuple)) else []
