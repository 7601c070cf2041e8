"""``condense``: many insights made into at most five, with their citations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.prompts.parts import Part, Rows
from sim.prompts.question import Question
from sim.prompts.schema import Schema
from sim.prompts.tasks.insights import InsightRow, Insights, insights_schema, merged

MOST = 5
"""Insights that remain at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CondenseInsights(Question[Insights]):
    """Condense ``insights``, pairs of a text and the numbers that it cites."""

    task = "condense"
    reply = Insights
    shape = '{"insights": [{"because": [1, 2], "insight": "..."}, ...]}'
    max_tokens = 320
    full_tokens = 700

    insights: tuple[tuple[str, tuple[int, ...]], ...] = ()

    def instruction(self) -> str:
        return "Condense these insights into at most 5 and keep their citations."

    def subject(self) -> Iterator[Part]:
        yield Rows("Insights", tuple({"because": list(because), "insight": text} for text, because in self.insights))

    def schema(self) -> Schema:
        return insights_schema(sorted({n for _, because in self.insights for n in because}) or [1], MOST, self.full)

    def repair(self, reply: Insights) -> Insights:
        return merged(reply)

    def fallback(self) -> Insights:
        rows = tuple(InsightRow(tuple(because), text[:160]) for text, because in self.insights[:MOST])
        return Insights(rows or (InsightRow((1,), f"{self.card.name} lives from day to day"[:160]),))


QUESTION = CondenseInsights
