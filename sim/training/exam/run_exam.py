"""Asking a candidate all questions of the exam, in batches, and the time that takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sim.answer.protocol import Answer, Answerer, ModelTrouble
from sim.llm.base import ModelError
from sim.prompts import Question

BATCH = 64
"""Questions asked together: enough for all sequences of a batched model."""


@dataclass(frozen=True, slots=True)
class ExamRun:
    """The answers in order. ``work`` is processor time of all threads, ``wall`` the time by the clock, in seconds."""

    answers: tuple[Answer, ...]
    work: float
    wall: float


def answer_all(who: Answerer, questions: Sequence[Question[Any]], watch: Callable[[int], None]) -> ExamRun:
    """Ask everything; ``watch`` is called with the number of answers so far. Raises ``ModelError`` as ``ask`` does."""
    work, wall = time.process_time(), time.perf_counter()
    answers: list[Answer] = []
    for at in range(0, len(questions), BATCH):
        answers += ask(who, questions[at : at + BATCH])
        watch(len(answers))
    return ExamRun(tuple(answers), time.process_time() - work, time.perf_counter() - wall)


def ask(who: Answerer, questions: Sequence[Question[Any]]) -> list[Answer]:
    """Ask one batch. Raises ``ModelError`` for a model that fails again and again: its figures would be those of the
    fallbacks."""
    try:
        return who.answer(questions)
    except ModelTrouble as trouble:
        raise ModelError(f"The exam cannot go on: {trouble}.") from trouble
