"""Runs jobs on a Ray cluster. Every finished run file is sent back and written into the local folder.

The program must be installed on every node, or lie in a shared folder. If a node dies, Ray starts its jobs again elsewhere.
"""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sim.analysis.extras import library
from sim.experiments.job import ATTEMPTS, Job, JobResult, run_job, run_path
from sim.experiments.options import ExperimentError
from sim.record.atomic_write import atomic_files

CONNECT_TIMEOUT = 5.0
"""Seconds to wait for a connection."""
CONNECT_ATTEMPTS = 3
"""The cluster starts a process for each client, and a busy head node may time out after 30 seconds."""
PROJECT_ROOT = Path(__file__).resolve().parents[2]


def run_on_cluster(jobs: Sequence[Job], folder: Path, address: str) -> Iterator[JobResult]:
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


def _fetched(ray: Any, reference: Any, job: Job, path: Path) -> JobResult:
    """Write a finished run file atomically."""
    try:
        data = ray.get(reference)
    except ray.exceptions.RayError as error:
        return JobResult(job, path, " ".join(str(getattr(error, "cause", None) or error).split())[:300])
    with atomic_files(path) as draft:
        draft(path).write_bytes(data)
    return JobResult(job, path)


def _finished_run(job: Job) -> bytes:
    """On a worker: run a job; the bytes of its run file."""
    with tempfile.TemporaryDirectory() as folder:
        path = run_path(Path(folder), job)
        run_job(job, path)
        return path.read_bytes()
