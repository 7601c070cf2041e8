"""The columns of a crowd say the same as looking at everybody one by one; a crowd's town is recorded and goes on."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import numpy as np
from make_map import map_text
from town import content, events, go_on, live, start, stop, write_town

from sim.bench import crowd as bench
from sim.engine.shared_knowledge import KNOWN
from sim.engine.verify import verify
from sim.types import Command, Tile, write_address
from sim.world.crowd import Crowd
from sim.world.things import Thing, Things

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
    assert len(engine.world.places.sectors) > KNOWN
    for mind in engine.minds.values():
        resident = mind.resident
        assert resident.work is not None and len(mind.state.known_places) <= KNOWN + 2
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
