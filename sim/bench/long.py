"""Long lives and large towns, day by day: ``python -m sim.bench long [--days 7] [--residents 25] [--embedder hash]``.

With 25 residents ``two_days`` is lived on for so many days; with more, a town drawn on the spot (``crowd``), which only plans,
walks, acts and sees with ``--memory-off``. The script answers, all is recorded. Prints for every stretch ticks a second of
this process's own time, memories, the process's memory and the size of the run file, and at the end calls per resident: what
grows from day to day should be what is remembered, and not what a tick costs. ``--profile`` prints where the last day's time
went instead.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import tempfile
import time
from pathlib import Path

from sim.bench.crowd import RULES, settle
from sim.engine import build
from sim.engine.backend import FAKE, open_backend
from sim.engine.tick import Engine
from sim.record.read import Run
from sim.record.store import RunStore
from sim.scenario import load
from sim.scenario.model import Rules
from sim.world.tilemap import TileMap

SCENARIO = Path(__file__).resolve().parents[2] / "scenarios" / "two_days.yaml"
DAY = 86400


def main(argv: list[str]) -> int:
    """Live the days and print a row for each stretch."""
    parser = argparse.ArgumentParser(prog="python -m sim.bench long", description=__doc__)
    parser.add_argument("--days", type=float, default=7.0)
    parser.add_argument("--residents", type=int, default=25)
    parser.add_argument(
        "--embedder", default="", help="none, hash or minilm; hash for 25 residents, none for a town drawn on the spot"
    )
    parser.add_argument("--memory-off", action="store_true", help="of a town drawn on the spot")
    parser.add_argument("--stretch", type=float, default=24, help="game hours of a row")
    parser.add_argument("--profile", action="store_true")
    asked = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.sqlite"
        store, engine = begin(asked.residents, path, asked.embedder, RULES if asked.memory_off else Rules())
        _live(engine, path, int(asked.days * DAY), int(asked.stretch * 3600), asked.profile)
        engine.recorder.finish(engine)
        began = time.process_time()
        store.close("finished")
        print(f"sealed in {time.process_time() - began:.1f} s; {path.stat().st_size / 2**20:.1f} MiB")
        with Run(path) as run:
            calls = sum(row.calls for row in run.counters())
        print(f"{calls / len(engine.minds) / engine.at * DAY:.0f} calls to the mind per resident and day")
    return 0


def begin(residents: int, path: Path, embedder: str, rules: Rules) -> tuple[RunStore, Engine]:
    """A town at its first tick, recorded at ``path``."""
    if residents != 25:
        return settle(residents, path, rules, embedder or "none")
    scenario = load(SCENARIO)
    tilemap, backend = TileMap.load(scenario.map), open_backend(FAKE, embedder=embedder or "hash")
    store = RunStore.create(path, build.header(scenario, tilemap, backend, path.stem, FAKE))
    return store, build.begin(scenario, tilemap, store, backend, lambda _: None)


def _live(engine: Engine, path: Path, until: int, stretch: int, profile: bool) -> None:
    print(f"{'until':>8}{'ticks/s':>9}{'memories':>10}{'process MiB':>12}{'file MiB':>10}", flush=True)
    tick = engine.scenario.rules.tick
    while engine.at + tick <= until:
        last = min(engine.at + stretch, until)
        ticks, watched = (last - engine.at) // tick, cProfile.Profile() if profile and last == until else None
        began = time.process_time()
        for _ in range(ticks):
            engine.step() if watched is None else watched.runcall(engine.step)
        spent = time.process_time() - began
        memories = sum(len(mind.stream) for mind in engine.minds.values())
        moment = f"{engine.at // DAY + 1}, {engine.at % DAY // 3600:02} h"
        sizes = f"{_resident_bytes() / 2**20:12.0f}{_file_bytes(path) / 2**20:10.1f}"
        print(f"{moment:>8}{ticks / spent:9.1f}{memories:10}{sizes}", flush=True)
        if watched is not None:
            pstats.Stats(watched).sort_stats("tottime").print_stats(45)


def _resident_bytes() -> int:
    """Bytes of this process in main memory now; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _file_bytes(path: Path) -> int:
    return sum(one.stat().st_size for one in path.parent.glob(f"{path.name}*"))
