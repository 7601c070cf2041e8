"""``say``: the next line of a talk. Source: Park et al. 2023, section 4.3.2."""

from __future__ import annotations

from dataclasses import dataclass

from sim.prompts.question import Reply, TalkQuestion
from sim.prompts.schema import BOOLEAN, Schema, record_of, text

_GOODBYES = ("I should get on. See you soon.", "I have to go now.", "Until later, then.", "Take care.", "Goodbye.")


@dataclass(frozen=True, slots=True)
class Utterance(Reply):
    """A line; ``end``: the speaker means to leave after it."""

    say: str
    end: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Say(TalkQuestion[Utterance]):
    """Say the next line."""

    task = "say"
    reply = Utterance
    shape = '{"say": "...", "end": true or false}'
    temperature = 0.7
    max_tokens = 110

    def instruction(self) -> str:
        whom = self.talking_with[0].split(" ", 1)[0] if self.talking_with else "the others"
        return f"Say {self.first}'s next line to {whom}."

    def schema(self) -> Schema:
        return record_of(Utterance, say=text(220), end=BOOLEAN)

    def fallback(self) -> Utterance:
        """A goodbye that has not been said yet."""
        said = {line for _, line in self.conversation or ()}
        return Utterance(next((line for line in _GOODBYES if line not in said), _GOODBYES[-1]), True)


QUESTION = Say
