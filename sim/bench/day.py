"""A town's life on the clock: ticks per second with the scripted mind, and the bundled mind's morning.

``python -m sim.bench day [SCENARIO] [--ticks N] [--model fake|bundled] [--embedder none|hash|minilm]`` prints ticks a second
with recording, the peak memory of this process, the size of the run file and the calls per resident. One process, one thread.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from pathlib import Path

from sim.record.read import Run
from sim.town import Town

DEFAULT = Path(__file__).resolve().parents[2] / "scenarios" / "first_morning.yaml"


def main(argv: list[str]) -> int:
    """Live a stretch of a scenario and print what it cost."""
    parser = argparse.ArgumentParser(prog="python -m sim.bench day")
    parser.add_argument("scenario", nargs="?", default=str(DEFAULT))
    parser.add_argument("--ticks", type=int, default=1800)
    parser.add_argument("--model", default="fake")
    parser.add_argument("--embedder", default="none")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        _live(args, Path(folder) / "bench.sqlite")
    return 0


def _live(args: argparse.Namespace, path: Path) -> None:
    started = time.perf_counter()
    with Town.load(args.scenario, model=args.model, embedder=args.embedder, run=path) as town:
        ready, cpu = time.perf_counter(), time.process_time()
        town.step(args.ticks)
        seconds, cpu = time.perf_counter() - ready, time.process_time() - cpu
        people, memories = len(town.residents), sum(len(resident.memory) for resident in town.residents)
    with Run(path) as run:
        calls = sum(row.calls for row in run.counters())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 if sys.platform == "darwin" else 1024) / 1024
    rows = {
        "residents": f"{people}",
        "ready after": f"{ready - started:.1f} s",
        "ticks per second": f"{args.ticks / seconds:.0f}",
        "ticks per CPU second": f"{args.ticks / cpu:.0f}",
        "game time per second": f"{args.ticks * town.seconds / seconds / 60:.0f} min",
        "memories": f"{memories}",
        "calls per resident and day": f"{calls / people * 86400 / args.ticks / town.seconds:.0f}",
        "peak memory": f"{peak:.2f} GiB",
        "run file": f"{path.stat().st_size / 2**20:.1f} MiB",
    }
    for name, value in rows.items():
        print(f"{name:28}{value:>12}")
