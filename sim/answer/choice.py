"""Choosing among candidates by a model's probabilities.

Guided, every candidate's luck is known before the model is asked (``head_starts``), so that what cannot win need not be scored.
Free, all options are scored and one is drawn (``draw``): the same odds. Knows nothing of models, questions or scripts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from sim.dice import dice
from sim.llm.base import Scored

PRIOR = 0.5
"""A guided model's candidate counts for this much of the one before it: the script knows best, and puts it first. Without
it the guided mind prefers whatever says least: greetings over news, and its own words over everybody's."""


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
