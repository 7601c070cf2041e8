"""How many flipped bits of a finished run are noticed: ``python -m sim.bench flips RUN [RUN ...] [--flips 2000] [--seed 1]``.

Each flip changes one bit at a random place of a copy; it is noticed where ``verify --hashes`` would say so, or the file does
not open. Prints what was noticed by what.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from sim.record import seal
from sim.record.errors import RunError


def main(argv: Sequence[str]) -> int:
    """Flip bits and count."""
    parser = argparse.ArgumentParser(prog="python -m sim.bench flips", description=__doc__)
    parser.add_argument("runs", type=Path, nargs="+")
    parser.add_argument("--flips", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    missed = 0
    for path in args.runs:
        found = flip(path, args.flips // len(args.runs), args.seed)
        missed += found["unnoticed"]
        told = ", ".join(f"{count} {what}" for what, count in found.most_common())
        print(f"{path.name}: {told}", flush=True)
    return 1 if missed else 0


def flip(path: Path, flips: int, seed: int) -> Counter[str]:
    """What noticed each of so many flips: a table's digest, SQLite, or the digest of the bytes alone (``unused space``)."""
    whole, draw, found = path.read_bytes(), random.Random(seed), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "flipped.sqlite"
        copy.write_bytes(whole)
        for _ in range(flips):
            at, bit = draw.randrange(len(whole)), 1 << draw.randrange(8)
            _put(copy, at, whole[at] ^ bit)
            found[_noticed(copy)] += 1
            _put(copy, at, whole[at])
    return found


def _put(path: Path, at: int, byte: int) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(bytes([byte]))


def _noticed(path: Path) -> str:
    try:
        damage = seal.find_damage(path)
    except RunError:
        return "do not open"
    if not damage:
        return "unnoticed"
    return "in a table" if damage.tables else "in the structure" if damage.structure else "in unused space"
