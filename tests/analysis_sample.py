"""A made-up run whose every measure is known: three people, 29 hours, each failure of the paper once, in a real run file.

Ana gives a supper and tells Ben, Ben tells Cas the wrong day. Cas goes where Cas must not, breaks a promise and never sleeps.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from make_map import map_text
from town import DRAWING
from town import PLACES as ROOMS

from sim.engine import build
from sim.engine.backend import open_backend
from sim.record.store import RunStore, TickRecord
from sim.scenario import load
from sim.types import Event, Memory
from sim.world.tilemap import TileMap

PLACES = {**ROOMS, "Ana's house:bathroom": (1, 4, 3, 2)}
SCENARIO = """
name: A made-up town
map: made.tmj
start: 2026-05-08 07:00
until: day 2 12:00
residents:
  ana:
    {name: Ana Silva, age: 40, background: Ana Silva runs the Cafe., home: Ana's house, work: Cafe, wakes: "06:30",
     sleeps: "22:00", relationships: {ben: old friend}}
  ben:
    {name: Ben Okoye, age: 50, home: Ben's house, wakes: "06:30", sleeps: "22:00",
     relationships: {ana: old friend, cas: rival}}
  cas: {name: Cas Novak, age: 30, home: Ben's house, wakes: "06:30", sleeps: "22:00"}
news:
  - id: supper
    text: Ana Silva is giving a lantern supper at the Green on Friday at 6 pm
    host: ana
    place: Green
    at: Friday 18:00
    lasts: 2 h
    signs: [lantern, supper]
norms:
  Cafe: {opens: "09:00", closes: "11:00", owner: ana}
rules: {tick: 60}
"""
HOME = {"ana": (2, 2), "ben": (18, 2), "cas": (20, 3)}
BATHROOM, CAFE, GREEN = ((1, 4), (3, 5)), (9, 2), (5, 8)
NEWS = "Ana Silva is giving a lantern supper at the Green on Friday at 6 pm"
LONG = "I have never been one for parties and suppers of any kind"


class Story:
    """Events and memories by tick, written in order."""

    def __init__(self) -> None:
        self.events: dict[int, list[tuple[str, str, dict[str, Any]]]] = {}
        self.memories: dict[int, list[tuple[str, Memory]]] = {}
        self.count = dict.fromkeys(HOME, 0)

    def note(self, tick: int, kind: str, key: str, **data: Any) -> None:
        self.events.setdefault(tick, []).append((kind, key, data))

    def stand(self, tick: int, slug: str, tile: tuple[int, int]) -> None:
        self.note(tick, "move", slug, path=[list(tile)], speed=1)

    def do(self, tick: int, slug: str, activity: str, address: str, asleep: bool = False) -> None:
        data = {"activity": activity, "address": address, "icon": "think", "until": 0, "why": "plan"}
        self.note(tick, "act", slug, asleep=asleep, **data)

    def remember(
        self, tick: int, slug: str, text: str, kind: Any = "observation", source: str = "", evidence: Sequence[int] = ()
    ) -> int:
        n, self.count[slug] = self.count[slug], self.count[slug] + 1
        memory = Memory(n, text, kind, tick * 60, tick * 60, evidence=tuple(evidence), source=source)
        self.memories.setdefault(tick, []).append((slug, memory))
        return n

    def talk(self, tick: int, id: str, lines: list[tuple[str, str]]) -> None:
        people = list(dict.fromkeys(who for who, _ in lines))
        shared = {"people": people, "place": "Town:Green", "reason": "", "who": people[0]}
        self.note(tick, "talk", id, phase="start", **shared)
        for i, (who, text) in enumerate(lines):
            self.note(tick + i, "say", id, who=who, to=[p for p in people if p != who], text=text, heard=[])
            for slug in people:
                self.remember(tick + i, slug, text, "utterance", who)
        self.note(tick + len(lines), "talk", id, phase="end", **shared)

    def records(self, last: int) -> list[TickRecord]:
        ticks = sorted({*self.events, *self.memories, last})
        return [TickRecord(tick, tick * 60, self._events(tick), self.memories.get(tick, ())) for tick in ticks]

    def _events(self, tick: int) -> list[Event]:
        return [Event(tick, i, kind, key, data) for i, (kind, key, data) in enumerate(self.events.get(tick, []))]


def story() -> Story:
    """The 29 hours; a tick is a minute, tick 0 is Friday 07:00."""
    s = Story()
    s.remember(0, "ana", NEWS, source="news")
    for slug, tile in HOME.items():
        s.stand(0, slug, tile)
        s.do(
            0,
            slug,
            "pottering about" if slug == "cas" else "eating breakfast",
            "Town:Ana's house" if slug == "ana" else "Town:Ben's house",
        )
    block = {"start": 7200, "end": 14400, "activity": "serving guests", "place": "Town:Cafe"}
    s.note(
        0,
        "plan",
        "ana",
        blocks=[block, {**block, "start": 14400, "end": 18000, "place": "Town:Green"}],
        why="morning",
        reason="",
    )
    _morning(s)
    _talks(s)
    _evening(s)
    return s


def _morning(s: Story) -> None:
    s.stand(30, "cas", CAFE)  # the cafe is closed until 9
    s.stand(60, "ben", BATHROOM[0])
    s.stand(62, "cas", BATHROOM[1])
    s.stand(70, "ben", HOME["ben"])
    s.stand(75, "cas", HOME["cas"])
    s.stand(120, "ana", CAFE)
    s.do(120, "ana", "serving guests", "Town:Cafe")
    s.do(250, "ana", "eating lunch", "Town:Cafe")
    s.do(251, "ben", "having lunch", "Town:Ben's house")


def _talks(s: Story) -> None:
    s.talk(
        120,
        "t1",
        [
            ("ana", "I'm giving a lantern supper at the Green on Friday at 6 pm. Will you come?"),
            ("ben", "Yes, count me in. I'll be there."),
        ],
    )
    told = s.remember(123, "ben", "Ana Silva told Ben Okoye about the lantern supper", "summary", evidence=(0, 1))
    s.note(
        123,
        "intend",
        "ben",
        text="Ben Okoye plans to go to the lantern supper at the Green",
        talk="t1",
        at=39600,
        place="Green",
    )
    assert told == 2
    s.talk(
        130,
        "t2",
        [
            ("ben", "Ana is giving a lantern supper at the Green on Sunday at 6 pm. Do come!"),
            ("cas", LONG + "."),
            ("ben", "Are you sure?"),
            ("cas", LONG + ". I'm sorry, I can't make it."),
            ("cas", LONG + "."),
        ],
    )
    n = s.remember(
        136, "cas", "Ana Silva is giving a lantern supper at the Green on Sunday at 6 pm", source="ben", evidence=(0,)
    )
    s.note(136, "learn", "cas", **{"text": "Ana Silva is giving a lantern supper", "from": "ben", "memory": n, "talk": "t2"})
    s.note(
        140, "intend", "cas", text="Cas Novak plans to meet Ben Okoye at the Green at 1 pm", talk="t2", at=21600, place="Green"
    )


def _evening(s: Story) -> None:
    for slug in ("ana", "ben"):
        s.stand(655, slug, GREEN if slug == "ana" else (7, 8))
        s.do(655, slug, "having supper", "Town:Green")
        s.stand(800, slug, HOME[slug])
        s.do(900, slug, "sleeping", "Town:Ana's house" if slug == "ana" else "Town:Ben's house", asleep=True)
        s.do(1410, slug, "eating breakfast", "Town:Ana's house" if slug == "ana" else "Town:Ben's house")
    s.do(1000, "cas", "walking home from nowhere", "Town:Cafe")  # never there: a wrong place
    washing = {
        "start": 66000,
        "end": 67200,
        "activity": "washing",
        "target": "Town:Ana's house:bathroom",
        "state": "",
        "icon": "wash",
    }
    s.note(1100, "step", "cas", steps=[washing], block=0, routine=False)
    s.do(1101, "cas", "washing", "Town:Ben's house")  # not where the step belongs: another


def write_run(folder: Path, told: Story | None = None, start: str = "2026-05-08 07:00") -> Path:
    """The run file of the 29 hours, or of what else is ``told``, with a stored interview in which Cas invents somebody."""
    (folder / "made.tmj").write_text(map_text(DRAWING, PLACES))
    (folder / "made.yaml").write_text(SCENARIO.replace("2026-05-08 07:00", start))
    scenario = load(folder / "made.yaml")
    tilemap = TileMap.load(scenario.map)
    path = folder / "made.sqlite"
    store = RunStore.create(path, build.header(scenario, tilemap, open_backend("fake"), "made", "fake"))
    for record in (told or story()).records(1740):
        store.commit(record)
    answer = "Ana Silva is giving a lantern supper at the Green. My uncle Klaus repairs old submarines. Who knows?"
    store.add_interview(500, "cas", "What is new in town?", answer, {})
    store.close("finished")
    return path
