"""``focus``: what the resident is occupied with at present (``currently`` of the card)."""

from __future__ import annotations

from dataclasses import dataclass

from sim.prompts.question import Question, Reply
from sim.prompts.schema import Schema, record_of, text


@dataclass(frozen=True, slots=True)
class Focus(Reply):
    """A sentence in the third person."""

    currently: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateFocus(Question[Focus]):
    """Update the resident's present concern from ``memories``."""

    task = "focus"
    reply = Focus
    shape = '{"currently": "..."}'
    max_tokens = 80
    words = "currently"

    def instruction(self) -> str:
        return f"Update what {self.first} is currently focused on."

    def schema(self) -> Schema:
        return record_of(Focus, currently=text(200))

    def fallback(self) -> Focus:
        return Focus((self.card.currently or f"{self.card.name} is going about the day")[:200])


QUESTION = UpdateFocus
