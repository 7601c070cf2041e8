"""``queries``: what to search the resident's memory with before they answer. Source: seed document 004."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.prompts.parts import Line, Part
from sim.prompts.question import Question, Reply
from sim.prompts.schema import Schema, array, record_of, text


@dataclass(frozen=True, slots=True)
class Queries(Reply):
    """Questions to the resident's memory."""

    queries: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteQueries(Question[Queries]):
    """Write ``count`` queries about ``text``."""

    task = "queries"
    reply = Queries
    shape = '{"queries": ["...", "...", "..."]}'

    text: str = ""
    question: str = ""
    count: int = 3

    def instruction(self) -> str:
        return f"Write {self.count} questions to search {self.first}'s memory with."

    def subject(self) -> Iterator[Part]:
        yield Line("Text", self.text)
        yield Line("Question", self.question)

    def schema(self) -> Schema:
        return record_of(Queries, queries=array(text(140), self.count, self.count))

    def fallback(self) -> Queries:
        name = self.card.name
        asked = (f"What does {name} know about this?", "Who is involved?", f"What has {name} done before?")
        return Queries(tuple(asked[i % len(asked)][:140] for i in range(self.count)))


QUESTION = WriteQueries
