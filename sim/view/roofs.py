"""What of the map lies under a roof: where it does not rain, which rooms are lit in the evening, where a house begins.

Read from the layers: what is drawn on one whose name has ``floor`` or ``wall`` in it is a building. A map that names its layers
otherwise has no roofs, and rain falls everywhere.
"""

from __future__ import annotations

import numpy as np

from sim.world.tilemap import MapObject, TileMap

BUILT = ("floor", "wall")
HALF = 0.5
"""Share of a room's tiles that must be built for it to be one (a garden has a fence, not a floor)."""


class Roofs:
    """``covered`` is (height, width): True for tiles of a building. ``rooms`` are the arenas among them."""

    def __init__(self, tilemap: TileMap) -> None:
        self.covered = np.zeros((tilemap.height, tilemap.width), dtype=bool)
        for layer in tilemap.layers:
            if any(word in layer.name.lower() for word in BUILT) and not layer.hidden:
                self.covered |= layer.gids != 0
        arenas = [item for item in tilemap.objects if item.cls == "arena"]
        self.rooms = [item for item in arenas if self._share(item) >= HALF]

    def over(self, x: float, y: float) -> bool:
        """Whether the tile at this point (in tiles) is built on; False outside the map."""
        high, wide = self.covered.shape
        return 0 <= x < wide and 0 <= y < high and bool(self.covered[int(y), int(x)])

    def top(self, item: MapObject) -> float | None:
        """The first row of tiles of the building in this place, or None for a place outdoors (a street, a park)."""
        part = self._part(item)
        if not part.size or part.mean() < HALF / 2:
            return None
        return int(item.y) + int(np.argmax(part.any(axis=1)))

    def room(self, x: float, y: float) -> MapObject | None:
        """The room around this point (in tiles), or None."""
        return next((o for o in self.rooms if o.x <= x <= o.x + o.w and o.y <= y <= o.y + o.h), None)

    def _part(self, item: MapObject) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
        left, top = max(0, int(item.x)), max(0, int(item.y))
        return self.covered[top : max(top, int(item.y + item.h)), left : max(left, int(item.x + item.w))]

    def _share(self, item: MapObject) -> float:
        part = self._part(item)
        return float(part.mean()) if part.size else 0.0
