"""Recorded answering: what was answered then, in the same order; the prompts must be the same too.

Knows no run file: whoever reads one hands its rows over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sim.answer.protocol import Answer, write_schema
from sim.answer.register import STYLES
from sim.answer.script_door import open_door
from sim.answer.small import MODE as SMALL
from sim.answer.small import possible_prompts as small_prompts
from sim.answer.standin import MODE as STANDIN
from sim.answer.standin import shown
from sim.llm.base import Prompt
from sim.prompts import Question, parse


@dataclass(frozen=True, slots=True)
class RecordedReply:
    """One question and reply of a run: ``system`` and ``user`` are the prompt, ``reply`` is JSON text."""

    resident: str
    task: str
    system: str
    user: str
    reply: str
    mode: str
    problem: str
    fallback: bool


class Parted(Exception):
    """The re-run asked something else than the run did."""

    def __init__(self, resident: str, why: str):
        super().__init__(why)
        self.resident, self.why = resident, why


class Recorded:
    """Answers from ``rows``. Raises ``Parted`` at the first question that the run did not ask."""

    mode = "recorded"

    def __init__(self, rows: Iterator[RecordedReply], prompts: str = "brief"):
        """``prompts`` is ``full`` for a run whose own rules say how it was asked."""
        self._rows, self.prompts = rows, prompts

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        return [self._one(question) for question in questions]

    def _one(self, q: Question[Any]) -> Answer:
        row = next(self._rows, None)
        if row is None:
            raise Parted("", f"asks {q.card.name} to {q.task}; the run asked nothing more")
        if row.task != q.task:
            raise Parted(row.resident, f"asks {q.task} where the run asked {row.task}")
        for asked in (q, q.in_brief()) if q.full else (q,):
            for prompt in possible_prompts(asked, row.mode):
                if (prompt.system, prompt.user) == (row.system, row.user):
                    reply = parse(asked, json.loads(row.reply))
                    schema = "{}" if row.mode in (STANDIN, SMALL) else write_schema(asked.schema())
                    return Answer(reply, prompt, schema, row.mode, problem=row.problem, fallback=row.fallback)
        raise Parted(row.resident, f"shows another prompt for {q.task}")


def possible_prompts(q: Question[Any], mode: str) -> Iterator[Prompt]:
    """How a question may have been shown, by who was asked."""
    if mode in (STANDIN, SMALL):
        yield shown(q)
        yield from small_prompts(q) if q.full else ()
    else:
        yield from (style.prompt(q) for style in STYLES.values()) if q.full else open_door().brief_prompts(q)
