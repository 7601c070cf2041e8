"""The town at this moment: who stands where, what state each object is in, who talks with whom.

Changed by ``sim/engine/apply.py`` alone; minds read it. Knows the map and positions; has no opinions, asks no model, draws
no dice. Everything that is not the map itself fits in ``state()``, plain JSON, so that a run can go on from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.types import Address, Tile, read_address, write_address
from sim.world.clock import Clock
from sim.world.path import Paths
from sim.world.places import Places
from sim.world.tilemap import TileMap


@dataclass(slots=True)
class Body:
    """One resident as others can see them. ``tile`` is where they are now; while ``path`` has more than one tile they walk
    it, having begun at tick ``since``. ``until`` is the game second at which the activity is meant to end."""

    slug: str
    name: str
    tile: Tile
    path: list[Tile] = field(default_factory=list)
    since: int = 0
    activity: str = ""
    address: Address = ()
    icon: str = "think"
    until: int = 0
    asleep: bool = False
    talk: str = ""
    away: bool = False
    """Not in town (not arrived yet, or gone): neither seen nor heard, and does nothing."""

    @property
    def walking(self) -> bool:
        return len(self.path) > 1


@dataclass(slots=True)
class Thing:
    """An object's state, and who put it there by using it ("" for nobody)."""

    state: str
    by: str = ""


@dataclass(slots=True)
class Talk:
    """A conversation going on. ``lines`` are (speaker's slug, words). The next line is due at game second ``due`` from
    ``people[turn]``; ``leaving`` have said goodbye."""

    id: str
    people: list[str]
    place: Address
    since: int
    due: int
    reason: str = ""
    turn: int = 0
    lines: list[tuple[str, str]] = field(default_factory=list)
    leaving: list[str] = field(default_factory=list)
    joined: dict[str, int] = field(default_factory=dict)
    """Slug -> number of lines that had been said when they joined."""


class World:
    """The town: its map (fixed) and its state (changing)."""

    def __init__(
        self,
        tilemap: TileMap,
        clock: Clock,
        walk: int = 1,
        norms: Mapping[Address, Mapping[str, Any]] | None = None,
        insiders: Mapping[Address, Sequence[str]] | None = None,
    ) -> None:
        """``walk`` tiles per tick; ``norms`` as in the scenario; ``insiders``: sector -> who lives or works there."""
        self.tilemap = tilemap
        self.places = Places(tilemap)
        self.paths = Paths(tilemap.solid, tilemap.links)
        self.clock = clock
        self.walk = walk
        self.norms = dict(norms or {})
        self.insiders = dict(insiders or {})
        self.bodies: dict[str, Body] = {}
        self.things: dict[Address, Thing] = {}
        self.talks: dict[str, Talk] = {}
        self.weather = ""
        objects = [place for place in self.places.objects(self.places.root) if place.tiles]
        self._tiles = {place.address: tuple(place.tiles) for place in objects}
        self._objects_in: dict[Address, list[Address]] = {}
        for address in sorted(self._tiles):
            self._objects_in.setdefault(address[:-1], []).append(address)
        self.kinds = {sector.address[-1]: self._kind(sector.address) for sector in self.places.sectors}
        """Sector name -> what sort of place it is, by the names of its rooms; "" for homes."""
        self._idle = {place.address: str(place.properties.get("state", "idle")) for place in objects}

    def idle_state(self, address: Address) -> str:
        """The state an object has when nobody uses it."""
        return self._idle.get(address, "idle")

    def present(self) -> list[Body]:
        """Everybody who is in town, in scenario order."""
        return [body for body in self.bodies.values() if not body.away]

    def thing(self, address: Address) -> Thing:
        """The object's state now; idle when nothing has happened to it."""
        return self.things.get(address) or Thing(self.idle_state(address))

    def _kind(self, sector: Address) -> str:
        rooms = [arena.address[-1].lower() for arena in self.places.arenas(sector)]
        return "" if "bedroom" in rooms else " ".join(dict.fromkeys(rooms))

    def things_in(self, arena: Address) -> list[tuple[Address, Thing]]:
        """The objects of an arena that are not idle, in the order of their addresses."""
        return [(address, self.things[address]) for address in self._objects_in.get(arena, ()) if address in self.things]

    def object_tiles(self, address: Address) -> tuple[Tile, ...]:
        """The tiles an object covers."""
        return self._tiles[address]

    def arena(self, tile: Tile) -> Address:
        """The arena a tile lies in; the town itself where it lies in none (streets, open ground)."""
        return self.places.arena_of(tile) or self.places.root

    def sector(self, address: Address) -> Address:
        """The sector that an address lies in."""
        return address[:2]

    def seats(self, address: Address) -> int:
        place = self.places.get(address)
        return int(place.properties.get("seats", 1)) if place else 1

    def norm(self, address: Address, key: str) -> Any:
        """The innermost rule ``key`` that holds at an address (scenario over map, times in minutes), or None."""
        for depth in range(len(address), 0, -1):
            rules = self.norms.get(address[:depth])
            if rules is not None and key in rules:
                return rules[key]
        return None

    def refusal(self, slug: str, address: Address, at: int) -> str:
        """Why somebody may not enter a place at game second ``at``: ``private``, ``closed``, ``full``; "" when they may.

        Who lives or works there, and its owner, come and go as they like; a capacity holds for all.
        """
        only = self.norm(address, "only")
        owner = self.norm(address, "owner")
        if only and slug not in only and slug != owner:
            return "private"
        insider = slug == owner or slug in self.insiders.get(address[:2], ())
        opens, closes = self.norm(address, "opens"), self.norm(address, "closes")
        if not insider and opens is not None and closes is not None and not _within(self.clock.minutes(at), opens, closes):
            return "closed"
        return "full" if self._full(slug, address) else ""

    def _full(self, slug: str, address: Address) -> bool:
        """Whether as many are in the place, or on their way to it, as fit; the one who asks is not counted."""
        capacity = self.norm(address, "capacity")
        depth = next((d for d in range(len(address), 0, -1) if "capacity" in self.norms.get(address[:d], {})), 0)
        if capacity is None:
            return False
        bound_for = [self.arena(b.path[-1]) for b in self.present() if b.slug != slug]
        inside = [arena for arena in bound_for if arena[:depth] == address[:depth]]
        return len(inside) >= int(capacity)

    def tile_at(self, body: Body, tick: int) -> Tile:
        """Where somebody is at a tick, by the walk they are on."""
        return body.path[min((tick - body.since) * self.walk, len(body.path) - 1)]

    def state(self, slugs: Iterable[str] | None = None) -> dict[str, Any]:
        """Everything that changes (of the bodies only ``slugs``, when given), in parts by key, as plain JSON data.

        A walk changes nothing until it ends or is changed.
        """
        bodies = {f"body:{slug}": _body_json(self.bodies[slug]) for slug in (self.bodies if slugs is None else slugs)}
        things = [[write_address(address), thing.state, thing.by] for address, thing in sorted(self.things.items())]
        talks = [_talk_json(talk) for talk in self.talks.values()]
        return {**bodies, "things": things, "talks": talks, "weather": self.weather}

    def load(self, state: Mapping[str, Any], slugs: Sequence[str], tick: int) -> None:
        """The inverse of ``state``, as it is at ``tick``."""
        self.bodies = {slug: _body(state[f"body:{slug}"]) for slug in slugs}
        for body in self.bodies.values():
            body.tile = self.tile_at(body, tick)
            if body.tile == body.path[-1]:
                body.path = [body.tile]
        self.things = {read_address(address): Thing(value, by) for address, value, by in state["things"]}
        self.talks = {}
        for row in state["talks"]:
            talk = Talk(**{**row, "place": read_address(row["place"])})
            talk.lines = [(who, text) for who, text in row["lines"]]
            self.talks[talk.id] = talk
        self.weather = state["weather"]


def _within(minutes: int, opens: int, closes: int) -> bool:
    """Whether a time of day lies in opening hours, which may go past midnight."""
    return opens <= minutes < closes if opens <= closes else minutes >= opens or minutes < closes


def _body_json(body: Body) -> dict[str, Any]:
    """Written out, because it is done many times a second and ``asdict`` copies deeply."""
    return {
        "slug": body.slug,
        "name": body.name,
        "path": [list(tile) for tile in body.path],
        "since": body.since,
        "activity": body.activity,
        "address": write_address(body.address),
        "icon": body.icon,
        "until": body.until,
        "asleep": body.asleep,
        "talk": body.talk,
        "away": body.away,
    }


def _talk_json(talk: Talk) -> dict[str, Any]:
    return {
        "id": talk.id,
        "people": list(talk.people),
        "place": write_address(talk.place),
        "since": talk.since,
        "due": talk.due,
        "reason": talk.reason,
        "turn": talk.turn,
        "lines": [list(line) for line in talk.lines],
        "leaving": list(talk.leaving),
        "joined": dict(talk.joined),
    }


def _body(row: Mapping[str, Any]) -> Body:
    path = [(int(x), int(y)) for x, y in row["path"]]
    address = read_address(row["address"]) if row["address"] else ()
    return Body(**{**row, "path": path, "address": address, "tile": path[0]})
