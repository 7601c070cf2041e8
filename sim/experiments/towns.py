"""The towns that an experiment measures: saved runs as they are, scenarios after running them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sim.experiments.job import JobResult, TownJob, make_job
from sim.experiments.options import ExperimentError, Options, Overrides, settings_text
from sim.experiments.pool import run_jobs
from sim.record.catalogue import resolve_run
from sim.record.read import Run


@dataclass(frozen=True, slots=True)
class MeasuredTown:
    """A run of ``scenario`` to measure. ``overrides`` and ``condition`` say what was changed in it; towns of one ``pair``
    differ in nothing else."""

    path: Path
    label: str
    seed: int
    pair: str
    scenario: str
    overrides: Overrides = ()
    condition: str = ""

    @property
    def settings(self) -> str:
        """What was changed, in words for users."""
        return settings_text(self.overrides)

    @property
    def about(self) -> dict[str, Any]:
        """The first entries of the town's result (``compare.Result``)."""
        return {"town": self.label, "pair": self.pair, "seed": self.seed, "settings": self.settings}


class TownsFailed(ExperimentError):
    """Towns that could not be lived; the message names them. The others are saved."""


def is_scenario(text: str) -> bool:
    """Whether an argument names a scenario file, not a saved run."""
    return text.endswith((".yaml", ".yml"))


def towns(options: Options, conditions: dict[str, Overrides] | None = None) -> list[MeasuredTown]:
    """All towns of the options. Raises ``TownsFailed`` that names the jobs that failed."""
    found, problems = [], []
    for town in each_town(options, conditions):
        if isinstance(town, JobResult):
            problems.append(f"{town.job.label}: {town.problem}")
        else:
            found.append(town)
    if problems:
        raise TownsFailed("\n".join([*problems, "The others are saved; run the same command again to go on."]))
    return sorted(found, key=lambda town: (town.condition, town.label))


def each_town(options: Options, conditions: dict[str, Overrides] | None = None) -> Iterator[MeasuredTown | JobResult]:
    """The towns as they are ready; a ``JobResult`` with its problem for each failed job."""
    changed = options.settings != ((),) or bool(options.events)
    for text in options.sources:
        if not is_scenario(text):
            if changed:
                raise ExperimentError(
                    f"{text} is a saved run, measured as it was lived; --set, --preset, --first-knower and --event "
                    "need a scenario."
                )
            path = resolve_run(text, options.saves)
            with Run(path) as run:
                yield MeasuredTown(path, path.stem, run.meta.seed, path.stem, run.meta.scenario_id)
    jobs = _jobs(options, conditions or {"": ()})
    for done, result in enumerate(run_jobs(jobs, options.runs, options.workers, options.on), 1):
        job, problem = result.job, result.problem
        print(f"{done} of {len(jobs)}  {job.label}{'  ' + problem if problem else ''}", file=sys.stderr)
        pair = f"{job.scenario_id} seed {job.seed}"
        yield (
            result
            if problem
            else MeasuredTown(result.path, job.label, job.seed, pair, job.scenario_id, job.overrides, job.condition)
        )


def _jobs(options: Options, conditions: dict[str, Overrides]) -> list[TownJob]:
    """Scenarios x conditions x settings x seeds."""
    mind = replace(options.mind, model=options.model or "bundled")
    seeds: list[int | None] = list(options.seeds) or [None]
    return [
        make_job(path, seed, (*overrides, *change), mind, options.until, options.ticks, condition, options.events)
        for path in options.sources
        if is_scenario(path)
        for condition, change in conditions.items()
        for overrides in options.settings
        for seed in seeds
    ]
