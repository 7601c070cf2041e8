"""``relation``: what one knows and feels about somebody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.prompts.facts import Fact, Line
from sim.prompts.question import Question, Reply
from sim.prompts.schema import Schema, record_of, text


@dataclass(frozen=True, slots=True)
class Relationship(Reply):
    """A sentence in the third person."""

    relationship: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeRelationship(Question[Relationship]):
    """Describe how one stands with ``about`` (a full name); ``relationship`` is what was thought before."""

    task = "relation"
    reply = Relationship
    shape = '{"relationship": "..."}'
    max_tokens = 80

    about: str = ""
    relationship: str = ""

    def instruction(self) -> str:
        return f"Describe what {self.first} knows and feels about {self.about}."

    def circumstances(self) -> Iterator[Fact]:
        yield Line("Relationship", self.relationship)

    def subject(self) -> Iterator[Fact]:
        yield Line("About", self.about)

    def schema(self) -> Schema:
        return record_of(Relationship, relationship=text(200))

    def fallback(self) -> Relationship:
        return Relationship(f"{self.card.name} knows {self.about}"[:200])


QUESTION = DescribeRelationship
