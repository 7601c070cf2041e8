"""Scripted answering: every answer by rule, without a model; and what the script lends to others (``script_door``)."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from sim.answer import tiny
from sim.answer.guided import Guided
from sim.answer.opening import is_tiny
from sim.answer.protocol import Answer, Answerer, finish, write_schema
from sim.answer.register import JSON, STYLES
from sim.answer.scripted import Script
from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.news_to_tell import with_news
from sim.answer.scripted.reading import ENGLISH
from sim.llm.base import Model, Prompt, Usage
from sim.prompts import Question, render

__all__ = ["ENGLISH", "Scripted", "brief_prompts", "guided", "in_brief", "in_portions", "scripted"]

Q = TypeVar("Q", bound=Question[Any])


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


def scripted(script: Script | None = None) -> Answerer:
    return Scripted(script or Script())


def guided(model: Model, script: Script | None = None) -> Answerer:
    if is_tiny(model):
        return Guided(script or Script(), model, tiny.SHORTHAND)
    return Guided(script or Script(), model, JSON)


def in_portions(model: Model) -> Answerer:
    return tiny.FreeInPortions(model)


def in_brief(q: Q) -> Q:
    return with_news(q, open_banks())


def brief_prompts(q: Question[Any]) -> Iterator[Prompt]:
    """A model is asked for JSON or plain text, a small mind in shorthand; the script needs no news told."""
    told = in_brief(q)
    yield JSON.prompt(told)
    yield tiny.SHORTHAND.prompt(tiny.SHORTHAND.show(told))
    yield JSON.prompt(q)
    yield STYLES["small"].prompt(told)
