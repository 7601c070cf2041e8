"""What is said to others reaches those who stand near: kept with its source, passed on, counted, and never learned twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_engine_commands import begin, gather, order
from town import events, go_on, live, start, stop, write_town

from sim.analysis.diffusion import knowers, tree_text
from sim.analysis.run_context import open_context
from sim.mind.overhearing import Utterance, knows, overhear, record_told
from sim.mind.thought import RECALLED
from sim.record.read import Run
from sim.scenario.model import News

PLACES = ("mill", "bakery", "school", "library", "tavern", "harbour", "chapel", "market", "garden", "quarry", "smithy", "dairy")
FACT = "The old bridge will be closed on Monday"


def said(text: str, tick: int) -> tuple[Utterance, str]:
    """Ana says it to nobody in this town but Ben; and the line as who stands by hears it."""
    return Utterance(tick, tick * 10, "ana", ("ana",), text, "t1"), f"Ana Silva said to Ana Silva: '{text}'"


def test_some_of_what_is_said_nearby_is_caught_and_nothing_twice(tmp_path: Path) -> None:
    store, engine = start(write_town(tmp_path), tmp_path / "near.sqlite")
    live(engine, 2)
    mind, caught = engine.minds["ben"], 0
    for i, what in enumerate(PLACES):
        line, heard = said(f"Did you hear? The {what} will be closed on Monday.", i)
        caught += len(overhear(mind, line, heard, 4, engine.minds["ana"]))
    assert 4 <= caught <= len(PLACES) - 2
    line, heard = said(f"Did you hear? {FACT}.", 99)
    first = next(found for seed in range(99) if (found := overhear(mind, line, heard, seed, engine.minds["ana"])))[0]
    memory = mind.stream[first["memory"]]
    assert memory.text == "Ben Okoye overheard Ana Silva tell Ana Silva that the old bridge will be closed on Monday"
    kept = mind.stream[memory.evidence[0]]
    assert (memory.source, memory.kind in RECALLED) == ("ana", True)
    assert (kept.text, kept.kind, kept.source) == (heard, "utterance", "ana")
    assert knows(mind, FACT)
    assert not any(overhear(mind, line, heard, seed, engine.minds["ana"]) for seed in range(99))
    store.close()


def test_small_talk_is_not_worth_overhearing(tmp_path: Path) -> None:
    store, engine = start(write_town(tmp_path), tmp_path / "small.sqlite")
    live(engine, 2)
    for text in (
        "Good morning, Ben.",
        "How are you?",
        "My knee told me about this rain.",
        "Thank you, I'll come with pleasure.",
    ):
        line, heard = said(text, 3)
        assert not any(overhear(engine.minds["ben"], line, heard, seed, engine.minds["ana"]) for seed in range(50)), text
    store.close()


@pytest.mark.parametrize("busy", [False, True], ids=["standing by", "walking past"])
def test_a_secret_told_in_a_crowded_room_leaks_to_who_stands_by(busy: bool, tmp_path: Path) -> None:
    store, engine = begin(tmp_path)
    gather(engine)
    order(engine, "become")
    ana, cal = engine.world.bodies["ana"], engine.world.bodies["cal"]
    engine.minds["cal"].state.pause_until = engine.at + 3600  # he waits here, wherever his plan would have him
    for i in range(25):
        gather(engine)
        if busy:
            cal.go([(x, 4) for x in range(10, 16)], engine.tick)
        order(engine, "speak", text=f"Between you and me, I have hidden letter {i} under the old oak.")
        assert ana.talk
    stop(store, engine)
    leaked = [data for _, key, data in events(tmp_path / "played.sqlite", "learn") if data.get("overheard") and key == "cal"]
    assert bool(leaked) is not busy
    if busy:
        return
    with open_context(tmp_path / "played.sqlite") as setting:
        letters = News("letters", "x", knows=(), signs=("hidden letter",))
        found = {knower.slug: knower for knower in knowers(setting, letters)}
        assert (found["cal"].how, found["cal"].source) == ("overheard", "ana")
        assert any("Cal Reyes (overheard" in line for line in tree_text(list(found.values()), setting))
    with Run(tmp_path / "played.sqlite") as run:
        memory = run.memory("cal", leaked[0]["memory"], run.last_tick)
        assert run.memory("cal", memory.evidence[0], run.last_tick).kind == "utterance"


def test_who_was_told_together_knows_of_the_others_that_they_know(tmp_path: Path) -> None:
    store, engine = begin(tmp_path)
    record_told(engine.minds, Utterance(1, 10, "ana", ("ben", "cal"), f"Did you hear? {FACT}.", "t1"))
    assert engine.minds["ben"].state.told == {FACT: ["Ana Silva", "Cal Reyes"]}
    store.close()


def test_two_know_what_one_has_told_the_other_after_a_stop_too(tmp_path: Path) -> None:
    path = tmp_path / "told.sqlite"
    store, engine = start(write_town(tmp_path), path)
    for _ in range(2):
        record_told(engine.minds, Utterance(1, 10, "ana", ("ben",), f"Did you hear? {FACT}.", "t1"))
    live(engine, 3)
    stop(store, engine)
    store, engine = go_on(path)
    assert engine.minds["ana"].state.told == {FACT: ["Ben Okoye"]}
    assert list(engine.minds["ben"].state.told.values()) == [[engine.minds["ana"].resident.name]]
    store.close()
