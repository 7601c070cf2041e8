"""Choosing among candidates by a model's probabilities: the law of it, and one guided question on its way through it.

Guided, every candidate's luck is known before the model is asked (``head_starts``), so that what cannot win need not be scored;
free, all options are scored and one is drawn (``draw``): the same odds. Knows nothing of models, rounds or scripts.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass

from sim.answer.small.shorthand import write
from sim.dice import dice
from sim.llm.base import Generated, Score, Scored, Usage
from sim.prompts import TASKS, Question
from sim.prompts.render import render

PRIOR = 0.5
"""A guided model's candidate counts for this much of the one before it: the script knows best, and puts it first. Without
it the bundled mind prefers whatever says least: greetings over news, and its own words over everybody's."""


@dataclass
class Choice:
    """One guided question on its way: its candidates in the script's order, and the best of those that were scored."""

    question: Question
    shown: Question
    """The question as the model sees it."""
    texts: list[str]
    winner: int = 0
    best: float = -math.inf
    asked: bool = False
    problem: str = ""
    usage: Usage = Usage()
    scored: int = 0
    """How many candidates have scores that hold beside others'."""

    def ahead(self, first: int, end: int) -> tuple[float, ...]:
        """The head starts of the candidates from ``first`` up to ``end``."""
        temperature = TASKS[self.question.task].temperature
        return head_starts(end, temperature, self.question.seed)[first:]

    @property
    def is_open(self) -> bool:
        """Whether one candidate more could win: log-probabilities are below 0, so its head start is the most it can reach."""
        count = len(self.texts)
        return not self.problem and self.ahead(count, count + 1)[0] > self.best

    def offer(self, text: str) -> bool:
        """Add a candidate; False where it is there already."""
        if text in self.texts:
            return False
        self.texts.append(text)
        return True

    def score(self) -> Score:
        """What to ask the model: about the candidates that have no score yet, or whose scores say nothing beside others'."""
        count = len(self.texts)
        written = tuple(write(self.shown, json.loads(text)) for text in self.texts[self.scored :])
        return Score(render(self.shown), written, head_starts=self.ahead(self.scored, count))

    def take(self, reply: Generated | Scored) -> None:
        """Learn the scores of what was asked last."""
        self.asked, self.usage = True, self.usage + reply.usage
        if reply.problem or not isinstance(reply, Scored):
            self.problem = reply.problem
            return
        if not self.scored:
            self.best = -math.inf
        for number, reached in enumerate(reach(reply, self.ahead(self.scored, len(self.texts))), self.scored):
            if reached > self.best:
                self.winner, self.best = number, reached
        self.scored = 0 if reply.relative else len(self.texts)


def head_starts(count: int, temperature: float, seed: int) -> tuple[float, ...]:
    """What each of ``count`` candidates has on top of its mean log-probability per token (lengths differ): less for each place
    in the script's order, and luck. Gumbel's luck times the temperature makes "the highest sum wins" the same as drawing by
    ``exp(score / temperature)`` (Gumbel 1954; Maddison and others 2014), at temperature 0 the highest score. The first ones do
    not depend on ``count``."""
    luck = dice(seed, "choose").gumbel(size=count) if temperature > 0 else [0.0] * count
    return tuple(place * math.log(PRIOR) + temperature * float(some) for place, some in enumerate(luck))


def reach(scored: Scored, ahead: Sequence[float]) -> list[float]:
    """Mean log-probability per token plus head start, per option."""
    return [lp / max(1, n) + a for lp, n, a in zip(scored.logprobs, scored.lengths, ahead, strict=True)]


def draw(scores: Sequence[float], temperature: float, seed: int, least: float = 0.0) -> int:
    """An index by log-weights: the highest at temperature 0 (ties to the first), else drawn by ``exp(score / temperature)``;
    never what is less than ``least`` times as likely as the best."""
    best = max(scores)
    if temperature <= 0:
        return scores.index(best)
    ratios = [math.exp(score - best) for score in scores]
    weights = [ratio ** (1 / temperature) if ratio >= least else 0.0 for ratio in ratios]
    point = float(dice(seed, "choose").random()) * sum(weights)
    for i, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return i
    return len(weights) - 1
