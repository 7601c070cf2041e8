"""Writes a map that a program has drawn as a TMJ dictionary: walls, and rectangles of the tile grid as places and objects.

The least that ``sim.world.tilemap`` reads; knows nothing of what is drawn.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

TILE = 16
"""Pixels of a tile."""
Rect = tuple[int, int, int, int]
"""x, y, width and height in tiles."""


def map_doc(world: str, walls: npt.NDArray[np.int64], objects: list[dict[str, Any]]) -> dict[str, Any]:
    """The map of ``world``; ``walls`` is (height, width), 1 where nobody can stand, ``objects`` are made by ``map_object``."""
    size = {"width": walls.shape[1], "height": walls.shape[0]}
    return size | {
        "orientation": "orthogonal",
        "tilewidth": TILE,
        "tileheight": TILE,
        "properties": [{"name": "world", "type": "string", "value": world}],
        "tilesets": [{"firstgid": 1, "name": "plain", "columns": 1, "tilecount": 1, "tilewidth": TILE, "tileheight": TILE}],
        "layers": [
            {"type": "tilelayer", "name": "collision", "data": walls.ravel().tolist()} | size,
            {"type": "objectgroup", "name": "places", "objects": objects},
        ],
    }


def map_object(number: int, name: str, kind: str, rect: Rect, seats: int = 1) -> dict[str, Any]:
    """Object ``number`` of a map; ``kind`` is ``sector``, ``arena`` or ``object``."""
    x, y, w, h = (TILE * part for part in rect)
    found = {"id": number, "name": name, "class": kind, "x": x, "y": y, "width": w, "height": h}
    return found | ({"properties": [{"name": "seats", "type": "int", "value": seats}]} if seats > 1 else {})
