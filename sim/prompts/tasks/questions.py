"""``questions``: the focal points of a reflection. Source: Park et al. 2023, section 4.2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sim.prompts.parts import Numbered
from sim.prompts.question import Question, Reply
from sim.prompts.schema import Schema, array, record_of, text


@dataclass(frozen=True, slots=True)
class FocalPoints(Reply):
    """The most salient high-level questions that the memories can answer."""

    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AskFocalPoints(Question[FocalPoints]):
    """Ask ``count`` questions about ``memories``."""

    task = "questions"
    reply = FocalPoints
    shape = '{"questions": ["...", "...", "..."]}'
    looks_back = True

    count: int = 3

    def instruction(self) -> str:
        return f"Ask the {self.count} most salient high-level questions these memories can answer."

    def request(self) -> str:
        return (
            f"Ask the {self.count} most salient high-level questions about {self.first}'s life that these memories can "
            "answer: about people and what is between them, what is at stake, what has changed, what is not said. Each asks "
            "about something else, by name, and takes memories of several moments to answer: how two things belong together, "
            "not what happened. No question that could be asked of anybody, nor one about what is only planned."
        )

    def cue(self) -> str:
        return f"Now ask {self.count} questions about {self.first}'s life."

    def members(self) -> Mapping[str, str]:
        return {"questions": "at most 140 characters each"}

    def recalled(self) -> Numbered:
        return Numbered("Memories", self.memories)

    def schema(self) -> Schema:
        return record_of(FocalPoints, questions=array(text(140), self.count, self.count))

    def fallback(self) -> FocalPoints:
        name = self.card.name
        asked = (
            f"What matters most to {name} at the moment?",
            f"Whom is {name} close to?",
            f"What has {name} been doing lately?",
            f"What is about to happen around {name}?",
            f"What does {name} want?",
        )
        return FocalPoints(tuple(asked[i % len(asked)][:140] for i in range(self.count)))


QUESTION = AskFocalPoints
