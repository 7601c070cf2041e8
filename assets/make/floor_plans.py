"""Shorthand for floor plans, and ready-made rooms (bedroom, kitchen, ...). A plan is a text, see ``building.py``."""

from __future__ import annotations

import re

from assets.make.building import Room


def wall(width: int, *doors: int) -> str:
    """The text of an east-west wall, two tiles thick, with doorways at the columns ``doors``."""
    row = "".join("+" if column in doors else "#" for column in range(width))
    return f"{row}\n{row}\n"


def row(rooms: str, height: int, *doors: tuple[int, int]) -> str:
    """The text of rooms side by side with walls between: ``"l13 w3"`` is letter and width; doorways at (column, line from
    0)."""
    line = "#" + "#".join(mark * int(width) for mark, width in re.findall(r"(\w)(\d+)", rooms)) + "#"
    lines = [list(line) for _ in range(height)]
    for column, at in doors:
        lines[at][column] = "+"
    return "".join("".join(cells) + "\n" for cells in lines)


def bedroom(cloth: str, more: str, *, paper: str = "blue paper", double: bool = False) -> Room:
    """A bed, a wardrobe, a nightstand and ``more``."""
    first = f"{cloth} double bed nw : bed, made, 2" if double else f"{cloth} bed nw : bed, made"
    return Room("bedroom", "pine", paper, f"{first}; wardrobe ne : wardrobe, closed; nightstand n; {more}")


def kitchen(more: str, *, paper: str = "sage paper") -> Room:
    """Fridge, stove and sink along the north wall, and ``more``."""
    first = "fridge nw : refrigerator, humming; stove n : stove, cold; sink n : sink, empty"
    return Room("kitchen", "kitchen", paper, f"{first}; {more}", "curtains")


def bathroom(wash: str = "shower", spot: str = "sw", more: str = "") -> Room:
    """Basin, toilet, a shower or bathtub, and ``more``."""
    things = f"basin nw : bathroom sink, clean; toilet ne : toilet, free; {wash} {spot} : {wash}, dry; {more}"
    return Room("bathroom", "bath", "tiled", things)


def living(cloth: str, more: str, *, paper: str = "gold paper", rug: str = "red") -> Room:
    """A fireplace with a rug and a sofa before it, and ``more``."""
    things = f"fireplace n : fireplace, lit; {rug} wide rug c; {cloth} sofa c : couch, empty, 2; {more}"
    return Room("living room", "oak", paper, things)


def studio(cloth: str, more: str, *, name: str, floor: str = "oak", paper: str = "cream") -> Room:
    """One room to live in: bed, wardrobe and ``more``."""
    return Room(name, floor, paper, f"{cloth} bed nw : bed, made; wardrobe n : wardrobe, closed; {more}")
