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
    """Wilson's 95 % score interval of a proportion (Wilson 1927); (None, None) without cases."""
    if count == 0:
        return None, None
    p, z2 = hits / count, Z * Z
    middle = (p + z2 / (2 * count)) / (1 + z2 / count)
    half = Z / (1 + z2 / count) * math.sqrt(p * (1 - p) / count + z2 / (4 * count * count))
    return max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half))


def mean_interval(values: Sequence[float]) -> tuple[float | None, float | None]:
    """Student's 95 % interval of a mean; (None, None) for fewer than two different values or without scipy: how far values
    vary cannot be told from equal ones."""
    if len(values) < 2 or max(values) - min(values) < EQUAL or not is_installed("scipy"):
        return None, None
    stats = library("scipy.stats")
    middle, error = sum(values) / len(values), float(stats.sem(values))
    low, high = stats.t.interval(0.95, len(values) - 1, loc=middle, scale=error)
    return float(low), float(high)


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
