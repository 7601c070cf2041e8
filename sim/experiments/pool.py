"""A process pool for jobs: runs them in parallel on this machine, or hands them to a Ray cluster.

A job whose process dies is resumed from its run file (on a cluster: started again), at most ``ATTEMPTS`` times in all. A failed
job is reported and does not stop the others. On a cluster every finished run file is sent back and written into the local
folder; the program must be installed on every node, or lie in a shared folder.
"""

from __future__ import annotations

import multiprocessing
import os
import socket
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import ModuleType
from typing import Any

from sim.analysis.extras import library
from sim.experiments.job import ATTEMPTS, JobResult, TownJob, is_done, run_job, run_path
from sim.experiments.options import ExperimentError
from sim.llm.base import ModelError
from sim.memory import EmbedderError
from sim.record.atomic_write import atomic_files
from sim.record.errors import RunError, StoreError
from sim.scenario import ScenarioError
from sim.world.tilemap import MapError

CONNECT_TIMEOUT = 5.0
"""Seconds to wait for a connection."""
CONNECT_ATTEMPTS = 3
"""The cluster starts a process for each client, and a busy head node may time out after 30 seconds."""
PROJECT_ROOT = Path(__file__).resolve().parents[2]


def run_on_cluster(jobs: Sequence[TownJob], folder: Path, address: str) -> Iterator[JobResult]:
    """Run ``jobs`` on the cluster at ``address``, yielding results as they finish. Raises ``ExperimentError``."""
    ray = library("ray")
    _connect(ray, address)
    try:
        remote = ray.remote(max_retries=ATTEMPTS, num_cpus=1)(_finished_run)
        waiting = {remote.remote(job): job for job in jobs}
        while waiting:
            done, _ = ray.wait(list(waiting), num_returns=1)
            job = waiting.pop(done[0])
            yield _fetched(ray, done[0], job, run_path(folder, job))
    finally:
        ray.shutdown()


def _connect(ray: Any, address: str, tries: int = CONNECT_ATTEMPTS) -> None:
    """Join the cluster; its workers import the program from this path if it is not installed there."""
    _check_reachable(address)
    shared = os.pathsep.join([str(PROJECT_ROOT), *filter(None, [os.environ.get("PYTHONPATH", "")])])
    try:
        ray.init(address, log_to_driver=False, logging_level="ERROR", runtime_env={"env_vars": {"PYTHONPATH": shared}})
    except (ConnectionError, RuntimeError, ValueError, ImportError) as error:
        if isinstance(error, ConnectionError) and tries > 1:
            return _connect(ray, address, tries - 1)
        raise ExperimentError(f"--on {address}: no Ray cluster answers there ({str(error).splitlines()[0]})") from error


def _check_reachable(address: str) -> None:
    """Fail at once if nobody listens; Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdigit():
        return
    try:
        socket.create_connection((host or "127.0.0.1", int(port)), timeout=CONNECT_TIMEOUT).close()
    except OSError as error:
        raise ExperimentError(
            f"--on {address}: nobody listens there ({error}). Is the cluster up? `ray status` says."
        ) from error


def _fetched(ray: Any, reference: Any, job: TownJob, path: Path) -> JobResult:
    """Write a finished run file atomically."""
    try:
        data = ray.get(reference)
    except ray.exceptions.RayError as error:
        return JobResult(job, path, " ".join(str(getattr(error, "cause", None) or error).split())[:300])
    with atomic_files(path) as draft:
        draft(path).write_bytes(data)
    return JobResult(job, path)


def _finished_run(job: TownJob) -> bytes:
    """On a worker: run a job; the bytes of its run file."""
    with tempfile.TemporaryDirectory() as folder:
        path = run_path(Path(folder), job)
        run_job(job, path)
        return path.read_bytes()


EXIT_FAILED = 2
"""Exit code of a process whose job failed with an error message; another attempt would not help."""


def run_jobs(jobs: Sequence[TownJob], folder: Path, workers: int, on: str = "") -> Iterator[JobResult]:
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


def _run_here(jobs: Sequence[TownJob], folder: Path, workers: int) -> Iterator[JobResult]:
    """One process per job, at most ``workers`` at a time."""
    context = multiprocessing.get_context("spawn")
    waiting = [(job, 1) for job in jobs]
    running: dict[Any, tuple[BaseProcess, TownJob, int]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < max(1, workers):
                job, attempt = waiting.pop(0)
                process: BaseProcess = context.Process(
                    target=_child, args=(job, run_path(folder, job), os.getpid()), daemon=True
                )
                with _without_the_script():
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


@contextmanager
def _without_the_script() -> Iterator[None]:
    """Processes started meanwhile do not import the caller's script again: they need nothing of it, and so a script needs no
    ``if __name__ == "__main__":`` around ``batch_run``."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


def _child(job: TownJob, path: Path, parent: int) -> None:
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
