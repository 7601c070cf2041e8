"""Taking the exam: who answers, and all answers in batches, with the processor time they took.

A candidate is anything that ``sim.llm.loading`` opens, asked guided or free by the town's own code, or the script itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sim.answer.protocol import Answer, Answerer, ModelTrouble
from sim.llm.base import ModelError
from sim.prompts import Question

BATCH = 64
"""Questions asked together: enough for every lane of the batched model."""


@dataclass(frozen=True, slots=True)
class ExamRun:
    """The answers in order; ``work`` in seconds of processor time (all threads), ``wall`` by the clock."""

    answers: tuple[Answer, ...]
    work: float
    wall: float


def answer_all(who: Answerer, questions: Sequence[Question[Any]], watch: Callable[[int], None]) -> ExamRun:
    """Ask everything; ``watch`` hears how many are answered. Raises ModelError where the model is gone or fails too often."""
    work, wall = time.process_time(), time.perf_counter()
    answers: list[Answer] = []
    for at in range(0, len(questions), BATCH):
        answers += ask(who, questions[at : at + BATCH])
        watch(len(answers))
    return ExamRun(tuple(answers), time.process_time() - work, time.perf_counter() - wall)


def ask(who: Answerer, questions: Sequence[Question[Any]]) -> list[Answer]:
    """One batch. A model that fails again and again ends the exam: its marks would be those of the fallbacks."""
    try:
        return who.answer(questions)
    except ModelTrouble as trouble:
        raise ModelError(f"The exam cannot go on: {trouble}.") from trouble
