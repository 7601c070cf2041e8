"""A question as a small mind is shown it: with suggestions, which narrow what a reply may hold.

Knows nothing of how the two are written (``shorthand``), nor where suggestions come from (``suggestions``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sim.prompts import Question, Reply, to_json
from sim.prompts.check import satisfies
from sim.prompts.planning import PlanQuestion, repaired
from sim.prompts.schema import Schema, array, one_of
from sim.prompts.tasks.condense import MOST, CondenseInsights
from sim.prompts.tasks.steps import Decompose

CHOSEN = {
    "recap": "summary", "state": "state", "summary": "summary", "relation": "relationship", "focus": "currently",
    "merge": "memory", "questions": "questions", "observe": "observations", "queries": "queries",
}  # fmt: skip
"""Kinds whose reply is chosen among the suggestions, and the member that is."""


@dataclass(frozen=True, slots=True)
class Shown:
    """``suggestions`` are what could be said, done or written; days and steps hold nothing but these, ``usual`` things (which
    everybody does, and the prompt does not show) and what the question tells. Talk and open answers may hold anything."""

    question: Question[Any]
    suggestions: tuple[str, ...] = ()
    usual: tuple[str, ...] = ()

    def schema(self) -> Schema:
        """The schema of the question's reply, narrowed."""
        q, schema = self.question, self.question.schema()
        if isinstance(q, PlanQuestion | Decompose) and (self.suggestions or self.usual):
            return replaced(schema, "activity", one_of(self._activities(q)))
        if isinstance(q, CondenseInsights):
            texts = tuple(dict.fromkeys(text for text, _ in q.insights))
            return _condensed(schema, [text for text, _ in q.insights]) if texts else schema
        if q.task in CHOSEN and self.suggestions:
            return _among(schema, CHOSEN[q.task], self.suggestions)
        return schema

    def _activities(self, q: PlanQuestion | Decompose) -> tuple[str, ...]:
        told = (entry.activity for entry in q.told()) if isinstance(q, PlanQuestion) else ()
        return tuple(dict.fromkeys((*self.suggestions, *self.usual, *told, *filter(None, [q.doing]))))

    def order(self, reply: Reply) -> Reply:
        """As the question orders it."""
        ordered: Reply = self.question.order(reply)
        return ordered

    def repair(self, reply: Any) -> Reply:
        """As the question repairs it; but who can do only what is known keeps what is fixed in its very words."""
        if isinstance(self.question, PlanQuestion):
            return repaired(self.question, reply, exact=bool(self.suggestions or self.usual))
        mended: Reply = self.question.repair(reply)
        return mended

    def sound(self, reply: Reply) -> bool:
        """Whether a reply satisfies the narrowed schema and needs no repair."""
        if not satisfies(to_json(self.question.as_asked(reply)), self.schema()):
            return False
        ordered = self.order(reply)
        return self.repair(ordered) == ordered


def replaced(schema: Schema, member: str, by: Schema) -> Schema:
    """``schema`` with every member of this name replaced."""
    if schema.get("type") == "object":
        parts = {name: by if name == member else replaced(part, member, by) for name, part in schema["properties"].items()}
        return {**schema, "properties": parts}
    if schema.get("type") == "array":
        return {**schema, "items": replaced(schema["items"], member, by)}
    return schema


def _condensed(schema: Schema, texts: Sequence[str]) -> Schema:
    """Insights in the words of those that are condensed."""
    rows = replaced(schema, "insight", one_of(texts))["properties"]["insights"]
    return replaced(schema, "insights", array(rows["items"], min(MOST, len(texts))))


def _among(schema: Schema, member: str, suggestions: tuple[str, ...]) -> Schema:
    part: Mapping[str, Any] = schema["properties"][member]
    if part["type"] != "array":
        return replaced(schema, member, one_of(suggestions))
    least = part["minItems"]
    return replaced(schema, member, array(one_of(suggestions), max(least, min(part["maxItems"], len(suggestions))), least))
