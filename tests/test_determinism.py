"""The same town whatever machine and habits it is lived on: hash seed, time zone, locale, umask and number of cores."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from town import ROOT

HABITS: tuple[dict[str, Any], ...] = (
    {"env": {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"}, "umask": 0o022, "cores": 2},
    {"env": {"PYTHONHASHSEED": "4711", "TZ": "America/St_Johns", "LANG": "tr_TR.UTF-8"}, "umask": 0o077, "cores": 1},
    {"env": {"PYTHONHASHSEED": "random", "TZ": "Pacific/Kiritimati", "LC_ALL": "C.UTF-8"}, "umask": 0, "cores": 1},
)
LIVE = """
import os, sys
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(sys.argv[3])])
from sim import Town
with Town.load(sys.argv[1], model="fake", embedder="hash", until="07:40", run=sys.argv[2]) as town:
    town.run()
    print(town.engine.recorder.hash.hex(), ascii(town.time), ascii(town["nora"].plan))
"""


def test_a_town_is_the_same_in_other_surroundings(tmp_path: Path) -> None:
    scenario = str(ROOT / "scenarios" / "first_morning.yaml")
    told = []
    for number, habits in enumerate(HABITS):
        words = (scenario, str(tmp_path / f"run{number}.sqlite"), str(habits["cores"]))
        env = {**os.environ, **habits["env"], "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", LIVE, *words], env=env, umask=habits["umask"], capture_output=True, check=True
        )
        told.append(done.stdout)
    assert len(told[0]) > 64 and told[0] == told[1] == told[2]
