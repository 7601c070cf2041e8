"""Experiment: an intervention. Every town is lived as it is, and once more from a fork with a thought or an event put in.

The two share their past to the tick, so what differs afterwards comes of the intervention and of what followed from it.
Measures are compared pairwise over seeds, with Student's interval of the mean difference.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from sim.analysis.run_context import open_context
from sim.engine import code_version
from sim.experiments.options import ExperimentError, Options
from sim.experiments.report import Report
from sim.experiments.sweep import differences, measures
from sim.experiments.towns import towns
from sim.record.errors import RunError
from sim.record.read import Run
from sim.town import Town as LivedTown

NONE, WITH = "without", "with"


@dataclass(frozen=True, slots=True)
class Change:
    """What is put into a fork of ``source`` at ``at``, and the file in which that lives."""

    source: Path
    target: Path
    at: str
    whispers: tuple[tuple[str, str], ...]
    events: tuple[str, ...]
    model: str


def run(options: Options) -> int:
    """Live, fork, compare, write the report. Raises ``ExperimentError``."""
    if len(options.at) != 1 or not (options.whispers or options.events):
        raise ExperimentError("An intervention needs one --at WHEN and a --whisper NAME=THOUGHT or an --event TEXT.")
    found = towns(options)
    at, folder = options.at[0], options.out / "runs"
    folder.mkdir(parents=True, exist_ok=True)
    changes = [
        Change(
            town.path, folder / f"{town.label}-{_digest(options)}.sqlite", at, options.whispers, options.events, options.model
        )
        for town in found
    ]
    left = [change for change in changes if not _is_done(change)]
    with ProcessPoolExecutor(options.workers, multiprocessing.get_context("spawn")) as pool:
        problems = [problem for problem in pool.map(_live, left) if problem]
    if problems:
        raise ExperimentError("\n".join([*problems, "The others are saved; run the same command again to go on."]))
    rows = []
    for town, change in zip(found, changes, strict=True):
        for name, path in ((NONE, town.path), (WITH, change.target)):
            with open_context(path) as context:
                rows.append({"settings": name, "seed": town.seed, "town": town.label, **measures(context)})
    report = Report(options, "What an intervention changes", found)
    words = [*(f"{who} is given the thought: {text}" for who, text in options.whispers), *options.events]
    report.say(f"At {at}: {'; '.join(words)}. {len(found)} pairs of towns.")
    differences(report, rows, NONE)
    report.table("results", rows, "Every town", shown=0)
    report.save()
    return 0


def _is_done(change: Change) -> bool:
    """Whether the fork has been lived as far as its source."""
    try:
        with Run(change.target) as run, Run(change.source) as source:
            return run.meta.status == "finished" and run.last_tick >= source.last_tick
    except RunError:
        return False


def _digest(options: Options) -> str:
    """Tells one intervention's files from another's."""
    said = json.dumps([options.at, options.whispers, options.events, options.model, code_version.version()], ensure_ascii=False)
    return hashlib.blake2b(said.encode(), digest_size=4).hexdigest()


def _live(change: Change) -> str:
    """Live one fork to its source's end; the problem, or ``""``."""
    try:
        change.target.unlink(missing_ok=True)
        with LivedTown.open(change.source, model=change.model or None) as source:
            end, strangers = source.at, [who for who, _ in change.whispers if who not in source]
            if strangers:
                return f"--whisper {strangers[0]}: nobody is called so in {change.source.stem}."
            with source.fork(change.target, at=change.at, whisper=change.whispers) as town:
                for text in change.events:
                    town.happening(text)
                town.run(until=end)
    except (RunError, ValueError) as error:
        return f"{change.source.stem}: {error}"
    print(f"{change.target.stem} is lived", file=sys.stderr)
    return ""
