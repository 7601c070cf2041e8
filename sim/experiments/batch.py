"""``batch_run``: towns from Python in a grid of conditions times seeds, on all cores, as one DataFrame.

The habits are those of Mesa's ``batch_run``. Towns are lived as in every experiment (``job``, ``pool``): what a killed program
has lived is kept, and the same call goes on from it. Measures are taken from the finished run files, here, so that any function
will do. Knows no report.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tqdm import tqdm  # type: ignore[import-untyped]

from sim.analysis.extras import library
from sim.experiments.compare import measures_of
from sim.experiments.job import JobResult, make_job
from sim.experiments.options import MindSpec
from sim.experiments.pool import run_jobs
from sim.experiments.sweep import town_result
from sim.experiments.towns import MeasuredTown
from sim.parts import blame
from sim.record.read import Run
from sim.scenario.checker import parse_duration
from sim.town import Town

if TYPE_CHECKING:
    import pandas as pd

OwnMeasure = Callable[[Town], Any]
"""A function of a town that has been lived, to look into: what it returns is a cell of the table."""


def batch_run(
    scenarios: str | Path | Sequence[str | Path],
    conditions: Mapping[str, Any] | None = None,
    seeds: Iterable[int] = (),
    *,
    measures: Mapping[str, OwnMeasure] | None = None,
    every: str = "",
    evaluate: bool = True,
    model: str = "bundled",
    embedder: str = "",
    guided: bool | None = None,
    until: str = "",
    ticks: int | None = None,
    events: Sequence[str] = (),
    processes: int | None = None,
    on: str = "",
    folder: str | Path = "batch",
    progress: bool = True,
) -> pd.DataFrame:
    """Live every scenario under every combination of ``conditions`` with every seed; a row per town, in that order.

    ``conditions`` are a scenario's settings by their dotted keys, ``{"rules.vision": [4, 8], "rules.plan": False}``; a list is
    swept, anything else holds for all (``first_knower`` as on the command line). ``seeds`` () is the scenario's own.
    ``measures`` are functions of the finished ``Town`` by name, lambdas too; with ``every`` (``"1 h"``) they are taken at each
    such moment, a row for each. ``evaluate`` adds the measures of ``experiment sweep``, at the end of each town. ``until``
    (``"12:00"``), ``ticks``, ``events``, ``model``, ``embedder`` and ``guided`` are as on the command line.

    ``processes`` None is one per core; ``on`` is a Ray cluster instead (``ray://HOST:10001``, ``HOST:6379``, ``auto``). The run
    files are kept in ``folder``; the same call again lives only what is missing. ``progress`` shows a bar.

    Columns: ``town``, ``scenario``, ``seed``, the conditions; with ``every`` ``tick`` and ``time``; the measures; ``run`` (the
    file) and ``problem`` (why there is none; warned of, and no other town is lost). Raises ``ScenarioError``,
    ``ExperimentError``, and ``PartError`` that names a measure that fails.
    """
    pandas = library("pandas")
    paths = [scenarios] if isinstance(scenarios, (str, Path)) else scenarios
    grid = [tuple(zip(conditions or {}, values, strict=True)) for values in product(*map(_swept, (conditions or {}).values()))]
    mind, drawn = MindSpec(model, embedder, guided), list[int | None](seeds) or [None]
    jobs = [
        make_job(str(path), seed, overrides, mind, until, ticks, events=tuple(events))
        for path in paths
        for overrides in grid
        for seed in drawn
    ]
    period = parse_duration(every) if every else 0
    folder, rows = Path(folder), {}
    lived = run_jobs(jobs, folder / "runs", os.cpu_count() or 1 if processes is None else processes, on)
    for result in tqdm(lived, total=len({job.id for job in jobs}), unit="town", disable=not progress):
        if result.problem:
            warnings.warn(f"{result.job.label}: {result.problem}", stacklevel=2)
        rows[result.job.id] = list(_rows(result, folder / "results", measures or {}, period, evaluate))
    keys = list(conditions or {})
    table = [{**_settings(keys, job.overrides), **row} for job in jobs for row in rows[job.id]]
    first = ["town", "scenario", "seed", *keys, *(["tick", "time"] if period else [])]
    named = dict.fromkeys(name for row in table for name in row if name not in (*first, "run", "problem"))
    return pandas.DataFrame(table, columns=[*first, *named, "run", "problem"])


def _swept(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple, range)) else [value]


def _settings(keys: Sequence[str], overrides: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    given = dict(overrides)
    return {key: given[key] for key in keys}


def _rows(
    result: JobResult, folder: Path, measures: Mapping[str, OwnMeasure], period: int, evaluate: bool
) -> Iterator[dict[str, Any]]:
    """The rows of one town: one, or one for every moment of a period in game seconds and one for the end."""
    job, path = result.job, result.path
    about = {"town": job.label, "scenario": job.scenario_id, "seed": job.seed, "run": str(path), "problem": result.problem}
    if result.problem:
        yield about
        return
    with Run(path) as run:
        seconds, last = run.meta.tick_seconds, run.last_tick
    for tick in [*(range(0, last, max(1, period // seconds)) if period else ()), last]:
        with Town.open(path, at=f"tick {tick}") as town:
            row = {**about, "tick": tick, "time": town.time} if period else dict(about)
            for name, measure in measures.items():
                with blame(f"the measure {name!r}"):
                    row[name] = measure(town)
        if evaluate and tick == last:
            found = town_result(MeasuredTown(path, job.label, job.seed, job.label, job.scenario_id), folder)
            row |= {name: found[name] for name in measures_of([found])}
        yield row
