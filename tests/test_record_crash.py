"""kill -9 at any moment leaves a run that can be read and gone on with, and loses nothing that was acknowledged."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from sim.record.catalogue import summarize_run
from sim.record.lock import is_locked
from sim.record.read import Run
from sim.record.store import RunStore, TickRecord
from sim.record.verify import verify_hashes

WRITER = """
import sys
from pathlib import Path
from sim.bench.record import MadeUpTown, header
from sim.record.store import RunStore
town = MadeUpTown(4, seed=5)
store = RunStore.create(Path(sys.argv[1]), header(town))
for record in town.records(100000):
    store.commit(record)
    print(record.tick, store.hash.hex(), flush=True)
"""
ROOT = Path(__file__).resolve().parents[1]


def _write_and_kill(path: Path, lines: int) -> tuple[int, str]:
    """Let a child write, kill it some moment after its ``lines``-th tick; the last tick it told of, and that tick's hash."""
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as child:
        assert child.stdout is not None
        told = [child.stdout.readline() for _ in range(lines)]
        assert is_locked(path)
        child.kill()
        told += child.stdout.readlines()
    tick, hash = [line for line in told if line.endswith("\n")][-1].split()
    return int(tick), hash


def test_nothing_acknowledged_is_lost_and_the_run_goes_on(tmp_path: Path) -> None:
    dice = random.Random(11)
    for number in range(6):
        path = tmp_path / f"killed-{number}.sqlite"
        tick, hash = _write_and_kill(path, dice.randint(1, 400))
        with Run(path) as run:
            assert run.last_tick >= tick
            assert dict(run.hashes(run.last_tick))[tick].hex() == hash
        assert summarize_run(path).condition == "stopped unexpectedly"
        store = RunStore.open(path)
        store.commit(TickRecord(store.last_tick + 1, 0))
        store.close("interrupted")
        assert verify_hashes(path).bad_tick is None
