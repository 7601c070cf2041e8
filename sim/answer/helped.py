"""Two minds for one run: the model that the user names, and a helper that answers what is not worth the model's time.

The model gets its share in the register of the run, the helper the rest in brief. Who gets what is decided elsewhere; knows no
kind of model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from threading import Lock
from typing import Any

from sim.answer.protocol import Answer, Answerer
from sim.llm.base import ModelError
from sim.prompts import Question

LEFT_ALONE = 30
"""Rounds of questions for which a model that gave up is left alone."""


class Helped:
    """``takes_over``: the helper also answers what the model could not. A model that gave up is then left alone for a while;
    otherwise its ``ModelError`` ends the round."""

    def __init__(self, model: Answerer, helper: Answerer, takes_over: bool = False):
        self.model, self.helper, self.takes_over = model, helper, takes_over
        self._left_alone = 0
        self._lock = Lock()  # a helper is asked by one thread at a time
        self._trouble = ""

    def answer(self, questions: Sequence[Question[Any]], mine: Sequence[bool]) -> list[Answer]:
        """One answer each, in order; ``mine`` says which questions are the model's."""
        answers = dict(self._by_model(questions, [i for i, own in enumerate(mine) if own]))
        left = [i for i in range(len(questions)) if i not in answers or (self.takes_over and answers[i].fallback)]
        with self._lock:
            helped = self.helper.answer([questions[i].in_brief() for i in left]) if left else []
        for i, answer in zip(left, helped, strict=True):
            why = answers[i].problem if i in answers else self._trouble if mine[i] else ""
            answers[i] = replace(answer, problem=answer.problem or why)
        return [answers[i] for i in range(len(questions))]

    def _by_model(self, questions: Sequence[Question[Any]], indices: Sequence[int]) -> Iterable[tuple[int, Answer]]:
        """The model's answers by index; none while it is left alone."""
        if not indices:
            return ()
        if self._left_alone:
            self._left_alone -= 1
            return ()
        try:
            return tuple(zip(indices, self.model.answer([questions[i] for i in indices]), strict=True))
        except ModelError as error:
            if not self.takes_over:
                raise
            self._left_alone, self._trouble = LEFT_ALONE, str(error)
            return ()
