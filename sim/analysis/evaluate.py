"""How believable a town was: metrics with their uncertainty, and named checks for the failures that the paper reports.

``evaluate(run_path)`` reads one run file. Every metric states its rule, every failure its tick and resident. Source of the
checks: Park et al. 2023, section 7.2 (places, closed shops, one-person bathrooms, embellishment, over-politeness).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sim.analysis.claims import claim_metrics
from sim.analysis.conversation import conversation_metrics
from sim.analysis.daily_life import daily_life_metrics
from sim.analysis.intervals import activities, stays
from sim.analysis.memory_use import memory_metrics
from sim.analysis.metrics import Failure, Metric, own_metrics
from sim.analysis.place_rules import place_metrics
from sim.analysis.promises import plan_metrics
from sim.analysis.run_context import RunContext, open_context
from sim.record.errors import RunError
from sim.scenario import ScenarioError
from sim.world.tilemap import MapError

CHECKS = (
    *("wrong place", "closed shop", "private room", "crowded bathroom", "crowded room", "forgotten promise", "invented fact"),
    *("repeated line", "awake at night", "meal missed"),
)
"""The checks, in the order in which they are shown."""
SHOWN_FAILURES = 5
"""Failures of each check that the text shows."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """``rows`` are the metrics, ``failures`` in order of time, ``moments`` tick -> ``day 1 09:05`` for every failure."""

    run: str
    scenario: str
    model: str
    lived: str
    rows: tuple[Metric, ...]
    failures: tuple[Failure, ...]
    moments: dict[int, str]

    def of(self, check: str) -> tuple[Failure, ...]:
        """The failures of a check."""
        return tuple(failure for failure in self.failures if failure.check == check)

    def to_text(self, shown: int = SHOWN_FAILURES) -> str:
        """The report for users: the metrics, then every check with its first failures and how to look at them."""
        lines = [f"{self.run}: {self.scenario}, {self.model}, {self.lived}", ""]
        lines += [_row_text(row) for row in self.rows]
        lines += ["", "Failures"]
        for check in dict.fromkeys((*CHECKS, *(failure.check for failure in self.failures))):
            found = self.of(check)
            lines.append(f"  {check:18}{len(found):>6}")
            lines += [f"      {self.moments[one.tick]}  {one.resident}: {one.text}  [tick {one.tick}]" for one in found[:shown]]
            lines += [f"      and {len(found) - shown} more"] if len(found) > shown else []
        if self.failures:
            lines += ["", f'Look there: run_sim.py replay {self.run}, or interview {self.run} WHO "QUESTION" --at "tick N"']
        return "\n".join(lines)


def evaluate(run_path: str | Path, measures: Sequence[object] | None = None) -> Evaluation:
    """Measure a run, also by own ``measures`` (None: the installed ones).

    Raises ``RunError``, ``ScenarioError`` or ``MapError`` for a file that cannot be read, ``PartError`` that names a measure
    that fails."""
    try:
        with open_context(run_path) as context:
            return evaluate_context(context, measures)
    except (ScenarioError, MapError):
        raise
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise RunError(f"{run_path}: what it holds is not a run as this program writes it ({error!r})") from error


def evaluate_context(context: RunContext, measures: Sequence[object] | None = None) -> Evaluation:
    """As ``evaluate``, for an open run."""
    where, did = stays(context), activities(context)
    parts = [
        conversation_metrics(context),
        plan_metrics(context, where, did),
        claim_metrics(context),
        (memory_metrics(context), []),
        daily_life_metrics(context, where, did),
        place_metrics(context, where, did),
        own_metrics(context, measures),
    ]
    rows = tuple(row for found, _ in parts for row in found)
    failures = tuple(sorted((f for _, found in parts for f in found), key=lambda f: (f.tick, f.resident, f.check, f.text)))
    meta = context.run.meta
    return Evaluation(
        run=meta.name,
        scenario=meta.scenario_name,
        model=str(meta.model.get("name", "")),
        lived=f"{context.when(0)} to {context.when(context.last_tick)}",
        rows=rows,
        failures=failures,
        moments={failure.tick: context.when(failure.tick) for failure in failures},
    )


def _row_text(row: Metric) -> str:
    if row.value is None:
        return f"  {row.name:24}     -            nothing to measure ({row.rule})"
    interval = f"{100 * row.low:5.1f}-{100 * row.high:.1f} %" if row.low is not None and row.high is not None else ""
    return f"  {row.name:24}{100 * row.value:6.1f} %  {interval:15}  of {row.count:>7}  {row.rule}"
