"""``insights``: what statements let one infer, each insight citing those behind it. Source: Park et al. 2023, section 4.2."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.prompts.facts import Fact, Line, Numbered
from sim.prompts.question import Question, Reply
from sim.prompts.schema import Schema, array, record_of, text


@dataclass(frozen=True, slots=True)
class InsightRow:
    """An insight and the numbers of the statements that it rests on."""

    because: tuple[int, ...]
    insight: str


@dataclass(frozen=True, slots=True)
class Insights(Reply):
    """Insights, the most important first."""

    insights: tuple[InsightRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InferInsights(Question[Insights]):
    """Infer up to ``count`` insights from ``statements`` (numbered from 1), for the focal point ``question``."""

    task = "insights"
    reply = Insights
    shape = '{"insights": [{"because": [1, 2], "insight": "..."}, ...]}'
    max_tokens = 320

    statements: tuple[str, ...] = ()
    question: str = ""
    count: int = 3

    def instruction(self) -> str:
        if self.count > 1:
            return f"Infer up to {self.count} high-level insights and cite the statements behind each."
        return "Infer one high-level insight and cite the statements behind it."

    def subject(self) -> Iterator[Fact]:
        yield Numbered("Statements", self.statements)
        yield Line("Question", self.question)

    def droppable(self) -> tuple[str, ...]:
        """Statements go after all memories. They stand most relevant first; the first one stays."""
        return (*Question.droppable(self), *reversed(Numbered("", self.statements).items()[1:]))

    def schema(self) -> Schema:
        return insights_schema(range(1, max(1, len(self.statements)) + 1), max(1, min(5, self.count)))

    def repair(self, reply: Insights) -> Insights:
        return merged(reply)

    def fallback(self) -> Insights:
        """The first statement, kept as it is."""
        text = self.statements[0] if self.statements else f"{self.card.name} lives from day to day"
        return Insights((InsightRow((1,), text[:160]),))


def insights_schema(numbers: range | list[int], most: int) -> Schema:
    """Up to ``most`` insights that cite some of ``numbers``."""
    cited = array({"enum": list(numbers)}, min(10, len(numbers)))
    return record_of(Insights, insights=array(record_of(InsightRow, because=cited, insight=text(160)), most))


def merged(reply: Insights) -> Insights:
    """Each citation once, and no insight twice."""
    kept: dict[str, dict[int, None]] = {}
    for row in reply.insights:
        kept.setdefault(row.insight, {}).update(dict.fromkeys(row.because))
    return Insights(tuple(InsightRow(tuple(because), insight) for insight, because in kept.items()))


QUESTION = InferInsights
