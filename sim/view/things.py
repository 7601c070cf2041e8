"""The objects of the map and the states a run gives them, for the line under the pointer."""

from __future__ import annotations

from sim.view.scene import Scene
from sim.world.records import MapObject
from sim.world.tilemap import TileMap

MARGIN = 0.15
"""Tiles around an object that still count as on it."""


class Things:
    """Finds the object at a point; the smallest where several overlap."""

    def __init__(self, tilemap: TileMap) -> None:
        self._objects = [o for o in tilemap.objects if o.cls == "object"]
        self._rooms = sorted((o for o in tilemap.objects if o.cls in ("sector", "arena")), key=_size)

    def at(self, x: float, y: float, scene: Scene) -> str:
        """``stove: on (Mara)`` for the object at this point (in tiles), or ""."""
        near = [o for o in self._objects if _holds(o, x, y, MARGIN)]
        if not near:
            return ""
        thing = min(near, key=_size)
        rooms = {o.name for o in self._rooms if _holds(o, thing.x + thing.w / 2, thing.y + thing.h / 2, 0)}
        state, by = self._state(thing.name, rooms, scene)
        state = state or str(thing.properties.get("state", ""))
        user = f" ({scene.name(by)})" if by else ""
        return f"{thing.name}: {state}{user}" if state and state != "idle" else f"{thing.name}{user}"

    @staticmethod
    def _state(name: str, rooms: set[str], scene: Scene) -> tuple[str, str]:
        """State and user of the object of this name whose address goes through these rooms."""
        for address, found in scene.state.objects.items():
            parts = address.split(":")
            if parts[-1] == name and all(part in rooms for part in parts[1:-1]):
                return found
        return "", ""


def _size(item: MapObject) -> float:
    return item.w * item.h


def _holds(item: MapObject, x: float, y: float, margin: float) -> bool:
    wide, high = max(item.w, 1.0), max(item.h, 1.0)
    return item.x - margin <= x <= item.x + wide + margin and item.y - margin <= y <= item.y + high + margin
