"""The scripted mind: answers every question of the protocol by rule, from what the question shows and the content banks.

It is ``--model fake``, the proposer for guided models, the tests' mind and a teacher. It has no state: the same question gives
the same replies in every process. Who asks, and what is done with a reply, it does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sim.answer.scripted import (
    at_once,
    checks,
    closed_questions,
    day_plans,
    descriptions,
    icons,
    interviews,
    memory_texts,
    rating,
    reactions,
    reflections,
    replanning,
    steps,
    talk_summaries,
    utterances,
)
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks, open_banks
from sim.prompts import Question
from sim.prompts.question import R

Answerer = Callable[[Any, Banks, Dice], Iterator[Any]]
"""Gives replies to its own kind of question, best first."""

ANSWERERS: Mapping[str, Answerer] = {
    "rate": rating.rate,
    "plan": day_plans.plan,
    "replan": replanning.replan,
    "steps": steps.steps,
    "place": icons.place,
    "react": reactions.react,
    "say": utterances.say,
    "recap": talk_summaries.recap,
    "learn": talk_summaries.learn,
    "questions": reflections.questions,
    "insights": reflections.insights,
    "condense": reflections.condense,
    "observe": memory_texts.observe,
    "answer": interviews.answer,
    "answer_choice": closed_questions.answer_choice,
    "answer_scale": closed_questions.answer_scale,
    "state": icons.state,
    "icon": icons.icon,
    "summary": descriptions.summary,
    "relation": descriptions.relation,
    "focus": descriptions.focus,
    "identity": at_once.identity,
    "takeaway": at_once.takeaway,
    "queries": memory_texts.queries,
    "merge": memory_texts.merge,
}


class Script:
    """Answers questions. ``banks`` is a folder of content banks (default: the project's); BanksError if one is missing."""

    def __init__(self, banks: Path | None = None) -> None:
        self.banks = open_banks(banks)

    def answer(self, question: Question[R]) -> R:
        """The best reply."""
        return self.propose(question, 1)[0]

    def propose(self, question: Question[R], n: int = 4) -> list[R]:
        """One to ``n`` different replies, best first; each satisfies the question's schema and needs no repair.

        Where the rules find nothing that fits, the question's own fallback stands in.
        """
        found: dict[R, None] = {}
        banks = self.banks.with_matters(question.setting.matters)
        for reply in ANSWERERS[question.task](question, banks, Dice(question.seed, question.task)):
            if question.sound(reply):
                found.setdefault(reply)
            if len(found) >= n:
                break
        return list(found) or [question.fallback()]

    def passes(self, question: Question[R], reply: R) -> bool:
        """Whether a reply written freely may compete with the proposals: it fits, is grounded, and repeats nothing."""
        return checks.passes(question, reply, self.banks.with_matters(question.setting.matters))
