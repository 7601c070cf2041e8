"""The real program killed with SIGKILL at drawn moments: ``python tests/killed.py [--count 200] [--model NAME]``.

A morning is lived headless and killed at ticks drawn over the whole of it: before a tick is written, within its transaction,
just after, in the middle of a question to the mind, and while the finished run is sealed. It is resumed after each kill until
it is over, and must then equal a morning that was never stopped, tick by tick. What was written before a kill must still be
there after it. The process that dies chooses its moment itself, so that a seed gives the same kills on every machine.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

from sim.bench.server_faults import FAULTS, Server
from sim.record.errors import RunError
from sim.record.read import Run
from sim.record.verify import verify_hashes

ROOT = Path(__file__).resolve().parents[1]
SCENARIO = ROOT / "scenarios" / "first_morning.yaml"
BEFORE = "before writing"
WITHIN = "while writing"
AFTER = "after writing"
ASKED = "in a question"
SEALING = "while sealing"
MOMENTS = (BEFORE, WITHIN, AFTER, ASKED)
PER_MORNING = 10
"""Kills of a morning; its last one is while the run is sealed."""
SERVER = "server"
"""A server on loopback whose replies follow from the prompt alone. It is asked in full, and residents take time to think."""
LONGEST_QUESTION = {"fake": 0.0, "town-mind": 0.04, SERVER: 0.02}
"""Seconds within which a question is killed; the guided mind and the server take about as long for one. Those of the script
are answered too soon for a clock: with 0 it dies when half of a round is answered."""


@dataclass(slots=True)
class KilledRuns:
    """``kills`` by moment, ``lost`` ticks that were written before a kill and missing after it, mornings that ``diverged`` with
    the tick, and ``refused`` messages of a resume that failed."""

    mornings: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    diverged: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not (self.lost or self.diverged or self.refused)


@dataclass(frozen=True, slots=True)
class Morning:
    """What is lived, in ``folder``, and what it is like when nobody stops it."""

    folder: Path
    until: str
    model: str
    hashes: dict[int, bytes] = field(default_factory=dict)


def main(argv: list[str]) -> int:
    """Kill and compare. Returns 1 when anything was lost or differs."""
    if argv[:1] == ["victim"]:
        return _die(Victim(int(argv[1]), argv[2], float(argv[3])), argv[4:])
    parser = argparse.ArgumentParser(prog="python tests/killed.py", description=__doc__)
    parser.add_argument("--count", type=int, default=50, help="kills")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", default="fake", choices=LONGEST_QUESTION)
    parser.add_argument("--until", default="12:00")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        report = kill_often(Path(folder), options.count, options.seed, options.until, options.model)
    print(report)
    return 0 if report.good else 1


def kill_often(folder: Path, count: int, seed: int, until: str = "12:00", model: str = "fake") -> KilledRuns:
    """``count`` kills over as many mornings as it takes, all in ``folder``."""
    asked = Server(FAULTS["none"], 0).start().url if model == SERVER else model
    report, rng, morning = KilledRuns(), random.Random(seed), Morning(folder, until, asked)
    _start(morning, "undisturbed").communicate()
    morning.hashes.update(_hashes(folder / "undisturbed.sqlite"))
    while report.kills.total() < count:
        name, kills = f"morning{report.mornings}", min(PER_MORNING, count - report.kills.total())
        last = max(morning.hashes)
        drawn = [(tick, rng.choice(MOMENTS)) for tick in sorted(rng.sample(range(last), kills - 1))]
        for tick, moment in [*drawn, (last, SEALING)]:
            _kill(morning, name, (str(tick), moment, str(rng.uniform(0, LONGEST_QUESTION[model]))), report)
        _finish(morning, name, report)
        report.mornings += 1
        print(report, file=sys.stderr, flush=True)
    return report


def _kill(morning: Morning, name: str, when: Sequence[str], report: KilledRuns) -> None:
    """Begin or resume a morning in a process that dies; it must leave all that it said it had written."""
    path = morning.folder / f"{name}.sqlite"
    process = _start(morning, name, when)
    said, told = process.communicate()
    *_, last, moment = ["", "", *said.split(maxsplit=1)]
    if process.returncode != -signal.SIGKILL:
        _note_refusal(process, told, name, report)
        return
    report.kills[moment.strip()] += 1
    left = _last_tick(path)
    report.lost += [f"{name}: {last} was written, {left} is there"] if left < int(last) else []


def _finish(morning: Morning, name: str, report: KilledRuns) -> None:
    """Run a morning to its end, and compare it."""
    path = morning.folder / f"{name}.sqlite"
    process = _start(morning, name)
    told = process.communicate()[1]
    lived = _hashes(path)
    _note_refusal(process, told, name, report)
    differ = [tick for tick in sorted(lived.keys() | morning.hashes) if lived.get(tick) != morning.hashes.get(tick)]
    if differ or verify_hashes(path).bad_tick is not None:
        report.diverged.append(f"{name} from tick {differ[0] if differ else '?'} on")


def _note_refusal(process: subprocess.Popen[str], told: str, name: str, report: KilledRuns) -> None:
    """What a program said that did not end well; that a morning is over is no failure."""
    if process.returncode and " already, after" not in told:
        report.refused.append(f"{name}: exit code {process.returncode}: {told}")


def _start(morning: Morning, name: str, when: Sequence[str] = ()) -> subprocess.Popen[str]:
    """The program as a process: it begins the run, or resumes the run that is there."""
    path = morning.folder / f"{name}.sqlite"
    begin = ["run", str(SCENARIO), "--name", name, "--model", morning.model, "--embedder", "hash"]
    verb = ["resume", str(path)] if path.exists() else begin
    words = [*verb, "--saves", str(morning.folder), "--headless", "--until", f"day 1 {morning.until}"]
    program = [str(ROOT / "run_sim.py")] if not when else [__file__, "victim", *when]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(
        [sys.executable, *program, *words], cwd=morning.folder, env=os.environ | {"PYTHONPATH": str(ROOT)}, **pipes
    )


def _hashes(path: Path) -> dict[int, bytes]:
    """The hash of every tick that changed it; {} where there is no run yet."""
    with suppress(RunError), Run(path) as run:
        return dict(run.hashes(run.last_tick))
    return {}


def _last_tick(path: Path) -> int:
    """The last tick that a reader sees; -1 where there is no run yet."""
    with suppress(RunError), Run(path) as run:
        return run.last_tick
    return -1


def _die(victim: Victim, words: list[str]) -> int:
    """In the process that dies: the program with ``words``, until the victim's moment."""
    from sim.cli.main import main as program
    from sim.engine.rounds import Rounds
    from sim.engine.tick import Engine
    from sim.record import seal, store

    watched: tuple[tuple[Any, str, Callable[..., Any]], ...] = (
        (Engine, "step", victim.stepping),
        (store.RunStore, "commit", victim.committing),
        (store, "write_tick", victim.writing),
        (Rounds, "answer_shared", victim.answering),
        (seal, "seal", victim.sealing),
    )
    with ExitStack() as stack:
        for owner, name, watch in watched:
            stack.enter_context(mock.patch.object(owner, name, _around(getattr(owner, name), watch)))
        return program(words)


def _around(call: Callable[..., Any], watch: Callable[..., Any]) -> Callable[..., Any]:
    """``watch`` in the place of ``call``, which it is given first."""
    return lambda *given: watch(call, *given)


@dataclass(slots=True)
class Victim:
    """What dies at ``moment`` of the first tick from ``tick`` on; in a question after ``delay`` seconds, or with 0 when half of
    its round is answered. Its methods stand around those of the program that they are named after."""

    tick: int
    moment: str
    delay: float
    written: int = -1
    """The last tick that is on the disk."""
    now: int = 0
    asking: int = 0

    def die(self, moment: str) -> None:
        os.write(1, f"{self.written} {moment}".encode())
        os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(60)

    def stepping(self, step: Callable[..., None], engine: Any, *commands: Any) -> None:
        self.now = engine.tick + 1
        step(engine, *commands)

    def committing(self, commit: Callable[..., bytes], store: Any, record: Any) -> bytes:
        self._pass(BEFORE, record.tick)
        done = commit(store, record)
        self.written = record.tick
        self._pass(AFTER, record.tick)
        return done

    def writing(self, write_tick: Callable[..., list[str]], sql: Any, texts: Any, record: Any) -> list[str]:
        lines = write_tick(sql, texts, record)
        self._pass(WITHIN, record.tick)
        return lines

    def answering(self, answer: Callable[..., Any], rounds: Any, questions: Any, mine: Any) -> Any:
        if self.moment == ASKED and self.now >= self.tick:
            if not self.delay:
                half = len(questions) // 2
                answer(rounds, questions[:half], mine[:half])
                self.die(ASKED)
            threading.Timer(self.delay, lambda: self.die(ASKED if self.asking else "after a question")).start()
        self.asking += 1
        try:
            return answer(rounds, questions, mine)
        finally:
            self.asking -= 1

    def sealing(self, seal: Callable[..., None], sql: Any) -> None:
        seal(sql)
        self._pass(SEALING, self.tick)

    def _pass(self, moment: str, tick: int) -> None:
        """Die if the moment has come."""
        if moment == self.moment and tick >= self.tick:
            self.die(moment)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
