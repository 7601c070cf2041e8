"""The address tree of a map: world, sectors, arenas, objects; which tiles they cover and where one stands to use them.

Knows the map only; who is where and in what state things are is ``sim.world.state``'s. The conventions by which rectangles
become places are in ``README.md``; what a map gets wrong is named by ``problems()``.
"""

from __future__ import annotations

import difflib
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sim.types import Address, Tile, write_address
from sim.world.placetree import Place, Tree, misspelt, plant
from sim.world.tilemap import TileMap

__all__ = ["Place", "Places"]

REACH = 2
"""Tiles from an object's edge within which one can still use it."""


class Places:
    """All places of ``tilemap``, by address. Immutable; answers are cached."""

    def __init__(self, tilemap: TileMap) -> None:
        self.tilemap = tilemap
        self._tree: Tree = plant(tilemap)
        self._spots: dict[Address, tuple[Tile, ...]] = {}
        self._found: dict[str, Address | None] = {}
        # Asked for every resident and tick: a list of lists answers in a third of the time of an array.
        names = (*self._tree.arenas, None)  # -1 is the last
        self._rooms = [[names[number] for number in row] for row in self._tree.grid.tolist()]

    @property
    def root(self) -> Address:
        """The address of the world itself; the ``tiles`` of its place are () because they would be the whole map."""
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
        """The arenas of a sector; the sector itself where it has none."""
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
        """The arena ``tile`` lies in; the sector where it lies in none of its arenas; None outside every sector (all of the
        outdoors counts as one arena) and outside the map."""
        x, y = tile
        return self._rooms[y][x] if 0 <= x < self.tilemap.width and 0 <= y < self.tilemap.height else None

    @property
    def arena_grid(self) -> npt.NDArray[np.int32]:
        """(height, width): the number of each tile's arena in ``arena_addresses``, -1 outside. For perception in arrays."""
        return self._tree.grid

    @property
    def arena_addresses(self) -> tuple[Address, ...]:
        """What the numbers in ``arena_grid`` stand for."""
        return self._tree.arenas

    # Names ------------------------------------------------------------------------------------------------------------

    def find(self, text: str) -> Address | None:
        """The address meant by ``text``: exact, else the only one that ends so (``Cafe``, ``Cafe:kitchen``), else the only
        one that ends so with levels left out (``Cafe:stove``). Case does not count; sectors go before arenas before
        objects. None if there is none, or more than one."""
        key = ":".join(part.strip() for part in text.split(":")).casefold()
        if key not in self._found:
            meant = self.meant(key)
            self._found[key] = meant[0] if len(meant) == 1 else None
        return self._found[key]

    def meant(self, text: str) -> tuple[Address, ...]:
        """All that ``text`` could mean equally well: () for nothing, one for what ``find`` gives, more to choose from."""
        parts = tuple(part.strip().casefold() for part in text.split(":"))
        ends = self._tree.endings.get(parts[-1], ())
        exact = [address for address, folded in ends if folded == parts]
        suffix = [address for address, folded in ends if folded[-len(parts) :] == parts]
        loose = [address for address, folded in ends if _in_order(parts, folded)]
        found = exact or suffix or loose
        return tuple(address for address in found if len(address) == min(map(len, found)))

    def nearest(self, text: str) -> str:
        """The short name most like ``text`` that ``find`` understands, to suggest; "" if nothing is alike."""
        wanted = text.casefold()
        names = {self.short(place.address).casefold(): self.short(place.address) for place in self.all[1:]}
        close = difflib.get_close_matches(wanted, names, n=1, cutoff=0.5)
        if close:
            return names[close[0]]
        last = {place.address[-1].casefold(): self.short(place.address) for place in reversed(self.all[1:])}
        inner = difflib.get_close_matches(wanted.split(":")[-1].strip(), last, n=1, cutoff=0.6)
        return last[inner[0]] if inner else ""

    def short(self, address: Address) -> str:
        """The shortest ending of ``address`` that ``find`` understands: ``Cafe:kitchen`` for ``Town:Cafe:kitchen``."""
        for start in range(len(address) - 1, -1, -1):
            name = write_address(address[start:])
            if self.find(name) == address:
                return name
        return write_address(address)

    # Where to stand ----------------------------------------------------------------------------------------------------

    def spots(self, address: Address) -> tuple[Tile, ...]:
        """The tiles where one stands to be at a place, or to use an object: walkable, in reach of the rest of the town, best
        first. For an object its own tiles, then those beside it in the same arena; for an arena or sector its free floor
        from the middle outward, tiles with objects on them last. () for an unknown address or one nobody can reach."""
        if address not in self._spots:
            place = self.get(address)
            self._spots[address] = () if place is None else self._stand(place)
        return self._spots[address]

    def _stand(self, place: Place) -> tuple[Tile, ...]:
        if place.kind == "object":
            return self._beside(place)
        tiles = place.tiles if len(place.address) > 1 else self._everywhere()
        cx = sum(x for x, _ in tiles) / max(1, len(tiles))
        cy = sum(y for _, y in tiles) / max(1, len(tiles))
        taken = self._tree.furnished
        open_tiles = [tile for tile in tiles if self._walkable(tile)]
        return tuple(sorted(open_tiles, key=lambda t: (t in taken, (t[0] - cx) ** 2 + (t[1] - cy) ** 2, t[1], t[0])))

    def _beside(self, place: Place) -> tuple[Tile, ...]:
        """Own tiles and those one step off in the same room; else the corners and what is two steps off; else, as across a
        counter, a tile beside it in another room of the sector."""
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

    def _everywhere(self) -> tuple[Tile, ...]:
        return tuple((int(x), int(y)) for y, x in np.argwhere(self._tree.reachable))

    # What is wrong -----------------------------------------------------------------------------------------------------

    def problems(self) -> list[str]:
        """What is wrong with the map as a town, one line each, with Tiled's object ids: nameless things, two of one name,
        things outside any sector, places nobody can reach, tiles missing from their tilesets."""
        found = list(self._tree.problems)
        for place in self.all[1:]:
            what = f"object {place.id}: {place.kind} {write_address(place.address)!r}"
            room, seats = len(self.spots(place.address)), place.properties.get("seats", 1)
            if room == 0:
                found.append(f"{what} cannot be reached on foot")
            elif place.kind == "object" and isinstance(seats, int) and room < seats:
                found.append(f"{what} has {seats} seats, but only {room} can stand at it")
            found += [f"{what}: {trouble}" for trouble in misspelt(place)]
        if not self.sectors:
            found.append("the map has no places: draw rectangles of class 'sector' on an object layer named 'places'")
        return found + list(self.tilemap.warnings)


def _in_order(parts: tuple[str, ...], folded: tuple[str, ...]) -> bool:
    """Whether ``parts`` occur in ``folded`` in this order, the last one last."""
    rest = iter(folded)
    return parts[-1] == folded[-1] and all(part in rest for part in parts)


def _around(tiles: tuple[Tile, ...], reach: int) -> list[Tile]:
    """The tiles within ``reach`` of ``tiles``, themselves included, each once."""
    span = range(-reach, reach + 1)
    return list(dict.fromkeys((x + dx, y + dy) for x, y in tiles for dy in span for dx in span))
