"""start, run, resume, replay: with a window where there is a screen, else without a window.

With a window the town lives in a child process. This process never imports what a town needs, because that takes a second for
which the user would wait. Without a window the same functions live the town in this process.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from sim.cli.errors import FAILED, INTERRUPTED, UsageError
from sim.cli.jobs import RunJob, end_of, resume_job
from sim.cli.saved_runs import SHIPPED_RUN, new_path, open_run, read_path, run_path
from sim.cli.terminal import has_screen, stop_signals
from sim.cli.workshop import Bench, WindowLink
from sim.record.beside import compare
from sim.record.catalogue import resolve_run
from sim.record.log import log_of
from sim.record.store import checkpoint_wal
from sim.world.clock import Clock

if TYPE_CHECKING:
    from sim.cli.start import TownHome
    from sim.engine.run import Control
    from sim.scenario.model import Scenario


def start_command(args: argparse.Namespace) -> int:
    """Open the start screen."""
    if not has_screen():
        print("No screen here: `list` says in words what there is, `--help` what can be done.", file=sys.stderr)
        return FAILED
    from sim.view.app import NoDisplay, watch

    with _start_screen(args) as home, interruptible(home):
        try:
            return watch(None, home=home, workshop=Bench())
        except NoDisplay as reason:
            print(f"{reason}. `list` says in words what there is, `--help` what can be done.", file=sys.stderr)
            return FAILED
        except KeyboardInterrupt:
            return INTERRUPTED


def run_command(args: argparse.Namespace) -> int:
    """Live a scenario."""
    from sim.scenario import load

    scenario = load(args.scenario)
    path = run_path(args.saves, args.name) if args.name else new_path(args.saves, scenario.id)
    if args.name and path.exists():
        raise UsageError(f"{path}: there is a run of this name already. Choose another with --name, or `resume {path.stem}`.")
    job = RunJob(str(path), str(args.scenario), seed=args.seed, model=_together(args.model) or "bundled")
    job = replace(job, named=bool(args.name), minds=args.minds or "", attention=args.attention, thinking=args.thinking)
    _check_end(end_of(replace(job, ticks=args.ticks, until=args.until), scenario, 0), scenario, args.until)
    return _start(args, job)


def _check_end(end: int, scenario: Scenario, until: str | None) -> None:
    """Refuse an ``until`` before the start; say which day is meant where it is not the first."""
    if until is None:
        return
    clock = Clock(scenario.start)
    if end <= 0:
        raise UsageError(f"--until {until!r}: the town begins only at {clock.now_text(0)}. Give a later moment.")
    if clock.day(end) > 1:
        print(f"--until {until}: the town lives until {clock.now_text(end)}.", file=sys.stderr)


def resume_command(args: argparse.Namespace) -> int:
    """Go on with a saved run."""
    path = resolve_run(args.run, args.saves)
    return _start(args, resume_job(path, args.ticks, args.until, _together(args.model)))


def _together(models: Sequence[str] | None) -> str | None:
    """The specification of several models."""
    from sim.llm.loading import join_specs

    return join_specs(models) if models else None


def replay_command(args: argparse.Namespace) -> int:
    """Watch a saved run."""
    path = read_path(args.run, args.saves) if args.run else SHIPPED_RUN
    other = read_path(args.beside, args.saves) if args.beside else None
    with open_run(path) as run:
        if other is not None:
            with open_run(other) as second:
                compare(run, second)
    killed = log_of(path).exists()
    if not has_screen():
        print("No screen here: `show` and `export` read a run without one, `diff` compares two.", file=sys.stderr)
        return FAILED
    from sim.view.app import NoDisplay, watch

    try:
        with _start_screen(args) as home:
            return watch(str(path), speed=args.speed, workshop=Bench(), beside=str(other) if other else None, home=home)
    except NoDisplay as reason:
        print(f"{reason}. `show` and `export` read a run without a screen.", file=sys.stderr)
        return FAILED
    finally:
        if not killed:
            checkpoint_wal(path)  # somebody was asked meanwhile, whose answer is in a log


@contextmanager
def _start_screen(args: argparse.Namespace) -> Iterator[TownHome]:
    """What the menu of a window leads to; towns that are begun there are saved at the end."""
    from sim.cli.start import TownHome

    home = TownHome(args.saves, args.debug)
    try:
        yield home
    finally:
        home.close()


def _start(args: argparse.Namespace, job: RunJob) -> int:
    """Add to a job what run and resume have in common, and live it with or without a window."""
    headless = args.headless or not has_screen()
    if headless and not args.headless:
        print("No screen here: running without a window.", file=sys.stderr)
    speed = args.speed if args.speed is not None else (0.0 if headless else 1.0)
    job = replace(
        job,
        ticks=args.ticks,
        until=args.until,
        style=args.style or job.style,
        embedder=args.embedder or job.embedder,
        helper=args.helper or job.helper,
        gpu_layers=args.gpu_layers,
        context=args.context,
        threads=args.threads,
        timeout=args.timeout,
        speed=speed,
        debug=args.debug,
    )
    return _headless(job) if headless else _watched(args, job, title=bool(job.scenario) and args.speed is None)


def _headless(job: RunJob) -> int:
    from sim.cli import live_run
    from sim.engine.run import Control

    control = Control(speed=job.speed)
    with _stopping_cleanly(control):
        result = live_run.live(job, control, live_run.console(control))
    return live_run.report(result)


def _watched(args: argparse.Namespace, job: RunJob, title: bool = False) -> int:
    """Live a job in a window, behind a ``title`` card at first; without a window where no window can be opened."""
    from sim.view.app import NoDisplay, watch

    link = WindowLink(job)
    with _start_screen(args) as home, interruptible(home.adopt(link), home):
        try:
            code = watch(None, link, speed=job.speed, title=title, workshop=Bench(job.model), home=home)
        except NoDisplay as reason:
            print(f"{reason}. Running without a window.", file=sys.stderr)
            return _headless(replace(job, speed=0.0))
        except KeyboardInterrupt:
            code = INTERRUPTED
        finally:
            saved = link.stop()
    return saved or code


class Interrupted(Protocol):
    """Raises KeyboardInterrupt at its next call, once ``interrupted`` is set."""

    interrupted: bool


@contextmanager
def _stopping_cleanly(control: Control) -> Iterator[None]:
    """Ctrl-C, SIGTERM and SIGHUP finish the tick and save; a second signal stops at once, after the last whole tick."""

    def stop(signum: int, frame: object) -> None:
        if control.stopping:
            raise KeyboardInterrupt
        control.stopping = True
        print("Finishing the tick and saving ... (again to stop at once)", file=sys.stderr)

    with _on_interrupt(stop):
        yield


@contextmanager
def interruptible(*asked: Interrupted) -> Iterator[None]:
    """Ctrl-C, SIGTERM and SIGHUP close the window at once, or when it next asks one of ``asked`` for its status."""

    def interrupt(signum: int, frame: object) -> None:
        for one in asked:
            one.interrupted = True
        raise KeyboardInterrupt

    with _on_interrupt(interrupt):
        yield


@contextmanager
def _on_interrupt(handle: Callable[[int, object], None]) -> Iterator[None]:
    """The signals that ask for an end call ``handle`` within the ``with`` statement."""
    kept = {which: signal.signal(which, handle) for which in stop_signals()}
    try:
        yield
    finally:
        for which, handler in kept.items():
            signal.signal(which, handler)
