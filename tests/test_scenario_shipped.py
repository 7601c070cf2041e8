"""What ships: every scenario loads, and every map is one where everything can be reached."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from sim import Town
from sim.record.read import Run
from sim.scenario import load, load_text, scaffold
from sim.world.places import Places
from sim.world.tilemap import TileMap

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("path", sorted((ROOT / "scenarios").glob("*.yaml")), ids=lambda path: path.stem)
def test_a_shipped_scenario_loads_and_loads_again_from_what_a_run_keeps(path: Path) -> None:
    town = load(path)
    again = load_text(town.text, TileMap.parse(TileMap.load(town.map).text), town.id)
    assert again.residents == town.residents and again.news == town.news and again.norms == town.norms


@pytest.mark.parametrize("path", sorted((ROOT / "assets" / "maps").glob("*.tmj")), ids=lambda path: path.stem)
def test_a_shipped_map_has_no_problems(path: Path) -> None:
    assert Places(TileMap.load(path)).problems() == []


def test_a_new_scenario_works_on_the_default_map(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(scaffold("mine"), encoding="utf-8")
    assert len(load(tmp_path / "mine.yaml").residents) == 3


@pytest.mark.parametrize("seed", [3, 7, 9])
def test_the_first_morning_begins_with_words_and_is_never_long_without_something_to_see(seed: int, tmp_path: Path) -> None:
    run = tmp_path / "run.sqlite"
    Town.load(ROOT / "scenarios" / "first_morning.yaml", model="fake", embedder="hash", seed=seed, run=run).run().close()
    with Run(run) as lived:
        seconds, said = lived.meta.tick_seconds, lived.events(0, lived.last_tick, ("say", "happening"))
        ticks = [0, *(event.tick for event in said), lived.last_tick]
    assert ticks[1] * seconds <= 5 * 60, "at a game minute a second within five seconds"
    assert max(after - before for before, after in pairwise(ticks)) * seconds < 50 * 60
