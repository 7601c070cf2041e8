"""Short ways to write plans and the things that most rooms of a kind have. A plan is a text (see ``building.py``)."""

from __future__ import annotations

import re

from assets.make.building import Room


def wall(width: int, *doors: int) -> str:
    """An east-west wall, two tiles thick, with doorways at the columns ``doors``."""
    row = "".join("+" if column in doors else "#" for column in range(width))
    return f"{row}\n{row}\n"


def row(rooms: str, height: int, *doors: tuple[int, int]) -> str:
    """Rooms side by side, ``"l13 w3"``: letter and width, with walls between; doorways at (column, line from 0)."""
    line = "#" + "#".join(mark * int(width) for mark, width in re.findall(r"(\w)(\d+)", rooms)) + "#"
    lines = [list(line) for _ in range(height)]
    for column, at in doors:
        lines[at][column] = "+"
    return "".join("".join(cells) + "\n" for cells in lines)


def bedroom(cloth: str, more: str = "", *, floor: str = "pine", paper: str = "blue paper", name: str = "bedroom", double: bool = False) -> Room:
    """A bed, a wardrobe, a nightstand and what else is said."""
    things = f"{cloth} {'double ' if double else ''}bed nw : bed, made, {2 if double else 1}\nwardrobe ne : wardrobe, closed\nnightstand n\n{more}"
    return Room(name, floor, paper, things)


def kitchen(more: str = "", *, floor: str = "kitchen", paper: str = "sage paper", name: str = "kitchen") -> Room:
    """Fridge, stove, sink, counter along the north wall."""
    return Room(name, floor, paper, f"fridge nw : refrigerator, humming\nstove n : stove, cold\nsink n : sink, empty\n{more}", "curtains")


def bathroom(wash: str = "shower", spot: str = "sw", more: str = "") -> Room:
    """Basin, toilet and a shower or bathtub."""
    things = f"basin nw : bathroom sink, clean\ntoilet ne : toilet, free\n{wash} {spot} : {wash}, dry\n{more}"
    return Room("bathroom", "bath", "tiled", things)


def living(cloth: str, more: str = "", *, floor: str = "oak", paper: str = "gold paper", rug: str = "red", name: str = "living room") -> Room:
    """A fireplace with a rug and a sofa before it, and what else is said."""
    things = f"fireplace n : fireplace, cold\n{rug} wide rug c\n{cloth} sofa c : couch, empty, 2\n{more}"
    return Room(name, floor, paper, things)


def studio(cloth: str, more: str = "", *, name: str, floor: str = "oak", paper: str = "cream") -> Room:
    """One room to live in: bed, wardrobe, table."""
    return Room(name, floor, paper, f"{cloth} bed nw : bed, made\nwardrobe n : wardrobe, closed\n{more}")
