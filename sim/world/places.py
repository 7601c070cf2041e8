"""``Places``: the address tree of a map (world, sectors, arenas, objects), its tiles, and where to stand to use a place.

Knows the map only; positions and object states are in ``sim.world.state``. ``README.md`` has the conventions of maps.
"""

from __future__ import annotations

import difflib
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sim.types import Address, Tile, write_address
from sim.world.address_tree import AddressTree, Place, build_tree, invalid_properties
from sim.world.tilemap import TileMap

__all__ = ["Place", "Places"]

REACH = 2
"""The most tiles from an object's edge from which it can be used."""


class Places:
    """All places of ``tilemap``, by address. Immutable; answers are cached."""

    def __init__(self, tilemap: TileMap) -> None:
        self.tilemap = tilemap
        self._tree: AddressTree = build_tree(tilemap)
        self._spots: dict[Address, tuple[Tile, ...]] = {}
        self._found: dict[str, Address | None] = {}
        # Read for every resident and tick; a list of lists takes a third of the time of an array.
        names = (*self._tree.arenas, None)  # -1 is the last
        self._rooms = [[names[number] for number in row] for row in self._tree.grid.tolist()]

    @property
    def root(self) -> Address:
        """The address of the world. Its place has no ``tiles``, since they would be the whole map."""
        return (self.tilemap.world_name,)

    @property
    def all(self) -> tuple[Place, ...]:
        """Every place, parents before children, in the order of the map file."""
        return tuple(self._tree.places.values())

    @cached_property
    def sectors(self) -> tuple[Place, ...]:
        """The sectors in the order of the map file."""
        return self.children(self.root)

    def get(self, address: Address) -> Place | None:
        """The place at exactly this address."""
        return self._tree.places.get(address)

    def children(self, address: Address) -> tuple[Place, ...]:
        """The places directly below; () for an object or an unknown address."""
        return self._tree.children.get(address, ())

    def arenas(self, sector: Address) -> tuple[Place, ...]:
        """The arenas of a sector, or the sector itself if it has none."""
        below = tuple(place for place in self.children(sector) if place.kind == "arena")
        own = self.get(sector)
        return below or (() if own is None else (own,))

    def objects(self, address: Address) -> tuple[Place, ...]:
        """All objects below ``address``; an object's own address gives itself."""
        own = self.get(address)
        if own is not None and own.kind == "object":
            return (own,)
        below = [self.objects(place.address) for place in self.children(address)]
        return tuple(place for group in below for place in group)

    def arena_of(self, tile: Tile) -> Address | None:
        """The arena of a tile, or its sector if the tile is in none of the sector's arenas; None outdoors (which counts as one
        arena) and outside the map."""
        x, y = tile
        return self._rooms[y][x] if 0 <= x < self.tilemap.width and 0 <= y < self.tilemap.height else None

    @property
    def arena_grid(self) -> npt.NDArray[np.int32]:
        """(height, width): the number of each tile's arena in ``arena_addresses``, -1 outdoors."""
        return self._tree.grid

    @property
    def arena_addresses(self) -> tuple[Address, ...]:
        """The addresses of the numbers in ``arena_grid``."""
        return self._tree.arenas

    # Names ------------------------------------------------------------------------------------------------------------

    def find(self, text: str) -> Address | None:
        """The address that ``text`` names: exactly, else by its ending (``Cafe``, ``Cafe:kitchen``), else by its ending with
        levels left out (``Cafe:stove``). Ignores case; sectors go before arenas before objects. None if there is none or
        more than one."""
        key = ":".join(part.strip() for part in text.split(":")).casefold()
        if key not in self._found:
            meant = self.meant(key)
            self._found[key] = meant[0] if len(meant) == 1 else None
        return self._found[key]

    def meant(self, text: str) -> tuple[Address, ...]:
        """All addresses that ``text`` may name: none, the one that ``find`` gives, or several to choose from."""
        parts = tuple(part.strip().casefold() for part in text.split(":"))
        ends = self._tree.endings.get(parts[-1], ())
        exact = [address for address, folded in ends if folded == parts]
        suffix = [address for address, folded in ends if folded[-len(parts) :] == parts]
        loose = [address for address, folded in ends if _in_order(parts, folded)]
        found = exact or suffix or loose
        return tuple(address for address in found if len(address) == min(map(len, found)))

    def nearest(self, text: str) -> str:
        """The most similar short name, for a suggestion; "" if none is similar."""
        wanted = text.casefold()
        names = {self.short(place.address).casefold(): self.short(place.address) for place in self.all[1:]}
        close = difflib.get_close_matches(wanted, names, n=1, cutoff=0.5)
        if close:
            return names[close[0]]
        last = {place.address[-1].casefold(): self.short(place.address) for place in reversed(self.all[1:])}
        inner = difflib.get_close_matches(wanted.split(":")[-1].strip(), last, n=1, cutoff=0.6)
        return last[inner[0]] if inner else ""

    def short(self, address: Address) -> str:
        """The shortest ending of ``address`` that ``find`` resolves: ``Cafe:kitchen`` for ``Town:Cafe:kitchen``."""
        for start in range(len(address) - 1, -1, -1):
            name = write_address(address[start:])
            if self.find(name) == address:
                return name
        return write_address(address)

    # Where to stand ----------------------------------------------------------------------------------------------------

    def spots(self, address: Address) -> tuple[Tile, ...]:
        """The tiles on which a resident can stand to be at a place or to use an object, best first; all are reachable.

        For an object its own tiles, then those beside it in the same arena. For an arena or sector its floor from the middle
        outward, with furnished tiles last, without what belongs to another place that lies over it. () for an unknown address
        or an unreachable place."""
        if address not in self._spots:
            place = self.get(address)
            self._spots[address] = () if place is None else self._stand(place)
        return self._spots[address]

    def _stand(self, place: Place) -> tuple[Tile, ...]:
        if place.kind == "object":
            return self._beside(place)
        everywhere = ((int(x), int(y)) for y, x in np.argwhere(self._tree.reachable))
        tiles = place.tiles if len(place.address) > 1 else tuple(everywhere)
        cx = sum(x for x, _ in tiles) / max(1, len(tiles))
        cy = sum(y for _, y in tiles) / max(1, len(tiles))
        taken = self._tree.furnished
        open_tiles = [tile for tile in tiles if self._walkable(tile)]
        own = [tile for tile in open_tiles if (self.arena_of(tile) or self.root)[: len(place.address)] == place.address]
        return tuple(sorted(own or open_tiles, key=lambda t: (t in taken, (t[0] - cx) ** 2 + (t[1] - cy) ** 2, t[1], t[0])))

    def _beside(self, place: Place) -> tuple[Tile, ...]:
        """The object's own tiles and those one step away in the same room; if there are none, tiles up to two steps away; if
        there are none, a tile beside it in another room of the sector, as across a counter."""
        room = place.address[:-1]
        cx, cy = place.middle
        near: list[tuple[int, float, int, int]] = []
        further, across = near.copy(), near.copy()
        for tile in _around(place.tiles, REACH):
            if not self._walkable(tile):
                continue
            steps = min(abs(tile[0] - x) + abs(tile[1] - y) for x, y in place.tiles)
            entry = (steps, (tile[0] - cx) ** 2 + (tile[1] - cy) ** 2, tile[1], tile[0])
            here = self.arena_of(tile) or self.root
            if steps == 0 or here[: len(room)] == room:
                (near if steps <= 1 else further).append(entry)
            elif steps == 1 and here[:2] == room[:2]:
                across.append(entry)
        return tuple((x, y) for _, _, y, x in sorted(near or further or across))

    def _walkable(self, tile: Tile) -> bool:
        x, y = tile
        return 0 <= x < self.tilemap.width and 0 <= y < self.tilemap.height and bool(self._tree.reachable[y, x])

    # What is wrong -----------------------------------------------------------------------------------------------------

    def problems(self) -> list[str]:
        """What is wrong with the map as a town, one line each, with Tiled's object ids: missing and duplicate names, objects
        outside every sector, unreachable places, tiles missing from their tilesets."""
        found = list(self._tree.problems)
        for place in self.all[1:]:
            what = f"object {place.id}: {place.kind} {write_address(place.address)!r}"
            room, seats = len(self.spots(place.address)), place.properties.get("seats", 1)
            if room == 0:
                found.append(f"{what} cannot be reached on foot")
            elif place.kind == "object" and isinstance(seats, int) and room < seats:
                found.append(f"{what} has {seats} seats, but only {room} can stand at it")
            found += [f"{what}: {problem}" for problem in invalid_properties(place)]
        if not self.sectors:
            found.append("the map has no places: draw rectangles of class 'sector' on an object layer named 'places'")
        return [*found, *self.tilemap.doubts, *self.tilemap.warnings]


def _in_order(parts: tuple[str, ...], folded: tuple[str, ...]) -> bool:
    """Whether ``parts`` occur in ``folded`` in this order, and both end with the same part."""
    rest = iter(folded)
    return parts[-1] == folded[-1] and all(part in rest for part in parts)


def _around(tiles: tuple[Tile, ...], reach: int) -> list[Tile]:
    """The tiles within ``reach`` of ``tiles``, including these, without duplicates."""
    span = range(-reach, reach + 1)
    return list(dict.fromkeys((x + dx, y + dy) for x, y in tiles for dy in span for dx in span))
