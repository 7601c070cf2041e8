"""Lives a job to its end or a stop, in this process or as the child process behind a window, and reports how it stopped.

Imports everything that a town needs, so it is imported only where a town is lived.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from sim.cli import english_only
from sim.cli.errors import INTERRUPTED, MODEL, explain, model_trouble
from sim.cli.jobs import RunJob, end_of
from sim.cli.saved_runs import quoted, shown
from sim.cli.terminal import guard
from sim.engine import build
from sim.engine.backend import BUNDLED, Backend, open_backend
from sim.engine.child_process import Reporter
from sim.engine.edit import Edit, fork_run
from sim.engine.run import Control, ModelWait, Outcome
from sim.engine.tick import Engine
from sim.llm.server_settings import ServerSettings
from sim.record.catalogue import free_name
from sim.record.errors import NameTaken
from sim.record.read import Run
from sim.scenario import load, load_yaml
from sim.scenario.model import Scenario
from sim.town import Town

PROGRESS = 2.0
"""Seconds between lines of progress."""


@dataclass(frozen=True, slots=True)
class Callbacks:
    """Called while a town lives: ``begun`` once, with the run's file, ``watch`` after every tick and while paused, ``thinking``
    before every round of questions, ``patience`` while a server does not answer."""

    begun: Callable[[Path], None]
    watch: Callable[[Engine, bool], None]
    thinking: Callable[[tuple[str, ...]], None]
    patience: ModelWait


@dataclass(frozen=True, slots=True)
class LiveResult:
    """How the run at ``path`` ended. ``trouble`` is the message about the model; ``more``: the scenario has not ended yet."""

    path: Path
    outcome: Outcome
    trouble: str
    more: bool


def child_main(pipe: Connection, job: RunJob) -> None:
    """The main function of the child process: lives the job, and reports to the window through ``pipe``."""
    guard()
    control = Control(speed=job.speed)
    reporter = Reporter(pipe, control)
    patience = ModelWait(control, reporter.waiting, lambda _: None)  # the window shows what the model is at

    def begun(path: Path) -> None:
        reporter.run_path = str(path)

    callbacks = Callbacks(begun, reporter.watch, reporter.thinking, patience)
    try:
        result = live(job, control, callbacks)
    except Exception as error:
        if job.debug:
            raise
        reporter.code(explain(error))
        reporter.say("failed", str(error), now=True)
        return
    reporter.code(0 if job.trial else report(result))
    outcome = result.outcome
    said = " ".join(" ".join(part for part in (outcome.text, result.trouble) if part).split())
    reporter.say("finished" if outcome.status != "paused" else "failed", said, now=True)


def console(control: Control) -> Callbacks:
    """For a town in this process: progress goes to standard error."""
    progress = Progress()
    return Callbacks(lambda _: None, progress.watch, lambda _: None, ModelWait(control, lambda: None, progress.waiting))


def live(job: RunJob, control: Control, callbacks: Callbacks) -> LiveResult:
    """A run from its beginning, or from where it stopped, to its end or a stop; saved whatever happens."""
    scenario = _scenario(job) if job.scenario else None
    timeout = job.timeout or ServerSettings().timeout
    settings = ServerSettings(timeout=timeout, on_wait=callbacks.patience, say=_say)
    backend = open_backend(
        job.model,
        guided=job.guided,
        style=job.style,
        embedder=job.embedder,
        gpu_layers=job.gpu_layers,
        context=job.context,
        threads=job.threads,
        settings=settings,
        helper=job.helper,
        people=len(scenario.residents) if scenario else _people(Path(job.fork[0] if job.fork else job.path)),
    )
    if memory := getattr(backend.model, "memory", "") if job.model != BUNDLED else "":
        _say(memory)
    try:
        if job.fork:
            fork_run(Path(job.fork[0]), job.fork[1], Path(job.path), Edit(scenario=job.text))
        town = _new_town(job, scenario, backend) if scenario else Town.open(job.path, model=backend)
        callbacks.begun(town.path)
        if notice := english_only.for_backend(town.scenario, backend):
            print(notice, file=sys.stderr)
        for doubt in town.engine.world.tilemap.doubts:
            print(f"warning: {doubt}", file=sys.stderr)
        since, rounds = town.engine.tick, town.engine.rounds
        rounds.thinking, rounds.waiting = callbacks.thinking, callbacks.patience
        outcome = town.live(control, callbacks.watch, end_of(job, town.scenario, since))
        return _result(town.path, outcome, since)
    finally:
        backend.close()


def _scenario(job: RunJob) -> Scenario:
    """The scenario of a new run, with the rules that the job changes."""
    scenario = load_yaml(job.text, {}, Path(job.scenario)) if job.text else load(job.scenario)
    wanted: dict[str, Any] = {"share": job.minds, "attention_budget": job.attention}
    rules = replace(scenario.rules, **{rule: value for rule, value in wanted.items() if value})
    return replace(scenario, rules=rules if job.thinking is None else replace(rules, thinking=job.thinking))


def _people(run: Path) -> int:
    """How many residents a saved run has."""
    with Run(run) as saved:
        return len(saved.residents)


def _new_town(job: RunJob, scenario: Scenario, backend: Backend) -> Town:
    path = Path(job.path)
    while True:
        try:
            return Town.load(scenario, model=backend, seed=job.seed, until=end_of(job, scenario, 0), run=path)
        except NameTaken:
            if job.named:
                raise
            path = free_name(Path(job.path).stem, path.parent)


def _result(path: Path, outcome: Outcome, since: int) -> LiveResult:
    """The result of a run that went on after tick ``since``."""
    with Run(path) as saved:
        scenario, _ = build.stored_scenario(saved)
        more = saved.last_tick * saved.meta.tick_seconds < scenario.until
        return LiveResult(path, outcome, model_trouble(saved.trouble(since), outcome.problem), more)


def report(result: LiveResult) -> int:
    """Print where the run is, what went wrong and how to resume it; returns the exit code."""
    outcome = result.outcome
    for line in (outcome.text, result.trouble, f"Saved: {shown(result.path)}"):
        if line:
            print(line, file=sys.stderr)
    if outcome.status == "finished":
        print(f"Watch it: python run_sim.py replay {quoted(result.path)}", file=sys.stderr)
    if result.more:
        print(f"Go on:    python run_sim.py resume {quoted(result.path)}", file=sys.stderr)
    return {"finished": 0, "paused": MODEL}.get(outcome.status, INTERRUPTED)


def _say(line: str) -> None:
    print(line, file=sys.stderr)


class Progress:
    """Prints a line of progress every ``PROGRESS`` seconds, and what the model is at while the town waits for it."""

    def __init__(self) -> None:
        self._started = self._last = time.monotonic()
        self._first: int | None = None
        self._engine: Engine | None = None

    def waiting(self, seconds: float) -> None:
        """Called now and then while the town waits for replies, ``seconds`` until now."""
        work = self._engine.work() if self._engine is not None else ""
        print(f"Waiting for the model: {work or f'{seconds:.0f} s so far'} (Ctrl-C saves and stops)", file=sys.stderr)

    def watch(self, engine: Engine, paused: bool) -> None:
        """Called after every tick, and while the next is not yet due."""
        self._engine = engine
        self._first = engine.tick if self._first is None else self._first
        now = time.monotonic()
        if now - self._last < PROGRESS:
            return
        self._last = now
        awake = sum(not body.asleep for body in engine.world.bodies.values())
        memories = sum(len(mind.stream) for mind in engine.minds.values())
        rate = (engine.tick - self._first) / (now - self._started)
        moment = engine.world.clock.now_text(engine.at)
        print(
            f"{moment}  {awake} awake, {len(engine.world.talks)} talking, {memories} memories, {rate:.0f} ticks/s",
            file=sys.stderr,
        )
