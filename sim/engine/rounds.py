"""Rounds of questions: runs minds (generators), answers the questions of all of them as one batch, and resumes them in order.

A round holds what each mind asks at once, in scenario order, so the batch is the same on every run. Keeps every question
and answer for the recorder. Called by ``tick`` and for interviews; knows neither the world nor what the questions mean.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from sim.answer.helped import Helped
from sim.answer.protocol import Answer, Answerer
from sim.engine.progress import Costs, UnderWay
from sim.llm.base import Model
from sim.prompts import Asking, Question

Thinking = Callable[[tuple[str, ...]], None]
Share = Callable[[Sequence[tuple[str, Question[Any]]]], Sequence[bool]]
"""For each (slug, question) of a round whether the model answers it, and not its helper."""


class Rounds:
    """Drives generators to their end; ``asked`` collects (slug, question, answer) in the order asked. ``share`` divides the
    questions between ``answerer`` and ``helper``; without a helper the answerer gets them all (a record knows who answered)."""

    def __init__(self, answerer: Answerer, thinking: Thinking, helper: Helped | None = None, share: Share | None = None):
        self.answerer, self.thinking, self.helper, self.share = answerer, thinking, helper, share
        self.waiting: Callable[[], None] = lambda: None
        """Called several times a second while the town is held for a reply; what it raises ends the tick."""
        self.asked: list[tuple[str, Question[Any], Answer]] = []
        self.model: Model | None = None
        """The model behind the answerer, for the words on its progress."""
        self.costs = Costs()
        self._asked: tuple[float, Sequence[Question[Any]]] = (0.0, ())

    def run(self, minds: Sequence[tuple[str, Asking[Any]]]) -> dict[str, Any]:
        """Run all ``minds`` (slug, generator) to their end; returns each generator's return value by slug."""
        results: dict[str, Any] = {}
        waiting = [(slug, mind, asked) for slug, mind in minds if (asked := _resume(slug, mind, None, results)) is not None]
        while waiting:
            self.thinking(tuple(slug for slug, _, _ in waiting))
            answers = iter(self._answer([(slug, question) for slug, _, asked in waiting for question in several(asked)]))
            following = []
            for slug, mind, asked in waiting:
                given = [(slug, question, next(answers)) for question in several(asked)]
                self.asked += given
                replies = tuple(answer.reply for _, _, answer in given)
                asked_next = _resume(slug, mind, replies if isinstance(asked, tuple) else replies[0], results)
                if asked_next is not None:
                    following.append((slug, mind, asked_next))
            waiting = following
        self.thinking(())
        return results

    def _answer(self, asked: Sequence[tuple[str, Question[Any]]]) -> list[Answer]:
        mine = self.share(asked) if self.share else ()
        self._asked = time.monotonic(), [question for n, (_, question) in enumerate(asked) if not mine or mine[n]]
        answers = self.answer_shared([question for _, question in asked], mine)
        self._asked = 0.0, ()
        return answers

    def under_way(self) -> list[UnderWay]:
        """What a round asks of the model just now."""
        since, questions = self._asked
        return [UnderWay(question, time.monotonic() - since) for question in questions]

    def answer_shared(self, questions: Sequence[Question[Any]], mine: Sequence[bool]) -> list[Answer]:
        """An answer to each question; with a helper, ``mine`` says which questions the model answers. An answerer that knows
        only the brief register is asked in it, also in a run that another answerer has lived in full until now."""
        if self.helper:
            answers = self.helper.answer(questions, mine)
        else:
            brief = self.answerer.prompts == "brief"
            answers = self.answerer.answer([q.in_brief() if brief and q.full else q for q in questions])
        for question, answer in zip(questions, answers, strict=True):
            self.costs.note(question, answer)
        return answers


Asked = Question[Any] | tuple[Question[Any], ...]


def several(asked: Asked) -> tuple[Question[Any], ...]:
    """What a mind asked at once, be it one question or several."""
    return asked if isinstance(asked, tuple) else (asked,)


def _resume(slug: str, mind: Asking[Any], replies: Any, results: dict[str, Any]) -> Asked | None:
    """Go on with a mind (None: begin); what it asks next, or None at its end."""
    try:
        return mind.send(replies)
    except StopIteration as done:
        results[slug] = done.value
        return None
