"""Own minds, terms and answerers as the engine holds them. Each does what the part does; a failure names part, resident and
tick. Own actions and happenings are watched where they are called (``parts``).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from sim.answer.protocol import Answer, Answerer
from sim.llm.base import ModelError
from sim.memory import Corpus, Term
from sim.memory.arrays import Float64s
from sim.mind.faculties import Faculties
from sim.mind.mind import Percept, Thinking
from sim.mind.thought import Thought
from sim.parts import MODEL, PartError, PartFailed, blame, failed, name_of
from sim.prompts import Asking, Question
from sim.types import Memory
from sim.world.state import Talk


class WatchedMind(Faculties):
    """An own mind. Its failures name the mind, the resident and the tick."""

    def __init__(self, name: str, inner: Faculties) -> None:
        self.name, self.inner = name, inner

    def _asking(self, thought: Thought, call: Callable[[], Any]) -> Asking[Any]:
        """What a method yields; a plain method, which asks nothing, is done when it returns."""
        with blame(f"the mind {self.name!r}", thought.mind.slug, thought.tick):
            made = call()
            return (yield from made) if isinstance(made, Generator) else made

    def think(self, thought: Thought, told: Sequence[Percept] = ()) -> Thinking:
        yield from self._asking(thought, lambda: self.inner.think(thought, told))

    def perceive(self, thought: Thought) -> Sequence[Percept]:
        with blame(f"the mind {self.name!r}", thought.mind.slug, thought.tick):
            return self.inner.perceive(thought)

    def plan(self, thought: Thought) -> Thinking:
        yield from self._asking(thought, lambda: self.inner.plan(thought))

    def replan(self, thought: Thought, new: str, reason: str) -> Thinking:
        yield from self._asking(thought, lambda: self.inner.replan(thought, new, reason))

    def react(self, thought: Thought, percepts: Sequence[Percept]) -> Thinking:
        yield from self._asking(thought, lambda: self.inner.react(thought, percepts))

    def talk(self, thought: Thought, talk: Talk) -> Thinking:
        yield from self._asking(thought, lambda: self.inner.talk(thought, talk))

    def reflect(self, thought: Thought) -> Asking[Sequence[Memory]]:
        made = yield from self._asking(thought, lambda: self.inner.reflect(thought))
        return list(made or ())


class WatchedTerm(Term):
    """An own term in the stream of a resident. Its failures name the term, the resident and the tick."""

    def __init__(self, inner: Term, slug: str, seconds: int) -> None:
        self.inner, self.slug, self.seconds = inner, slug, seconds
        self.name, self.weight = name_of(inner), inner.weight

    def scores(self, corpus: Corpus, query: str, at: int) -> Float64s:
        try:
            return self.inner.scores(corpus, query, at)
        except Exception as error:
            raise PartFailed(failed(f"the term {self.name!r}", self.slug, at // self.seconds, error)) from error


class WatchedAnswerer:
    """An own way of answering. Its failures name it. ``ModelError`` passes: it pauses the town."""

    def __init__(self, inner: Answerer, name: str) -> None:
        self.inner, self.name, self.mode = inner, name.removeprefix(MODEL), inner.mode
        self.prompts = getattr(inner, "prompts", "full")

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        try:
            answers = list(self.inner.answer(questions))
        except (ModelError, PartError):
            raise
        except Exception as error:
            who = ", ".join(question.card.name for question in questions[:3])
            raise PartFailed(failed(f"the answerer {self.name!r}", who, None, error)) from error
        if len(answers) != len(questions):
            raise PartFailed(f"the answerer {self.name!r} gave {len(answers)} answers to {len(questions)} questions")
        return answers
