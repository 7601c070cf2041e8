"""``SmallMind``, the answerer: which kinds of question a small model words itself, and what stands where its words do not pass.

What is not in the table is the stand-in's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sim.answer.protocol import Answer, finish
from sim.answer.small import days, interviews, lines, ratings
from sim.answer.small.asking import Answering, Worded, together, unasked
from sim.answer.standin import StandIn
from sim.llm.base import Model, Prompt, Usage
from sim.prompts import Question
from sim.prompts.tasks.say import Say

MODE = "small"
WORDED: Mapping[str, Callable[[Any], Answering]] = {
    "say": lines.say, "answer": interviews.answer, "plan": days.plan_day, "rate": ratings.rate,
}  # fmt: skip
"""Kind of question -> how the model answers it."""


def possible_prompts(q: Question[Any]) -> Iterator[Prompt]:
    """How a question may have been asked; of a line of talk that depends on what was chosen."""
    if isinstance(q, Say):
        yield from lines.prompts_of(q)
    elif q.task in WORDED:
        yield unasked(WORDED[q.task](q)).prompt


class SmallMind:
    """Answers by ``model`` and, where its words do not pass, by the stand-in; an answer's ``mode`` says whose words it has."""

    mode = MODE
    style = "small"
    """What a run records, so that it is opened in the same way again (``register.STYLES``)."""
    prompts = "full"
    alone = True

    def __init__(self, model: Model):
        self.model, self._standin = model, StandIn()

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        own = [n for n, q in enumerate(questions) if q.task in WORDED and q.full]
        worded = together(self.model, [WORDED[questions[n].task](questions[n]) for n in own])
        rest = [n for n in range(len(questions)) if n not in set(own)]
        answers = dict(zip(rest, self._standin.answer([questions[n] for n in rest]), strict=True))
        answers |= {n: self._told(questions[n], *one) for n, one in zip(own, worded, strict=True)}
        return [answers[n] for n in range(len(questions))]

    def _told(self, q: Question[Any], worded: Worded, usage: Usage) -> Answer:
        mode = self.mode if worded.model else self._standin.mode
        drafts = tuple(f"{why or 'passes'}: {text}" for text, why in zip(worded.drafts, worded.refused, strict=True))
        return finish(q, Answer(worded.reply, worded.prompt, "{}", mode, drafts, usage=usage))
