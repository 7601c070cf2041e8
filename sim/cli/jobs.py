"""A job: what to live, as plain data, and where it ends.

Imports nothing heavy, so that a window opens at once. Knows nothing of how a job is lived.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sim.cli.errors import UsageError
from sim.cli.saved_runs import quoted, refuse_damaged
from sim.record.read import Run
from sim.record.shipped import refuse_shipped
from sim.record.store import RunStore, checkpoint_wal
from sim.world.clock import Clock, clock_text

if TYPE_CHECKING:
    from sim.record.rows import RunMeta
    from sim.scenario.model import Scenario


@dataclass(frozen=True, slots=True)
class RunJob:
    """All that a process needs to live a run, as plain data that can be sent to another process."""

    path: str
    scenario: str = ""
    """The scenario file of a new run; "" to go on with ``path``."""
    text: str = ""
    """The text of ``scenario`` where the file does not have it yet, or the text of the scenario with which a fork goes on."""
    fork: tuple[str, int] | None = None
    """The run and its tick that ``path`` is forked from first."""
    trial: int = 0
    """Game seconds of a trial, of which nothing is kept; 0 for a run."""
    seed: int | None = None
    ticks: int | None = None
    until: str | None = None
    model: str = "bundled"
    guided: bool | None = None
    """Whether the model only chooses, as it did in the run so far; None for what suits the model."""
    style: str = ""
    """How a model that writes everything itself is asked, ``small`` or ``full``; "" for what suits it."""
    minds: str = ""
    """Who answers what in a new run: a word of ``engine.assignment.TABLES``; "" for what suits scenario and model."""
    attention: int | None = None
    """Questions of the model per game hour in a new run; None for what the scenario says."""
    thinking: bool | None = None
    """Whether a new run goes on while its residents think; None for what suits scenario and model."""
    helper: str = "standin"
    """The helper that answers beside the model."""
    embedder: str | None = None
    gpu_layers: int | None = None
    """Layers on the GPU; None for as many as fit."""
    context: int | None = None
    threads: int | None = None
    """Threads of a local model; None for what memory and machine allow."""
    timeout: float | None = None
    """Seconds to wait for a server's reply; None for the default."""
    speed: float = 0.0
    debug: bool = False
    named: bool = True
    """Whether the user chose the name of ``path``. If not, and another run takes the name first, the next free name is used."""


def as_before(path: Path, meta: RunMeta, model: str | None = None) -> RunJob:
    """The job to go on with ``path``: with the run's own model, embedder and mode unless told otherwise, because with others it
    would be another town from here on."""
    from sim.town import minds

    spec, guided, style, embedder = minds.as_before(meta, model)
    return RunJob(str(path), model=spec, guided=guided, style=style, embedder=embedder, helper=minds.helper_before(meta))


def end_of(job: RunJob, scenario: Scenario, tick: int) -> int:
    """The game second at which a job stops when it goes on after ``tick``: after its ticks or at its moment, whichever comes
    first, else at the scenario's end. Raises ``UsageError``."""
    if job.trial:
        return max(0, tick) * scenario.rules.tick + job.trial
    begun, ends = max(0, tick), list[int]()
    if job.ticks is not None:
        ends.append((begun + job.ticks) * scenario.rules.tick)
    if job.until is not None:
        try:
            ends.append(Clock(scenario.start).parse_when(job.until, begun * scenario.rules.tick))
        except ValueError as error:
            raise UsageError(f'--until {job.until!r}: {error}. Write HH:MM or "day 2 18:00".') from error
    return min(ends, default=scenario.until)


def resume_job(path: Path, ticks: int | None = None, until: str | None = None, model: str | None = None) -> RunJob:
    """The job that goes on with a saved run. Raises ``RunError`` for a damaged run, ``UsageError`` for a run that has ended."""
    from sim.engine import build

    refuse_shipped(path)
    with Run(path) as saved:
        refuse_damaged(saved)
        scenario, _ = build.stored_scenario(saved)
        meta, last = saved.meta, saved.last_tick
    if end_of(RunJob(str(path), ticks=ticks, until=until), scenario, last) <= last * meta.tick_seconds:
        if meta.status == "running":  # killed after its last tick
            RunStore.open(path).close("finished")
        checkpoint_wal(path)  # killed while it was closed
        raise UsageError(_ended(path, scenario, last * meta.tick_seconds, until))
    return as_before(path, meta, model)


def _ended(path: Path, scenario: Scenario, at: int, until: str | None) -> str:
    """The message for a run that has ended at game second ``at``, with the command that would go on."""
    clock = Clock(scenario.start)
    later = f'"day {clock.day(at) + 1} {clock_text(clock.minutes(at))}"'
    now = clock.now_text(at)
    why = f"has reached its end, {now}" if until is None else f"is at {now} already, after {until!r}"
    return f"{path.stem} {why}. To go on: python run_sim.py resume {quoted(path)} --until {later}"
