"""How believable a town was: measures with their uncertainty, and the failures of the paper as named checks.

``evaluate(run_path)`` reads one run file. Every row says how it was counted, every failure where to look. Source of the
checks: Park et al. 2023, section 7.2 (places, closed shops, one-person bathrooms, embellishment, over-politeness).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sim.analysis.claims import claim_rows
from sim.analysis.days import day_rows
from sim.analysis.extras import has
from sim.analysis.places import place_rows
from sim.analysis.promises import plan_rows
from sim.analysis.scores import Failure, Row
from sim.analysis.setting import Setting, opened
from sim.analysis.stays import doings, stays
from sim.analysis.talking import talk_rows
from sim.record.errors import RunError
from sim.scenario import ScenarioError
from sim.world.tilemap import MapError

CHECKS = (
    *("wrong place", "closed shop", "private room", "crowded bathroom", "crowded room", "forgotten promise", "invented fact"),
    *("repeated line", "awake at night", "meal missed"),
)
"""The named checks, in the order in which they are shown."""
SHOWN = 5
"""Failures of each check that the text shows."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """``rows`` are the measures, ``failures`` in order of time, ``moments`` tick -> ``day 1 09:05`` for every failure."""

    run: str
    scenario: str
    model: str
    lived: str
    rows: tuple[Row, ...]
    failures: tuple[Failure, ...]
    moments: dict[int, str]

    def of(self, check: str) -> tuple[Failure, ...]:
        """The failures of one check."""
        return tuple(failure for failure in self.failures if failure.check == check)

    def to_text(self, shown: int = SHOWN) -> str:
        """For people: the measures, then every check with its first failures and how to look there."""
        lines = [f"{self.run}: {self.scenario}, {self.model}, {self.lived}", ""]
        lines += [_row_text(row) for row in self.rows]
        if not has("scipy"):
            lines.append("(95 % intervals need scipy: pip install 'town-sim[analysis]')")
        lines += ["", "Failures"]
        for check in CHECKS:
            found = self.of(check)
            lines.append(f"  {check:18}{len(found):>6}")
            lines += [f"      {self.moments[one.tick]}  {one.resident}: {one.text}  [tick {one.tick}]" for one in found[:shown]]
            lines += [f"      and {len(found) - shown} more"] if len(found) > shown else []
        if self.failures:
            lines += ["", f'Look there: run_sim.py replay {self.run}, or interview {self.run} WHO "QUESTION" --at "tick N"']
        return "\n".join(lines)


def evaluate(run_path: str | Path) -> Evaluation:
    """Measure a run. Raises ``RunError`` (and the scenario's and map's own errors) for a file that cannot be read."""
    try:
        with opened(run_path) as setting:
            return evaluated(setting)
    except (ScenarioError, MapError):
        raise
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise RunError(f"{run_path}: what it holds is not a run as this program writes it ({error!r})") from error


def evaluated(setting: Setting) -> Evaluation:
    """As ``evaluate``, on a run already open."""
    where, did = stays(setting), doings(setting)
    parts = [
        talk_rows(setting),
        plan_rows(setting, where, did),
        claim_rows(setting),
        day_rows(setting, where, did),
        place_rows(setting, where, did),
    ]
    rows = tuple(row for found, _ in parts for row in found)
    failures = tuple(sorted((f for _, found in parts for f in found), key=lambda f: (f.tick, f.resident, f.check, f.text)))
    meta = setting.run.meta
    return Evaluation(
        run=meta.name,
        scenario=meta.scenario_name,
        model=str(meta.model.get("name", "")),
        lived=f"{setting.when(0)} to {setting.when(setting.last)}",
        rows=rows,
        failures=failures,
        moments={failure.tick: setting.when(failure.tick) for failure in failures},
    )


def _row_text(row: Row) -> str:
    if row.value is None:
        return f"  {row.name:24}     -            nothing to measure ({row.rule})"
    interval = f"{100 * row.low:5.1f}-{100 * row.high:.1f} %" if row.low is not None and row.high is not None else ""
    return f"  {row.name:24}{100 * row.value:6.1f} %  {interval:15}  of {row.count:>7}  {row.rule}"
