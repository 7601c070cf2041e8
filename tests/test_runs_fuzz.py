"""Strangers' runs, scenarios, maps and filters, mutated in thousands of ways: read or refused in a line, and never a traceback.

``python -m sim.bench fuzz`` does the same with as many as one likes."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.bench.fuzz import TARGETS
from sim.scenario import ScenarioError, load
from sim.world.tilemap import MapError, TileMap

SHARES = {"runs": 300, "scenarios": 400, "maps": 900, "filters": 900}


@pytest.mark.parametrize("name", TARGETS)
def test_spoilt_input_is_read_or_refused(name: str, tmp_path: Path) -> None:
    target = TARGETS[name](tmp_path)
    problems = {seed: target.attempt(seed) for seed in range(SHARES[name])}
    assert {seed: problem for seed, problem in problems.items() if problem} == {}
    assert 0.03 * SHARES[name] < target.read < 0.9 * SHARES[name], "too few inputs get past the first check, or too few are bad"


TILESET = """
{"width": 1, "height": 1, "tilewidth": 8, "tileheight": 8, "layers": [], "tilesets": [{"firstgid": 1, "source": "%s"}]}
"""


def test_nothing_is_read_from_outside_the_folder_and_the_one_around_it(tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("name: secret\nmap: first_morning\n")
    folder = tmp_path / "town" / "scenarios"
    folder.mkdir(parents=True)
    (folder / "link").symlink_to(tmp_path)
    outside = ("../../secret.yaml", str(tmp_path / "secret.yaml"), "link/secret.yaml", "/dev/zero", "\\0")
    for name in outside:
        (folder / "bad.yaml").write_text(f'extends: "{name}"\nname: bad\n')
        with pytest.raises(ScenarioError, match="outside|no scenario file"):
            load(folder / "bad.yaml")
        (folder / "bad.tmj").write_text(TILESET % name.replace("\\", "\\\\"))
        with pytest.raises(MapError, match="outside|cannot be read"):
            TileMap.load(folder / "bad.tmj")
    (folder / "bad.yaml").write_text("name: bad\nresidents:\n  a: {import: ../../, name: A B, age: 3, home: x}\n")
    with pytest.raises(ScenarioError, match="outside"):
        load(folder / "bad.yaml")
