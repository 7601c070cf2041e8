"""The scripted mind: answers every question of the protocol by rule, from what the question shows and the content banks.

It is ``--model fake``, the proposer for guided models, the tests' mind and a teacher. It has no state: the same question gives
the same replies in every process. Who asks, and what is done with a reply, it does not know.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from sim.answer.scripted import (
    changes,
    checks,
    days,
    icons,
    interviews,
    notes,
    polls,
    portraits,
    rating,
    reactions,
    recaps,
    reflections,
    speech,
    steps,
)
from sim.answer.scripted.dice import Dice
from sim.language.banks import Banks, open_banks
from sim.prompts import TASKS, Question, Reply

Answerer = Callable[[Question, Banks, Dice], Iterator[Reply]]
"""Gives fitting replies, best first."""

ANSWERERS: Mapping[str, Answerer] = {
    "rate": rating.rate,
    "plan": days.plan,
    "replan": changes.replan,
    "steps": steps.steps,
    "place": icons.place,
    "react": reactions.react,
    "say": speech.say,
    "recap": recaps.recap,
    "learn": recaps.learn,
    "questions": reflections.questions,
    "insights": reflections.insights,
    "condense": reflections.condense,
    "observe": notes.observe,
    "answer": interviews.answer,
    "answer_choice": polls.answer_choice,
    "answer_scale": polls.answer_scale,
    "state": icons.state,
    "icon": icons.icon,
    "summary": portraits.summary,
    "relation": portraits.relation,
    "focus": portraits.focus,
    "queries": notes.queries,
    "merge": notes.merge,
}


class Script:
    """Answers questions. ``banks`` is a folder of content banks (default: the project's); BanksError if one is missing."""

    def __init__(self, banks: Path | None = None) -> None:
        self.banks = open_banks(banks)

    def answer(self, question: Question) -> Reply:
        """The best reply."""
        return self.propose(question, 1)[0]

    def propose(self, question: Question, n: int = 4) -> list[Reply]:
        """One to ``n`` different replies, best first; each satisfies the task's schema and needs no repair.

        Where the rules find nothing that fits, the task's own fallback stands in.
        """
        found: dict[str, Reply] = {}
        for reply in ANSWERERS[question.task](question, self.banks, Dice(question.seed, question.task)):
            if checks.fits(question, reply):
                found.setdefault(json.dumps(reply, sort_keys=True), reply)
            if len(found) >= n:
                break
        return list(found.values()) or [TASKS[question.task].fallback(question)]

    def passes(self, question: Question, reply: Reply) -> bool:
        """Whether a reply written freely may compete with the proposals: it fits, is grounded, and repeats nothing."""
        return checks.passes(question, reply, self.banks)
