"""``World``: the current state of the town: positions, object states, talks, weather. ``Things``: what is not idle, by room and
by user.

Only ``sim/engine/apply.py`` changes it; minds read it. ``state()`` is everything except the map as plain JSON, to resume a run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.types import Address, Matter, Tile, read_address, write_address
from sim.world.body import Body
from sim.world.clock import Clock
from sim.world.crowd import Crowd
from sim.world.norms import Norms
from sim.world.pathfinding import Pathfinder
from sim.world.places import Places
from sim.world.tilemap import TileMap


@dataclass(frozen=True, slots=True)
class Thing:
    """An object's state, and the slug of who uses it ("" for nobody)."""

    state: str
    by: str = ""


class Things:
    """Address -> ``Thing`` of all objects that are not idle."""

    def __init__(self) -> None:
        self._all: dict[Address, Thing] = {}
        self._in: dict[Address, dict[Address, Thing]] = {}
        self._by: dict[str, dict[Address, None]] = {}
        self._sorted: dict[Address, tuple[tuple[Address, Thing], ...]] = {}
        self.changed: dict[Address, None] = {}
        """The objects whose state has changed since a reader last reset this."""

    def get(self, address: Address) -> Thing | None:
        return self._all.get(address)

    def put(self, address: Address, thing: Thing | None) -> None:
        """Set an object's state; None makes it idle."""
        self._sorted.pop(address[:-1], None)
        self.changed[address] = None
        old = self._all.pop(address, None)
        if old is not None:
            del self._in[address[:-1]][address]
            self._by[old.by].pop(address, None)
        if thing is not None:
            self._all[address] = thing
            self._in.setdefault(address[:-1], {})[address] = thing
            self._by.setdefault(thing.by, {})[address] = None

    def used_by(self, slug: str) -> list[Address]:
        """The objects that a resident uses."""
        return list(self._by.get(slug, ()))

    def within(self, room: Address) -> tuple[tuple[Address, Thing], ...]:
        """The objects directly in an arena (or sector), in order of their addresses."""
        found = self._sorted.get(room)
        if found is None:
            found = self._sorted[room] = tuple(sorted(self._in.get(room, {}).items(), key=itemgetter(0)))
        return found

    def clear(self, room: Address) -> None:
        """Make all objects of an arena idle."""
        for address, _ in self.within(room):
            self.put(address, None)


__all__ = ["Body", "Talk", "Thing", "World"]

THINGS = "things"
"""``things:ARENA`` is the key of the object states of an arena."""


@dataclass(slots=True)
class Talk:
    """A talk that is going on. ``lines`` are (slug, text). ``people[turn]`` speaks next, at game second ``due``; those in
    ``leaving`` have said goodbye. ``opening`` is the first line, where the resident who began the talk knew it already."""

    id: str
    people: list[str]
    place: Address
    since: int
    due: int
    reason: str = ""
    opening: str = ""
    turn: int = 0
    lines: list[tuple[str, str]] = field(default_factory=list)
    leaving: list[str] = field(default_factory=list)
    joined: dict[str, int] = field(default_factory=dict)
    """Slug -> the number of lines before they joined."""
    acts: list[str] = field(default_factory=list)
    """What each of the lines does (``sim.types.Act``); "" where nobody said."""

    @property
    def begun_by(self) -> str:
        """The slug of the resident who began the talk, who may have left since."""
        return self.id.partition("-")[2]

    def known_line(self, slug: str) -> str:
        """The line that this resident had ready when they began the talk; "" when the line has to be thought of."""
        return self.opening if not self.lines and self.begun_by == slug else ""


class World:
    """The town: its map (fixed) and its state (changing)."""

    def __init__(
        self, tilemap: TileMap, clock: Clock, people: Sequence[tuple[str, str]], walk: int = 1, norms: Norms | None = None
    ) -> None:
        """``people``: slug and name of all residents, away at first; ``walk`` tiles per tick."""
        self.tilemap = tilemap
        self.places = Places(tilemap)
        self.paths = Pathfinder(tilemap.solid, tilemap.links)
        self.clock = clock
        self.norms = norms or Norms()
        self.arenas, grid = _numbered(self.places)
        """The addresses of the arena numbers; the last is the town itself (streets, open ground)."""
        self.sector_of = tuple(write_address(arena[:2]) if len(arena) > 1 else "" for arena in self.arenas)
        """Each arena's sector, written out; "" for the town itself."""
        self._numbers = {address: number for number, address in enumerate(self.arenas)}
        self.crowd = Crowd(len(people), grid, len(self.arenas), walk)
        self.rows = [Body(self.crowd, row, slug, name) for row, (slug, name) in enumerate(people)]
        """All residents in scenario order: ``rows[row]``."""
        self.bodies: dict[str, Body] = {body.slug: body for body in self.rows}
        self._below: dict[Address, tuple[int, ...]] = {}
        self.things = Things()
        self.talks: dict[str, Talk] = {}
        self.said: dict[str, int] = {}
        """Longer sentence of a talk, without marks -> the tick in which it was said first."""
        self.weather = ""
        self.watched = ""
        self.aliases: Mapping[Address, str] = {}
        """Object -> what people call it, where that is not its name on the map."""
        self.lodgers: Mapping[Address, frozenset[str]] = {}
        """Room -> the slugs of those whose home it is."""
        self.setting = ""
        """What the scenario says of where and when the town is."""
        self.lacks: tuple[str, ...] = ()
        self.matters: tuple[Matter, ...] = ()
        """The scenario's own matters: words for what residents do and care about."""
        self.english = True
        """Whether what is done is told in English: ``Nora is baking``; in other languages ``Nora: backt Brot``."""
        objects = [place for place in self.places.objects(self.places.root) if place.tiles]
        self._tiles = {place.address: tuple(place.tiles) for place in objects}
        self.kinds = {sector.address[-1]: self._kind(sector.address) for sector in self.places.sectors}
        """Sector name -> the names of its rooms, which tell what kind of place it is; "" for homes."""
        self.sectors = {sector.address[-1]: sector.address for sector in reversed(self.places.sectors)}
        """Sector name -> its address; the first of several with one name."""
        self._idle = {place.address: str(place.properties.get("state", "idle")) for place in objects}

    def idle_state(self, address: Address) -> str:
        """The state of an object that nobody uses."""
        return self._idle.get(address, "idle")

    def called(self, place: Address) -> str:
        """What people call a place or a thing."""
        return self.aliases.get(place, place[-1])

    def doing(self, name: str, activity: str) -> str:
        """What the resident called ``name`` does, in words."""
        return f"{name} is {activity}" if self.english else f"{name}: {activity}"

    def present(self) -> list[Body]:
        """The residents in town, in scenario order."""
        return [body for body in self.bodies.values() if not body.away]

    def thing(self, address: Address) -> Thing:
        """The current state of an object."""
        return self.things.get(address) or Thing(self.idle_state(address))

    def _kind(self, sector: Address) -> str:
        rooms = [arena.address[-1].lower() for arena in self.places.arenas(sector)]
        return "" if "bedroom" in rooms else " ".join(dict.fromkeys(rooms))

    def things_in(self, arena: Address) -> tuple[tuple[Address, Thing], ...]:
        """The objects of an arena that are not idle, in order of their addresses."""
        return self.things.within(arena)

    @property
    def objects(self) -> tuple[Address, ...]:
        """All objects that cover a tile."""
        return tuple(self._tiles)

    def object_tiles(self, address: Address) -> tuple[Tile, ...]:
        """The tiles an object covers."""
        return self._tiles[address]

    def arena(self, tile: Tile) -> Address:
        """The arena of a tile, or the town itself (streets, open ground)."""
        return self.places.arena_of(tile) or self.places.root

    def where(self, body: Body) -> Address:
        """The arena of a resident."""
        return self.arenas[body.arena]

    def number(self, arena: Address) -> int:
        """The number of an arena; -1 if it has no tile."""
        return self._numbers.get(arena, -1)

    def near(self, body: Body, reach: int) -> list[Body]:
        """The other residents within ``reach`` tiles of a resident in the same arena, in scenario order."""
        rows = self.rows
        return [rows[row] for row in self.crowd.near(body.tile, body.arena, reach) if row != body.row]

    def seats(self, address: Address) -> int:
        place = self.places.get(address)
        return int(place.properties.get("seats", 1)) if place else 1

    def refusal(self, slug: str, address: Address, at: int) -> str:
        """Why a resident may not enter a place at game second ``at``: ``private``, ``closed``, ``full``, or "" if they may."""
        refused = self.norms.refusal(slug, address, self.clock.minutes(at))
        return refused or ("full" if self._full(slug, address) else "")

    def closing(self, slug: str, address: Address, at: int) -> int | None:
        """The game second at which a place that is open at ``at`` closes for a resident; None if it does not close for them."""
        left = self.norms.closes_in(slug, address, self.clock.minutes(at))
        return None if left is None else at - at % 60 + 60 * left

    def _full(self, slug: str, address: Address) -> bool:
        """Whether the place's capacity is used up by other residents who are in it or on their way to it."""
        where, capacity = self.norms.find(address, "capacity")
        if capacity is None:
            return False
        inside, asker = self._inside(where), self.bodies[slug]
        counted = not asker.away and self.crowd.number_at(self.crowd.end(asker.row)) in inside
        return sum(map(self.crowd.bound_for, inside)) - counted >= int(capacity)

    def _inside(self, address: Address) -> tuple[int, ...]:
        """The numbers of the arenas below an address, including itself."""
        if address not in self._below:
            depth = len(address)
            self._below[address] = tuple(n for n, arena in enumerate(self.arenas) if arena[:depth] == address)
        return self._below[address]

    def state(self, slugs: Iterable[str], arenas: Iterable[Address]) -> dict[str, Any]:
        """The changing state as plain JSON data by key: the bodies of ``slugs``, the objects in ``arenas``, talks, weather.

        A body's state stays the same during a walk.
        """
        bodies = {f"body:{slug}": self.bodies[slug].state() for slug in slugs}
        things = {f"{THINGS}:{write_address(arena)}": self._things_json(arena) for arena in arenas}
        return {**bodies, **things, "talks": [_talk_json(talk) for talk in self.talks.values()], "weather": self.weather}

    def furnished(self) -> list[Address]:
        """The arenas (or sectors) that contain objects, in order of their addresses."""
        return sorted({address[:-1]: None for address in self._tiles})

    def _things_json(self, arena: Address) -> list[list[str]]:
        return [[write_address(address), thing.state, thing.by] for address, thing in self.things_in(arena)]

    def load(self, state: Mapping[str, Any], tick: int) -> None:
        """Restore ``state`` data of all bodies and arenas at ``tick``."""
        for body in self.rows:
            body.load(state[f"body:{body.slug}"], tick)
        for key in sorted(key for key in state if key.partition(":")[0] == THINGS):
            self._load_things(read_address(key)[1:], state[key])
        self.talks = {}
        for row in state["talks"]:
            talk = Talk(**{**row, "place": read_address(row["place"])})
            talk.lines = [(who, text) for who, text in row["lines"]]
            self.talks[talk.id] = talk
        self.weather = state["weather"]

    def _load_things(self, arena: Address, rows: Iterable[tuple[str, str, str]]) -> None:
        """Restore an arena's object states. Older runs have one list of all objects of the town, which comes first."""
        self.things.clear(arena)
        for address, value, by in rows:
            self.things.put(read_address(address), Thing(value, by))


def _talk_json(talk: Talk) -> dict[str, Any]:
    return {
        "id": talk.id,
        "people": list(talk.people),
        "place": write_address(talk.place),
        "since": talk.since,
        "due": talk.due,
        "reason": talk.reason,
        "opening": talk.opening,
        "turn": talk.turn,
        "lines": [list(line) for line in talk.lines],
        "leaving": list(talk.leaving),
        "joined": dict(talk.joined),
    }


def _numbered(places: Places) -> tuple[tuple[Address, ...], npt.NDArray[np.int32]]:
    """The arenas without duplicates, the town itself last; and (height, width) the arena number of each tile."""
    every = (*places.arena_addresses, places.root)
    numbers = {address: number for number, address in enumerate(dict.fromkeys(every))}
    return tuple(numbers), np.array([numbers[address] for address in every], np.int32)[places.arena_grid]  # -1 is the last
