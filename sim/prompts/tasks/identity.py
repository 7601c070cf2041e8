"""``identity``: who the resident is by now and what they are occupied with, asked at once. Source: Park et al. 2023, appendix
A.

In the full register it stands for ``summary`` and ``focus``, which the brief one asks one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sim.prompts.question import Question, Reply
from sim.prompts.schema import Schema, record_of, text


@dataclass(frozen=True, slots=True)
class Identity(Reply):
    """One or two sentences about the resident, and one about the present concern, both in the third person."""

    summary: str
    currently: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateIdentity(Question[Identity]):
    """Summarise the resident and update their present concern from ``memories``."""

    task = "identity"
    reply = Identity
    shape = '{"summary": "...", "currently": "..."}'
    max_tokens = 170
    full_tokens = 300
    full_only = True

    def instruction(self) -> str:
        return f"Summarise who {self.first} is by now, and what {self.first} is currently focused on."

    def request(self) -> str:
        return (
            f"A new day begins for {self.first}. Say who they are by now and what they are occupied with, in the light of "
            "what they lived through lately: what has changed in them, between them and others, in what they want. Keep "
            "what still holds."
        )

    def members(self) -> Mapping[str, str]:
        return {
            "summary": f"one or two sentences about {self.first}, in the third person",
            "currently": f"one sentence that begins with {self.first}'s name: what they work on, worry about or look forward "
            "to now",
        }

    def schema(self) -> Schema:
        return record_of(Identity, summary=text(300), currently=text(240))

    def fallback(self) -> Identity:
        name, traits = self.card.name, " and ".join(self.card.traits)
        currently = self.card.currently or f"{name} is going about the day"
        return Identity(f"{name} is {traits}"[:300] if traits else f"{name} lives here"[:300], currently[:240])


QUESTION = UpdateIdentity
