"""A person in a resident's place: they stop at once, are told why they may not go, talk with one or many, and let go again."""

from __future__ import annotations

from pathlib import Path

import pytest
from town import content, events, go_on, live, start, stop, write_town

from sim.engine.commands import PATIENCE_OF_MORE
from sim.engine.tick import Engine
from sim.engine.verify import verify
from sim.record.store import RunStore
from sim.types import Command

CAL = """  cal:
    name: Cal Reyes
    age: 30
    traits: [curious]
    background: Cal Reyes paints signs.
    currently: Cal is painting a sign
    home: Ben's house
    occupation: painter
    wakes: "06:30"
    sleeps: "22:00"
"""
NORMS = 'norms:\n  "Ben\'s house": {only: [ben, cal]}\n  Green: {opens: "12:00", closes: "13:00"}\n'


def three(folder: Path) -> Path:
    """The tiny town with a third neighbour, a private house and a green that opens at noon."""
    path = write_town(folder)
    path.write_text(path.read_text().replace("news:\n", f"{CAL}news:\n") + NORMS)
    return path


def begin(folder: Path) -> tuple[RunStore, Engine]:
    store, engine = start(three(folder), folder / "played.sqlite")
    live(engine, 5)
    while engine.world.talks or any(body.walking for body in engine.world.rows):  # those who live together greet each other
        engine.step()
    return store, engine


def gather(engine: Engine) -> None:
    """All three side by side in the cafe."""
    for slug, tile in (("ana", (10, 3)), ("ben", (11, 3)), ("cal", (10, 4))):
        engine.world.bodies[slug].tile = tile


def order(engine: Engine, kind: str, **data: object) -> None:
    live(engine, 1, {engine.tick + 1: [Command(kind, {"who": "ana", **data})]})


def test_who_is_taken_over_stops_at_once(tmp_path: Path) -> None:
    store, engine = begin(tmp_path)
    body = engine.world.bodies["ana"]
    while not body.walking:
        engine.step()
    order(engine, "become")
    there = body.tile
    assert not body.walking and body.activity == "looking around"
    assert all(engine.world.thing(place.address).by != "ana" for place in engine.world.places.objects(("Town",)))
    live(engine, 40)
    assert body.tile == there and body.activity == "looking around"
    store.close()


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ({"to": "Ben's house"}, "private"),
        ({"x": 20, "y": 3}, "private"),
        ({"to": "Green"}, "closed"),
        ({"x": 3, "y": 8}, "closed"),
        ({"x": 0, "y": 0}, "no way"),
        ({"x": 99, "y": -4}, "no way"),
        ({"to": "Atlantis"}, "no way"),
    ],
)
def test_a_walk_that_is_refused_says_why(where: dict[str, object], reason: str, tmp_path: Path) -> None:
    store, engine = begin(tmp_path)
    order(engine, "become")
    address = {"to": f"Town:{where['to']}"} if "to" in where else where
    order(engine, "go", **address)
    stop(store, engine)
    told = [data["reason"] for _, key, data in events(tmp_path / "played.sqlite", "refuse") if key == "ana"]
    assert told == [reason] and not engine.world.bodies["ana"].walking


def test_who_lets_go_of_a_resident_leaves_them_to_plan_from_then_on(tmp_path: Path) -> None:
    store, engine = begin(tmp_path)
    order(engine, "become")
    live(engine, 400)
    order(engine, "release")
    live(engine, 60)
    stop(store, engine)
    since = 406 * 10
    plans = [data for _, key, data in events(tmp_path / "played.sqlite", "plan") if key == "ana"]
    assert plans[-1]["why"] == "react" and "on their own" in plans[-1]["reason"]
    current = [block for block in plans[-1]["blocks"] if block["end"] > since]
    assert current[0]["activity"] != "sleeping" and current[-1]["activity"] == "sleeping"
    assert any(
        tick > 406 and data["why"] == "plan" for tick, key, data in events(tmp_path / "played.sqlite", "act") if key == "ana"
    )


def test_one_talks_with_many_and_a_silent_turn_passes(tmp_path: Path) -> None:
    store, engine = begin(tmp_path)
    gather(engine)
    order(engine, "become")
    order(engine, "speak", text="Good morning, the mill has burned down.")
    talk = engine.world.talks[engine.world.bodies["ana"].talk]
    cal = engine.world.bodies["cal"]
    if not cal.talk:
        talk.people.append("cal")
        cal.talk = talk.id
        engine.minds["cal"].state.talk = talk.id
        engine.minds["cal"].state.talk_people = ["ana", "ben"]
    live(engine, (PATIENCE_OF_MORE + 200) // 10)
    stop(store, engine)
    lines = [data for _, key, data in events(tmp_path / "played.sqlite", "say") if key == talk.id]
    assert lines[0]["who"] == "ana"
    assert {data["who"] for data in lines} == {"ana", "ben", "cal"}, "they do not wait for the silent one"
    assert sum(data["who"] == "ana" for data in lines) == 1


def test_words_to_nobody_are_refused(tmp_path: Path) -> None:
    store, engine = begin(tmp_path)
    order(engine, "become")
    order(engine, "speak", text="Is anybody there?")
    stop(store, engine)
    assert [data["reason"] for _, _, data in events(tmp_path / "played.sqlite", "refuse")] == ["nobody near"]


def test_a_played_morning_is_the_same_in_parts_and_verifies(tmp_path: Path) -> None:
    orders = {
        30: [Command("become", {"who": "ana"})],
        32: [Command("go", {"who": "ana", "to": "Town:Ben's house"})],
        40: [Command("go", {"who": "ana", "to": "Town:Cafe"})],
        150: [Command("speak", {"who": "ana", "text": "I am giving a lantern supper at the Green on Saturday at 6 pm."})],
        160: [Command("go", {"who": "ana", "x": 3, "y": 3})],
        170: [Command("speak", {"who": "ana", "text": "Goodbye!", "end": True})],
        200: [Command("release", {"who": "ana"})],
    }
    kept = []
    for name, parts in (("whole", ()), ("parts", sorted(orders))):
        folder = tmp_path / name
        folder.mkdir()
        path = folder / "played.sqlite"
        store, engine = start(three(folder), path)
        for tick in parts:
            live(engine, tick - engine.tick, orders)
            store.close()
            store, engine = go_on(path)
        live(engine, 260 - engine.tick, orders)
        stop(store, engine)
        kept.append(content(path))
    assert kept[0] == kept[1]
    assert verify(tmp_path / "whole" / "played.sqlite").tick is None
