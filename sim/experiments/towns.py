"""The towns that an experiment measures: saved runs as they are, scenarios after running them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sim.experiments.job import Job, JobResult, make_job
from sim.experiments.options import ExperimentError, Options, Overrides
from sim.experiments.pool import run_jobs
from sim.record.catalogue import resolve_run
from sim.record.read import Run


@dataclass(frozen=True, slots=True)
class Town:
    """A run to measure. ``overrides`` and ``condition`` say what was changed in its scenario."""

    path: Path
    label: str
    seed: int
    overrides: Overrides = ()
    condition: str = ""


def is_scenario(text: str) -> bool:
    """Whether an argument names a scenario file, not a saved run."""
    return text.endswith((".yaml", ".yml"))


def towns(options: Options, conditions: dict[str, Overrides] | None = None) -> list[Town]:
    """All towns of the options. Raises ``ExperimentError`` that names the jobs that failed."""
    found, problems = [], []
    for town in each_town(options, conditions):
        if isinstance(town, JobResult):
            problems.append(f"{town.job.label}: {town.problem}")
        else:
            found.append(town)
    if problems:
        raise ExperimentError("\n".join([*problems, "The others are saved; run the same command again to go on."]))
    return sorted(found, key=lambda town: (town.condition, town.label))


def each_town(options: Options, conditions: dict[str, Overrides] | None = None) -> Iterator[Town | JobResult]:
    """The towns as they are ready; a ``JobResult`` with its problem for each failed job."""
    for text in options.sources:
        if not is_scenario(text):
            path = resolve_run(text, options.saves)
            with Run(path) as run:
                yield Town(path, path.stem, run.meta.seed)
    jobs = _jobs(options, conditions or {"": ()})
    for done, result in enumerate(run_jobs(jobs, options.out / "runs", options.workers, options.on), 1):
        job, problem = result.job, result.problem
        print(f"{done} of {len(jobs)}  {job.label}{'  ' + problem if problem else ''}", file=sys.stderr)
        yield result if problem else Town(result.path, job.label, job.seed, job.overrides, job.condition)


def _jobs(options: Options, conditions: dict[str, Overrides]) -> list[Job]:
    """Scenarios x conditions x settings x seeds."""
    mind = replace(options.mind, model=options.model or "bundled")
    seeds: list[int | None] = list(options.seeds) or [None]
    return [
        make_job(path, seed, (*overrides, *change), mind, options.until, options.ticks, condition)
        for path in options.sources
        if is_scenario(path)
        for condition, change in conditions.items()
        for overrides in options.settings
        for seed in seeds
    ]
