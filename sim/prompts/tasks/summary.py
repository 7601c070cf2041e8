"""``summary``: who the resident is by now, in their own view. Source: Park et al. 2023, appendix A."""

from __future__ import annotations

from dataclasses import dataclass

from sim.prompts.question import Question, Reply
from sim.prompts.schema import Schema, record_of, text


@dataclass(frozen=True, slots=True)
class SelfSummary(Reply):
    """One or two sentences in the third person."""

    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SummariseSelf(Question[SelfSummary]):
    """Summarise the resident from ``memories``."""

    task = "summary"
    reply = SelfSummary
    shape = '{"summary": "..."}'
    max_tokens = 90
    words = "summary"

    def instruction(self) -> str:
        return f"Summarise who {self.first} is in one or two sentences."

    def schema(self) -> Schema:
        return record_of(SelfSummary, summary=text(240))

    def fallback(self) -> SelfSummary:
        traits = f" is {' and '.join(self.card.traits)}" if self.card.traits else " lives here"
        return SelfSummary(f"{self.card.name}{traits}"[:240])


QUESTION = SummariseSelf
