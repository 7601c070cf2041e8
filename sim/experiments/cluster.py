"""Jobs lived on a Ray cluster with the same result: a run file per job in the folder here, as each finishes.

The program must be installed on every node (a folder shared by all does). A worker lives a town in a folder of its own and
sends the finished file back; a node that dies costs the jobs it was living, which Ray begins again elsewhere.
"""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sim.analysis.extras import library
from sim.experiments.job import Job, live
from sim.experiments.options import ExperimentError
from sim.experiments.pool import ATTEMPTS, Lived, run_path

KNOCK = 5.0
"""Seconds to wait for an answer."""
JOINING = 3
"""How often to ask: the cluster starts a process for each guest, and a busy head gives up on its own after 30 seconds."""
HOME = Path(__file__).resolve().parents[2]


def live_on_cluster(jobs: Sequence[Job], folder: Path, address: str) -> Iterator[Lived]:
    """Live ``jobs`` on the cluster at ``address``. Raises ``ExperimentError`` when it cannot be reached."""
    ray = library("ray")
    _connect(ray, address)
    try:
        living = ray.remote(max_retries=ATTEMPTS, num_cpus=1)(_lived)
        waiting = {living.remote(job): job for job in jobs}
        while waiting:
            done, _ = ray.wait(list(waiting), num_returns=1)
            job = waiting.pop(done[0])
            yield _received(ray, done[0], job, run_path(folder, job))
    finally:
        ray.shutdown()


def _connect(ray: Any, address: str, tries: int = JOINING) -> None:
    """Join the cluster; its workers find the program where this process found it, if it is not installed there."""
    _knock(address)
    shared = os.pathsep.join([str(HOME), *filter(None, [os.environ.get("PYTHONPATH", "")])])
    try:
        ray.init(address, log_to_driver=False, logging_level="ERROR", runtime_env={"env_vars": {"PYTHONPATH": shared}})
    except ConnectionError as error:
        if tries > 1:
            return _connect(ray, address, tries - 1)
        raise ExperimentError(f"--on {address}: no Ray cluster answers there ({str(error).splitlines()[0]})") from error
    except (RuntimeError, ValueError, ImportError) as error:
        raise ExperimentError(f"--on {address}: no Ray cluster answers there ({str(error).splitlines()[0]})") from error


def _knock(address: str) -> None:
    """Fail at once where nobody listens: Ray itself tries for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdigit():
        return
    try:
        socket.create_connection((host or "127.0.0.1", int(port)), timeout=KNOCK).close()
    except OSError as error:
        raise ExperimentError(
            f"--on {address}: nobody listens there ({error}). Is the cluster up? `ray status` says."
        ) from error


def _received(ray: Any, reference: Any, job: Job, path: Path) -> Lived:
    """A finished run, written so that it is there whole or not at all."""
    try:
        data = ray.get(reference)
    except ray.exceptions.RayError as error:
        return Lived(job, path, " ".join(str(getattr(error, "cause", None) or error).split())[:300])
    partial = path.with_suffix(".partial")
    partial.write_bytes(data)
    partial.replace(path)
    return Lived(job, path)


def _lived(job: Job) -> bytes:
    """On a worker: the finished run file of a job."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{job.label}.sqlite"
        live(job, path)
        return path.read_bytes()
