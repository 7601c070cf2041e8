"""``learn``: what one line of a talk teaches whoever heard it."""

from __future__ import annotations

from dataclasses import dataclass

from sim.prompts.question import Reply, TalkQuestion
from sim.prompts.schema import Schema, array, record_of, text


@dataclass(frozen=True, slots=True)
class Learned(Reply):
    """Facts in the third person; often none."""

    learned: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnFromLine(TalkQuestion[Learned]):
    """Learn from the only line of ``conversation``."""

    task = "learn"
    reply = Learned
    shape = '{"learned": ["...", ...]}'
    max_tokens = 140

    def instruction(self) -> str:
        return f"Note what {self.first} learns from this line."

    def schema(self) -> Schema:
        return record_of(Learned, learned=array(text(160), 3, 0))

    def fallback(self) -> Learned:
        return Learned(())


QUESTION = LearnFromLine
