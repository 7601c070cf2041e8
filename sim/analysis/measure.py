"""Own measures of a run, beside those of ``evaluate``: what one is, and what all of them find.

Installed measures (entry points ``town_sim``) are used by ``evaluate`` and by every experiment that evaluates towns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sim.analysis.metrics import Failure, Metric
from sim.analysis.run_context import RunContext
from sim.parts import PartError, blame, installed, load, name_of


class Measure:
    """Subclass it and write ``metrics``, ``failures`` or both. ``name`` is what errors call it."""

    part: ClassVar[str] = "measure"
    name: str = ""

    def metrics(self, context: RunContext) -> Sequence[Metric]:
        """Metrics of the whole run; ``proportion`` of ``sim.analysis.metrics`` adds a 95 % interval."""
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
