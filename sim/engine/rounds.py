"""Rounds of questions: runs minds (generators), answers the questions of all of them as one batch, and resumes them in order.

A round holds at most one question per mind, in scenario order, so the batch is the same on every run. Keeps every question
and answer for the recorder. Called by ``tick`` and for interviews; knows neither the world nor what the questions mean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sim.answer.protocol import Answer, Answerer
from sim.prompts import Asking, Question, Reply

Thinking = Callable[[tuple[str, ...]], None]


class Rounds:
    """Drives generators to their end; ``asked`` collects (slug, question, answer) in the order asked."""

    def __init__(self, answerer: Answerer, thinking: Thinking):
        self.answerer, self.thinking = answerer, thinking
        self.asked: list[tuple[str, Question[Any], Answer]] = []

    def run(self, minds: Sequence[tuple[str, Asking[Any]]]) -> dict[str, Any]:
        """Run all ``minds`` (slug, generator) to their end; returns each generator's return value by slug."""
        results: dict[str, Any] = {}
        waiting = [(slug, mind, question) for slug, mind in minds if (question := _start(slug, mind, results)) is not None]
        while waiting:
            self.thinking(tuple(slug for slug, _, _ in waiting))
            answers = self.answerer.answer([question for _, _, question in waiting])
            following = []
            for (slug, mind, question), answer in zip(waiting, answers, strict=True):
                self.asked.append((slug, question, answer))
                asked_next = _resume(slug, mind, answer.reply, results)
                if asked_next is not None:
                    following.append((slug, mind, asked_next))
            waiting = following
        self.thinking(())
        return results


def _start(slug: str, mind: Asking[Any], results: dict[str, Any]) -> Question[Any] | None:
    try:
        return next(mind)
    except StopIteration as done:
        results[slug] = done.value
        return None


def _resume(slug: str, mind: Asking[Any], reply: Reply, results: dict[str, Any]) -> Question[Any] | None:
    try:
        return mind.send(reply)
    except StopIteration as done:
        results[slug] = done.value
        return None
