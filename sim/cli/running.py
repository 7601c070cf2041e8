"""run, resume, replay: the commands that let time pass, with a window where there is a screen and without one where not.

With a window the town lives in a process of its own; the same functions run it in this one when headless.
"""

from __future__ import annotations

import argparse
import datetime as dt
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path

from sim.cli.errors import FAILED, INTERRUPTED, MODEL, UsageError
from sim.cli.main import explain
from sim.cli.places import SHIPPED_RUN, find_run, has_screen, run_path
from sim.engine import build
from sim.engine.child import ChildLink, Reporter
from sim.engine.run import Control, Outcome, run
from sim.engine.tick import Engine
from sim.record.read import Run
from sim.record.store import DiskFull, RunStore, StoreError, fold
from sim.scenario import load
from sim.scenario.model import Scenario
from sim.types import Command
from sim.view.link import Status
from sim.world.clock import Clock
from sim.world.tilemap import TileMap

PROGRESS = 2.0
"""Seconds between lines of progress."""


@dataclass(frozen=True, slots=True)
class Job:
    """All that a process needs to live a run; plain data, so that it can cross to another process."""

    path: str
    scenario: str = ""
    """The scenario file of a new run; "" to go on with ``path``."""
    seed: int | None = None
    ticks: int | None = None
    until: str | None = None
    model: str = "bundled"
    guided: bool | None = None
    embedder: str | None = None
    gpu_layers: int = 0
    speed: float = 0.0
    debug: bool = False


def run_command(args: argparse.Namespace) -> int:
    """Live a scenario."""
    scenario = load(args.scenario)
    when(args.until, scenario, 0)
    name = args.name or build.run_name(scenario, dt.datetime.now())
    path = run_path(args.saves, name)
    if path.exists():
        raise UsageError(f"{path}: there is a run of this name already. Choose another with --name, or `resume {name}`.")
    return _start(args, Job(str(path), str(args.scenario), args.seed, model=args.model or "bundled"))


def resume_command(args: argparse.Namespace) -> int:
    """Go on with a saved run."""
    path = find_run(args.run, args.saves)
    with _reading(path) as saved:
        scenario, _ = build.stored_scenario(saved)
        meta, last = saved.meta, saved.last_tick
    if _end(Job(str(path), ticks=args.ticks, until=args.until), scenario, last) <= last * meta.tick_seconds:
        if meta.status == "running":  # killed after its last tick
            RunStore.open(path).close("finished")
        raise UsageError(f"{path.stem} has reached its end. To go on: resume {path.stem} --until WHEN")
    return _start(args, Job(str(path), model=args.model or str(meta.model.get("spec") or meta.model.get("name", "bundled"))))


def replay_command(args: argparse.Namespace) -> int:
    """Watch a saved run."""
    path = find_run(args.run, args.saves) if args.run else SHIPPED_RUN
    Run(path).close()
    if not has_screen():
        print("No screen here: `show` and `export` read a run without one.", file=sys.stderr)
        return FAILED
    from sim.view.app import NoDisplay, watch

    try:
        return watch(str(path), speed=args.speed)
    except NoDisplay as reason:
        print(f"{reason}. `show` and `export` read a run without a screen.", file=sys.stderr)
        return FAILED


def _start(args: argparse.Namespace, job: Job) -> int:
    """Fill in what run and resume share, and choose window or not."""
    headless = args.headless or not has_screen()
    if headless and not args.headless:
        print("No screen here: running without a window.", file=sys.stderr)
    speed = args.speed if args.speed is not None else (0.0 if headless else 1.0)
    job = replace(
        job,
        ticks=args.ticks,
        until=args.until,
        guided=args.guided,
        embedder=args.embedder,
        gpu_layers=args.gpu_layers,
        speed=speed,
        debug=args.debug,
    )
    return _headless(job) if headless else _watched(job)


def _headless(job: Job) -> int:
    control = Control(speed=job.speed)
    progress = _Progress(control)
    with _stopping_cleanly(control):
        outcome = live(job, control, progress.watch, lambda _: None)
    return _report(Path(job.path), outcome)


def _watched(job: Job) -> int:
    """In a window; without one after all where it cannot be opened."""
    from sim.view.app import NoDisplay, watch

    link = _WindowLink(job)
    with _interruptible():
        try:
            code = watch(None, link, speed=job.speed)
        except NoDisplay as reason:
            print(f"{reason}. Running without a window.", file=sys.stderr)
            return _headless(replace(job, speed=0.0))
        except KeyboardInterrupt:
            code = INTERRUPTED
        finally:
            saved = link.stop()
    fold(job.path)  # while the window watched, the log beside the file could not be folded in
    return saved or code


def child(pipe: Connection, job: Job) -> None:
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
    reporter.code(_report(Path(job.path), outcome))
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
            outcome = run(engine, store, _end(job, engine.scenario, engine.tick), control, watch)
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
    scenario = replace(scenario, until=_end(job, scenario, 0))
    tilemap = TileMap.load(scenario.map)
    header = build.header(scenario, tilemap, brains, Path(job.path).stem, job.model)
    store = RunStore.create(job.path, header)
    return store, build.begin(scenario, tilemap, store, brains, thinking)


def _go_on(job: Job, brains: build.Brains, thinking: Callable[[tuple[str, ...]], None]) -> tuple[RunStore, Engine]:
    store = RunStore.open(job.path)
    engine = build.go_on(store, brains, thinking)
    store.set_until(_end(job, engine.scenario, engine.tick))
    store.set_status("running")
    return store, engine


def _end(job: Job, scenario: Scenario, tick: int) -> int:
    """The game second at which to stop."""
    if job.ticks is not None:
        return (max(0, tick) + job.ticks) * scenario.rules.tick
    if job.until is not None:
        return when(job.until, scenario, max(0, tick) * scenario.rules.tick)
    return scenario.until


def when(text: str | None, scenario: Scenario, after: int) -> int:
    """``HH:MM`` or ``day 2 18:00`` as game seconds, after ``after``. Raises ``UsageError``."""
    if text is None:
        return scenario.until
    try:
        return Clock(scenario.start).parse_when(text, after)
    except ValueError as error:
        raise UsageError(f'--until {text!r}: {error}. Write HH:MM or "day 2 18:00".') from error


def _report(path: Path, outcome: Outcome) -> int:
    """Say where the run is and how to go on; the exit code."""
    resume = f"python run_sim.py resume {path}"
    if outcome.text:
        print(outcome.text, file=sys.stderr)
    print(f"Saved: {path}", file=sys.stderr)
    if outcome.status == "finished":
        print(f"Watch it: python run_sim.py replay {path}", file=sys.stderr)
        return 0
    print(f"Go on:    {resume}", file=sys.stderr)
    return MODEL if outcome.status == "paused" else INTERRUPTED


class _WindowLink:
    """A town's process in the window's words; it is started when the window, being open, first asks how it is."""

    def __init__(self, job: Job):
        self._job = job
        self._child: ChildLink | None = None

    def status(self) -> Status:
        if self._child is None:
            self._child = ChildLink(child, (self._job,))
        return Status(**asdict(self._child.status()))

    def send(self, command: Command) -> None:
        if self._child is not None:
            self._child.send(command)

    def stop(self) -> int:
        """Let the town finish its tick and save; its exit code."""
        return self._child.stop() if self._child is not None else 0


class _Progress:
    """A line on stderr now and then."""

    def __init__(self, control: Control):
        self._started = self._last = time.monotonic()
        self._ticks = 0

    def watch(self, engine: Engine, paused: bool) -> None:
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


@contextmanager
def _stopping_cleanly(control: Control) -> Iterator[None]:
    """Ctrl-C (and a polite kill) finish the tick and save; a second Ctrl-C stops at once, at the last whole tick."""

    def stop(signum: int, frame: object) -> None:
        if control.stopping:
            raise KeyboardInterrupt
        control.stopping = True
        print("Finishing the tick and saving ... (again to stop at once)", file=sys.stderr)

    kept = {which: signal.signal(which, stop) for which in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for which, handler in kept.items():
            signal.signal(which, handler)


@contextmanager
def _interruptible() -> Iterator[None]:
    """A polite kill is like Ctrl-C."""

    def interrupt(signum: int, frame: object) -> None:
        raise KeyboardInterrupt

    kept = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, kept)


@contextmanager
def _reading(path: Path) -> Iterator[Run]:
    saved = Run(path)
    try:
        yield saved
    finally:
        saved.close()
