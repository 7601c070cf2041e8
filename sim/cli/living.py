"""A job lived from beginning to end, and how a run stopped. Imports everything a town needs, so only whoever lives one
imports this: the program without a window, or the process behind the window.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

from sim.cli.errors import INTERRUPTED, MODEL
from sim.cli.jobs import Job, end_of
from sim.cli.main import explain
from sim.cli.places import quoted
from sim.engine import build
from sim.engine.child import Reporter
from sim.engine.run import Control, Outcome, run
from sim.engine.tick import Engine
from sim.record.store import DiskFull, RunStore, StoreError
from sim.scenario import load
from sim.world.tilemap import TileMap

PROGRESS = 2.0
"""Seconds between lines of progress."""


def behind_window(pipe: Connection, job: Job) -> None:
    """The town's own process."""
    control = Control(speed=job.speed)
    reporter = Reporter(pipe, control)
    try:
        outcome = live(job, control, lambda e, p: _watch_child(reporter, job, e, p), reporter.thinking)
    except Exception as error:
        if job.debug:
            raise
        reporter.code(explain(error))
        reporter.say("failed", str(error), now=True)
        return
    reporter.code(report(Path(job.path), outcome))
    reporter.say("finished" if outcome.status != "paused" else "failed", outcome.text, now=True)


def _watch_child(reporter: Reporter, job: Job, engine: Engine, paused: bool) -> None:
    reporter.run_path = job.path
    reporter.watch(engine, paused)


def live(
    job: Job, control: Control, watch: Callable[[Engine, bool], None], thinking: Callable[[tuple[str, ...]], None]
) -> Outcome:
    """A run from its beginning, or from where it stopped, to its end or a stop; saved whatever happens."""
    brains = build.open_brains(job.model, guided=job.guided, embedder=job.embedder, gpu_layers=job.gpu_layers)
    try:
        store, engine = _begin(job, brains, thinking) if job.scenario else _go_on(job, brains, thinking)
        try:
            outcome = run(engine, store, end_of(job, engine.scenario, engine.tick), control, watch)
        except BaseException as error:
            with suppress(StoreError, DiskFull):
                store.close(_status_after(error), _first_line(error))
            raise
        store.close(outcome.status, outcome.text)
        return outcome
    finally:
        brains.close()


def _status_after(error: BaseException) -> str:
    """What a run is once this has ended it."""
    if isinstance(error, KeyboardInterrupt):
        return "interrupted"
    return "paused" if isinstance(error, DiskFull) else "failed"


def _first_line(error: BaseException) -> str:
    """What the run file says of why it stopped."""
    lines = str(error).strip().splitlines()
    return lines[0][:200] if lines else type(error).__name__


def _begin(job: Job, brains: build.Brains, thinking: Callable[[tuple[str, ...]], None]) -> tuple[RunStore, Engine]:
    scenario = load(job.scenario)
    if job.seed is not None:
        scenario = replace(scenario, seed=job.seed)
    scenario = replace(scenario, until=end_of(job, scenario, 0))
    tilemap = TileMap.load(scenario.map)
    header = build.header(scenario, tilemap, brains, Path(job.path).stem, job.model)
    store = RunStore.create(job.path, header)
    return store, build.begin(scenario, tilemap, store, brains, thinking)


def _go_on(job: Job, brains: build.Brains, thinking: Callable[[tuple[str, ...]], None]) -> tuple[RunStore, Engine]:
    store = RunStore.open(job.path)
    engine = build.go_on(store, brains, thinking)
    store.set_until(end_of(job, engine.scenario, engine.tick))
    store.set_status("running")
    return store, engine


def report(path: Path, outcome: Outcome) -> int:
    """Say where the run is and how to go on; the exit code."""
    resume = f"python run_sim.py resume {quoted(path)}"
    if outcome.text:
        print(outcome.text, file=sys.stderr)
    print(f"Saved: {path}", file=sys.stderr)
    if outcome.status == "finished":
        print(f"Watch it: python run_sim.py replay {quoted(path)}", file=sys.stderr)
        return 0
    print(f"Go on:    {resume}", file=sys.stderr)
    return MODEL if outcome.status == "paused" else INTERRUPTED


class Progress:
    """A line on stderr now and then."""

    def __init__(self) -> None:
        self._started = self._last = time.monotonic()
        self._ticks = 0

    def watch(self, engine: Engine, paused: bool) -> None:
        """Called after every tick."""
        self._ticks += 1
        now = time.monotonic()
        if now - self._last < PROGRESS:
            return
        self._last = now
        awake = sum(not body.asleep for body in engine.world.bodies.values())
        memories = sum(len(mind.stream) for mind in engine.minds.values())
        rate = self._ticks / (now - self._started)
        moment = engine.world.clock.now_text(engine.at)
        print(
            f"{moment}  {awake} awake, {len(engine.world.talks)} talking, {memories} memories, {rate:.0f} ticks/s",
            file=sys.stderr,
        )
