"""A job lived from beginning to end, and how a run stopped. Imports everything a town needs, so only whoever lives one
imports this: the program without a window, or the process behind the window.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path

from sim.cli import model_trouble
from sim.cli.errors import INTERRUPTED, MODEL
from sim.cli.jobs import Job, end_of
from sim.cli.main import explain
from sim.cli.places import quoted
from sim.engine import build
from sim.engine.child_process import Reporter
from sim.engine.run import Control, ModelWait, Outcome, run
from sim.engine.tick import Engine
from sim.llm.server_settings import ServerSettings
from sim.record.read import Run
from sim.record.store import DiskFull, RunStore, StoreError
from sim.scenario import load
from sim.world.tilemap import TileMap

PROGRESS = 2.0
"""Seconds between lines of progress."""


@dataclass(frozen=True, slots=True)
class Ears:
    """Who is told what goes on: after every tick (and while paused), before every round of questions, while a server keeps
    the town waiting."""

    watch: Callable[[Engine, bool], None]
    thinking: Callable[[tuple[str, ...]], None]
    patience: ModelWait


@dataclass(frozen=True, slots=True)
class Lived:
    """How a run ended; ``trouble`` is what to say of the model, ``more``: the scenario is not over."""

    outcome: Outcome
    trouble: str
    more: bool


def behind_window(pipe: Connection, job: Job) -> None:
    """The town's own process."""
    control = Control(speed=job.speed)
    reporter = Reporter(pipe, control)
    ears = Ears(lambda e, p: _watch_child(reporter, job, e, p), reporter.thinking, ModelWait(control, reporter.listen, _unsaid))
    try:
        lived = live(job, control, ears)
    except Exception as error:
        if job.debug:
            raise
        reporter.code(explain(error))
        reporter.say("failed", str(error), now=True)
        return
    reporter.code(report(Path(job.path), lived))
    outcome = lived.outcome
    said = " ".join(" ".join(part for part in (outcome.text, lived.trouble) if part).split())
    reporter.say("finished" if outcome.status != "paused" else "failed", said, now=True)


def _watch_child(reporter: Reporter, job: Job, engine: Engine, paused: bool) -> None:
    reporter.run_path = job.path
    reporter.watch(engine, paused)


def here(control: Control) -> Ears:
    """Lived in this process, with words on standard error."""
    return Ears(Progress().watch, lambda _: None, ModelWait(control, lambda: None, _waiting))


def live(job: Job, control: Control, ears: Ears) -> Lived:
    """A run from its beginning, or from where it stopped, to its end or a stop; saved whatever happens."""
    settings = ServerSettings(timeout=job.timeout or ServerSettings().timeout, token_ceiling=job.ceiling, on_wait=ears.patience)
    brains = build.open_brains(
        job.model, guided=job.guided, embedder=job.embedder, gpu_layers=job.gpu_layers, settings=settings
    )
    try:
        store, engine = _begin(job, brains, ears.thinking) if job.scenario else _go_on(job, brains, ears.thinking)
        since = engine.tick
        try:
            outcome = run(engine, store, end_of(job, engine.scenario, engine.tick), control, ears.watch)
        except KeyboardInterrupt:
            outcome = Outcome("interrupted", "Stopped at once, after the last whole tick.")
        except BaseException as error:
            with suppress(StoreError, DiskFull):
                store.close(_status_after(error), _first_line(error))
            raise
        store.close(outcome.status, outcome.text)
        return _looked_back(job, outcome, since)
    finally:
        brains.close()


def _looked_back(job: Job, outcome: Outcome, since: int) -> Lived:
    """What there is to say of a run that was lived on after tick ``since``."""
    with Run(job.path) as saved:
        scenario, _ = build.stored_scenario(saved)
        more = saved.last_tick * saved.meta.tick_seconds < scenario.until
        return Lived(outcome, model_trouble.told(saved.trouble(since)), more)


def _status_after(error: BaseException) -> str:
    """What a run is once this has ended it."""
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


def report(path: Path, lived: Lived) -> int:
    """Say where the run is, what went wrong and how to go on; the exit code."""
    outcome = lived.outcome
    for line in (outcome.text, lived.trouble, f"Saved: {path}"):
        if line:
            print(line, file=sys.stderr)
    if outcome.status == "finished":
        print(f"Watch it: python run_sim.py replay {quoted(path)}", file=sys.stderr)
    if lived.more:
        print(f"Go on:    python run_sim.py resume {quoted(path)}", file=sys.stderr)
    return {"finished": 0, "paused": MODEL}.get(outcome.status, INTERRUPTED)


def _unsaid(seconds: float) -> None:
    """The window shows who is thinking."""


def _waiting(seconds: float) -> None:
    print(f"Waiting for the model's replies for {seconds:.0f} s ... (Ctrl-C saves and stops)", file=sys.stderr)


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
