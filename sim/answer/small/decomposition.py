"""A question in portions that a small mind of our own can answer, and one reply out of theirs.

What such a mind cannot see is which line is which: which of ten events a number belongs to, which of nine lines of talk names
the host, which of thirty statements speak of the same person. So it rates one event at a time, notes what it learns from one
line of a talk at a time, and looks for an insight among the statements about one person at a time. What it was not asked for
(``shorthand.KNOWN``) is put in here. Its training poses the same. Pure functions; knows nothing of models.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from sim.answer.small.plan_repair import orderly
from sim.answer.small.simplify import plain, retold
from sim.answer.small.suggestions import furnished, recalled
from sim.language.news import same_news
from sim.prompts import Question, Reply, repairs
from sim.prompts.fallbacks import reacted

T = TypeVar("T")
DEALT = frozenset({"rate", "insights"})
"""Tasks whose events or statements are dealt out."""
MOST = 8
"""Statements about one person that are shown at most, the most relevant ones."""
PUT_RIGHT: Mapping[str, Callable[[Question, Reply], Reply]] = {
    "plan": orderly,
    "replan": orderly,
    "steps": furnished,
    "react": reacted,
    "recap": recalled,
}
"""What becomes of a small mind's reply: put in order, or completed with what it was not asked for."""
WORDS = 4
"""Words that a line has at least to be asked what it teaches."""
NOTES = 3
"""Notes of single lines that are kept at most, as of a talk that is summed up at once."""


@dataclass(frozen=True, slots=True)
class Portions:
    """The questions in place of one; ``numbers`` has, where statements were dealt out, those of each portion (from 1)."""

    questions: tuple[Question, ...]
    numbers: tuple[tuple[int, ...], ...] = ()

    def meant(self, q: Question) -> tuple[Question, ...]:
        """What each portion of ``q`` asks, before it was told plainly."""
        return (q,) if len(self.questions) == 1 and not self.numbers else self.questions


def portions(q: Question) -> Portions:
    """``q`` as it is put to a small mind; most questions as they are."""
    q = plain(q)
    if q.task == "rate" and len(q.events) > 1:
        return Portions(tuple(replace(q, events=(event,)) for event in q.events))
    if q.task == "insights" and q.statements:
        dealt = list(_about_each(q).items())[: max(1, q.count)]
        return Portions(tuple(_about(q, *each) for each in dealt), tuple(numbers for _, numbers in dealt))
    return Portions((q,))


def joined(q: Question, split: Portions, replies: Sequence[Reply]) -> Reply:
    """The reply to ``q`` from those to its portions, in their order."""
    if split.numbers:
        rows = [
            {"because": [numbers[n - 1] for n in entry["because"]], "insight": entry["insight"]}
            for numbers, reply in zip(split.numbers, replies, strict=True)
            for entry in reply["insights"]
        ]
        return repairs.insights(q, {"insights": rows})
    if len(replies) > 1:
        return {"ratings": [n for reply in replies for n in reply["ratings"]]}
    return PUT_RIGHT.get(q.task, repairs.keep)(q, replies[0])


def dealt(answers: Sequence[T], parts: Sequence[Sequence[Question]]) -> list[list[T]]:
    """The answers to all parts in a row as those to each."""
    given = iter(answers)
    return [[next(given) for _ in some] for some in parts]


def by_line(q: Question) -> tuple[Question, ...]:
    """What is to be answered before ``q``: of a talk to be summed up, what each line of the others teaches."""
    if q.task != "recap":
        return ()
    lines = [pair for pair in q.conversation or () if pair[0] != q.card.name and len(pair[1].split()) >= WORDS]
    return tuple(replace(q, task="learn", conversation=(pair,)) for pair in lines)


def noted(q: Question, replies: Sequence[Reply]) -> Question:
    """``q`` with what was learned of its lines, each thing once, and nothing that one has said oneself."""
    if q.task != "recap":
        return q
    said = [retold(line, who) for who, line in q.conversation or () if who == q.card.name]
    kept: list[str] = []
    for fact in (str(fact) for reply in replies for fact in reply["learned"]):
        if not any(same_news(fact, other) for other in (*said, *kept)):
            kept.append(fact)
    return replace(q, noted=tuple(kept[:NOTES]))


def _about(q: Question, name: str, numbers: Sequence[int]) -> Question:
    """The statements of these numbers, about ``name``, beside a question that does not ask about somebody else."""
    named = [full for full, _ in ((q.card.name, ""), *q.names.people) if full in q.question]
    asked = q.question if not named or not name or name in named else ""
    return replace(q, statements=tuple(q.statements[n - 1] for n in numbers), count=1, question=asked)


def _about_each(q: Question) -> dict[str, tuple[int, ...]]:
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
