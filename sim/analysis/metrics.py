"""The results of ``evaluate`` (``Metric``, ``Failure``) and 95 % confidence intervals, by scipy; none without scipy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.analysis.extras import is_installed, library


@dataclass(frozen=True, slots=True)
class Metric:
    """One measured value, None if there was nothing to measure. ``count`` is the number of cases, ``rule`` how they were
    counted; ``low`` and ``high`` are the 95 % interval (Wilson), None if there is none."""

    name: str
    value: float | None
    count: int
    rule: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that should not happen in a believable town: the ``check`` that found it, when, to whom, and what it was."""

    check: str
    tick: int
    resident: str
    text: str


def proportion(name: str, hits: int, count: int, rule: str) -> Metric:
    """``hits`` out of ``count`` with Wilson's interval, which assumes independent cases. Lines of one talk or days of one
    resident are not quite independent, so runs with several seeds say more."""
    low, high = proportion_interval(hits, count)
    return Metric(name, hits / count if count else None, count, rule, low, high)


def proportion_interval(hits: int, count: int) -> tuple[float | None, float | None]:
    """Wilson's 95 % interval of a proportion; (None, None) without cases or without scipy."""
    if count == 0 or not is_installed("scipy"):
        return None, None
    interval = library("scipy.stats").binomtest(hits, count).proportion_ci(method="wilson")
    return float(interval.low), float(interval.high)


def mean_interval(values: Sequence[float]) -> tuple[float | None, float | None]:
    """Student's 95 % interval of a mean; (None, None) for fewer than two values or without scipy."""
    if len(values) < 2 or not is_installed("scipy"):
        return None, None
    stats = library("scipy.stats")
    middle, error = sum(values) / len(values), float(stats.sem(values))
    if error == 0:
        return middle, middle
    low, high = stats.t.interval(0.95, len(values) - 1, loc=middle, scale=error)
    return float(low), float(high)
