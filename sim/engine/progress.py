"""What a model is at, in words: how many thoughts are done, how many tokens are written, and how long the rest will take.

The seconds come from measured speeds alone: the model's own where it has them (``progress``), else the seconds that replies of
the same kind took until now. Nothing of this is stored. Called while a town waits for its minds; knows no window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sim.answer.protocol import Answer
from sim.llm.base import Model, Progress
from sim.prompts import Question

KINDS = {
    "plan": "plan", "replan": "plan", "steps": "next step", "say": "line", "react": "decision", "rate": "rating",
    "questions": "reflection", "insights": "reflection",
}  # fmt: skip
"""Kind of question -> what a reply is called; any other is a thought."""
UNKNOWN_SHARE = 0.5
"""The share of the most tokens that a reply may have, taken for its length before a reply of its kind was seen."""
SHORTEST = 2.0
"""Seconds below which it is not said how many are left, or have passed."""


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A question that the model answers, the real seconds since it was asked, the tick at which the reply is due, and the
    answer once it is there."""

    question: Question[Any]
    seconds: float = 0.0
    due: int = 0
    answer: Answer | None = None

    @property
    def kind(self) -> str:
        return KINDS.get(self.question.task, "thought")


class Costs:
    """What replies of each kind took until now: their number, tokens and seconds, by the name of the kind."""

    def __init__(self) -> None:
        self._sums: dict[str, tuple[int, int, float]] = {}

    def note(self, question: Question[Any], answer: Answer) -> None:
        """Count a reply that a model wrote."""
        count, tokens, seconds = self._sums.get(question.task, (0, 0, 0.0))
        if answer.usage.generated:
            self._sums[question.task] = (count + 1, tokens + answer.usage.generated, seconds + answer.usage.seconds)

    def tokens(self, question: Question[Any]) -> float:
        """How many tokens a reply will have."""
        count, tokens, _ = self._sums.get(question.task, (0, 0, 0.0))
        return tokens / count if count else question.tokens * UNKNOWN_SHARE

    def seconds(self, question: Question[Any]) -> float | None:
        """How long a reply takes; None before one of its kind was seen."""
        count, _, seconds = self._sums.get(question.task, (0, 0, 0.0))
        return seconds / count if count else None


def describe(under_way: Sequence[UnderWay], model: Model, costs: Costs, by_token: bool) -> str:
    """``1 of 3 plans, 240 of about 700 tokens, some 40 s more``, or ``1 of 3 plans, 20 s so far`` where nothing was measured
    yet; "" where nothing is left. The kind is that of the reply which is due first; tokens are those of all that is
    under way. ``by_token``: a question is one request to the model, so that the model knows how far it has come."""
    open_ones = [one for one in under_way if one.answer is None]
    if not open_ones:
        return ""
    kind = min(open_ones, key=lambda one: one.due).kind
    alike = [one for one in under_way if one.kind == kind]
    late = [one for one in alike if one.answer is None]
    told = [f"{len(alike) - len(late)} of {len(alike)} {kind}s" if len(alike) > 1 else f"1 {kind}"]
    if by_token and hasattr(model, "progress"):
        here: Progress = model.progress()
        done = sum(one.answer.usage.generated for one in under_way if one.answer is not None)
        written = done + here.written
        total = max(done + sum(costs.tokens(one.question) for one in open_ones), float(written))
        told.append(f"{written} of about {_rounded(total)} tokens")
        left = here.seconds(total - written)
    else:
        left = _usual(late, costs, getattr(model, "askers", 1))
    lasted = max(one.seconds for one in late)
    if left is not None and left > SHORTEST:
        told.append(f"some {_duration(left)} more")
    elif lasted > SHORTEST:
        told.append(f"{_duration(lasted)} so far")
    return ", ".join(told)


def _usual(open_ones: Sequence[UnderWay], costs: Costs, at_once: int) -> float | None:
    """Seconds that are left if the replies take as long as others of their kind did; None where that is not known."""
    each = [seconds for one in open_ones if (seconds := costs.seconds(one.question)) is not None]
    if len(each) < len(open_ones):
        return None
    return sum(each) / max(1, min(len(each), at_once)) - max(one.seconds for one in open_ones)


def _rounded(tokens: float) -> int:
    """A number of tokens in tens, a large one in hundreds."""
    step = 100 if tokens >= 1000 else 10
    return max(step, -(-round(tokens) // step) * step)


def _duration(seconds: float) -> str:
    """``40 s``, ``3 min``."""
    return f"{max(5, round(seconds / 5) * 5)} s" if seconds < 90 else f"{round(seconds / 60)} min"
