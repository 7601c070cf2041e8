"""A small run with a known story, written with the real store. Ben tells Mara the news; Mara remembers and recalls it."""

from __future__ import annotations

from pathlib import Path

from sim.record.store import QuestionRow, RunHeader, RunStore, TickRecord
from sim.types import Event, Hit, Memory, Retrieval

STORY_HEADER = RunHeader(
    name="story",
    scenario_id="story",
    scenario_name="A Story",
    seed=7,
    tick_seconds=10,
    start="2026-05-08T07:00:00",
    until=3600,
    model={"name": "fake", "guided": False},
    embedder="hashing",
    version="0.1",
    files={("scenario", "story.yaml"): b"name: A Story\n", ("map", "town.tmj"): b"{}", ("image", "tiles.png"): b"\x89PNG"},
    residents=[
        ("mara", {"name": "Mara Lind", "first": "Mara", "traits": ["warm"], "relationships": {"ben": "neighbour"}}),
        ("ben", {"name": "Ben Ott", "first": "Ben", "look": {"hair": 2}}),
    ],
)
NEWS = "Ben gives a supper on Saturday"


def act(seq: int, slug: str, activity: str, tick: int = 0) -> Event:
    data = {"activity": activity, "address": "Town:Cafe", "icon": "walk", "until": 600, "why": "plan", "facing": "left"}
    return Event(tick, seq, "act", slug, data)


def beginning() -> TickRecord:
    """Tick 0: Mara sets out on a walk of five tiles, Ben stands at the stove."""
    events = [
        Event(0, 0, "move", "mara", {"path": [[1, 1], [2, 1], [3, 1], [3, 2], [3, 3]], "speed": 1}),
        Event(0, 1, "move", "ben", {"path": [[9, 9]], "speed": 1}),
        act(2, "mara", "walking to the cafe"),
        act(3, "ben", "cooking"),
        Event(0, 4, "object", "Town:Cafe:stove", {"state": "hot", "by": "ben"}),
        Event(0, 5, "plan", "mara", {"blocks": [{"start": 0, "end": 600, "activity": "breakfast", "place": "Town:Cafe"}]}),
    ]
    memories = [
        ("mara", Memory(0, "Mara likes the café", "observation", -100, -100, 4.0, source="backstory")),
        ("mara", Memory(1, "the stove is hot", "observation", 0, 0)),
    ]
    return TickRecord(0, 0, events, memories, states={"world": {"day": 1}, "mara": {"mood": list(range(300))}})


def talk() -> TickRecord:
    """Tick 6: Ben tells the news; memory 1 is rated, memory 0 recalled, a question is answered."""
    events = [
        Event(6, 0, "talk", "t1", {"people": ["ben", "mara"], "place": "Town:Cafe", "phase": "start"}),
        Event(6, 1, "say", "t1", {"who": "ben", "to": ["mara"], "text": NEWS + ". Do come!", "heard": []}),
        Event(6, 2, "learn", "mara", {"text": NEWS, "from": "ben", "memory": 2, "talk": "t1"}),
        Event(6, 3, "relation", "mara", {"other": "ben", "text": "a friend"}),
        Event(6, 4, "happening", "", {"kind": "weather", "text": "rain"}),
    ]
    old = beginning().memories[0][1]
    hits = (Hit(old, 0.995, 4.0, 0.123456, 1.0, 0.333333, 0.5, 1.833333, 0),)
    asked = ("mara", "react", "seen", "You are Mara.", "Seen: Ben " * 50, "{}", "guided")
    question = QuestionRow(*asked, '{"choice":"talk"}', [["a", -1.5]])
    return TickRecord(
        6,
        60,
        events,
        [("mara", Memory(2, NEWS, "utterance", 60, 60, 8.0, evidence=(0, 1), source="ben"))],
        rated=[("mara", 1, 2.0)],
        retrievals=[("mara", Retrieval("who is Ben", 60, "talk", hits))],
        questions=[question],
        vectors=[(NEWS, "hashing", b"\x00\x3c" * 8)],
        states={"mara": {"mood": [*range(300), 1]}},
    )


def ending() -> TickRecord:
    """Tick 9: the talk ends, the memory of the stove goes."""
    return TickRecord(9, 90, [Event(9, 0, "talk", "t1", {"phase": "end", "people": ["ben", "mara"]})], removed=[("mara", 1)])


def write_story(path: Path, close: bool = True) -> RunStore:
    """The whole story; ticks 0, 6 and 9 have rows."""
    store = RunStore.create(path, STORY_HEADER)
    for record in (beginning(), talk(), ending()):
        store.commit(record)
    if close:
        store.close("finished")
    return store
