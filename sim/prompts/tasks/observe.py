"""``observe``: prose made into observations. Source: seed document 004."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.prompts.parts import Line, Part
from sim.prompts.question import Question, Reply
from sim.prompts.schema import Schema, array, record_of, text

MOST = 12
"""Observations at most."""


@dataclass(frozen=True, slots=True)
class Observations(Reply):
    """One statement each."""

    observations: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Observe(Question[Observations]):
    """List what is experienced in ``text``."""

    task = "observe"
    reply = Observations
    shape = '{"observations": ["...", ...]}'
    max_tokens = 320

    text: str = ""

    def instruction(self) -> str:
        return f"List what {self.first} experiences in this text, one observation each."

    def subject(self) -> Iterator[Part]:
        yield Line("Text", self.text)

    def schema(self) -> Schema:
        return record_of(Observations, observations=array(text(200), MOST))

    def repair(self, reply: Observations) -> Observations:
        """No observation twice."""
        return Observations(tuple(dict.fromkeys(reply.observations)))

    def fallback(self) -> Observations:
        """The text's own sentences."""
        sentences = [part.strip().rstrip(".") for part in self.text.replace("!", ".").replace("?", ".").split(". ")]
        kept = [part[:200] for part in sentences if part][:MOST]
        return Observations(tuple(kept) or (self.text[:200] or "nothing happened",))


QUESTION = Observe
