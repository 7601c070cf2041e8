"""Run loop: ticks one after another until the end, with pause, speed, commands, interviews and a clean stop.

``run`` is the loop. A ``Control`` holds the user's requests (set by the window's pipe, by Ctrl-C, or not at all). Wall time
decides the pace alone: it never reaches the simulation.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from threading import get_ident

from sim.engine.commands import known_commands
from sim.engine.rounds import Rounds
from sim.engine.tick import Engine
from sim.llm.base import ModelError
from sim.mind.interview import interview
from sim.mind.thought import Thought
from sim.record.store import RunStore
from sim.types import Command

TOWN_COMMANDS = known_commands()
"""Commands that change the town; they are recorded and apply at the next tick."""
POLL = 0.02
"""Seconds between checks of the control while paused."""
GRACE = 3.0
"""Seconds to wait for the model's answer after a stop was requested."""
WAIT_NOTICE = 5.0
"""Seconds between two notices that the model is still computing."""
NEW_WAIT = 1.0
"""Seconds without a call after which ``ModelWait`` counts the next call as a new wait."""
SPEED_WINDOW = 20.0
"""Seconds over which the held speed is measured."""
KEEPS_UP_SHARE = 0.7
"""The share of the chosen speed from which on the model counts as keeping up."""
SLOWEST_TICK = 2.0
"""The most seconds that a tick is drawn out while a reply is expected."""
LONGEST_SLEEP = 0.5
"""Seconds between checks of the control while the next tick is not yet due."""
LINGER = 3.0
"""Seconds for which a sleeping town keeps its pace after its last event."""


@dataclass(slots=True)
class Control:
    """Requests of users to a running town. ``speed`` is in game minutes per second, 0 for as fast as possible."""

    speed: float = 0.0
    paused: bool = False
    stopping: bool = False
    steps: int = 0
    """Ticks still to run while paused."""
    skip: bool = True
    """Whether to run at full speed while all residents sleep, so that no user has to watch 2,000 ticks of night."""
    skipping: bool = False
    """Whether the run does so now."""
    holds: float = 0.0
    """The speed that the town holds where the model is too slow for ``speed``; 0 where it keeps up."""
    commands: list[Command] = field(default_factory=list)
    questions: list[Command] = field(default_factory=list)

    def take(self, command: Command) -> None:
        """Accept one command (table in ``sim/view/link.py``); unknown kinds are ignored."""
        if command.kind in TOWN_COMMANDS:
            self.commands.append(command)
        elif command.kind == "interview":
            self.questions.append(command)
        elif command.kind == "pause":
            self.paused = True
        elif command.kind == "play":
            self.paused, self.steps = False, 0
        elif command.kind == "speed":
            self.speed = max(0.0, float(command.data["speed"]))
        elif command.kind == "skip":
            self.skip = bool(command.data["on"])
        elif command.kind == "step":
            self.paused, self.steps = True, self.steps + int(command.data.get("ticks", 1))
        elif command.kind == "stop":
            self.stopping = True


class Abandoned(Exception):
    """Raised in the middle of a tick when the run is to stop and the model does not answer; the tick is dropped."""


class ModelWait:
    """Callback while the model computes: receives commands, reports the waiting time, and gives up when the run is to stop.

    ``listen`` feeds ``control``; ``say`` is called with the seconds waited. Both are called on the thread that made this:
    threads that think while the town goes on only learn that the run is to stop."""

    def __init__(self, control: Control, listen: Callable[[], None], say: Callable[[float], None]) -> None:
        self._control, self._listen, self._say = control, listen, say
        self._last = self._began = self._told = time.monotonic()
        self._stop: float | None = None
        self._thread = get_ident()

    def __call__(self) -> None:
        """Raises ``Abandoned`` ``GRACE`` seconds after a stop was requested."""
        now = time.monotonic()
        if get_ident() != self._thread:
            if self._stop is not None and now - self._stop > GRACE:
                raise Abandoned
            return
        if now - self._last > NEW_WAIT:
            self._began = self._told = now
        self._last = now
        self._listen()
        if self._control.stopping:
            self._stop = now if self._stop is None else self._stop
            if now - self._stop > GRACE:
                raise Abandoned
        if now - self._told > WAIT_NOTICE:
            self._told = now
            self._say(now - self._began)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended: ``status`` for the run file (``finished``, ``interrupted``, ``paused``), a line for users, and the last
    problem of the model where that ended it."""

    status: str
    text: str = ""
    problem: str = ""


def run(engine: Engine, store: RunStore, until: int, control: Control, watch: Callable[[Engine, bool], None]) -> Outcome:
    """Run ticks until game second ``until`` or a stop. ``watch(engine, paused)`` is called before every tick, while paused, and
    while the next tick is not yet due; it may feed ``control``. Raises ``StoreError`` and ``DiskFull``; the file then holds the
    last whole tick."""
    pace = _Pace()

    def undisturbed() -> bool:
        speed = control.speed
        watch(engine, control.paused)
        return not control.stopping and not control.paused and control.speed == speed

    while engine.at < until and not control.stopping:
        watch(engine, control.paused)
        try:
            _interviews(engine, store, control)
            if control.paused and not control.steps:
                time.sleep(POLL)
                pace.reset()
                continue
            control.steps = max(0, control.steps - 1)
            commands, control.commands = control.commands, []
            engine.step(commands)
        except ModelError as error:
            return Outcome("paused", f"Paused: {error}.", getattr(error, "problem", ""))
        except Abandoned:
            return Outcome("interrupted", "The model did not answer; the tick in which it was asked will be lived again.")
        control.skipping = pace.quiet(engine.idle) and control.skip and not control.paused and control.speed > 0
        speed = 0.0 if control.skipping else control.speed
        pace.wait(speed, engine.scenario.rules.tick, engine.slower(), undisturbed)
        control.holds = pace.held()
    engine.recorder.finish(engine)
    watch(engine, control.paused)
    return Outcome("finished" if engine.at >= until else "interrupted")


def _interviews(engine: Engine, store: RunStore, control: Control) -> None:
    """Answer the interview questions that were asked; they take no game time."""
    questions, control.questions = control.questions, []
    for command in questions:
        slug, question = str(command.data["who"]), str(command.data["question"])
        if slug in engine.minds:
            ask(engine, store, slug, question)


def ask(
    engine: Engine,
    store: RunStore,
    slug: str,
    question: str,
    options: tuple[str, ...] = (),
    scale: tuple[float, float] | None = None,
) -> str:
    """Interview a resident now; returns the answer. It goes to the table of interviews and changes nothing else."""
    mind = engine.minds[slug]
    seed = engine.recorder.seed_for("interview", slug, question)
    thought = Thought(mind, engine.world, engine.scenario.rules, engine.tick, engine.at, seed)
    rounds = Rounds(engine.rounds.answerer, lambda _: None)
    result = rounds.run([(slug, interview(thought, question, options, scale))])[slug]
    hits = [asdict(hit) for hit in result.hits]
    store.add_interview(engine.tick, slug, question, result.answer, {"hits": hits, "options": list(options)})
    return str(result.answer)


class _Pace:
    """Limits the pace of ticks to the requested speed."""

    def __init__(self) -> None:
        self._next = self._last_event = time.monotonic()
        self._late: deque[tuple[float, float]] = deque()
        self._speed = 0.0

    def held(self) -> float:
        """Game minutes per second over the last ``SPEED_WINDOW`` seconds, if they are below ``KEEPS_UP_SHARE`` of the chosen
        speed; 0 if they are not, or if too little was measured."""
        if len(self._late) < 2:
            return 0.0
        (since, _), (until, _) = self._late[0], self._late[-1]
        lived, due = sum(minutes for _, minutes in self._late) - self._late[0][1], (until - since) * self._speed
        return lived / (until - since) if until - since > SPEED_WINDOW / 2 and lived < KEEPS_UP_SHARE * due else 0.0

    def quiet(self, idle: bool) -> bool:
        """Whether the town has been ``idle`` for ``LINGER`` seconds, so that time may be skipped."""
        if not idle:
            self._last_event = time.monotonic()
        return idle and time.monotonic() - self._last_event > LINGER

    def reset(self) -> None:
        self._next = time.monotonic()
        self._late.clear()

    def wait(
        self, speed: float, tick_seconds: int, slower: float = 0.0, undisturbed: Callable[[], bool] = lambda: True
    ) -> None:
        """Sleep until the next tick is due at ``speed`` game minutes per second, or for ``slower`` seconds if that is later: a
        town whose residents think slows down before it would have to stop. A long sleep ends once it is not ``undisturbed``."""
        if speed <= 0 or speed != self._speed:
            self.reset()
        self._speed = speed
        if speed <= 0:
            return
        now = time.monotonic()
        self._next = max(self._next + tick_seconds / 60 / speed, now + min(slower, SLOWEST_TICK))
        self._late.append((now, tick_seconds / 60))
        while now - self._late[0][0] > SPEED_WINDOW and len(self._late) > 2:
            self._late.popleft()
        if self._next < now - 1:
            self._next = now
        while (left := self._next - time.monotonic()) > 0 and (left < LONGEST_SLEEP or undisturbed()):
            time.sleep(min(left, LONGEST_SLEEP))
