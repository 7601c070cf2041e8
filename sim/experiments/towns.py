"""The towns that an experiment measures: saved runs as they are, scenarios lived first."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sim.experiments.job import Job, Mind, make_job
from sim.experiments.options import ExperimentError, Options, Setting
from sim.experiments.pool import Lived, live_all
from sim.record.catalogue import resolve_run
from sim.record.read import Run


@dataclass(frozen=True, slots=True)
class Town:
    """A run to measure: ``setting`` and ``condition`` say what was changed in its scenario."""

    path: Path
    label: str
    seed: int
    setting: Setting = ()
    condition: str = ""


def is_scenario(text: str) -> bool:
    """Whether an argument names a scenario file (and not a saved run)."""
    return text.endswith((".yaml", ".yml"))


def towns(options: Options, conditions: dict[str, Setting] | None = None) -> list[Town]:
    """All towns asked for, lived to their end. Raises ``ExperimentError`` naming those that could not be."""
    found, problems = [], []
    for town in each_town(options, conditions):
        if isinstance(town, Lived):
            problems.append(f"{town.job.label}: {town.problem}")
        else:
            found.append(town)
    if problems:
        raise ExperimentError("\n".join([*problems, "The others are saved; run the same command again to go on."]))
    return sorted(found, key=lambda town: (town.condition, town.label))


def each_town(options: Options, conditions: dict[str, Setting] | None = None) -> Iterator[Town | Lived]:
    """Towns as they are ready; a ``Lived`` with its problem for each that failed."""
    for text in options.of:
        if not is_scenario(text):
            path = Path(resolve_run(text, options.saves))
            with Run(path) as run:
                yield Town(path, path.stem, run.meta.seed)
    jobs = _jobs(options, conditions or {"": ()})
    for done, lived in enumerate(live_all(jobs, options.out / "runs", options.workers, options.on), 1):
        print(f"{done} of {len(jobs)}  {lived.job.label}{'  ' + lived.problem if lived.problem else ''}", file=sys.stderr)
        job = lived.job
        yield lived if lived.problem else Town(lived.path, job.label, job.seed, job.settings, job.condition)


def _jobs(options: Options, conditions: dict[str, Setting]) -> list[Job]:
    """Scenarios x conditions x settings x seeds."""
    mind = Mind(options.model or "bundled", options.embedder, options.guided)
    seeds: list[int | None] = list(options.seeds) or [None]
    return [
        make_job(path, seed, (*setting, *change), mind, options.until, options.ticks, condition)
        for path in options.of
        if is_scenario(path)
        for condition, change in conditions.items()
        for setting in options.settings
        for seed in seeds
    ]
