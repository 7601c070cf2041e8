"""What a measurement is: a row with its uncertainty, and a failure with where to look. And the intervals of shares and means.

Statistics are scipy's; without scipy rows have no interval and say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.analysis.extras import has, library


@dataclass(frozen=True, slots=True)
class Row:
    """``value`` is None where there was nothing to measure; ``count`` is what it was measured on; ``low`` and ``high`` are
    the 95 % interval (Wilson for shares), None where there is none. ``rule`` says how it was counted."""

    name: str
    value: float | None
    count: int
    rule: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that should not happen in a believable town: the named ``check``, when, to whom, and what it was."""

    check: str
    tick: int
    resident: str
    text: str


def share(name: str, hits: int, count: int, rule: str) -> Row:
    """``hits`` out of ``count`` with Wilson's interval. The interval takes cases as independent, which lines of one talk or
    days of one resident are not quite: runs with several seeds say more."""
    if count == 0:
        return Row(name, None, 0, rule)
    if not has("scipy"):
        return Row(name, hits / count, count, rule)
    interval = library("scipy.stats").binomtest(hits, count).proportion_ci(method="wilson")
    return Row(name, hits / count, count, rule, float(interval.low), float(interval.high))


def mean(name: str, values: Sequence[float], rule: str) -> Row:
    """The mean with Student's interval; no interval below two values."""
    if not values:
        return Row(name, None, 0, rule)
    middle = sum(values) / len(values)
    low, high = interval_of(values)
    return Row(name, middle, len(values), rule, low, high)


def interval_of(values: Sequence[float]) -> tuple[float | None, float | None]:
    """Student's 95 % interval of a mean, (None, None) where there are fewer than two values or no scipy."""
    if len(values) < 2 or not has("scipy"):
        return None, None
    stats = library("scipy.stats")
    middle, error = sum(values) / len(values), float(stats.sem(values))
    if error == 0:
        return middle, middle
    low, high = stats.t.interval(0.95, len(values) - 1, loc=middle, scale=error)
    return float(low), float(high)
