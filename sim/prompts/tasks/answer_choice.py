"""``answer_choice``: an interviewer's question with answers to choose from. Source: seed document 003."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sim.prompts.parts import Line, Part
from sim.prompts.question import Considered, Question
from sim.prompts.schema import Schema, one_of, record_of


@dataclass(frozen=True, slots=True)
class ChosenAnswer(Considered):
    """One of the options."""

    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerChoice(Question[ChosenAnswer]):
    """Answer ``question`` with one of ``among``."""

    task = "answer_choice"
    reply = ChosenAnswer
    shape = '{"answer": "..."}'
    temperature = 0.0
    max_tokens = 60

    question: str = ""
    among: tuple[str, ...] = ()

    def instruction(self) -> str:
        return f"Choose the option {self.first} would choose."

    def members(self) -> Mapping[str, str]:
        return {**self.thought_of("why"), "answer": "one of the options, word for word"}

    def subject(self) -> Iterator[Part]:
        yield Line("Question", self.question)
        yield Line("Options", "; ".join(self.among))

    def schema(self) -> Schema:
        return record_of(ChosenAnswer, **self.thinking(), answer=one_of(self.among))

    def options(self) -> tuple[str, ...]:
        return self.among

    def fallback(self) -> ChosenAnswer:
        return ChosenAnswer(self.among[0] if self.among else "none")


QUESTION = AnswerChoice
