"""A process pool for jobs: runs them in parallel on this machine, or hands them to a Ray cluster.

A job whose process dies is resumed from its run file (on a cluster: started again), at most ``ATTEMPTS`` times in all. A failed
job is reported and does not stop the others.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from sim.experiments.cluster import run_on_cluster
from sim.experiments.job import ATTEMPTS, Job, JobResult, is_done, run_job, run_path
from sim.llm.base import ModelError
from sim.memory import EmbedderError
from sim.record.errors import RunError, StoreError
from sim.scenario import ScenarioError
from sim.world.tilemap import MapError

EXIT_FAILED = 2
"""Exit code of a process whose job failed with an error message; another attempt would not help."""


def run_jobs(jobs: Sequence[Job], folder: Path, workers: int, on: str = "") -> Iterator[JobResult]:
    """Run every job once and yield the results as they finish; jobs whose run is already complete come first."""
    unique = list({job.id: job for job in jobs}.values())
    left = []
    for job in unique:
        if is_done(job, run_path(folder, job)):
            yield JobResult(job, run_path(folder, job))
        else:
            left.append(job)
    if not left:
        return
    folder.mkdir(parents=True, exist_ok=True)
    yield from run_on_cluster(left, folder, on) if on else _run_here(left, folder, workers)


def _run_here(jobs: Sequence[Job], folder: Path, workers: int) -> Iterator[JobResult]:
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
                if process.exitcode == 0 and is_done(job, path):
                    yield JobResult(job, path)
                elif process.exitcode == EXIT_FAILED or attempt >= ATTEMPTS:
                    yield JobResult(job, path, _problem(path, process.exitcode))
                else:
                    waiting.append((job, attempt + 1))
    finally:
        for process, _, _ in running.values():
            process.terminate()
            process.join()


def _child(job: Job, path: Path, parent: int) -> None:
    """The process of one job. It stops and saves the run if its parent process is gone."""
    note = path.with_suffix(".problem")
    note.unlink(missing_ok=True)
    try:
        run_job(job, path, lambda: os.getppid() == parent)
    except KeyboardInterrupt:
        sys.exit(130)
    except (RunError, StoreError, ScenarioError, MapError, ModelError, EmbedderError, OSError) as error:
        note.write_text(" ".join(str(error).split()), encoding="utf-8")
        sys.exit(EXIT_FAILED)


def _problem(path: Path, code: int | None) -> str:
    note = path.with_suffix(".problem")
    if note.exists():
        return note.read_text(encoding="utf-8")
    return f"its process ended {ATTEMPTS} times with exit code {code}; what was lived until then is in {path}"
