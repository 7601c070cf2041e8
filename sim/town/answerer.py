"""The base of an own way of answering: questions in, replies out, with everything around a reply done here.

Knows the protocol ``Answerer`` of ``sim.answer``. Override ``answer`` instead of ``reply`` to get all questions of a round at
once, for example to send a batch to a server.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from sim.answer.protocol import Answer, finish, write_schema
from sim.prompts import Question, Reply, parse, render, to_json
from sim.prompts.check import satisfies
from sim.prompts.coerce import Unusable, coerced
from sim.prompts.schema import Schema


class OwnAnswerer:
    """Subclass it and write ``reply``. ``mode`` stands beside every question in the run; ``prompts`` is the register in which
    residents ask, ``full`` or ``brief``."""

    part: ClassVar[str] = "answerer"
    name: str = ""
    mode: str = "own"
    prompts: str = "full"

    def reply(self, question: Question[Any]) -> Reply | Mapping[str, Any] | None:
        """The reply to a question, typed or as the JSON object of ``question.schema()``; None for the fallback of its kind.

        ``question.task`` names the kind (``sim/prompts/tasks`` has a module for each); a choice lists ``question.options()``.
        A reply of another shape counts as a fallback too, and is told as a problem."""
        return None

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        """An answer per question, in order: each resident who is thinking now has asked one of the questions."""
        return [self._one(question) for question in questions]

    def prompt(self, question: Question[Any]) -> tuple[str, str]:
        """What a language model would be shown: the system and the user message."""
        shown = render(question)
        return shown.system, shown.user

    def _one(self, question: Question[Any]) -> Answer:
        given, schema = self.reply(question), question.schema()
        value = _whole(given, schema) if isinstance(given, Reply) else given
        usable = value is not None and satisfies(value, schema)
        problem = "" if usable or value is None else "not the shape asked for"
        kept = parse(question, value) if usable and value is not None else question.fallback()
        made = Answer(kept, render(question), write_schema(schema), self.mode, problem=problem, fallback=not usable)
        return finish(question, made)


def _whole(reply: Reply, schema: Schema) -> Mapping[str, Any]:
    """A typed reply as plain data, with the members that it left at their defaults."""
    value = to_json(reply)
    try:
        whole: Mapping[str, Any] = coerced(value, schema)
    except Unusable:
        return value
    return whole
