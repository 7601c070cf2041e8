"""``answer``: an interviewer's open question. Source: Park et al. 2023, section 3.1.2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sim.prompts.parts import Conversation, Line, Part
from sim.prompts.question import Considered, Question
from sim.prompts.schema import Schema, record_of, text


@dataclass(frozen=True, slots=True)
class OpenAnswer(Considered):
    """What is answered, in the first person."""

    answer: str


@dataclass(frozen=True, slots=True)
class PlannedHour:
    """An entry of today's plan, or what is done now: from ``minutes`` after midnight on, what is done at which place."""

    minutes: int
    activity: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerOpen(Question[OpenAnswer]):
    """Answer ``question``. ``conversation`` is what was said before, as (full name, line); ``text`` what others have told,
    ``about`` the occasion. For answers by rule, while the full register tells them with the person: ``day`` is today's
    plan, ``here`` what the resident does now and where, ``talked`` what is remembered of talks as (days ago, memory),
    oldest first, ``tellers`` (memory, who told it by full name), and ``ties`` say (full name, how the resident stands with
    them)."""

    task = "answer"
    reply = OpenAnswer
    shape = '{"answer": "..."}'
    temperature = 0.5
    max_tokens = 120
    full_tokens = 500
    words = "answer"

    question: str = ""
    conversation: tuple[tuple[str, str], ...] | None = None
    text: str = ""
    about: str = ""
    day: tuple[PlannedHour, ...] = ()
    here: PlannedHour | None = None
    talked: tuple[tuple[int, str], ...] = ()
    tellers: tuple[tuple[str, str], ...] = ()
    ties: tuple[tuple[str, str], ...] = ()
    bearing: tuple[tuple[float, str], ...] = ()
    """What bears on the question of all that the resident knows, memories among it, the most relevant first, each with how
    much (``sim.memory.bearing``); prompts of capable models do not show it."""

    def instruction(self) -> str:
        return f"Answer the interviewer as {self.first}."

    def request(self) -> str:
        return (
            f"An interviewer from outside the town asks {self.first} something. Answer as {self.first}, openly, in the first "
            "person, in one to four sentences, from what is remembered; say so where they do not know."
        )

    def cue(self) -> str:
        return f"The question: {self.question}"

    def members(self) -> Mapping[str, str]:
        return {**self.thought_of("what the question stirs up"), "answer": "the spoken words alone"}

    def subject(self) -> Iterator[Part]:
        yield Conversation("Conversation", self.conversation, priority=100)
        yield Line("Text", self.text)
        yield Line("Question", self.question)
        yield Line("About", self.about)

    def schema(self) -> Schema:
        return record_of(OpenAnswer, **self.thinking(), answer=text(600 if self.full else 300))

    def fallback(self) -> OpenAnswer:
        return OpenAnswer("I don't know.")


QUESTION = AnswerOpen
