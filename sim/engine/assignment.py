"""Who answers what in a run of two minds: the model that the user names, or its helper.

A table says it by kind of question (``rules.share``). Within that, ``attention`` may ration the model. Decides from questions
and the town's own state alone, so that a run lived again decides alike. Knows no model.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sim.engine.attention import Attention
from sim.prompts import TASKS, Question
from sim.scenario import ScenarioError
from sim.scenario.problems import did_you_mean

INTERVIEWS = frozenset({"answer", "answer_choice", "answer_scale"})
"""Kinds that the user asks outside the town's time: the model always answers them, and they cost no attention."""
TALK = INTERVIEWS | {"say", "takeaway", "recap", "relation", "learn"}
WORDS = TALK | {"plan", "replan", "react", "identity", "summary", "focus", "questions", "insights", "condense", "merge"}
TABLES: Mapping[str, Collection[str]] = {"all": TASKS, "words": WORDS, "talk": TALK}
"""By word, the kinds of questions that the model answers; the helper answers the others."""
ROUTINE = frozenset({"words", "talk"})
"""Tables under which the helper also answers those questions of any kind that are routine."""


def read_table(minds: str) -> tuple[str, frozenset[str]]:
    """The word and the kinds that the model answers, from ``words`` or ``words rate=model say=helper``. Raises
    ``ScenarioError`` for what is not known."""
    word, *rows = minds.split() or ["all"]
    if word not in TABLES:
        raise ScenarioError([f"minds: {word!r} is not known; write {', '.join(TABLES)}, or a row for each kind of question."])
    chosen = set(TABLES[word])
    for row in rows:
        task, _, who = row.partition("=")
        if task not in TASKS:
            hint = did_you_mean(task, TASKS) or f"; there are {', '.join(TASKS)}"
            raise ScenarioError([f"minds: there is no kind of question {task!r}{hint}"])
        if who not in ("model", "helper"):
            raise ScenarioError([f"minds: {row!r}: write {task}=model or {task}=helper"])
        (chosen.add if who == "model" else chosen.discard)(task)
    return word, frozenset(chosen)


class Assignment:
    """``attention`` is None where the model is not rationed."""

    def __init__(self, minds: str, attention: Attention | None = None):
        self._word, self._tasks = read_table(minds)
        self.attention = attention

    @property
    def shared(self) -> bool:
        """Whether the helper has anything to answer."""
        return self._word in ROUTINE or self._tasks != frozenset(TASKS) or self.attention is not None

    def __call__(self, asked: Sequence[tuple[str, Question[Any]]]) -> list[bool]:
        """For each (slug, question) of a round whether the model answers it."""
        wanted = [q.task in self._tasks and not (q.routine and self._word in ROUTINE) for _, q in asked]
        rationed = [i for i, (_, question) in enumerate(asked) if wanted[i] and question.task not in INTERVIEWS]
        if self.attention is not None and rationed:
            for i, granted in zip(rationed, self.attention.grant([asked[i] for i in rationed]), strict=True):
                wanted[i] = granted
        return wanted
