"""Which tiles belong to buildings: there it does not rain, rooms are lit in the evening, and a building's label is placed.

A tile belongs to a building when a layer with ``floor`` or ``wall`` in its name draws on it. A map that names its layers
otherwise has no buildings, and it rains everywhere.
"""

from __future__ import annotations

import numpy as np

from sim.world.tilemap import MapObject, TileMap

BUILDING_LAYERS = ("floor", "wall")
MIN_SHARE = 0.5
"""Share of a room's tiles that must belong to a building (a garden has a fence, not a floor)."""


class Roofs:
    """``covered`` is (height, width) bool: True for tiles of a building. ``rooms`` are the arenas inside buildings."""

    def __init__(self, tilemap: TileMap) -> None:
        self.covered = np.zeros((tilemap.height, tilemap.width), dtype=bool)
        for layer in tilemap.layers:
            if any(word in layer.name.lower() for word in BUILDING_LAYERS) and not layer.hidden:
                self.covered |= layer.gids != 0
        arenas = [item for item in tilemap.objects if item.cls == "arena"]
        self.rooms = [item for item in arenas if (part := self._part(item)).size and part.mean() >= MIN_SHARE]

    def over(self, x: float, y: float) -> bool:
        """Whether the tile at this point (in tiles) belongs to a building; False outside the map."""
        high, wide = self.covered.shape
        return 0 <= x < wide and 0 <= y < high and bool(self.covered[int(y), int(x)])

    def top(self, item: MapObject) -> float | None:
        """The first row of tiles of the building in this place, or None for a place outdoors (a street, a park)."""
        part = self._part(item)
        if not part.size or part.mean() < MIN_SHARE / 2:
            return None
        return int(item.y) + int(np.argmax(part.any(axis=1)))

    def room(self, x: float, y: float) -> MapObject | None:
        """The room around this point (in tiles), or None."""
        return next((o for o in self.rooms if o.x <= x <= o.x + o.w and o.y <= y <= o.y + o.h), None)

    def _part(self, item: MapObject) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
        left, top = max(0, int(item.x)), max(0, int(item.y))
        return self.covered[top : max(top, int(item.y + item.h)), left : max(left, int(item.x + item.w))]
