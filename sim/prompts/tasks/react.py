"""``react``: to go on, talk, wait or change the plan, when something new is seen. Source: Park et al. 2023, section 4.3.1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.prompts.facts import Fact, Line
from sim.prompts.question import Reply, TalkQuestion, news_to_tell
from sim.prompts.schema import Schema, one_of, record_of, text

REACTIONS = ("continue", "talk", "wait", "replan")
LONGEST = 100
"""Characters of a reason at most."""
_REASONS = {
    "continue": "{first} goes on with what is in hand",
    "talk": "{first} would like a word",
    "wait": "{first} waits a while",
    "replan": "this changes things for {first}",
}


@dataclass(frozen=True, slots=True)
class Reaction(Reply):
    """One of the options, and why."""

    choice: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class React(TalkQuestion[Reaction]):
    """React to ``seen``."""

    task = "react"
    reply = Reaction
    shape = '{"choice": "...", "reason": "..."}'
    max_tokens = 60

    seen: str = ""
    new: str = ""
    among: tuple[str, ...] = ()
    """The reactions that make sense here; ``()`` for all. The prompt shows them where they are given."""

    def instruction(self) -> str:
        return f"Decide how {self.first} reacts: continue, talk, wait or replan."

    def circumstances(self) -> Iterator[Fact]:
        yield Line("Seen", self.seen)
        yield Line("New", self.new)
        yield Line("Relationship", self.relationship)

    def subject(self) -> Iterator[Fact]:
        yield Line("Options", "; ".join(self.among))
        yield news_to_tell(self.card, self.tell)

    def schema(self) -> Schema:
        return record_of(Reaction, choice=one_of(self.options()), reason=text(LONGEST, 0))

    def options(self) -> tuple[str, ...]:
        return self.among or REACTIONS

    def chosen(self, value: str) -> Reaction:
        """A choice that came without a reason gets one by construction: what was on the mind when it was made, first what came
        to mind for it, else how one stands with whom one sees, else what one was doing."""
        said = _REASONS.get(value, "{first} decides so").format(first=self.first)
        found = (*self.memories[:1], self.relationship, self.doing and f"{self.first} is {self.doing}")
        thought_of = next((text for text in found if text), "")
        reason = f"{said}: {thought_of}" if thought_of else said
        return Reaction(value, reason if len(reason) <= LONGEST else f"{reason[: LONGEST - 3].rsplit(' ', 1)[0]}...")

    def fallback(self) -> Reaction:
        """Go on with what one is doing."""
        return self.chosen(self.options()[0])


QUESTION = React
