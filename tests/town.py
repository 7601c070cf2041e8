"""A tiny town for the engine's tests: two neighbours, a cafe, a green, a piece of news; and ways to live and read it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from make_map import map_text

from sim.answer.protocol import Answerer
from sim.engine import build
from sim.engine.backend import Backend, open_backend
from sim.engine.tick import Engine
from sim.llm.base import ModelInfo
from sim.record.read import Run
from sim.record.store import RunStore
from sim.scenario import load
from sim.types import Command
from sim.world.tilemap import TileMap

ROOT = Path(__file__).resolve().parents[1]
FIRST_MORNING = ROOT / "scenarios" / "first_morning.yaml"

DRAWING = """
########################
#......#........#......#
#......#........#......#
#......#........#......#
#...............#......#
#......#...............#
####.##########.########
#......................#
#......................#
#......................#
########################
"""
PLACES = {"Ana's house": (1, 1, 6, 5), "Cafe": (8, 1, 8, 5), "Ben's house": (17, 1, 6, 5), "Green": (1, 7, 22, 3)}
OBJECTS = {
    "bed": (1, 1, 1, 1),
    "stove": (3, 1, 1, 1),
    "counter": (9, 1, 2, 1),
    "table": (12, 3, 1, 1),
    "bed#2": (18, 1, 1, 1),
    "sink": (20, 1, 1, 1),
    "bench": (5, 8, 2, 1),
}
SCENARIO = """
name: Two neighbours
map: town.tmj
start: 2026-05-08 07:00
until: "12:00"
seed: 3
residents:
  ana:
    name: Ana Silva
    age: 40
    traits: [friendly, organized]
    background: Ana Silva runs the Cafe. She likes rain.
    currently: Ana is planning a lantern supper
    home: Ana's house
    work: Cafe
    occupation: cafe owner
    wakes: "06:30"
    sleeps: "22:00"
    relationships: {ben: old friend}
  ben:
    name: Ben Okoye
    age: 50
    traits: [shy]
    background: Ben Okoye reads all day at the Cafe.
    currently: Ben is reading a long novel
    home: Ben's house
    work: Cafe
    occupation: novelist
    wakes: "06:45"
    sleeps: "22:30"
    relationships: {ana: old friend}
news:
  - id: supper
    text: Ana Silva is giving a lantern supper at the Green on Saturday at 6 pm
    host: ana
    knows: [ana]
    place: Green
    at: Saturday 18:00
    signs: [lantern, supper]
"""


def write_town(folder: Path) -> Path:
    """The scenario file, with its map beside it."""
    (folder / "town.tmj").write_text(map_text(DRAWING, PLACES, OBJECTS))
    path = folder / "town.yaml"
    path.write_text(SCENARIO)
    return path


def start(
    scenario: Path,
    path: Path,
    *,
    seed: int | None = None,
    answerer: Answerer | None = None,
    embedder: str = "hash",
    **rules: Any,
) -> tuple[RunStore, Engine]:
    """A new run of ``scenario`` with the scripted mind, or another answerer, and with these ``rules`` of its own."""
    loaded = load(scenario)
    loaded = replace(loaded, rules=replace(loaded.rules, **rules))
    loaded = loaded if seed is None else replace(loaded, seed=seed)
    backend = open_backend("fake", embedder=embedder)
    if answerer is not None:
        backend = Backend(answerer, None, ModelInfo("test", "", False, 0), embedder)
    tilemap = TileMap.load(loaded.map)
    store = RunStore.create(path, build.header(loaded, tilemap, backend, path.stem, "fake"))
    return store, build.begin(loaded, tilemap, store, backend, lambda _: None)


def go_on(path: Path) -> tuple[RunStore, Engine]:
    """A stopped run, with the scripted mind."""
    store = RunStore.open(path)
    return store, build.go_on(store, open_backend("fake"), lambda _: None)


def live(engine: Engine, ticks: int, commands: dict[int, Sequence[Command]] | None = None) -> None:
    """So many ticks more."""
    for _ in range(ticks):
        engine.step((commands or {}).get(engine.tick + 1, ()))


def stop(store: RunStore, engine: Engine) -> None:
    """Save and let go."""
    engine.recorder.finish(engine)
    store.close("interrupted")


def lived(path: Path, ticks: int, commands: dict[int, Sequence[Command]] | None = None) -> Path:
    """``path`` with a saved run of so many ticks."""
    store, engine = start(write_town(path.parent), path)
    live(engine, ticks, commands)
    stop(store, engine)
    return path


def write_saves(folder: Path, ticks: int) -> Path:
    """A folder of saved runs with one in it, ``first``, of so many ticks."""
    return lived(folder / "first.sqlite", ticks).parent


def reached(path: Path) -> int:
    """The last tick of a run that somebody lives just now; 0 before its file is there."""
    if not path.is_file():
        return 0
    with Run(path) as run:
        return run.last_tick


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    """What a query finds in a run file."""
    with sqlite3.connect(path) as sql:
        return sql.execute(query).fetchall()


HASHES = "SELECT tick, hash FROM ticks ORDER BY tick"


def content(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All that a run says happened, for comparing byte by byte."""
    return {
        "events": rows(path, "SELECT id, kind, key, data FROM events ORDER BY id"),
        "memories": rows(
            path, "SELECT resident, n, tick, at, accessed, kind, importance, evidence FROM memories ORDER BY 1, 2"
        ),
        "retrievals": rows(path, "SELECT id, resident, purpose, at, hits FROM retrievals ORDER BY id"),
        "hash": rows(path, "SELECT hash FROM ticks ORDER BY tick DESC LIMIT 1"),
    }


def happened(path: Path, *kinds: str) -> list[dict[str, Any]]:
    """``tick``, ``kind``, ``key`` and the data of every event of these kinds."""
    found = rows(path, "SELECT id >> 20, kind, key, data FROM events ORDER BY id")
    return [{"tick": tick, "kind": kind, "key": key, **json.loads(data)} for tick, kind, key, data in found if kind in kinds]


def events(path: Path, kind: str) -> list[tuple[int, str, dict[str, Any]]]:
    """(tick, key, data) of every event of a kind."""
    found = rows(path, f"SELECT id >> 20, key, data FROM events WHERE kind = '{kind}' ORDER BY id")
    return [(tick, key, json.loads(data)) for tick, key, data in found]
