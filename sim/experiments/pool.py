"""Jobs lived in parallel, in processes of this machine or on a Ray cluster; each run file is there when it is finished.

A worker that dies loses nothing that was finished: its job goes on from its run file (here) or is lived again (on a cluster),
a few times; what fails for good is reported and does not keep the others from finishing.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from sim.experiments.job import Job, is_done, live
from sim.llm.base import ModelError
from sim.memory import EmbedderError
from sim.record.errors import RunError, StoreError
from sim.scenario import ScenarioError
from sim.world.tilemap import MapError

ATTEMPTS = 3
"""Times a job is begun before it counts as failed."""
REFUSED = 2
"""Exit code of a process that had a reason: trying again would not help."""


@dataclass(frozen=True, slots=True)
class Lived:
    """A job that is over: ``problem`` is empty, or says why there is no complete run at ``path``."""

    job: Job
    path: Path
    problem: str = ""


def run_path(folder: Path, job: Job) -> Path:
    """Where a job's run file is."""
    return folder / f"{job.label}.sqlite"


def live_all(jobs: Sequence[Job], folder: Path, workers: int, on: str = "") -> Iterator[Lived]:
    """Every job once, as it finishes; those whose run is already complete come first."""
    unique = list({job.id: job for job in jobs}.values())
    left = []
    for job in unique:
        if is_done(job, run_path(folder, job)):
            yield Lived(job, run_path(folder, job))
        else:
            left.append(job)
    if not left:
        return
    folder.mkdir(parents=True, exist_ok=True)
    if on:
        from sim.experiments.cluster import live_on_cluster

        yield from live_on_cluster(left, folder, on)
    else:
        yield from _live_here(left, folder, workers)


def _live_here(jobs: Sequence[Job], folder: Path, workers: int) -> Iterator[Lived]:
    """One process per job, at most ``workers`` at a time."""
    context = multiprocessing.get_context("spawn")
    waiting = [(job, 1) for job in jobs]
    running: dict[Any, tuple[BaseProcess, Job, int]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < max(1, workers):
                job, attempt = waiting.pop(0)
                process: BaseProcess = context.Process(
                    target=_child, args=(job, run_path(folder, job), os.getpid()), daemon=True
                )
                process.start()
                running[process.sentinel] = (process, job, attempt)
            for sentinel in wait(list(running)):
                process, job, attempt = running.pop(sentinel)
                process.join()
                path = run_path(folder, job)
                if process.exitcode == 0:
                    yield Lived(job, path)
                elif process.exitcode == REFUSED or attempt >= ATTEMPTS:
                    yield Lived(job, path, _problem(path, process.exitcode))
                else:
                    waiting.append((job, attempt + 1))
    finally:
        for process, _, _ in running.values():
            process.terminate()
            process.join()


def _child(job: Job, path: Path, parent: int) -> None:
    """The process of one job; stops, saved, when its parent is gone."""
    note = path.with_suffix(".problem")
    note.unlink(missing_ok=True)
    try:
        live(job, path, lambda: os.getppid() == parent)
    except KeyboardInterrupt:
        sys.exit(130)
    except (RunError, StoreError, ScenarioError, MapError, ModelError, EmbedderError, OSError) as error:
        note.write_text(" ".join(str(error).split()), encoding="utf-8")
        sys.exit(REFUSED)


def _problem(path: Path, code: int | None) -> str:
    note = path.with_suffix(".problem")
    if note.exists():
        return note.read_text(encoding="utf-8")
    return f"its process ended {ATTEMPTS} times with exit code {code}; what was lived until then is in {path}"
