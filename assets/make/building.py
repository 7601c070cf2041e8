"""Buildings from text: a floor plan of walls, doors and rooms, and per room a list of its furniture.

A plan has one character a tile: ``#`` wall, ``+`` doorway, a letter for each room, blank for what is not part of the building.
East-west walls, and doorways through them, are two tiles thick, because their face is visible.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from assets.make.furnisher import Box, Furnisher
from assets.make.map_builder import MapBuilder, Properties

Cells = npt.NDArray[np.str_]


@dataclass(frozen=True, slots=True)
class Room:
    """A room's name, floor, wall material, furniture (see ``furnisher.py``) and kind of windows ("" for none)."""

    name: str
    floor: str = "oak"
    wall: str = "cream"
    things: str = ""
    windows: str = "window"


@dataclass(frozen=True, slots=True)
class Building:
    """A building with its upper left corner at (x, y), in tiles. ``rooms`` are the letters of ``plan``; ``outside`` is the wall
    material and ``windows`` the kind of windows seen from outside. Its sector is its walls, or the ``grounds`` around them
    (x, y, width, height); ``properties`` are the sector's (owner, opens, closes)."""

    name: str
    x: int
    y: int
    plan: str
    rooms: Mapping[str, Room]
    outside: str = "brick"
    windows: str = "window"
    grounds: tuple[int, int, int, int] | None = None
    properties: Properties = field(default_factory=dict)


def build(town: MapBuilder, building: Building) -> None:
    """Draw a building, its doors and windows, and place what stands in its rooms."""
    x, y, rooms = building.x, building.y, building.rooms
    rows = [row for row in building.plan.split("\n") if row.strip()]
    width = max(len(row) for row in rows)
    cells = np.array([list(row.ljust(width)) for row in rows])
    at = np.s_[y : y + len(rows), x : x + width]
    town.wall[at] |= cells == "#"
    town.outer[at] |= cells != " "
    town.face[at] = np.where(cells == "#", building.outside, town.face[at])
    for kind in town.terrain:
        town.terrain[kind][at] &= cells == " "
    for mark, room in rooms.items():
        town.floor[at][cells == mark] = room.floor
        town.face[at][cells == mark] = room.wall
    _doors(town, cells, x, y)
    left, top, wide, high = building.grounds or (x, y, width, len(rows))
    town.sector(building.name, left, top, wide, high, **building.properties)
    boxes = {mark: _box(cells, mark, x, y, building.name) for mark in rooms}
    for mark, box in boxes.items():
        norms = {"capacity": 1} if rooms[mark].name == "bathroom" else {}
        town.arena(rooms[mark].name, box.x, box.y, box.w, box.h, **norms)
    _windows(town, cells, building)
    for mark, room in rooms.items():
        Furnisher(town, boxes[mark], f"{building.name}, {room.name}").all(room.things)


def _box(cells: Cells, mark: str, x: int, y: int, name: str) -> Box:
    ys, xs = np.nonzero(cells == mark)
    if not len(ys):
        raise ValueError(f"{name}: the plan has no room {mark!r}")
    return Box(x + int(xs.min()), y + int(ys.min()), int(np.ptp(xs)) + 1, int(np.ptp(ys)) + 1)


def _doors(town: MapBuilder, cells: Cells, x: int, y: int) -> None:
    """Lay floors in doorways; put lintels over and sills into those through east-west walls."""
    wide_cells = np.pad(cells, 2, constant_values=" ")
    for j, i in np.argwhere(cells == "+"):
        here = wide_cells[j : j + 5, i : i + 5]
        near = [here[1, 2], here[3, 2], here[4, 2], here[0, 2], here[2, 1], here[2, 3]]
        same = np.argwhere(cells == next(str(mark) for mark in near if mark.isalpha()))[0]
        for layer in (town.floor, town.face):
            layer[y + j, x + i] = layer[y + same[0], x + same[1]]
        town.taken[y + j, x + i] = True
        if here[3, 2] == "+" and here[1, 2] != "+" and here[2, 1] == "#":
            _doorway(town, here, x + int(i), y + int(j))


def _doorway(town: MapBuilder, here: Cells, x: int, y: int) -> None:
    """Draw the doorway whose upper left tile is the middle of ``here``, a 5 x 5 cut of the plan; with a mat where it leads
    outside."""
    wide = 2 if here[2, 3] == "+" else 1
    town.put(f"lintel {wide}", x, y)
    town.put(f"sill {wide}", x, y + 1)
    if town.base == "grass" and (here[4, 2] == " " or here[1, 2] == " "):
        row = y + 2 if here[4, 2] == " " else y - 1
        town.put(f"mat {wide}", x, row)
        town.taken[row, x : x + wide] = True


def _windows(town: MapBuilder, cells: Cells, building: Building) -> None:
    """Windows in every third tile of walls with the open air on one side, away from corners and doors."""
    wide_cells = np.pad(cells, ((2, 1), (1, 1)), constant_values=" ")
    for j, i in np.argwhere(cells == "#"):
        behind, upper, row, below = (wide_cells[j + k, i : i + 3] for k in range(4))
        clear = upper[1] == "#" and (row == "#").all() and not np.isin(below, ("#", "+")).any()
        inside, outside = below[1] in building.rooms and behind[1] == " ", below[1] == " " and behind[1] in building.rooms
        kind = building.rooms[str(below[1])].windows if inside else building.windows
        if kind and clear and i % 3 == 1 and (inside or outside):
            town.hang(kind, building.x + int(i), building.y + int(j))
