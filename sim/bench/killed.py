"""The real program killed with SIGKILL at random moments: ``python -m sim.bench killed --count 50``.

A morning is run headless with the scripted mind, killed, resumed, killed again, until it is over. Then it must equal an
undisturbed morning tick by tick. Whatever a reader saw before a kill must still be there after it.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from sim.record.errors import RunError
from sim.record.read import Run
from sim.record.verify import verify_hashes

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = ROOT / "scenarios" / "first_morning.yaml"
PACE = 100
"""Game minutes per second: fast, but slow enough for several kills in a morning."""


@dataclass(slots=True)
class Report:
    """``kills``, ``early`` ones before the first tick, ``lost`` ticks that were seen before a kill and missing after it,
    ``diverged`` mornings that differ from the undisturbed one, and ``refused`` messages of a resume that failed."""

    kills: int = 0
    early: int = 0
    mornings: int = 0
    lost: list[int] = field(default_factory=list)
    diverged: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not (self.lost or self.diverged or self.refused)


def main(argv: list[str]) -> int:
    """Kill and compare. Returns 1 when anything was lost or differs."""
    parser = argparse.ArgumentParser(prog="python -m sim.bench killed", description=__doc__)
    parser.add_argument("--count", type=int, default=50, help="kills")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        report = kill_often(Path(folder), options.count, options.seed)
    print(report)
    return 0 if report.good else 1


def kill_often(folder: Path, count: int, seed: int, until: str = "12:00") -> Report:
    """``count`` kills over as many mornings as it takes, all in ``folder``."""
    report, rng = Report(), random.Random(seed)
    undisturbed, started, ended = folder / "undisturbed.sqlite", *_undisturbed(folder, until)
    latest = started + (ended - started) / 3  # so that a morning is killed a few times before it is over
    while report.kills < count:
        path = folder / f"morning{report.mornings}.sqlite"
        while report.kills < count and _killed(path, report, until, rng.uniform(0.8 * started, latest)):
            pass
        _finish(path, report, until)
        if content(path) != content(undisturbed) or verify_hashes(path).bad_tick is not None:
            report.diverged.append(path.name)
        report.mornings += 1
    return report


def content(path: Path) -> tuple[object, ...]:
    """What a run recorded: its length, the chain of hashes, and the events."""
    with Run(path) as run:
        return run.last_tick, run.hashes(run.last_tick), run.events(0, run.last_tick)


def _undisturbed(folder: Path, until: str) -> tuple[float, float]:
    """Run the morning without a kill; seconds to its first tick and to its end at ``PACE``."""
    began = time.monotonic()
    process = _start(folder / "undisturbed.sqlite", until, PACE)
    while _last_tick(folder / "undisturbed.sqlite") < 0 and process.poll() is None:
        time.sleep(0.01)
    started = time.monotonic() - began
    process.wait()
    return started, time.monotonic() - began


def _killed(path: Path, report: Report, until: str, after: float) -> bool:
    """Begin or resume, and kill after so many seconds; False where the morning was over before."""
    process = _start(path, until, PACE)
    try:
        code = process.wait(timeout=after)
    except subprocess.TimeoutExpired:
        seen = _last_tick(path)
        process.kill()
        process.wait()
        left = _last_tick(path)
        report.kills, report.early = report.kills + 1, report.early + (left < 0)
        report.lost += [seen] if left < seen else []
        return True
    if code != 0 and _last_tick(path) != _last_tick(path.parent / "undisturbed.sqlite"):
        report.refused.append(f"{path.name}: exit code {code}: {process.stderr.read() if process.stderr else ''}")
    return False


def _finish(path: Path, report: Report, until: str) -> None:
    """Resume a morning that is not over, and run it to its end."""
    if _last_tick(path) == _last_tick(path.parent / "undisturbed.sqlite"):
        return
    process = _start(path, until, pace=0)
    told = process.communicate()[1]
    if process.returncode != 0:
        report.refused.append(f"{path.name}: exit code {process.returncode}: {told}")


def _start(path: Path, until: str, pace: int) -> subprocess.Popen[str]:
    """The program as a process: a new run, or the same one resumed where there is one."""
    verb = ["resume", str(path)] if path.exists() else ["run", str(SCENARIO), "--name", path.stem, "--model", "fake"]
    words = [*verb, "--saves", str(path.parent), "--headless", "--until", f"day 1 {until}", "--speed", str(pace)]
    command = [sys.executable, str(ROOT / "run_sim.py"), *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=path.parent)


def _last_tick(path: Path) -> int:
    """The last tick that a reader sees; -1 where there is no run yet."""
    try:
        with Run(path) as run:
            return run.last_tick
    except RunError:
        return -1
