"""Residents and the norms of a town: closing times, hunger before the next meal, and how many hear a line in a crowd."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from town import events, live, start, stop, write_town

from sim.engine.apply import Apply
from sim.scenario import load
from sim.types import Block
from sim.world.state import Talk


def test_guests_leave_a_place_when_it_closes(tmp_path: Path) -> None:
    scenario = write_town(tmp_path)
    text = scenario.read_text().replace("    work: Cafe\n    occupation: novelist", "    occupation: novelist")
    scenario.write_text(text + 'norms:\n  Cafe: {opens: "06:00", closes: "10:05", owner: ana}\n')
    store, engine = start(scenario, tmp_path / "closing.sqlite")
    world, ben = engine.world, engine.minds["ben"].state
    cafe, ten = ("Town", "Cafe"), 3 * 3600
    assert world.closing("ben", cafe, ten) == ten + 300 and world.closing("ana", cafe, ten) is None
    live(engine, 1000)
    ben.blocks = [Block(0, 6 * 3600, "reading", cafe), replace(ben.blocks[-1], start=6 * 3600)]
    ben.steps, ben.step, world.bodies["ben"].due = [], -1, 0
    live(engine, 70)
    assert world.arena(world.bodies["ben"].tile) == cafe
    live(engine, 80)  # from the table to the door
    assert world.arena(world.bodies["ben"].tile) != cafe
    store.close()


def test_a_place_that_is_open_day_and_night_never_closes(tmp_path: Path) -> None:
    scenario = write_town(tmp_path)
    text = scenario.read_text().replace("    work: Cafe\n    occupation: novelist", "    occupation: novelist")
    for closes, left in (("24:00", None), ("23:59", 59 * 60)):
        scenario.write_text(text + f'norms:\n  Cafe: {{opens: "00:00", closes: "{closes}", owner: ana}}\n')
        store, engine = start(scenario, tmp_path / f"{closes[:2]}.sqlite")
        eleven = 16 * 3600  # the town begins at seven
        assert engine.world.closing("ben", ("Town", "Cafe"), eleven) == (None if left is None else eleven + left)
        assert (engine.world.closing("ben", ("Town", "Cafe"), eleven + 3600) is None) == (left is None)
        store.close()


def test_a_hungry_resident_changes_the_plan_unless_a_meal_is_near(tmp_path: Path) -> None:
    scenario = write_town(tmp_path)
    scenario.write_text(scenario.read_text() + "rules: {needs: true, react: false}\n")
    store, engine = start(scenario, tmp_path / "hungry.sqlite")
    live(engine, 400)
    for slug, activity in (("ana", "having lunch"), ("ben", "reading")):
        state = engine.minds[slug].state
        bed = state.blocks[-1]
        state.blocks = [Block(0, 7200, "reading", bed.place), Block(7200, bed.start, activity, bed.place), bed]
        state.needs["hunger"], engine.world.bodies[slug].due = 0.1, 0
    live(engine, 1)
    stop(store, engine)
    changed = [
        key for tick, key, data in events(tmp_path / "hungry.sqlite", "plan") if tick == 401 and "hungry" in data["reason"]
    ]
    assert changed == ["ben"]


def test_only_the_nearest_hear_a_line_in_a_crowd(tmp_path: Path) -> None:
    scenario = load(write_town(tmp_path))
    store, engine = start(write_town(tmp_path), tmp_path / "crowd.sqlite")
    world = engine.world
    body = world.bodies["ana"]
    body.tile, world.bodies["ben"].tile = (3, 8), (5, 8)
    world.bodies["ben"].asleep = False
    for most, heard in ((0, []), (1, ["ben"])):
        world.talks["t"], body.talk = Talk("t", ["ana"], ("Town", "Green"), 0, 0), "t"
        apply = Apply(world, 1, replace(scenario.rules, listeners=most))
        apply.say(body, {"text": "Ducks!"})
        assert [event.data["heard"] for event in apply.events] == [heard]
    store.close()


def test_who_is_spoken_to_stays_and_who_speaks_does_not_walk_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, engine = start(write_town(tmp_path), tmp_path / "met.sqlite")
    world, rules = engine.world, load(write_town(tmp_path)).rules
    ana, ben = world.bodies["ana"], world.bodies["ben"]
    ana.tile, ben.tile, ben.asleep = (3, 8), (4, 8), False
    apply = Apply(world, 1, rules)
    apply.walk(ana, {"to": "Town:Ben's house"})
    assert ana.walking, "on her way past him"
    apply.talk(ana, {"other": "ben"})
    assert max(abs(ana.path[-1][0] - 4), abs(ana.path[-1][1] - 8)) <= 1, "she comes to him rather than go on"
    apply.act(ben, {"activity": "walking to the Cafe", "address": "Town:Cafe", "why": "plan"})
    apply.walk(ben, {"to": "Town:Cafe"})
    assert not ben.walking and ben.activity != "walking to the Cafe", "he had decided so in the same tick"
    apply.leave(ana, {})
    ana.tile = (12, 8)
    monkeypatch.setattr(Apply, "_open", lambda self, tile: tile not in [(4, 7), (4, 9), (3, 8), (5, 8)])
    apply.talk(ana, {"other": "ben"})
    assert max(abs(ana.path[-1][0] - 4), abs(ana.path[-1][1] - 8)) == 1, "there is no room beside him, but at the corner"
    store.close()
