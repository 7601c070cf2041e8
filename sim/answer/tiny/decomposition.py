"""Decomposition of questions: one question as several that a small mind can answer, and one reply made of theirs.

What such a mind cannot see is which line is which: which of ten events a number belongs to, which of nine lines of talk names
the host, which of thirty statements speak of the same person. So it rates one event at a time, notes what it learns from one
line of a talk at a time, and looks for an insight among the statements about one person at a time. What it was not asked for
(``shorthand.KNOWN``) is put in here. The training poses the same. Pure functions; knows nothing of models.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from sim.answer.scripted.english.news import same_news
from sim.answer.tiny.plan_repair import repair_plan
from sim.answer.tiny.shown import Shown
from sim.answer.tiny.simplify import retold, simplify
from sim.answer.tiny.suggestions import completed_steps, completed_summary
from sim.prompts import Question, Reply
from sim.prompts.planning import PlanQuestion
from sim.prompts.tasks.insights import InferInsights, InsightRow, Insights
from sim.prompts.tasks.learn import LearnFromLine
from sim.prompts.tasks.rate import Rate, Ratings
from sim.prompts.tasks.react import React
from sim.prompts.tasks.recap import SummariseTalk
from sim.prompts.tasks.steps import Decompose

T = TypeVar("T")
DEALT = frozenset({"rate", "insights"})
"""Kinds whose events or statements are dealt out."""
MOST = 8
"""Statements about one person that are shown at most, the most relevant ones."""
WORDS = 4
"""Words that a line has at least to be asked what it teaches."""
NOTES = 3
"""Notes of single lines that are kept at most, as of a talk that is summed up at once."""


@dataclass(frozen=True, slots=True)
class Portions:
    """The questions in place of one; ``numbers`` has, where statements were dealt out, those of each portion (from 1)."""

    questions: tuple[Shown, ...]
    numbers: tuple[tuple[int, ...], ...] = ()

    def meant(self, q: Question[Any]) -> tuple[Question[Any], ...]:
        """What each portion of ``q`` asks, before it was simplified."""
        return (q,) if len(self.questions) == 1 and not self.numbers else tuple(shown.question for shown in self.questions)


def portions(question: Question[Any]) -> Portions:
    """``question`` as it is put to a small mind; most questions in one piece."""
    shown = simplify(question)
    q = shown.question
    if isinstance(q, Rate) and len(q.events) > 1:
        return Portions(tuple(replace(shown, question=replace(q, events=(event,))) for event in q.events))
    if isinstance(q, InferInsights) and q.statements:
        dealt = list(_about_each(q).items())[: max(1, q.count)]
        parts = tuple(replace(shown, question=_about(q, *each)) for each in dealt)
        return Portions(parts, tuple(numbers for _, numbers in dealt))
    return Portions((shown,))


def joined(q: Question[Any], split: Portions, replies: Sequence[Any], learned: Sequence[str] = ()) -> Reply:
    """The reply to ``q`` from those to its portions, in their order; ``learned`` is what a talk's lines taught."""
    if isinstance(q, InferInsights) and split.numbers:
        rows = [
            InsightRow(tuple(numbers[n - 1] for n in row.because), row.insight)
            for numbers, reply in zip(split.numbers, replies, strict=True)
            for row in reply.insights
        ]
        return q.repair(Insights(tuple(rows)))
    if len(replies) > 1:
        return Ratings(tuple(n for reply in replies for n in reply.ratings))
    return completed(q, replies[0], learned)


def completed(q: Question[Any], reply: Any, learned: Sequence[str] = ()) -> Reply:
    """A small mind's reply put in order, or completed with what it was not asked for."""
    if isinstance(q, PlanQuestion):
        return repair_plan(q, reply)
    if isinstance(q, Decompose):
        return completed_steps(q, reply)
    if isinstance(q, React):
        return q.chosen(reply.choice)
    whole: Reply = completed_summary(q, reply, learned) if isinstance(q, SummariseTalk) else reply
    return whole


def dealt(answers: Sequence[T], parts: Sequence[Sequence[object]]) -> list[list[T]]:
    """The answers to all parts in a row as those to each."""
    given = iter(answers)
    return [[next(given) for _ in some] for some in parts]


def by_line(q: Question[Any]) -> tuple[LearnFromLine, ...]:
    """What is to be answered before ``q``: of a talk to be summed up, what each line of the others teaches."""
    if not isinstance(q, SummariseTalk):
        return ()
    lines = [pair for pair in q.conversation or () if pair[0] != q.card.name and len(pair[1].split()) >= WORDS]
    return tuple(_line(q, pair) for pair in lines)


def _line(q: SummariseTalk, pair: tuple[str, str]) -> LearnFromLine:
    """The question about one line, with all else that ``q`` says."""
    shared = {part.name: getattr(q, part.name) for part in fields(q)}
    return LearnFromLine(**{**shared, "conversation": (pair,)})


def noted(q: Question[Any], facts: Sequence[str]) -> tuple[str, ...]:
    """What was learned of the lines of a talk, each thing once, and nothing that one has said oneself."""
    if not isinstance(q, SummariseTalk):
        return ()
    said = [retold(line, who) for who, line in q.conversation or () if who == q.card.name]
    kept: list[str] = []
    for fact in facts:
        if not any(same_news(fact, other) for other in (*said, *kept)):
            kept.append(fact)
    return tuple(kept[:NOTES])


def _about(q: InferInsights, name: str, numbers: Sequence[int]) -> InferInsights:
    """The statements of these numbers, about ``name``, beside a question that does not ask about somebody else."""
    named = [full for full, _ in ((q.card.name, ""), *q.names.people) if full in q.question]
    asked = q.question if not named or not name or name in named else ""
    return replace(q, statements=tuple(q.statements[n - 1] for n in numbers), count=1, question=asked)


def _about_each(q: InferInsights) -> dict[str, tuple[int, ...]]:
    """Name -> the numbers of the statements about each person, and about oneself alone: first whom the question names, then
    whom most of them are about. Statements about nobody stay out, unless there are no others."""
    me = q.card.name
    groups: dict[str, list[int]] = {}
    for n, text in enumerate(q.statements, 1):
        others = [full for full, _ in q.names.people if full != me and full in text]
        for name in others or ([me] if me in text else []):
            groups.setdefault(name, []).append(n)
    order = sorted(groups, key=lambda name: (name not in q.question or name == me, -len(groups[name])))
    return {name: tuple(groups[name][:MOST]) for name in order} or {"": tuple(range(1, len(q.statements) + 1))[:MOST]}
