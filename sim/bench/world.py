"""What the world costs: reading a map, finding a place, walking; each as a ratio to the plainest way of doing it.

``python -m sim.bench world``. A town is drawn on the spot, so that no file is needed.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from sim.types import Tile
from sim.world.map_records import Mask
from sim.world.pathfinding import Pathfinder
from sim.world.places import Places
from sim.world.tilemap import TileMap
from sim.world.tmj_writer import map_doc, map_object

T = TypeVar("T")

HOUSE = 10
"""Tiles of a house's side, its two tiles of street included."""


def main(argv: list[str]) -> int:
    """Prints one line per measurement."""
    parser = argparse.ArgumentParser(prog="python -m sim.bench world", description=__doc__)
    parser.add_argument("--houses", type=int, default=12, help="houses per side of the town (default 12: 120 x 120 tiles)")
    parser.add_argument("--walks", type=int, default=300, help="walks measured")
    options = parser.parse_args(argv)
    text = json.dumps(town(options.houses))
    tilemap, read = _timed(lambda: TileMap.parse(text))
    places, tree = _timed(lambda: Places(tilemap))
    beds = [place.address for place in places.objects(places.root)]
    _, spots = _timed(lambda: [places.spots(address) for address in beds])
    print(f"town of {tilemap.width} x {tilemap.height} tiles, {len(places.all)} places")
    print(f"read the map {read * 1e3:.1f} ms, grow the address tree {tree * 1e3:.1f} ms, all spots {spots * 1e3:.1f} ms")
    _walks(tilemap, [places.spots(address)[0] for address in beds], options.walks)
    return 0


def _walks(tilemap: TileMap, spots: list[Tile], count: int) -> None:
    pairs = [(spots[n * 7 % len(spots)], spots[n * 13 % len(spots)]) for n in range(count)]
    paths = Pathfinder(tilemap.solid, tilemap.links)
    _, first = _timed(lambda: [paths.walk(a, [b]) for a, b in pairs])
    walks, kept = _timed(lambda: [paths.walk(a, [b]) for a, b in pairs])
    plain, search = _timed(lambda: [_search(tilemap.solid, a, b) for a, b in pairs[:20]])
    tiles = sum(len(walk or ()) for walk in walks) / count
    assert [len(walk or ()) - 1 for walk in walks[:20]] == plain, "walks are not shortest"
    search *= count / len(plain)
    print(f"a walk of {tiles:.0f} tiles: {first / count * 1e6:.0f} us, {kept / count * 1e6:.0f} us when its field is kept")
    print(f"ratios: plain search / first walk {search / first:.1f}, plain search / kept walk {search / kept:.0f}")


def _search(solid: Mask, start: Tile, goal: Tile) -> int:
    """Steps of the shortest walk by a plain breadth-first search, -1 if there is none."""
    queue: deque[tuple[Tile, int]] = deque([(start, 0)])
    seen = {start}
    while queue:
        (x, y), steps = queue.popleft()
        if (x, y) == goal:
            return steps
        for tile in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)):
            inside = 0 <= tile[1] < solid.shape[0] and 0 <= tile[0] < solid.shape[1]
            if inside and tile not in seen and not solid[tile[1], tile[0]]:
                seen.add(tile)
                queue.append((tile, steps + 1))
    return -1


def town(houses: int) -> dict[str, Any]:
    """A TMJ dictionary of ``houses`` x ``houses`` houses of one room with a bed, streets between them."""
    side = houses * HOUSE
    walls = np.zeros((side, side), dtype=np.int64)
    objects = []
    for number in range(houses * houses):
        x, y = number % houses * HOUSE + 1, number // houses * HOUSE + 1
        walls[y : y + 8, x : x + 8] = 1
        walls[y + 1 : y + 7, x + 1 : x + 7] = 0
        walls[y + 7, x + 4] = 0
        objects.append(map_object(2 * number + 1, f"House {number}", "sector", (x, y, 8, 8)))
        objects.append(map_object(2 * number + 2, "bed", "object", (x + 1, y + 1, 1, 2)))
    return map_doc("Town", walls, objects)


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    begin = time.perf_counter()
    result = work()
    return result, time.perf_counter() - begin
