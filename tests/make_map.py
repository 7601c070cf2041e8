"""Tiny Tiled maps for tests out of a drawing: ``#`` is wall, anything else floor; places and things are given as rectangles."""

from __future__ import annotations

import json
from typing import Any

Rect = tuple[float, float, float, float]


def make_map(drawing: str, places: dict[str, Rect], objects: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A TMJ dictionary. ``places``: ``"Cafe"`` (a sector) or ``"Cafe:kitchen"`` (an arena) -> (x, y, w, h) in tiles;
    ``objects``: name -> (x, y, w, h) or (x, y, w, h, properties). Names may repeat after a ``#``: ``"bed#2"``."""
    rows = [line for line in drawing.strip("\n").split("\n") if line]
    width, height = max(map(len, rows)), len(rows)
    walls = [1 if cell == "#" else 0 for row in rows for cell in row.ljust(width)]
    spots = [(name.split(":")[-1], "arena" if ":" in name else "sector", (*rect, {})) for name, rect in places.items()]
    things = [(name.split("#")[0], "object", (*rect, {})[:5]) for name, rect in (objects or {}).items()]
    return {
        "type": "map",
        "version": "1.10",
        "orientation": "orthogonal",
        "infinite": False,
        "width": width,
        "height": height,
        "tilewidth": 16,
        "tileheight": 16,
        "properties": [{"name": "world", "type": "string", "value": "Town"}],
        "tilesets": [_tileset()],
        "layers": [
            {"type": "tilelayer", "name": "ground", "width": width, "height": height, "data": [2] * (width * height)},
            {"type": "tilelayer", "name": "collision", "width": width, "height": height, "data": walls},
            {"type": "objectgroup", "name": "places", "objects": [_object(n + 1, *spot) for n, spot in enumerate(spots)]},
            {"type": "objectgroup", "name": "objects", "objects": [_object(n + 101, *thing) for n, thing in enumerate(things)]},
        ],
    } | more


def map_text(*args: Any, **more: Any) -> str:
    """The same as a TMJ text."""
    return json.dumps(make_map(*args, **more))


def _tileset() -> dict[str, Any]:
    return {"firstgid": 1, "name": "plain", "columns": 2, "tilecount": 4, "tilewidth": 16, "tileheight": 16, "tiles": []}


def _object(number: int, name: str, kind: str, rect: tuple[float, float, float, float, dict[str, Any]]) -> dict[str, Any]:
    x, y, w, h, properties = rect
    types = {bool: "bool", int: "int", float: "float", str: "string"}
    listed = [{"name": key, "type": types[type(value)], "value": value} for key, value in properties.items()]
    return {
        "id": number,
        "name": name,
        "class": kind,
        "x": x * 16,
        "y": y * 16,
        "width": w * 16,
        "height": h * 16,
        "visible": True,
        "properties": listed,
    }


VILLAGE = """
####################
#    #       #     #
#    #       #     #
#    #       #     #
## ###  ## ###  ####
#                  #
#                  #
#                  #
## ####   ##########
#     #   #  #     #
#           ##     #
#     #   #        #
####################
"""

VILLAGE_PLACES: dict[str, Rect] = {
    "Lind House": (0, 0, 6, 5),
    "Cafe": (5, 0, 9, 5),
    "Library": (13, 0, 7, 5),
    "Green": (1, 5, 18, 3),
    "Berg House": (0, 8, 7, 5),
    "Hall": (10, 8, 10, 5),
    "Cafe:counter": (6, 1, 3, 3),
    "Cafe:seats": (9, 1, 4, 3),
}

VILLAGE_OBJECTS: dict[str, Any] = {
    "bed#1": (1, 1, 1, 2),
    "desk": (4, 1, 1, 1, {"solid": True, "state": "tidy"}),
    "stove": (6, 1, 1, 1, {"solid": True}),
    "table": (10, 2, 2, 1, {"solid": True, "seats": 4}),
    "shelf": (14, 1, 4, 1, {"solid": True}),
    "bench": (9, 6, 2, 1),
    "bed#2": (1, 10, 1, 2),
    "stage": (14, 10, 3, 1),
}


def village(**more: Any) -> str:
    """A village of six buildings around a green, as TMJ text; the corner at (11, 9) to (12, 9) of the hall is walled off."""
    return map_text(VILLAGE, VILLAGE_PLACES, VILLAGE_OBJECTS, **more)
