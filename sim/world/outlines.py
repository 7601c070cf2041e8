"""The outlines of Tiled's objects in pixels: rectangles, ellipses, polygons and polylines. Pure geometry; called by ``tiled``
and ``tiled_objects``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

Point = tuple[float, float]

ELLIPSE_CORNERS = 16
CLOSED = 0.25
"""The share of a tile within which the ends of a polyline are the same point, so that it encloses an area."""
BAND = 0.125
"""The share of a tile to which an open polyline stops people on either side of it."""


def outlines(item: dict[str, Any], tile: tuple[float, float], size: Point | None = None) -> list[list[Point]]:
    """The areas of an object, as corners in pixels from its position, before it is turned: none for a point, a narrow band for
    every stretch of an open polyline. ``tile``: pixels of a tile; ``size``: its width and height where they are known."""
    corners = closed_outline(item, tile)
    if corners:
        return [corners]
    if "polyline" in item:
        line = _points(item["polyline"])
        return [_band(a, b, BAND * min(tile)) for a, b in zip(line, line[1:], strict=False) if a != b]
    w, h = size or (float(item.get("width", 0)), float(item.get("height", 0)))
    if not (w and h):
        return []
    if item.get("ellipse"):
        turns = [2 * math.pi * step / ELLIPSE_CORNERS for step in range(ELLIPSE_CORNERS)]
        return [[(w / 2 * (1 + math.cos(turn)), h / 2 * (1 + math.sin(turn))) for turn in turns]]
    return [[(0, 0), (w, 0), (w, h), (0, h)]]


def closed_outline(item: dict[str, Any], tile: tuple[float, float]) -> list[Point]:
    """The corners of a polygon, or of a polyline whose ends meet; [] for everything else."""
    if "polygon" in item:
        return _points(item["polygon"])
    line = _points(item.get("polyline", []))
    if len(line) < 4:
        return []
    apart = abs(line[0][0] - line[-1][0]) / tile[0], abs(line[0][1] - line[-1][1]) / tile[1]
    return line if max(apart) <= CLOSED else []


def turned(corners: Sequence[Point], degrees: float) -> list[Point]:
    """Corners turned clockwise around the origin."""
    angle = math.radians(degrees % 360)
    if not angle:
        return list(corners)
    cos, sin = math.cos(angle), math.sin(angle)
    return [(x * cos - y * sin, x * sin + y * cos) for x, y in corners]


def _points(listed: Sequence[dict[str, Any]]) -> list[Point]:
    return [(float(point["x"]), float(point["y"])) for point in listed]


def _band(a: Point, b: Point, half: float) -> list[Point]:
    """The rectangle around a stretch of a line, ``half`` a width to either side."""
    length = math.dist(a, b)
    across, down = half * (b[1] - a[1]) / length, half * (b[0] - a[0]) / length
    return [
        (a[0] + across, a[1] - down),
        (b[0] + across, b[1] - down),
        (b[0] - across, b[1] + down),
        (a[0] - across, a[1] + down),
    ]
