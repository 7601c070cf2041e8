"""Generated worlds: kinds of world (``situations.yaml``), and a small map of furnished rooms in rows with named places.

Maps are made in Tiled's format and go through the town's own reader, so the engine gets a real ``TileMap``. Knows no residents:
homes are given by family names. The scripted mind knows places by their kind (cafe, park, pub ...). The ``island`` is held out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Occupation
from sim.training.situations.data_split import draw, situations
from sim.training.situations.names import Person, coined
from sim.types import Address
from sim.world.tilemap import TileMap
from sim.world.tmj_writer import map_doc, map_object


@dataclass(frozen=True, slots=True)
class PublicPlace:
    """A kind of public place: its possible names, where ``{w}`` becomes a made-up word, and objects."""

    kind: str
    names: tuple[str, ...]
    objects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WorldKind:
    """A kind of world. ``homes`` are name patterns with ``{family}``, ``{n}`` (a number) and ``{w}``; ``trades``
    names the worlds whose occupations are found here (``""``: any town's); ``weight`` is how often training draws it."""

    name: str
    world_names: tuple[str, ...]
    homes: tuple[str, ...]
    furniture: tuple[str, ...]
    publics: tuple[PublicPlace, ...]
    trades: tuple[str, ...]
    weight: int = 0


def _kind(name: str, row: Mapping[str, Any]) -> WorldKind:
    publics = tuple(PublicPlace(one["kind"], tuple(one["names"]), tuple(one["objects"])) for one in row["publics"])
    lists = {key: tuple(row[key]) for key in ("world_names", "homes", "furniture", "trades")}
    return WorldKind(name, **lists, publics=publics, weight=row.get("weight", 0))


WORLD_KINDS: Mapping[str, WorldKind] = {name: _kind(name, row) for name, row in situations()["worlds"].items()}
"""Every kind of world by name."""
HELD_OUT = "island"


WIDE, HIGH = 9, 8
"""Tiles of a lot: a room of 6 x 5 with its walls, and the street beside and below."""
ACROSS = 5
"""Lots in a row."""
OBJECTS = 8
"""Most objects in a room."""


@dataclass(frozen=True, slots=True)
class Lot:
    """One sector: its rooms (arenas) with their objects. ``open`` ones have no walls."""

    name: str
    rooms: tuple[tuple[str, tuple[str, ...]], ...]
    open: bool = False


@dataclass(frozen=True, slots=True)
class Town:
    """A generated world. ``homes`` and ``works`` are addresses of sectors in the order they were asked for, ``publics`` those
    of the public places, ``objects`` those of all objects."""

    kind: WorldKind
    tilemap: TileMap
    homes: tuple[Address, ...]
    works: tuple[Address, ...]
    publics: tuple[Address, ...]
    objects: tuple[Address, ...]

    @property
    def places(self) -> tuple[str, ...]:
        """The names of all sectors."""
        return tuple(dict.fromkeys(address[-1] for address in (*self.homes, *self.works, *self.publics)))

    @property
    def venues(self) -> tuple[str, ...]:
        """The names of all sectors but the homes: everybody knows them."""
        return tuple(dict.fromkeys(address[-1] for address in (*self.publics, *self.works)))


def choose_world_kind(dice: Dice, part: str) -> WorldKind:
    """A kind of world; half of the held-out ones are of a kind that training never sees."""
    if part == "held-out" and dice.chance(0.5):
        return WORLD_KINDS[HELD_OUT]
    return WORLD_KINDS[dice.pick([name for name, kind in WORLD_KINDS.items() for _ in range(kind.weight)])]


def make_world(kind: WorldKind, families: Sequence[Person], trades: Sequence[Occupation], dice: Dice, part: str) -> Town:
    """A world with one home for each of ``families`` and one workplace for each of ``trades``."""
    names = _Names(dice, part)
    homes = [_home(kind, person, names, dice) for person in families]
    works = [_workplace(trade, names, dice) for trade in trades]
    chosen = dice.some(kind.publics, dice.between(3, min(5, len(kind.publics))))
    publics = [_public(public, names, dice) for public in chosen]
    world = names.new(kind.world_names)
    lots = dice.order([*homes, *works, *publics])
    tilemap = TileMap.parse(json.dumps(_tiled(world, lots)))
    return Town(
        kind,
        tilemap,
        tuple((world, lot.name) for lot in homes),
        tuple((world, lot.name) for lot in works),
        tuple((world, lot.name) for lot in publics),
        tuple((world, lot.name, room, thing) for lot in lots for room, things in lot.rooms for thing in things),
    )


class _Names:
    """Names of places, no two alike."""

    def __init__(self, dice: Dice, part: str) -> None:
        self.dice, self.part = dice, part
        self.taken: dict[str, None] = {}

    def new(self, patterns: Sequence[str], person: Person = ("", "")) -> str:
        """A name after one of ``patterns`` that no place has yet; its made-up words belong to the part."""
        for _ in range(60):
            name = self._fill(self.dice.pick(patterns), person)
            if not any(name.lower() in other.lower() or other.lower() in name.lower() for other in self.taken):
                break
        else:
            name = f"{coined(self.dice, 3)} {len(self.taken)}"
        self.taken[name] = None
        return name

    def _fill(self, pattern: str, person: Person) -> str:
        word = draw(lambda dice: coined(dice, 2), self.dice, self.part)
        family = person[0].split(" ")[-1]
        return pattern.replace("{w}", word).replace("{n}", str(self.dice.between(2, 48))).replace("{family}", family)


def _home(kind: WorldKind, person: Person, names: _Names, dice: Dice) -> Lot:
    things = [kind.furniture[0], *dice.some(kind.furniture[1:], dice.between(4, 7))]
    half = (len(things) + 1) // 2
    return Lot(names.new(kind.homes, person), (("bedroom", tuple(things[:half])), ("kitchen", tuple(things[half:]))))


def _workplace(trade: Occupation, names: _Names, dice: Dice) -> Lot:
    kind = " ".join(word.capitalize() for word in trade.kind.split(" "))
    invented = (f"{{w}} {kind}", f"The {{w}} {kind}") if kind else trade.workplaces
    name = names.new(trade.workplaces if dice.chance(0.5) else invented)
    return Lot(name, ((trade.kind or "workshop", tuple(dict.fromkeys(trade.objects))[:OBJECTS]),))


def _public(public: PublicPlace, names: _Names, dice: Dice) -> Lot:
    things = tuple(dice.some(public.objects, dice.between(2, len(public.objects))))
    return Lot(names.new(public.names), ((public.kind, things),), public.kind in ("park", "street", "garden"))


def _tiled(world: str, lots: Sequence[Lot]) -> dict[str, Any]:
    """The map as Tiled's JSON."""
    rows = -(-len(lots) // ACROSS)
    width, height = WIDE * ACROSS + 1, HIGH * rows + 1
    walls = np.zeros((height, width), np.int64)
    places: list[dict[str, Any]] = []
    for number, lot in enumerate(lots):
        x, y = number % ACROSS * WIDE + 1, number // ACROSS * HIGH + 1
        if not lot.open:
            _wall(walls, x, y)
        _furnish(places, lot, x, y)
    return map_doc(world, walls, places)


def _wall(walls: Any, x: int, y: int) -> None:
    """Walls around a room of 6 x 5 at (x, y), with a door below."""
    walls[y : y + 7, x : x + 8] = 1
    walls[y + 1 : y + 6, x + 1 : x + 7] = 0
    walls[y + 6, x + 3] = 0


def _furnish(places: list[dict[str, Any]], lot: Lot, x: int, y: int) -> None:
    """The sector, its rooms side by side, and the objects along the upper and the lower wall of each."""
    places.append(map_object(len(places) + 1, lot.name, "sector", (x, y, 8, 7)))
    wide = 6 // len(lot.rooms)
    for number, (room, things) in enumerate(lot.rooms):
        left = x + 1 + number * wide
        places.append(map_object(len(places) + 1, room, "arena", (left, y + 1, wide, 5)))
        for i, thing in enumerate(things):
            column, row = i % wide, i // wide * 2
            places.append(map_object(len(places) + 1, thing, "object", (left + column, y + 1 + row, 1, 1)))
