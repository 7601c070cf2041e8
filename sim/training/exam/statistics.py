"""Statistics: a measure with its n and 95 % interval, from counts, pairs of ratings, or log-probabilities."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.analysis.metrics import Z, proportion_interval


@dataclass(frozen=True, slots=True)
class Row:
    """One measure. ``value`` is None where there was nothing to measure, ``low`` and ``high`` where there is no interval.

    ``unit`` is ``%`` for shares, otherwise a word or nothing. ``goal`` is the bundled model's, in the unit of ``value``;
    ``rule`` says what a case is.
    """

    name: str
    value: float | None
    n: int
    low: float | None = None
    high: float | None = None
    unit: str = "%"
    goal: float | None = None
    rule: str = ""


def share(name: str, right: int, n: int, goal: float | None = None, rule: str = "") -> Row:
    """``right`` of ``n`` with Wilson's score interval (Wilson 1927). Cases count as independent; lines of one talk are not
    quite so."""
    low, high = proportion_interval(right, n)
    return Row(name, right / n if n else None, n, low, high, goal=goal, rule=rule)


def spearman(name: str, pairs: Sequence[tuple[float, float]], goal: float | None = None, rule: str = "") -> Row:
    """Spearman's rank correlation; interval by Fisher's z with the variance of Bonett and Wright (2000)."""
    n = len(pairs)
    first, second = ranks([a for a, _ in pairs]), ranks([b for _, b in pairs])
    rho = float(np.corrcoef(first, second)[0, 1]) if len(set(first)) > 1 and len(set(second)) > 1 else None
    if rho is None or n < 4:
        return Row(name, rho, n, unit="", goal=goal, rule=rule)
    z, error = math.atanh(max(-0.999999, min(0.999999, rho))), math.sqrt((1 + rho * rho / 2) / (n - 3))
    return Row(name, rho, n, math.tanh(z - Z * error), math.tanh(z + Z * error), "", goal, rule)


def ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1, ties sharing their mean."""
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    found: list[float] = (np.cumsum(counts) - (counts - 1) / 2)[which].tolist()
    return found


def per_unit(nats: Sequence[float], units: Sequence[int]) -> tuple[float, float, float]:
    """(mean, low, high) nats per token or character over texts of different length: a ratio estimator's interval."""
    total = sum(units)
    mean = sum(nats) / total
    error = math.sqrt(sum((n - mean * u) ** 2 for n, u in zip(nats, units, strict=True))) / total
    return mean, mean - Z * error, mean + Z * error
