"""``recap``: what somebody takes away from a talk."""

from __future__ import annotations

from dataclasses import dataclass

from sim.prompts.question import Reply, TalkQuestion
from sim.prompts.schema import Schema, array, record_of, text


@dataclass(frozen=True, slots=True)
class TalkSummary(Reply):
    """Facts that were learned, what the resident means to do now ("" for nothing), and the talk in a sentence."""

    learned: tuple[str, ...]
    intends: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SummariseTalk(TalkQuestion[TalkSummary]):
    """Sum up ``conversation``."""

    task = "recap"
    reply = TalkSummary
    shape = '{"learned": ["...", ...], "intends": "...", "summary": "..."}'
    max_tokens = 220

    def instruction(self) -> str:
        return f"Note what {self.first} takes away from this conversation."

    def schema(self) -> Schema:
        return record_of(TalkSummary, learned=array(text(160), 3, 0), intends=text(160, 0), summary=text(200))

    def fallback(self) -> TalkSummary:
        others = list(dict.fromkeys(name for name, _ in self.conversation or () if name != self.card.name))
        whom = " and ".join(others) or "somebody"
        return TalkSummary((), "", f"{self.card.name} talked with {whom}"[:200])


QUESTION = SummariseTalk
