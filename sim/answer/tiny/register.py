"""The register of small minds: questions are simplified, suggestions put beside them, and both sides write shorthand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.answer.choice import draw
from sim.answer.protocol import Mendable
from sim.answer.tiny import shorthand
from sim.answer.tiny.shown import Shown
from sim.answer.tiny.simplify import simplify
from sim.answer.tiny.suggestions import GIVEN
from sim.llm.base import Prompt
from sim.prompts import Question, Reply
from sim.prompts.schema import Schema

WARMTH = 0.4
"""Share of a kind's temperature at which a small mind writes: what it finds half as likely is seldom a word."""
BY_CHANCE = frozenset({"react"})
"""Choices of which a small mind has learned how often each is made: one in four speaks to whom they meet. At a kind's own
temperature nobody did."""
LIKELY = 0.1
"""How likely such a choice must be, beside the likeliest."""


class Shorthand:
    """See ``sim.answer.register.Register``."""

    warmth = WARMTH

    def show(self, question: Question[Any]) -> Shown:
        return simplify(question)

    def question(self, shown: Shown) -> Question[Any]:
        return shown.question

    def mendable(self, shown: Shown) -> Mendable:
        return shown

    def prompt(self, shown: Shown) -> Prompt:
        return shorthand.render(shown)

    def grammar(self, shown: Shown) -> Schema:
        return shorthand.grammar(shown)

    def write(self, shown: Shown, reply: Reply) -> str:
        return shorthand.write(shown, reply)

    def read(self, shown: Shown, text: str) -> Reply | None:
        return shorthand.read(shown, text)

    def option_texts(self, shown: Shown) -> tuple[tuple[str, ...], bool]:
        return shorthand.option_texts(shown.question), True

    def choose(self, shown: Shown, logprobs: Sequence[float]) -> int:
        q = shown.question
        return draw(logprobs, 1.0, q.seed, LIKELY) if q.task in BY_CHANCE else draw(logprobs, q.temperature, q.seed)

    def proposable(self, shown: Shown, proposals: list[Reply]) -> list[Reply]:
        """What the suggestions do not hold would have to be spelled, and never wins."""
        if shown.question.task not in GIVEN:
            return proposals
        held = [reply for reply in proposals if shorthand.read(shown, shorthand.write(shown, reply)) is not None]
        return held or proposals[:1]


SHORTHAND = Shorthand()
