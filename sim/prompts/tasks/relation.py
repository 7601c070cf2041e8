"""``relation``: what the resident knows and feels about somebody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sim.prompts.parts import Line, Part
from sim.prompts.question import Question, Reply
from sim.prompts.schema import Schema, record_of, text

_UNKNOWN = re.compile(r"\b(?:does not know|has not met|has never met|is a stranger to)\b", re.I)


@dataclass(frozen=True, slots=True)
class Relationship(Reply):
    """A sentence in the third person."""

    relationship: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeRelationship(Question[Relationship]):
    """Describe how the resident stands with ``about`` (a full name); ``relationship`` is what was thought before."""

    task = "relation"
    reply = Relationship
    words = "relationship"
    shape = '{"relationship": "..."}'
    max_tokens = 80

    about: str = ""
    relationship: str = ""

    def instruction(self) -> str:
        return f"Describe what {self.first} knows and feels about {self.about}."

    def circumstances(self) -> Iterator[Part]:
        yield Line("Relationship", self.relationship)

    def subject(self) -> Iterator[Part]:
        yield Line("About", self.about)

    def schema(self) -> Schema:
        return record_of(Relationship, relationship=text(200))

    def repair(self, reply: Relationship) -> Relationship:
        """Nobody is asked about a stranger: it is asked after a talk."""
        unknown = _UNKNOWN.search(reply.relationship)
        return self.fallback() if unknown and self.about in reply.relationship[unknown.end() :] else reply

    def fallback(self) -> Relationship:
        return Relationship(f"{self.card.name} knows {self.about}"[:200])


QUESTION = DescribeRelationship
