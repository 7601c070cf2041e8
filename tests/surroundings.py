"""The same town in other surroundings: ``python tests/surroundings.py [--python FILE ...] [--until 12:00]``.

A town is lived by the script as often as there are surroundings: hash seed, time zone, locale, umask, number of cores, what
numpy may use of the processor, and every other Python named, which needs numpy, faiss-cpu, pydantic, pyyaml, jinja2 and httpx
alone. Prints a line for each with the hash of the last tick; returns 1 where they differ.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SCENARIOS = ROOT / "scenarios"
LIVE = """
import os, platform, sys
import numpy
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(sys.argv[4])])
from sim import Town
with Town.load(sys.argv[1], model=sys.argv[5], embedder="hash", until=sys.argv[2], run=sys.argv[3]) as town:
    town.run()
    print(town.engine.recorder.hash.hex(), ascii(town.time), town.engine.tick, flush=True)
    print("Python", platform.python_version(), "numpy", numpy.__version__, file=sys.stderr)
"""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a town is lived: variables of the environment, the umask, so many cores, and the Python."""

    env: dict[str, str] = field(default_factory=dict)
    umask: int = 0o022
    cores: int = 2
    python: str = sys.executable


HABITS = (
    Surroundings({"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"}),
    Surroundings({"PYTHONHASHSEED": "4711", "TZ": "America/St_Johns", "LANG": "tr_TR.UTF-8"}, 0o077, 1),
    Surroundings({"PYTHONHASHSEED": "random", "TZ": "Pacific/Kiritimati", "LC_ALL": "C.UTF-8"}, 0, 1),
)
PLAIN = Surroundings({"NPY_DISABLE_CPU_FEATURES": "AVX512F AVX2 FMA3"})
"""A processor without the instructions that numpy prefers."""


def main(argv: list[str]) -> int:
    """Live the town everywhere and compare."""
    parser = argparse.ArgumentParser(prog="python tests/surroundings.py", description=__doc__)
    parser.add_argument("--python", action="append", default=[], help="another Python with the packages that a town needs")
    parser.add_argument("--scenario", type=Path, default=SCENARIOS / "two_days.yaml")
    parser.add_argument("--until", default="12:00")
    parser.add_argument("--model", default="fake")
    asked = parser.parse_args(argv)
    everywhere = [*HABITS, PLAIN, *(Surroundings(python=python) for python in asked.python)]
    ends = set()
    for place, (end, told) in zip(everywhere, lived(asked.scenario, asked.until, everywhere, asked.model), strict=True):
        ends.add(end)
        print(end, told.splitlines()[-1], f"{place.cores} cores, umask {place.umask:03o},", place.env, flush=True)
    return int(len(ends) > 1)


def lived(scenario: Path, until: str, everywhere: Sequence[Surroundings], model: str = "fake") -> Iterator[tuple[str, str]]:
    """For each of the surroundings the last hash, moment and tick of the town, and what the process said of itself."""
    for place in everywhere:
        with tempfile.TemporaryDirectory() as folder:
            words = (str(scenario), until, f"{folder}/run.sqlite", str(place.cores), model)
            env = {**os.environ, **place.env, "PYTHONPATH": str(ROOT)}
            done = subprocess.run(
                [place.python, "-c", LIVE, *words], env=env, umask=place.umask, capture_output=True, text=True, check=True
            )
            yield done.stdout.strip(), done.stderr


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
