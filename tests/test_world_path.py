"""Ways, and everybody who walks on them."""

from __future__ import annotations

import random
import sqlite3
from collections import deque
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from make_map import VILLAGE, map_text
from town import content, events, go_on, live, start, stop, write_town

from sim.bench import crowd as bench
from sim.engine.shared_knowledge import MAX_KNOWN_PLACES
from sim.engine.verify import verify
from sim.types import Command, Tile, write_address
from sim.world.crowd import Crowd
from sim.world.pathfinding import Pathfinder
from sim.world.state import Thing, Things

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
    for begin, goal in (((70, 75), (90, 75)), ((150, 5), (70, 75)), ((90, 75), (150, 5))):
        walk = paths.walk(begin, [goal])
        assert walk is not None and len(walk) - 1 == _steps_by_search(solid, begin, goal) > 32
        assert walk == Pathfinder(solid).walk(begin, [goal])


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


SIZE = 30
GRID = np.zeros((SIZE, SIZE), dtype=np.int32)
GRID[:, 15:] = 1


def _mill_about(dice: random.Random, ticks: int) -> Crowd:
    """Forty people who walk to and fro, leave and come back."""
    crowd = Crowd(40, GRID, 2, walk=2)
    for row in range(40):
        crowd.leave(row, away=False)
        crowd.stand(row, (dice.randrange(SIZE), dice.randrange(SIZE)))
    for tick in range(ticks):
        crowd.advance(tick)
        for row in range(40):
            if not crowd.away[row] and not crowd.walking(row) and dice.random() < 0.3:
                crowd.go(row, _straight((crowd.x[row], crowd.y[row]), dice.randrange(SIZE)), tick)
            elif dice.random() < 0.02:
                crowd.leave(row, away=not crowd.away[row])
    return crowd


def _straight(start: Tile, x: int) -> list[Tile]:
    step = 1 if x >= start[0] else -1
    return [(column, start[1]) for column in range(start[0], x + step, step)]


def test_who_is_near_is_whoever_is_in_town_in_the_same_arena_and_close() -> None:
    dice = random.Random(4)
    for ticks in range(1, 60, 7):
        crowd = _mill_about(dice, ticks)
        for _ in range(20):
            x, y, reach = dice.randrange(SIZE), dice.randrange(SIZE), dice.randrange(12)
            arena = int(GRID[y, x])
            here = [row for row in range(40) if not crowd.away[row] and crowd.arena[row] == arena]
            close = [row for row in here if max(abs(crowd.x[row] - x), abs(crowd.y[row] - y)) <= reach]
            assert crowd.near((x, y), arena, reach) == close


def test_ends_of_walks_and_arenas_are_counted_as_people_come_and_go() -> None:
    crowd = _mill_about(random.Random(5), 80)
    ends = [crowd.end(row) for row in range(40) if not crowd.away[row]]
    assert ends and all(crowd.ending_at((x, y)) == ends.count((x, y)) for x in range(SIZE) for y in range(SIZE))
    assert [crowd.bound_for(arena) for arena in (0, 1)] == [sum(GRID[y, x] == arena for x, y in ends) for arena in (0, 1)]
    assert all(crowd.arena[row] == GRID[crowd.y[row], crowd.x[row]] for row in range(40))


def test_walkers_go_on_by_their_own_walk_and_stand_at_its_end() -> None:
    crowd = Crowd(2, GRID, 2, walk=1)
    for row, tile in enumerate([(0, 0), (20, 5)]):
        crowd.leave(row, away=False)
        crowd.stand(row, tile)
    crowd.go(0, _straight((0, 0), 3), since=10)
    seen = []
    for tick in range(11, 16):
        moved = crowd.advance(tick).tolist()
        seen.append((moved, crowd.x[0], crowd.walking(0)))
    assert seen == [([0], 1, True), ([0], 2, True), ([0], 3, False), ([], 3, False), ([], 3, False)]
    assert (crowd.x[1], crowd.y[1]) == (20, 5)


def test_things_are_found_by_room_and_by_user() -> None:
    things, kettle, stove = Things(), ("T", "Cafe", "kettle"), ("T", "Cafe", "stove")
    things.put(stove, Thing("hot", "ana"))
    things.put(kettle, Thing("boiling", "ben"))
    assert [address for address, _ in things.within(("T", "Cafe"))] == [kettle, stove]
    things.put(kettle, Thing("empty", "ana"))
    assert (things.used_by("ana"), things.used_by("ben")) == ([stove, kettle], [])
    things.put(stove, None)
    assert things.within(("T", "Cafe")) == ((kettle, Thing("empty", "ana")),) and things.get(stove) is None


def test_a_town_without_memory_lives_asks_for_no_ratings_and_verifies(tmp_path: Path) -> None:
    store, engine = bench.settle(80, tmp_path / "crowd.sqlite")
    walked = 0
    for _ in range(150):
        engine.step()
        walked += sum(body.walking for body in engine.world.bodies.values())
    stop(store, engine)
    assert walked > 80 and all(len(mind.stream) == 0 for mind in engine.minds.values())
    with sqlite3.connect(tmp_path / "crowd.sqlite") as sql:
        asked = dict(sql.execute("SELECT task, count(*) FROM questions GROUP BY task"))
        assert set(asked) == {"plan", "steps"}
        assert sql.execute("SELECT count(*) FROM memories").fetchone() == (0,)
    assert not events(tmp_path / "crowd.sqlite", "react")


def test_in_a_large_town_people_know_the_places_around_home_and_their_own(tmp_path: Path) -> None:
    store, engine = bench.settle(280, tmp_path / "large.sqlite")
    store.close()
    assert len(engine.world.places.sectors) > MAX_KNOWN_PLACES
    for mind in engine.minds.values():
        resident = mind.resident
        assert resident.work is not None and len(mind.state.known_places) <= MAX_KNOWN_PLACES + 2
        assert {write_address(resident.home), write_address(resident.work)} <= set(mind.state.known_places)


def test_two_towns_without_memory_are_the_same_town(tmp_path: Path) -> None:
    found = []
    for name in ("one", "two"):
        store, engine = bench.settle(40, tmp_path / f"{name}.sqlite")
        live(engine, 120)
        stop(store, engine)
        found.append(content(tmp_path / f"{name}.sqlite"))
    assert found[0] == found[1]


def test_a_scenario_can_switch_memory_off_and_its_run_goes_on_and_verifies(tmp_path: Path) -> None:
    scenario = write_town(tmp_path)
    scenario.write_text(scenario.read_text() + "rules: {memory: false}\n")
    store, engine = start(scenario, tmp_path / "whole.sqlite")
    live(engine, 1000)
    stop(store, engine)
    store, engine = start(scenario, tmp_path / "parts.sqlite")
    for ticks in (300, 400, 300):
        live(engine, ticks)
        stop(store, engine)
        store, engine = go_on(tmp_path / "parts.sqlite")
    store.close()
    assert content(tmp_path / "parts.sqlite") == content(tmp_path / "whole.sqlite")
    assert events(tmp_path / "whole.sqlite", "say") and not events(tmp_path / "whole.sqlite", "learn")
    assert verify(tmp_path / "whole.sqlite").tick is None


CORRIDOR = """
########################
#......##########......#
#......................#
#......##########......#
########################
"""
ROOMS = {"Ana's house": (1, 1, 3, 3), "Cafe": (4, 1, 3, 3), "Ben's house": (17, 1, 3, 3), "Green": (20, 1, 3, 3)}


def test_those_who_meet_in_a_corridor_of_one_tile_both_get_through(tmp_path: Path) -> None:
    scenario = write_town(tmp_path)
    (tmp_path / "town.tmj").write_text(map_text(CORRIDOR, ROOMS))
    path = tmp_path / "corridor.sqlite"
    store, engine = start(scenario, path)
    ana, ben = engine.world.bodies["ana"], engine.world.bodies["ben"]
    taken = [Command("become", {"who": who}) for who in ("ana", "ben")]
    here = [Command("go", {"who": "ana", "x": 5, "y": 2}), Command("go", {"who": "ben", "x": 18, "y": 2})]
    live(engine, 40, {5: [*taken, *here]})
    there = [Command("go", {"who": "ana", "x": 18, "y": 2}), Command("go", {"who": "ben", "x": 5, "y": 2})]
    live(engine, 7, {engine.tick + 1: there})
    assert 7 <= ana.tile[0] < ben.tile[0] <= 16 and ana.walking and ben.walking, "they are in the corridor, face to face"
    live(engine, 9)
    stop(store, engine)
    assert (ana.tile, ben.tile) == ((18, 2), (5, 2)) and not ana.walking and not ben.walking
