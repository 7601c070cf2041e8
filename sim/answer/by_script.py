"""Scripted answering: every answer by rule, without a model."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from sim.answer.protocol import Answer, finish, write_schema
from sim.answer.scripted import Script
from sim.llm.base import Usage
from sim.prompts import Question, render


class Scripted:
    """The script's best reply to every question."""

    mode = "scripted"
    prompts = "brief"

    def __init__(self, script: Script):
        self.script = script

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        return [self._one(question) for question in questions]

    def _one(self, q: Question[Any]) -> Answer:
        started = time.perf_counter()
        reply = self.script.answer(q)
        usage = Usage(seconds=time.perf_counter() - started)
        return finish(q, Answer(reply, render(q), write_schema(q.schema()), self.mode, usage=usage))
