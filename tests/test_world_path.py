"""Walks: as short as can be, the same every time, and never through a wall."""

from __future__ import annotations

import random
from collections import deque

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from make_map import VILLAGE

from sim.types import Tile
from sim.world.pathfinding import Pathfinder

WALLS = np.array([[cell == "#" for cell in row] for row in VILLAGE.strip("\n").split("\n")])


def _steps_by_search(solid: np.ndarray, start: Tile, goal: Tile) -> int | None:
    """The length of the shortest walk, the plain way."""
    queue, seen = deque([(start, 0)]), {start}
    while queue:
        (x, y), steps = queue.popleft()
        if (x, y) == goal:
            return steps
        for nx, ny in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            inside = 0 <= ny < solid.shape[0] and 0 <= nx < solid.shape[1]
            if inside and not solid[ny, nx] and (nx, ny) not in seen:
                seen.add((nx, ny))
                queue.append(((nx, ny), steps + 1))
    return None


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), st.floats(0, 0.5))
def test_walks_are_shortest_and_keep_off_walls(seed: int, walls: float) -> None:
    rng = np.random.default_rng(seed)
    solid = rng.random((7, 9)) < walls
    solid[0, 0] = solid[6, 8] = False
    paths = Pathfinder(solid)
    walk, wanted = paths.walk((0, 0), [(8, 6)]), _steps_by_search(solid, (0, 0), (8, 6))
    assert paths.distance((0, 0), [(8, 6)]) == wanted
    if walk is None:
        assert wanted is None
        return
    assert (walk[0], walk[-1], len(walk) - 1) == ((0, 0), (8, 6), wanted)
    assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 and not solid[b[1], b[0]] for a, b in zip(walk, walk[1:], strict=False))


def test_of_several_goals_the_nearest_is_taken_whatever_was_asked_before() -> None:
    goals = [(18, 11), (1, 11), (9, 11)]
    fresh = Pathfinder(WALLS).walk((2, 6), goals)
    used = Pathfinder(WALLS)
    for goal in goals:
        used.walk((9, 6), [goal])
    assert used.walk((2, 6), goals) == fresh is not None
    assert fresh[-1] == (1, 11)


def test_one_who_is_there_already_stays_and_one_walled_in_gets_nowhere() -> None:
    solid = np.zeros((3, 5), dtype=np.bool_)
    solid[:, 2] = True
    paths = Pathfinder(solid)
    assert paths.walk((0, 0), [(0, 0), (1, 0)]) == ((0, 0),)
    assert paths.walk((0, 0), [(4, 0)]) is None and paths.distance((0, 0), [(4, 0)]) is None
    assert paths.walk((0, 0), [(2, 1)]) is None and paths.walk((0, 0), []) is None and paths.walk((9, 9), [(0, 0)]) is None


def test_one_can_step_off_a_solid_tile_but_not_onto_it() -> None:
    solid = np.zeros((1, 4), dtype=np.bool_)
    solid[0, 0] = True
    assert Pathfinder(solid).walk((0, 0), [(3, 0)]) == ((0, 0), (1, 0), (2, 0), (3, 0))
    assert Pathfinder(solid).distance((0, 0), [(3, 0), (2, 0)]) == 2
    assert Pathfinder(solid).walk((3, 0), [(0, 0)]) is None


def test_stairs_join_floors() -> None:
    solid = np.zeros((1, 7), dtype=np.bool_)
    solid[0, 3] = True
    paths = Pathfinder(solid, links=[((2, 0), (6, 0))])
    assert paths.walk((0, 0), [(5, 0)]) == ((0, 0), (1, 0), (2, 0), (6, 0), (5, 0))
    assert paths.walk((4, 0), [(0, 0)]) == ((4, 0), (5, 0), (6, 0), (2, 0), (1, 0), (0, 0))
    assert Pathfinder(solid).walk((0, 0), [(5, 0)]) is None


def test_kept_fields_stay_within_bounds() -> None:
    paths = Pathfinder(np.zeros((20, 20), dtype=np.bool_), cache_bytes=1)
    walks = [paths.walk((0, 0), [(x, y)]) for x in range(20) for y in range(20)]
    assert len(paths._fields) <= 8 and all(walks)


def test_walks_from_far_off_are_shortest_although_a_field_covers_its_surroundings_first() -> None:
    rng = np.random.default_rng(7)
    solid = rng.random((150, 160)) < 0.25
    wall = np.s_[40:149, 80]
    solid[wall] = True  # whoever wants through it has to walk around
    solid[75, 70] = solid[75, 90] = solid[5, 150] = False
    paths = Pathfinder(solid)
    for start, goal in (((70, 75), (90, 75)), ((150, 5), (70, 75)), ((90, 75), (150, 5))):
        walk = paths.walk(start, [goal])
        assert walk is not None and len(walk) - 1 == _steps_by_search(solid, start, goal) > 32
        assert walk == Pathfinder(solid).walk(start, [goal])


def test_kept_fields_stay_within_their_bytes() -> None:
    paths = Pathfinder(np.zeros((200, 200), dtype=np.bool_), cache_bytes=400_000)
    for i in range(100):
        paths.walk((i, i), [(i + 5, i)])
    held = sum(field.nbytes for field in paths._fields.values())
    assert 8 < len(paths._fields) < 100 and held == paths._bytes <= 400_000


def test_a_maze_longer_than_16_bits_can_be_walked() -> None:
    solid = np.ones((401, 201), dtype=np.bool_)
    solid[::2] = False
    solid[1::4, -1] = solid[3::4, 0] = False  # one corridor, to and fro
    walk = Pathfinder(solid).walk((0, 0), [(200, 400)])
    assert walk is not None and len(walk) == 201 * 201 + 200 > 2**15


def test_of_several_goals_the_walk_is_that_to_the_nearest_alone() -> None:
    dice = random.Random(8)
    for _ in range(60):
        solid = np.array([[dice.random() < 0.3 for _ in range(40)] for _ in range(30)])
        tiles = [(dice.randrange(40), dice.randrange(30)) for _ in range(8)]
        start, links, goals = tiles[0], [(tiles[1], tiles[2])], tiles[3:]
        solid[start[1], start[0]] = False
        walk = Pathfinder(solid, links).walk(start, goals)
        alone = [way for goal in goals if (way := Pathfinder(solid, links).walk(start, [goal])) is not None]
        assert walk == min(alone, key=len, default=None)
