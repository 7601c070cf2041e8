"""Fuzzing of everything that reads input: ``python -m fuzz --count 100000``.

Four targets take turns: run files, scenarios, maps and filter expressions. An input may be read or refused with its own error
in a line or two; anything else (another exception, a long or empty message, more than ``TOO_LONG`` seconds) is a failure and
is printed with the seed that reproduces it. How inputs are mutated is up to the targets.
"""

from __future__ import annotations

import argparse
import signal
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from fuzz.filters import Filters
from fuzz.maps import Maps
from fuzz.mutate import Target
from fuzz.runs import Runs
from fuzz.scenarios import Scenarios

TARGETS: Mapping[str, Callable[[Path], Target]] = {"runs": Runs, "scenarios": Scenarios, "maps": Maps, "filters": Filters}
TOO_LONG = 20.0
"""Seconds that one input may take on a busy machine."""


def main(argv: list[str]) -> int:
    """Try many inputs. Returns 1 when any failed."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=100_000, help="inputs altogether")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--only", choices=tuple(TARGETS), help="one target instead of all in turn")
    options = parser.parse_args(argv)
    names = [options.only] if options.only else list(TARGETS)
    share, rest = divmod(options.count, len(names))
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, name in enumerate(names):
            target = TARGETS[name](Path(folder))
            failures += fuzz(name, target, range(options.first, options.first + share + (number < rest)))
    print(f"{options.count} inputs, {failures} failures")
    return 1 if failures else 0


class TooLong(BaseException):
    """An input took too long. It is no ``Exception``, so that nothing under test catches it."""


def _in_time(target: Target, seed: int) -> str:
    """One attempt, stopped after ``TOO_LONG`` seconds (on POSIX; elsewhere it is waited for)."""

    def stop(*_: object) -> None:
        raise TooLong

    alarm = getattr(signal, "SIGALRM", None)
    if alarm is None:
        return target.attempt(seed)
    before = signal.signal(alarm, stop)
    signal.setitimer(signal.ITIMER_REAL, TOO_LONG)
    try:
        return target.attempt(seed)
    except TooLong:
        return f"took more than {TOO_LONG:.0f} s"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(alarm, before)


def fuzz(name: str, target: Target, seeds: range) -> int:
    """Every seed against one target; how many failed."""
    failures, slowest, began = 0, (0.0, 0), time.perf_counter()
    for seed in seeds:
        start = time.perf_counter()
        problem = _in_time(target, seed)
        spent = time.perf_counter() - start
        slowest = max(slowest, (spent, seed))
        if problem:
            failures += 1
            print(f"{name}, seed {seed}: {problem}", flush=True)
    spent = time.perf_counter() - began
    told = f"{name}: {len(seeds)} inputs, {target.read} of them readable, {failures} failures, {spent:.0f} s"
    print(f"{told}; slowest {slowest[0]:.2f} s (seed {slowest[1]})", flush=True)
    return failures
