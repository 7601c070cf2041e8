"""Answers ``questions`` (focal points), ``insights`` (what statements add up to) and ``condense`` (fewer insights).

An insight is drawn only from statements that share its subject: somebody's doings, a bond between two, an occasion, one's own
wishes. Each cites exactly the statements it was drawn from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.themes import Theme, find_themes
from sim.language.banks import Banks
from sim.language.news import same_news, split_teller
from sim.language.poignancy import poignancy
from sim.language.text import as_clause, clip, stems, unique
from sim.prompts import Question
from sim.prompts.tasks.condense import CondenseInsights
from sim.prompts.tasks.insights import InferInsights, InsightRow, Insights
from sim.prompts.tasks.questions import AskFocalPoints, FocalPoints

CITED = 10
"""Statements that a condensed insight cites at most."""
GENERAL = (
    "What matters most to {name} at the moment?",
    "Whom does {name} feel close to, and why?",
    "What is {name} looking forward to?",
    "What has {name} learned lately?",
    "How does {name} feel about the way things are going?",
    "What should {name} do next?",
    "What do people in town expect of {name}?",
)


def questions(q: AskFocalPoints, banks: Banks, dice: Dice) -> Iterator[FocalPoints]:
    themes = find_themes(q, q.memories, banks)
    asked = [dice.pick(_questions_about(theme.subject, q.card.name)) for theme in themes]
    general = dice.order([line.replace("{name}", q.card.name) for line in GENERAL])
    for shift in range(4):
        kept = unique([clip(text, 140) for text in [*asked[shift:], *general[shift:], *asked[:shift], *general[:shift]]])
        yield FocalPoints(tuple(kept[i % len(kept)] for i in range(q.count)))


def _questions_about(subject: str, me: str) -> tuple[str, ...]:
    if subject == me:
        return (
            f"What is {me} trying to achieve?",
            f"What does {me} care about most these days?",
            f"What keeps {me} busy, and does it satisfy?",
        )
    if subject.startswith("the "):
        return (
            f"What does {subject} mean to {me}?",
            f"Who will take part in {subject}?",
            f"What does {me} know about {subject}?",
        )
    return (
        f"How has the relationship between {me} and {subject} changed lately?",
        f"What does {subject} care about most?",
        f"What do {me} and {subject} have in common?",
        f"What is {subject} occupied with at the moment?",
    )


def insights(q: InferInsights, banks: Banks, dice: Dice) -> Iterator[Insights]:
    themes = _relevant(find_themes(q, q.statements, banks), q.question)
    count = max(1, min(5, q.count))
    for n in range(4):
        chosen = themes[:count] if n == 0 else themes[: max(1, count - n)]
        rows = [InsightRow(theme.numbers[:5], clip(theme.insights[dice.below(len(theme.insights))], 160)) for theme in chosen]
        yield Insights(_distinct(rows) or (_first(q, banks),))


def _first(q: InferInsights, banks: Banks) -> InsightRow:
    """With nothing shared among the statements: the weightiest of them."""
    texts = [split_teller(text, q.card.name)[0] for text in q.statements] or [f"{q.card.name} lives from day to day"]
    best = max(range(len(texts)), key=lambda i: (poignancy(texts[i], q.card.name, banks), -i))
    return InsightRow((best + 1,), clip(f"it stays with {q.card.name} that {as_clause(texts[best])}", 160))


def _distinct(rows: list[InsightRow]) -> tuple[InsightRow, ...]:
    """No insight twice."""
    kept: dict[str, InsightRow] = {}
    for row in rows:
        kept.setdefault(row.insight, row)
    return tuple(kept.values())


def _relevant(themes: list[Theme], question: str) -> list[Theme]:
    """Those whose subject the question names first."""
    words = stems(question)
    return sorted(themes, key=lambda theme: (-len(words & stems(theme.subject)), -theme.weight))


def condense(q: CondenseInsights, banks: Banks, dice: Dice) -> Iterator[Insights]:
    found = findings(q)
    weighty = sorted(range(len(found)), key=lambda i: -len(found[i][1]))
    for most in (5, 4, 3, 2):
        rows = tuple(InsightRow(found[i][1][:CITED], found[i][0]) for i in sorted(weighty[:most]))
        yield Insights(rows or (InsightRow((1,), "nothing stands out"),))


def findings(q: CondenseInsights) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The insights given, each finding once, in its plain words, with all that was cited for it."""
    found: list[tuple[str, list[int]]] = []
    for text, because in q.insights:
        bare = clip(_bare(text), 160)
        known = next((row for row in found if _same(row[0], bare, q)), None)
        if known is None:
            known = (bare, [])
            found.append(known)
        known[1].extend(n for n in because if n not in known[1])
    return tuple((text, tuple(because)) for text, because in found)


def _same(text: str, other: str, q: Question[Any]) -> bool:
    return text.lower() == other.lower() or same_news(_nameless(text, q), _nameless(other, q))


def _nameless(text: str, q: Question[Any]) -> str:
    """Without the names of residents: two findings about the same people need not be one."""
    for name in (q.card.name, *(full for full, _ in q.names.people)):
        text = text.replace(name, "")
    return text


def _bare(text: str) -> str:
    """Without the padding of a repeated finding."""
    text = re.sub(r"^(?:It seems that|Again and again one sees that|Clearly,?|Overall,?) ", "", text)
    return re.sub(r", as several things show$", "", text)
