"""A town of any size, drawn on the spot, for ``long`` and tests: cottages, cafes, workshops and greens."""

from __future__ import annotations

import datetime as dt
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.engine import build
from sim.engine.backend import FAKE, open_backend
from sim.engine.tick import Engine
from sim.record.store import RunStore
from sim.scenario.model import Look, Resident, Rules, Scenario
from sim.world.tilemap import TileMap
from sim.world.tmj_writer import Rect, map_doc, map_object

WIDTH = 50
"""Tiles of a quarter from left to right: five cottages in each of two rows."""
HEIGHT = 34
"""Tiles of a quarter from top to bottom: between the rows lie a cafe, a workshop and a green."""
BEDS = 4
PEOPLE = 10 * BEDS
"""Residents of a quarter."""
TRADES = ("carpenter", "tailor", "painter", "potter", "journalist", "librarian", "gardener", "musician")
NAMES = ("Ada", "Bram", "Cora", "Dirk", "Elsa", "Finn", "Gwen", "Hugo", "Iris", "Jon", "Kaja", "Lars", "Mona", "Nils", "Olga")
FAMILIES = ("Ashby", "Birch", "Croft", "Dale", "Elder", "Frost", "Grove", "Heath", "Inman", "Jarvis", "Knoll", "Lund", "Marsh")
RULES = Rules(memory=False, react=False)
"""Everybody plans, walks, does and sees; nothing of it is remembered, and nobody stops to talk."""


def settle(residents: int, path: Path, rules: Rules = RULES, embedder: str = "none") -> tuple[RunStore, Engine]:
    """A town of so many residents at its first tick, recorded at ``path``."""
    scenario, tilemap = crowd(residents, rules)
    backend = open_backend(FAKE, embedder=embedder)
    store = RunStore.create(path, build.header(scenario, tilemap, backend, path.stem, FAKE))
    return store, build.begin(scenario, tilemap, store, backend, lambda _: None)


def crowd(residents: int, rules: Rules) -> tuple[Scenario, TileMap]:
    """A scenario of so many residents, and its map."""
    tilemap = TileMap.parse(json.dumps(town(-(-residents // PEOPLE))), name="crowd")
    people = tuple(_resident(number, number + 1 == residents) for number in range(residents))
    start = dt.datetime(2026, 5, 8, 6, 45)
    return Scenario("crowd", "Crowd", "", "crowd", start, 86400, 1, people, rules=rules, text="name: Crowd\n"), tilemap


def _resident(number: int, last: bool) -> Resident:
    quarter, nth = divmod(number, PEOPLE)
    name = f"{NAMES[number % len(NAMES)]} {_family(number // len(NAMES))}"
    alone = last or not number or nth == PEOPLE - 1
    first, keeper = name.split(" ")[0], nth == 0
    home = ("Town", f"Cottage {quarter}-{nth // BEDS}")
    work = ("Town", f"Cafe {quarter}" if keeper or nth % 5 == 0 else f"Workshop {quarter}")
    return Resident(
        slug=f"r{number:05}",
        name=name,
        first=first,
        age=20 + number % 50,
        traits=("friendly",) if number % 3 else ("shy",),
        background=(f"{name} has always lived in Cottage {quarter}-{nth // BEDS}",),
        currently=f"{first} is saving for a bicycle",
        home=home,
        work=work,
        occupation="cafe owner" if keeper else TRADES[number % len(TRADES)],
        wakes=405 + number * 7 % 60,
        sleeps=1320 + number % 60,
        relationships={} if alone else {f"r{quarter * PEOPLE + (nth + 1) % PEOPLE:05}": "neighbour"},
        memories=(),
        look=Look(),
        start_at=home,
    )


def _family(number: int) -> str:
    """A different family name for each number, without digits: residents with a digit in the name are spoken to by nobody."""
    rest, nth = divmod(number, len(FAMILIES))
    return FAMILIES[nth] + (_family(rest - 1).lower() if rest else "")


def town(quarters: int) -> dict[str, Any]:
    """A TMJ dictionary of so many quarters, as square as can be."""
    across = math.ceil(math.sqrt(quarters))
    width, height = across * WIDTH, -(-quarters // across) * HEIGHT
    drawn = _Drawing(np.zeros((height, width), np.int64))
    for number in range(quarters):
        drawn.quarter(number, number % across * WIDTH + 1, number // across * HEIGHT + 1)
    return map_doc("Town", drawn.walls, drawn.objects)


class _Drawing:
    """Houses drawn into ``walls``, with their places and things as ``objects``."""

    def __init__(self, walls: npt.NDArray[np.int64]) -> None:
        self.walls, self.objects = walls, list[dict[str, Any]]()

    def quarter(self, number: int, x: int, y: int) -> None:
        for n in range(10):
            self._cottage(f"Cottage {number}-{n}", x + n % 5 * 9 + 1, y + n // 5 * 22)
        self._house(f"Cafe {number}", (x + 1, y + 11, 12, 9))
        self._things("counter", 1, x + 3, y + 12)
        self._things("table", 6, x + 3, y + 14, seats=4)
        self._house(f"Workshop {number}", (x + 16, y + 11, 18, 9))
        self._things("workbench", 24, x + 18, y + 12)
        self._add(f"Green {number}", "sector", (x + 37, y + 11, 11, 9))
        self._things("bench", 3, x + 39, y + 13, seats=2)

    def _cottage(self, name: str, x: int, y: int) -> None:
        self._house(name, (x, y, 8, 8))
        self._things("bed", BEDS, x + 1, y + 1)
        for i, thing in enumerate(("stove", "sink", "table", "armchair", "shelf")):
            self._add(thing, "object", (x + 1 + i, y + 4, 1, 1), seats=4 if thing == "table" else 1)

    def _house(self, name: str, rect: Rect) -> None:
        x, y, w, h = rect
        self.walls[y : y + h, x : x + w] = 1
        self.walls[y + 1 : y + h - 1, x + 1 : x + w - 1] = 0
        self.walls[y + h - 1, x + w // 2] = 0
        self._add(name, "sector", rect)

    def _things(self, name: str, count: int, x: int, y: int, seats: int = 1) -> None:
        """A grid of things, every other tile."""
        for i in range(count):
            self._add(name, "object", (x + i % 7 * 2, y + i // 7 * 2, 1, 1), seats)

    def _add(self, name: str, kind: str, rect: Rect, seats: int = 1) -> None:
        self.objects.append(map_object(len(self.objects) + 1, name, kind, rect, seats))
