"""``merge``: several memories made into one."""

from __future__ import annotations

from dataclasses import dataclass

from sim.prompts.question import Question, Reply
from sim.prompts.schema import Schema, record_of, text


@dataclass(frozen=True, slots=True)
class MergedMemory(Reply):
    """One sentence."""

    memory: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeMemories(Question[MergedMemory]):
    """Merge ``memories``."""

    task = "merge"
    reply = MergedMemory
    words = "memory"
    shape = '{"memory": "..."}'
    max_tokens = 90

    def instruction(self) -> str:
        return "Merge these memories into one sentence."

    def schema(self) -> Schema:
        return record_of(MergedMemory, memory=text(240))

    def fallback(self) -> MergedMemory:
        return MergedMemory("; ".join(self.memories)[:240] or "nothing of note")


QUESTION = MergeMemories
