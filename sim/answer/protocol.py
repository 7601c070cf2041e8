"""The protocol of answering: ``Answerer``, ``Answer`` with how it came about, and the last repair of a reply.

Knows no way of answering; each is a module beside this one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from sim.llm.base import ModelError, Prompt, Usage, no_answer
from sim.prompts import Question, Reply, to_json
from sim.prompts.schema import Schema


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply and how it came about.

    ``schema`` is the grammar as JSON text, ``mode`` the way of answering, ``candidates`` the replies that were chosen among (as
    JSON texts). ``problem`` says why the model's reply could not be used; ``fallback``: the kind's fallback stands in;
    ``repaired``: the reply was changed after it was given.
    """

    reply: Reply
    prompt: Prompt
    schema: str
    mode: str
    candidates: tuple[str, ...] = ()
    problem: str = ""
    fallback: bool = False
    repaired: bool = False
    usage: Usage = Usage()


class Answerer(Protocol):
    """Answers one round of questions, in their order. ``mode`` is recorded with the run, and so is the register that suits it,
    ``brief`` or ``full``. Raises ``ModelTrouble``."""

    mode: str
    prompts: str

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]: ...


class ModelTrouble(ModelError):
    """No model answers, or too many replies in a row could not be used; the run pauses, saved. ``problem`` is the last one."""

    def __init__(self, why: str, problem: str = "") -> None:
        super().__init__(why)
        self.problem = problem


class Mendable(Protocol):
    """What can put a reply in order and repair it: a question, or one as a small mind is shown it."""

    def order(self, reply: Any) -> Any: ...

    def repair(self, reply: Any) -> Any: ...


def finish(asked: Mendable, answer: Answer) -> Answer:
    """The answer with its reply in order and repaired; ``repaired`` is set where the repair changed anything."""
    ordered = asked.order(answer.reply)
    mended = asked.repair(ordered)
    if mended == ordered:
        return answer if ordered == answer.reply else replace(answer, reply=ordered)
    return replace(answer, reply=mended, repaired=True)


def write_reply(reply: Reply) -> str:
    """A reply as it is recorded."""
    return json.dumps(to_json(reply), ensure_ascii=False)


def write_schema(schema: Schema) -> str:
    """A grammar as canonical text; "" for none."""
    return json.dumps(schema, ensure_ascii=False, separators=(",", ":")) if schema else ""


class Failures:
    """Counts replies in a row that cannot be used, and gives up after ``LIMIT`` of them; at once where no model answers."""

    LIMIT = 12
    """Replies in a row. Each is replaced by a fallback until then, because a good model also fails at times."""

    def __init__(self) -> None:
        self.count = 0

    def note(self, problem: str) -> None:
        """Count one request. Raises ``ModelTrouble``. What no model answered is never replaced: a town would live on by
        fallbacks alone."""
        if no_answer(problem):
            raise ModelTrouble(f"no model answers ({problem})", problem)
        self.count = self.count + 1 if problem else 0
        if self.count >= self.LIMIT:
            raise ModelTrouble(f"the model failed {self.count} times in a row ({problem})", problem)
