"""The checks of replies: small pure functions (question, reply) -> verdict, one subject per file.

Training keeps only examples without a problem (``problems``); the exam counts a model's verdicts. Checks know what the prompt
shows, not how a reply came about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sim.prompts import Question, Reply
from sim.training.checks.citations import citations
from sim.training.checks.faithful import faithful, names
from sim.training.checks.learned import learned, promised
from sim.training.checks.news import news, words
from sim.training.checks.planned import fitting, planned
from sim.training.checks.reactions import reactions, urgent
from sim.training.checks.unknown import answered, unknown
from sim.training.checks.verdict import Check, Verdict
from sim.training.checks.wellformed import repeats, shape, wellformed

_ALL: tuple[Callable[..., Verdict | None], ...] = (
    shape, names, words, news, unknown, answered, learned, promised, reactions, urgent, planned, fitting, citations,
    faithful, repeats, wellformed
)  # fmt: skip
CHECKS: Mapping[str, Check] = {check.__name__: check for check in _ALL}
"""Every check by name; its file says what its cases are."""


def problems(question: Question[Any], reply: Reply, suggestions: Sequence[str] = ()) -> list[str]:
    """What is wrong with a reply, as ``check: reason``; empty for a faultless one. What is suggested beside the question counts
    as told."""
    found = {name: check(question, reply) for name, check in CHECKS.items()}
    found |= {"names": names(question, reply, suggestions), "faithful": faithful(question, reply, suggestions)}
    return [f"{name}: {reason}" for name, verdict in found.items() if verdict for reason in verdict.wrong]


__all__ = ["CHECKS", "Check", "Verdict", "problems"]
