"""The simulation in a child process, so that the window stays responsive while the model computes and survives a crash.

The parent holds a ``ChildLink`` (status and commands); the child runs the town and reports through a pipe. Only plain values
cross the pipe. Knows neither pygame nor what a tick does.
"""

from __future__ import annotations

import multiprocessing as mp
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from sim.types import Command, Phase, RunStatus

if TYPE_CHECKING:  # the window's side needs none of it
    from sim.engine.run import Control
    from sim.engine.tick import Engine

UNSEEN = frozenset({"rate", "questions", "insights", "condense"})
"""Kinds of thought in the background, which the window does not show."""
REPORT = 0.05
"""Seconds between reports to the window."""
WORK_REPORT = 0.5
"""Seconds between reports of what the model is at, while the town waits for it."""


class ChildLink:
    """The parent's end: the latest report, and a way to send commands. Never blocks, never raises."""

    def __init__(self, target: Callable[..., None], args: tuple[Any, ...]):
        context = mp.get_context("spawn")
        self._pipe, child = context.Pipe()
        self.process = context.Process(target=_guarded, args=(child, target, args), daemon=False)
        with _signals_held():
            self.process.start()
        child.close()
        self._latest = RunStatus()
        self.code: int | None = None

    def status(self) -> RunStatus:
        """The latest report; ``failed`` when the process ended without one."""
        try:
            while self._pipe.poll():
                self._receive(self._pipe.recv())
        except (EOFError, OSError):
            self._gone()
        if not self.process.is_alive() and not self._pipe_has_more():
            self._gone()
        return self._latest

    def send(self, command: Command) -> None:
        """Send a command; it is dropped if the process has ended."""
        try:
            self._pipe.send((command.kind, dict(command.data)))
        except (BrokenPipeError, OSError):
            self._gone()

    def stop(self, patience: float = 60.0) -> int:
        """Ask the child to finish its tick and save, wait up to ``patience`` seconds, then kill it. Returns its exit code."""
        if self.process.is_alive():
            self.send(Command("stop"))
        deadline = time.monotonic() + patience
        while self.process.is_alive() and time.monotonic() < deadline:
            self.status()
            self.process.join(0.05)
        if self.process.is_alive():
            self.process.kill()
            self.process.join(5)
        self.status()
        return self.code if self.code is not None else 1

    def _receive(self, message: tuple[str, Any]) -> None:
        kind, data = message
        if kind == "report":
            self._latest = data
        elif kind == "code":
            self.code = int(data)

    def _pipe_has_more(self) -> bool:
        try:
            return self._pipe.poll()
        except (EOFError, OSError, BrokenPipeError):
            return False

    def _gone(self) -> None:
        if self._latest.phase not in ("finished", "failed") and self.code is None:
            code = self.process.exitcode
            text = f"The town's process ended unexpectedly ({code}). The run is saved up to the last tick; `resume` goes on."
            self._latest = replace(self._latest, phase="failed", text=text, thinking=())


class Reporter:
    """The child's end: feeds a ``Control`` from the pipe and reports to the window, at most every ``REPORT`` seconds."""

    def __init__(self, pipe: Connection, control: Control):
        self._pipe, self.control = pipe, control
        self.run_path = ""
        self.tick = 0
        self.pondering: tuple[tuple[str, str], ...] = ()
        self.engine: Engine | None = None
        self._last = 0.0

    def watch(self, engine: Engine, paused: bool) -> None:
        """Called by ``run`` after every tick."""
        self.engine, self.tick, self.pondering = engine, engine.recorder.last, engine.pondering()
        self.listen()
        self.say("paused" if paused else "running")

    def waiting(self) -> None:
        """Called several times a second while the town waits for replies."""
        self.listen()
        if time.monotonic() - self._last >= WORK_REPORT:
            self.say("thinking")

    def thinking(self, slugs: tuple[str, ...]) -> None:
        """Called before every round of questions."""
        if slugs and time.monotonic() - self._last >= REPORT:
            self.say("thinking", thinking=slugs)

    def say(self, phase: Phase, text: str = "", thinking: tuple[str, ...] = (), now: bool = False) -> None:
        """Send a report; ``now`` sends it even within ``REPORT`` seconds of the last."""
        if not now and phase in ("running", "paused") and time.monotonic() - self._last < REPORT:
            return
        self._last = time.monotonic()
        control = self.control
        pondering = self.pondering if phase != "finished" else ()
        thinking = thinking or tuple(dict.fromkeys(slug for slug, task in pondering if task not in UNSEEN))
        work = self.engine.work() if self.engine is not None and phase != "finished" else ""
        status = RunStatus(
            phase, text, self.run_path, self.tick, control.speed, thinking, control.skipping, control.holds, pondering, work
        )
        self._send("report", status)

    def code(self, code: int) -> None:
        self._send("code", code)

    def listen(self) -> None:
        """Pass the commands that arrived since the last call to the ``Control``."""
        try:
            while self._pipe.poll():
                kind, data = self._pipe.recv()
                self.control.take(Command(kind, data))
        except (EOFError, OSError):
            self.control.stopping = True

    def _send(self, kind: str, data: Any) -> None:
        try:
            self._pipe.send((kind, data))
        except (BrokenPipeError, OSError):
            self.control.stopping = True


STOP_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that reach parent and child alike; the parent sees to them."""


@contextmanager
def _signals_held() -> Iterator[None]:
    """Signals wait meanwhile. A process that is started here begins with them held, so that Ctrl-C does not end it before it
    can ignore them. Windows cannot do so."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # would release the signals, if it were started with the process
    held = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


def _guarded(pipe: Connection, target: Callable[..., None], args: tuple[Any, ...]) -> None:
    """The child's main function. Ignores the signals: the parent sends ``stop``, or its end of the pipe closes."""
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
    target(pipe, *args)
