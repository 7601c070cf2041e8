"""The results of ``evaluate`` (``Metric``, ``Failure``), 95 % intervals (those of means by scipy), and own measures.

Installed measures (entry points ``town_sim``) are used by ``evaluate`` and by every experiment that evaluates towns.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sim.analysis.extras import is_installed, library
from sim.analysis.run_context import RunContext
from sim.parts import PartError, blame, installed, load, name_of

Z = 1.959964
"""Normal deviate of a 95 % interval."""
EQUAL = 1e-12
"""Values nearer to each other differ by rounding alone."""


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


def proportion_interval(hits: int, count: int) -> tuple[float, float] | tuple[None, None]:
    """Wilson's 95 % score interval of a proportion of independent cases; (None, None) without cases."""
    return _wilson(hits / count, count, Z) if count else (None, None)


def _wilson(p: float, cases: float, deviate: float) -> tuple[float, float]:
    """The score interval of a proportion (Wilson 1927)."""
    z2 = deviate * deviate
    middle = (p + z2 / (2 * cases)) / (1 + z2 / cases)
    half = deviate / (1 + z2 / cases) * math.sqrt(p * (1 - p) / cases + z2 / (4 * cases * cases))
    return max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half))


def mean_interval(
    values: Sequence[float], low: float | None = None, high: float | None = None
) -> tuple[float | None, float | None]:
    """The 95 % interval of a mean over independent cases, such as towns. (None, None) for fewer than two values or without
    scipy, and for equal ones: they do not tell how far values vary.

    Between two bounds, such as 0 and 1 of shares, the interval is Wilson's: with Student's deviate, and with as many cases as
    the spread of the values is worth (Korn and Graubard 1998). Where all values lie on one bound, each is one case. Without
    both bounds the interval is Student's, cut off at a bound that there is."""
    count = len(values)
    if count < 2 or not is_installed("scipy"):
        return None, None
    least, most = min(values), max(values)
    bounded = low is not None and high is not None and low <= least and most <= high
    if most - least < EQUAL and not (bounded and (least == high or most == low)):
        return None, None
    stats = library("scipy.stats")
    middle, error, deviate = sum(values) / count, float(stats.sem(values)), float(stats.t.ppf(0.975, count - 1))
    if bounded and low is not None and high is not None:
        p, error = (middle - low) / (high - low), error / (high - low)
        ends = _wilson(p, p * (1 - p) / error**2 if error > EQUAL else count, deviate)
        return low + ends[0] * (high - low), low + ends[1] * (high - low)
    start, end = middle - deviate * error, middle + deviate * error
    return start if low is None or least < low else max(low, start), end if high is None or most > high else min(high, end)


class Measure:
    """Subclass it and write ``metrics``, ``failures`` or both. ``name`` is what errors call it."""

    part: ClassVar[str] = "measure"
    name: str = ""

    def metrics(self, context: RunContext) -> Sequence[Metric]:
        """Metrics of the whole run; ``proportion`` adds a 95 % interval."""
        return ()

    def failures(self, context: RunContext) -> Sequence[Failure]:
        """Things that should not have happened: a named check, tick, resident, what it was."""
        return ()


def own_metrics(context: RunContext, measures: Sequence[object] | None) -> tuple[list[Metric], list[Failure]]:
    """What ``measures`` find (parts, or names of installed ones; None: all that are installed)."""
    chosen = list(installed("measure").values()) if measures is None else measures
    metrics: list[Metric] = []
    failures: list[Failure] = []
    for one in chosen:
        part = load(one, "measure") if isinstance(one, str) else one
        if not isinstance(part, Measure):
            raise PartError(f"{name_of(part)!r} is no measure: subclass sim.Measure")
        with blame(f"the measure {name_of(part)!r}"):
            metrics += part.metrics(context)
            failures += part.failures(context)
    return metrics, failures
