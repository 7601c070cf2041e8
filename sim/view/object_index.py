"""Index of the map's objects by address and by position. Knows the map and the states of objects at a moment."""

from __future__ import annotations

from collections.abc import Callable

from sim.record.town_state import TownState
from sim.world.tilemap import MapObject, TileMap

NEAR_BED = 6
"""Tiles from a sleeper within which a bed counts as theirs."""
MARGIN = 0.15
"""Tiles around an object that still count as the object."""


class ObjectIndex:
    """Finds objects by address or by place; the smallest where several overlap."""

    def __init__(self, tilemap: TileMap) -> None:
        rooms = [o for o in tilemap.objects if o.cls in ("sector", "arena")]
        self._rooms, self._world = rooms, tilemap.world_name
        objects = sorted((o for o in tilemap.objects if o.cls == "object"), key=lambda o: o.w * o.h)
        self._objects = [(o, frozenset(room.name for room in rooms if _holds(room, *o.centre, 0))) for o in objects]
        self._found: dict[str, MapObject | None] = {}

    def find(self, address: str) -> MapObject | None:
        """The object with this written address, or None (a room, or unknown)."""
        if address not in self._found:
            parts = address.split(":")
            fits = [o for o, rooms in self._objects if o.name == parts[-1] and rooms.issuperset(parts[1:-1])]
            self._found[address] = fits[0] if fits else None
        return self._found[address]

    def bed(self, address: str, x: float, y: float) -> MapObject | None:
        """The bed in which a resident at (x, y) sleeps: the bed of this address, else the nearest bed in that room."""
        there = self.find(address)
        if there is not None:
            return there if "bed" in there.name.lower() else None
        rooms = address.split(":")[1:]
        beds = [o for o, around in self._objects if "bed" in o.name.lower() and around.issuperset(rooms)] if rooms else []
        near = [o for o in beds if abs(o.x - x) + abs(o.y - y) <= NEAR_BED]
        return min(near, key=lambda o: (abs(o.x - x) + abs(o.y - y), o.y, o.x), default=None)

    def address(self, x: float, y: float) -> str:
        """``Town:Cafe:kitchen:stove`` for the object at this point (in tiles), or ""."""
        thing = self._thing(x, y)
        return f"{self.room(*thing.centre) or self._world}:{thing.name}" if thing is not None else ""

    def _thing(self, x: float, y: float) -> MapObject | None:
        return next((o for o, _ in self._objects if _holds(o, x, y, MARGIN)), None)

    def room(self, x: float, y: float) -> str:
        """``Town:Cafe:kitchen`` for the room, or ``Town:Green`` for the place, around this point (in tiles); "" outside."""
        around = sorted((r for r in self._rooms if _holds(r, x, y, 0)), key=lambda r: r.w * r.h)
        parts = [next((r.name for r in around if r.cls == kind), "") for kind in ("sector", "arena")]
        return ":".join((self._world, *(name for name in parts if name))) if any(parts) else ""

    def at(self, x: float, y: float, state: TownState, name: Callable[[str], str]) -> str:
        """``stove: on (Mara)`` for the object at this point (in tiles), or ""."""
        thing = self._thing(x, y)
        if thing is None:
            return ""
        said, by = next((found for address, found in state.objects.items() if self.find(address) is thing), ("", ""))
        said = said or str(thing.properties.get("state", ""))
        user = f" ({name(by)})" if by else ""
        return f"{thing.name}: {said}{user}" if said and said != "idle" else f"{thing.name}{user}"


def _holds(item: MapObject, x: float, y: float, margin: float) -> bool:
    wide, high = max(item.w, 1.0), max(item.h, 1.0)
    return item.x - margin <= x <= item.x + wide + margin and item.y - margin <= y <= item.y + high + margin
