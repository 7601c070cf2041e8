"""A small town in the files of the generative agents: a Tiled map with numbers painted on layers, and ``matrix/``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROWS = (
    "####################",
    "#aaaa#bbbb#........#",
    "#aaaa#bbbb#.####...#",
    "#aaaa#bbbb#.#cc#...#",
    "##.####.###.#cc#...#",
    "#...........#c.#...#",
    "#.dddd......####...#",
    "#.d..d.............#",
    "#.dddd.....c.......#",
    "##########.#########",
    "....................",
)
"""``#`` blocks. a and b are rooms of one house, c is a shop in two pieces, d a garden around a pond."""
WORLD, WALL, HOUSE, SHOP, GARDEN = 900, 901, 910, 911, 912
ROOMS = {"a": 920, "b": 921, "c": 922, "d": 923}
BED, COUNTER, SPAWN = 930, 931, 940
THINGS = {(1, 1): BED, (2, 1): BED, (6, 1): BED, (13, 3): COUNTER, (3, 6): COUNTER}
"""Numbers of objects by (x, y); beds stand in both rooms."""
LEGENDS = {
    "world": f"{WORLD}, the Hamlet",
    "sector": f"{HOUSE}, the Hamlet, Rosa Vale's house \n{SHOP}, the Hamlet, Corner Shop\n{GARDEN}, the Hamlet, Long Garden",
    "arena": f"{ROOMS['a']}, the Hamlet, Rosa Vale's house, Rosa Vale's room\n{ROOMS['b']}, the Hamlet, Rosa Vale's house, "
    f"kitchen\n{ROOMS['c']}, the Hamlet, Corner Shop, shop\n{ROOMS['d']}, the Hamlet, Long Garden, garden",
    "game_object": f"{BED}, the Hamlet, <all>, bed\n{COUNTER}, the Hamlet, <all>, shop counter",
    "spawning_location": f"{SPAWN}, the Hamlet, Rosa Vale's house, Rosa Vale's room, sp-A",
}


def mazes() -> dict[str, list[int]]:
    """The numbers of every maze, row by row."""
    sectors = {"a": HOUSE, "b": HOUSE, "c": SHOP, "d": GARDEN}
    cells = [(x, y, cell) for y, row in enumerate(ROWS) for x, cell in enumerate(row)]
    return {
        "collision": [WALL if cell == "#" else 0 for _, _, cell in cells],
        "sector": [sectors.get(cell, 0) for _, _, cell in cells],
        "arena": [ROOMS.get(cell, 0) for _, _, cell in cells],
        "game_object": [THINGS.get((x, y), 0) for x, y, _ in cells],
        "spawning_location": [SPAWN if (x, y) == (1, 1) else 0 for x, y, _ in cells],
    }


def write_maze_town(folder: Path, maze: str = "maze", **changes: str) -> Path:
    """The map ``visuals/hamlet.json`` with ``matrix/`` beside its folder; ``changes`` replace texts of files by their
    stems. ``maze`` is the folder of the mazes."""
    (folder / "visuals").mkdir(parents=True)
    (folder / "matrix" / maze).mkdir(parents=True)
    (folder / "matrix" / "special_blocks").mkdir()
    for name, text in LEGENDS.items():
        (folder / "matrix" / "special_blocks" / f"{name}_blocks.csv").write_text(changes.get(f"{name}_blocks", text))
    for name, numbers in mazes().items():
        text = changes.get(f"{name}_maze", ", ".join(map(str, numbers)))
        (folder / "matrix" / maze / f"{name}_maze.csv").write_text(text)
    size = {"world_name": "the hamlet", "maze_width": len(ROWS[0]), "maze_height": len(ROWS), "sq_tile_size": 32}
    (folder / "matrix" / "maze_meta_info_hamlet.json").write_text(changes.get("meta", json.dumps(size)))
    path = folder / "visuals" / "hamlet.json"
    path.write_text(json.dumps(_map()))
    return path


def _map() -> dict[str, Any]:
    wide, high = len(ROWS[0]), len(ROWS)
    ground = [2] * (wide * high)
    # Names that stop people elsewhere: here the mazes alone say what blocks.
    drawn = {"Bottom Ground": ground, "Wall": [int(cell == "d") for row in ROWS for cell in row], "Collision Shapes": ground}
    marks = {
        "Collisions": mazes()["collision"],
        "Sector Blocks": mazes()["sector"],
        "Object Interaction Blocks": mazes()["game_object"],
    }
    sets = [("art", 1, 10), ("blocks", 900, 50)]
    return {
        "type": "map",
        "orientation": "orthogonal",
        "infinite": False,
        "width": wide,
        "height": high,
        "tilewidth": 32,
        "tileheight": 32,
        "tilesets": [
            {"firstgid": first, "name": name, "columns": 1, "tilecount": count, "tilewidth": 32, "tileheight": 32}
            for name, first, count in sets
        ],
        "layers": [
            {"type": "tilelayer", "name": name, "width": wide, "height": high, "data": data}
            for name, data in (drawn | marks).items()
        ],
    }
