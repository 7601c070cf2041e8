"""Builds the address tree from the rectangles of a map. Called by ``sim.world.places`` alone.

An arena belongs to the sector that contains its centre, an object to the smallest arena (else sector) that does; the property
``within`` of either names another. ``README.md``
has the conventions of maps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from sim.types import Address, Tile
from sim.world.clock import minutes_of
from sim.world.map_records import MapObject, Mask, covered_tiles
from sim.world.pathfinding import Pathfinder
from sim.world.tilemap import TileMap

Kind = Literal["world", "sector", "arena", "object"]
KINDS: tuple[Kind, ...] = ("sector", "arena", "object")


@dataclass(frozen=True, slots=True)
class Place:
    """One place. ``tiles`` are in row order; ``properties`` as in Tiled; ``id`` is Tiled's object id (0 for the world)."""

    address: Address
    kind: Kind
    tiles: tuple[Tile, ...]
    properties: Mapping[str, Any] = field(default_factory=dict)
    id: int = 0

    @property
    def name(self) -> str:
        """The last part of the address."""
        return self.address[-1]

    @property
    def middle(self) -> tuple[float, float]:
        """The mean position of its tiles, in tiles."""
        return sum(x for x, _ in self.tiles) / len(self.tiles), sum(y for _, y in self.tiles) / len(self.tiles)


@dataclass(slots=True)
class AddressTree:
    """All places. ``grid`` has each tile's index in ``arenas`` (-1 outdoors); ``reachable`` is the largest connected floor;
    ``endings`` maps the case-folded last name of an address to (address, case-folded address) of all that have it."""

    places: dict[Address, Place]
    children: dict[Address, tuple[Place, ...]]
    grid: npt.NDArray[np.int32]
    arenas: tuple[Address, ...]
    reachable: Mask
    furnished: frozenset[Tile]
    endings: dict[str, tuple[tuple[Address, Address], ...]]
    problems: list[str]


def build_tree(tilemap: TileMap) -> AddressTree:
    """The address tree of a map. Never fails: what cannot be placed is left out and listed in ``problems``."""
    world: Address = (tilemap.world_name,)
    places: dict[Address, Place] = {world: Place(world, "world", ())}
    problems: list[str] = []
    areas = _Areas(tilemap.width, tilemap.height)
    for kind in KINDS:
        for item in tilemap.objects:
            if _kind(item) == kind:
                place = _place(item, kind, world, areas, problems)
                if place is not None:
                    _add(place, places, areas, problems)
    things = [place.tiles for place in places.values() if place.kind == "object"]
    furnished = frozenset(tile for tiles in (*things, *tilemap.links) for tile in tiles)  # stairs are kept free too
    return AddressTree(
        places=places,
        children=_children(places),
        grid=areas.grid,
        arenas=tuple(areas.addresses),
        reachable=_main_floor(tilemap, areas.grid),
        furnished=furnished,
        endings=_endings(places),
        problems=problems,
    )


def invalid_properties(place: Place) -> list[str]:
    """Messages about properties of a place that have invalid values."""
    found = []
    for key in ("opens", "closes"):
        try:
            minutes_of(str(place.properties.get(key) or "00:00"))
        except ValueError as error:
            found.append(f"{key}: {error}")
    for key in ("capacity", "seats"):
        value = place.properties.get(key, 1)
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            found.append(f"{key} is {value!r}; it must be a whole number from 1 on")
    return found


class _Areas:
    """Which place each tile belongs to: arenas win over sectors, smaller places over larger ones."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.grid = np.full((height, width), -1, dtype=np.int32)
        self.addresses: list[Address] = []
        self._sizes: list[int] = []

    def paint(self, place: Place) -> None:
        number = len(self.addresses)
        self.addresses.append(place.address)
        self._sizes.append(len(place.tiles))
        for x, y in place.tiles:
            owner = int(self.grid[y, x])
            deeper = owner < 0 or len(self.addresses[owner]) < len(place.address)
            same = owner >= 0 and len(self.addresses[owner]) == len(place.address)
            inside = owner >= 0 and place.address[:-1] in (self.addresses[owner], self.addresses[owner][:-1])
            if owner < 0 or (deeper and inside) or (same and len(place.tiles) < self._sizes[owner]):
                self.grid[y, x] = number

    def called(self, address: Address) -> Address | None:
        """The address itself where it is a place's."""
        return address if address in self.addresses else None

    def at(self, x: float, y: float) -> Address | None:
        column, row = int(x // 1), int(y // 1)
        if not (0 <= column < self.width and 0 <= row < self.height):
            return None
        number = int(self.grid[row, column])
        return None if number < 0 else self.addresses[number]


def _kind(item: MapObject) -> Kind | None:
    """The kind of a map object by its class; objects on the layer ``objects`` need no class."""
    if item.cls in ("sector", "arena", "object"):
        return item.cls  # type: ignore[return-value]
    return "object" if item.layer == "objects" and not item.cls else None


def _place(item: MapObject, kind: Kind, world: Address, areas: _Areas, problems: list[str]) -> Place | None:
    name = " ".join(item.name.replace(":", " ").split())
    tiles = covered_tiles(item, areas.width, areas.height)
    if not name:
        problems.append(f"object {item.id}: {kind} on layer {item.layer!r} has no name")
    elif item.line and kind != "object":
        problems.append(f"object {item.id}: {kind} {name!r} is an open line; close it, or draw a polygon")
    elif not tiles:
        problems.append(f"object {item.id}: {kind} {name!r} lies outside the map")
    else:
        parent = _parent(kind, tiles, item, world, areas)
        if parent is not None:
            return Place((*parent, name), kind, tiles, dict(item.properties), item.id)
        problems.append(f"object {item.id}: {kind} {name!r} lies outside every sector")
    return None


def _parent(kind: Kind, tiles: tuple[Tile, ...], item: MapObject, world: Address, areas: _Areas) -> Address | None:
    if kind == "sector":
        return world
    told = str(item.properties.get("within") or "")
    if told:
        return areas.called((*world, *(" ".join(part.split()) for part in told.split(":"))))
    inside = areas.at(*item.centre) or areas.at(*tiles[0])
    if inside is None:
        return None
    return inside[:2] if kind == "arena" else inside


def _add(place: Place, places: dict[Address, Place], areas: _Areas, problems: list[str]) -> None:
    twin = places.get(place.address)
    if twin is not None:
        problems.append(f"object {place.id}: {place.kind} {place.name!r} has the name of object {twin.id} in the same place")
        return
    places[place.address] = place
    if place.kind != "object":
        areas.paint(place)


def _children(places: dict[Address, Place]) -> dict[Address, tuple[Place, ...]]:
    below: dict[Address, list[Place]] = {}
    for place in places.values():
        below.setdefault(place.address[:-1], []).append(place)
    return {address: tuple(group) for address, group in below.items() if address}


def _endings(places: dict[Address, Place]) -> dict[str, tuple[tuple[Address, Address], ...]]:
    found: dict[str, list[tuple[Address, Address]]] = {}
    for address in places:
        folded = tuple(part.casefold() for part in address)
        found.setdefault(folded[-1], []).append((address, folded))
    return {name: tuple(group) for name, group in found.items()}


def _main_floor(tilemap: TileMap, areas: npt.NDArray[np.int32]) -> Mask:
    """(height, width): of the floors that are connected by paths and stairs the one with most tiles of places, or with most
    tiles on a map without places. The country around a walled town may be larger than the town."""
    solid = tilemap.solid
    paths = Pathfinder(solid, tilemap.links)
    left, counted = ~solid, ~solid & (areas >= 0)
    counted = counted if counted.any() else left.copy()
    best = np.zeros_like(solid)
    size = 0
    while int((left & counted).sum()) > size:
        y, x = (int(part) for part in np.unravel_index(int(np.argmax(left & counted)), left.shape))
        distances = paths.field([(x, y)])
        part = np.zeros_like(solid) if distances is None else distances >= 0
        if int((part & counted).sum()) > size:
            best, size = part, int((part & counted).sum())
        left &= ~part
    return best
