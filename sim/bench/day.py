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

from sim.engine import build
from sim.record.read import Run
from sim.record.store import RunStore
from sim.scenario import load
from sim.world.tilemap import TileMap

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
    scenario = load(args.scenario)
    tilemap = TileMap.load(scenario.map)
    backend = build.open_backend(args.model, embedder=args.embedder)
    store = RunStore.create(path, build.header(scenario, tilemap, backend, "bench", args.model))
    engine = build.begin(scenario, tilemap, store, backend, lambda _: None)
    ready, cpu = time.perf_counter(), time.process_time()
    for _ in range(args.ticks):
        engine.step()
    seconds, cpu = time.perf_counter() - ready, time.process_time() - cpu
    engine.recorder.finish(engine)
    store.close("finished")
    backend.close()
    with Run(path) as run:
        calls = sum(row.calls for row in run.counters())
    people, days = len(scenario.residents), args.ticks * scenario.rules.tick / 86400
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 if sys.platform == "darwin" else 1024) / 1024
    rows = {
        "residents": f"{people}",
        "ready after": f"{ready - started:.1f} s",
        "ticks per second": f"{args.ticks / seconds:.0f}",
        "ticks per CPU second": f"{args.ticks / cpu:.0f}",
        "game time per second": f"{args.ticks * scenario.rules.tick / seconds / 60:.0f} min",
        "memories": f"{sum(len(mind.stream) for mind in engine.minds.values())}",
        "calls per resident and day": f"{calls / people / max(days, 1e-9):.0f}",
        "peak memory": f"{peak:.2f} GiB",
        "run file": f"{path.stat().st_size / 2**20:.1f} MiB",
    }
    for name, value in rows.items():
        print(f"{name:28}{value:>12}")
