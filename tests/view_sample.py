"""A short run written with the real store on the real map: three people (or a hundred), walks, a talk, a reflection.

Not a simulation: everything follows from the tick, so that tests know what the run says.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sim.record.store import QuestionRow, RunHeader, RunStore, TickRecord
from sim.types import Event, Hit, Memory, Retrieval, Tile
from sim.world.pathfinding import Pathfinder
from sim.world.tilemap import TileMap

MAP = Path(__file__).resolve().parents[1] / "assets" / "maps" / "first_morning.tmj"
STOVE = "Town:Home:kitchen:stove"
DAY = (
    ("have breakfast", "Home"),
    ("open the cafe", "Cafe"),
    ("bake bread", "Cafe"),
    ("walk on the green", "Green"),
    ("read the paper", "Library"),
)
NAMES = ("Mara Lind", "Tomas Reed", "Ines Okafor", "Jonas Weller", "Ada Quist", "Bram Holt", "Cleo Marsh", "Dev Rao")
LINES = (
    "Good morning! You are early today.",
    "I could not sleep. I kept thinking about the supper on the green.",
    "So it is true? Saturday at six, everybody brings something?",
    "Yes, and I want you to come. Bring your fiddle, people still talk about the last time you played it under the lime tree.",
    "Then I had better practise.",
)
SCENARIO = """
name: Sample
news:
  - id: supper
    text: There is a supper on the green on Saturday
    host: r0
    knows: [r0]
    signs: [supper, green]
"""
TALK_TICK = 120
REFLECT_TICK = 200
THOUGHT = "The town looks forward to the supper more than it lets on"
SUPPER = "There is a supper on the green"


def write_run(path: Path, residents: int = 3, ticks: int = 360, map_path: Path = MAP, close: bool = True) -> RunStore:
    """A run of ``ticks`` ticks of 10 s from 07:00 at ``path``."""
    tilemap = TileMap.load(map_path)
    slugs = [f"r{i}" for i in range(residents)]
    header = RunHeader(
        name=path.stem, scenario_id="sample", scenario_name="Sample", seed=1, tick_seconds=10, start="2026-05-08T07:00:00",
        until=ticks * 10, model={"name": "fake"}, embedder="hashing", version="0",
        files={("scenario", "sample.yaml"): SCENARIO.encode(), ("map", map_path.name): tilemap.text.encode()}
        | {("image", name): data for name, data in tilemap.files().items()},
        residents=[(slug, _resident(i, slug, slugs)) for i, slug in enumerate(slugs)],
    )  # fmt: skip
    store = RunStore.create(path, header)
    town = _Sample(tilemap, slugs)
    for tick in range(ticks):
        record = town.record(tick, last=tick == ticks - 1)
        if record is not None:
            store.commit(record)
    if close:
        store.close("finished")
    return store


def short_run(folder: Path) -> Path:
    """A run in ``folder`` that ends soon after the talk has begun."""
    path = folder / "short.sqlite"
    write_run(path, ticks=TALK_TICK + 20)
    return path


def _resident(i: int, slug: str, slugs: list[str]) -> dict[str, object]:
    name = NAMES[i % len(NAMES)] if i < len(NAMES) else f"{NAMES[i % len(NAMES)].split()[0]} {i}"
    return {
        "name": name, "first": name.split()[0], "age": 28 + 3 * i % 40, "traits": ["curious", "warm"],
        "background": ["Came to the town as a child and never left.", "Keeps a garden behind the house."],
        "currently": "Is planning a supper on the green.", "home": "Town:Home", "work": "Town:Cafe", "occupation": "cafe owner",
        "wakes": 420, "sleeps": 1320,
        "look": {"skin": i, "hair": i * 2, "hair_colour": i, "shirt": i, "trousers": i, "extra": i % 3},
        "relationships": {slugs[(i + 1) % len(slugs)]: "old friend"} if len(slugs) > 1 else {},
    }  # fmt: skip


def _question(slug: str) -> QuestionRow:
    texts = ("You live in a small town.", "What follows?", "{}", "guided", '{"insights": []}')
    return QuestionRow(slug, "insights", "reflection", *texts, candidates=[{"insights": []}], prompt_tokens=210, seconds=0.12)


class _Sample:
    """What happens in each tick."""

    def __init__(self, tilemap: TileMap, slugs: list[str]) -> None:
        self.slugs = slugs
        self.paths = Pathfinder(tilemap.solid)
        self.arenas = [o for o in tilemap.objects if o.cls in ("arena", "sector") and o.w * o.h >= 4]
        free = [(x, y) for y in range(tilemap.height) for x in range(tilemap.width) if not tilemap.solid[y, x]]
        start = free[len(free) // 2]
        self.spots = [t for t in free if self.paths.distance(start, [t]) is not None][:: max(1, len(free) // 97)]
        self.at: dict[str, Tile] = {slug: self.spots[(i * 31) % len(self.spots)] for i, slug in enumerate(slugs)}
        self.n = dict.fromkeys(slugs, 0)
        self.seq = 0

    def record(self, tick: int, last: bool) -> TickRecord | None:
        """The rows of a tick, or None where nothing happened."""
        self.seq = 0
        events, memories = list(self._events(tick)), list(self._memories(tick))
        retrievals: list[tuple[str, Retrieval]] = []
        questions: list[QuestionRow] = []
        if tick == REFLECT_TICK:
            retrievals = [(slug, self._retrieval(tick)) for slug in self.slugs[:3]]
            questions = [_question(slug) for slug in self.slugs[:3]]
        if not (events or memories or last):
            return None
        return TickRecord(tick, tick * 10, events, memories, retrievals=retrievals, questions=questions)

    def _memories(self, tick: int) -> Iterator[tuple[str, Memory]]:
        if tick % 12 == 0:
            for k, slug in enumerate(self.slugs):
                text = f"{NAMES[k % 8]} is sweeping the step at {tick}"
                yield slug, self._memory(slug, tick, "observation", text, 2 + (tick + k) % 7)
        if tick == 0:
            yield self.slugs[0], self._memory(self.slugs[0], 0, "observation", SUPPER, 8)
        if tick == TALK_TICK + 12 and len(self.slugs) > 1:
            yield self.slugs[1], self._memory(self.slugs[1], tick, "summary", SUPPER, 8, source=self.slugs[0])
        if tick == REFLECT_TICK:
            for slug in self.slugs[:3]:
                yield slug, self._memory(slug, tick, "reflection", THOUGHT, 8, tuple(range(4)))

    def _event(self, tick: int, kind: str, key: str, /, **data: object) -> Event:
        self.seq += 1
        return Event(tick, self.seq, kind, key, data)

    def _events(self, tick: int) -> Iterator[Event]:
        for i, slug in enumerate(self.slugs):
            if tick == 0:
                yield from self._morning(slug)
            if (tick + i * 7) % 60 == 0 and not (TALK_TICK - 20 <= tick <= TALK_TICK + 14 and i < 2):
                yield from self._go(tick, slug, self.spots[(tick // 60 * 37 + i * 31) % len(self.spots)])
        yield from self._talk(tick)
        if tick == REFLECT_TICK:
            yield self._event(
                tick, "reflect", self.slugs[0], questions=["What matters to Mara?"], insights=[self.n[self.slugs[0]]]
            )
            yield self._event(tick, "happening", "", kind="say", text="The church bell rings nine.", where="", who="")

    def _morning(self, slug: str) -> Iterator[Event]:
        blocks = [
            {"start": hour * 3600, "end": (hour + 1) * 3600, "activity": what, "place": f"Town:{where}"}
            for hour, (what, where) in enumerate(DAY)
        ]
        steps = [
            {"start": i * 600, "end": i * 600 + 600, "activity": what, "target": STOVE, "state": "on", "icon": icon}
            for i, (what, icon) in enumerate((("make coffee", "coffee"), ("fry eggs", "cook"), ("eat", "food")))
        ]
        act = {"activity": "make coffee", "address": STOVE, "icon": "coffee", "until": 600, "why": "plan", "asleep": False}
        yield self._event(0, "move", slug, path=[list(self.at[slug])], speed=1)
        yield self._event(0, "plan", slug, blocks=blocks, why="morning", reason="")
        yield self._event(0, "step", slug, block=0, steps=steps, routine=False)
        yield self._event(0, "act", slug, **act, facing="up")

    def _go(self, tick: int, slug: str, to: Tile) -> Iterator[Event]:
        path = self.paths.walk(self.at[slug], [to]) or (self.at[slug],)
        self.at[slug] = path[-1]
        act = {"activity": "walk on the green", "address": "Town:Green", "icon": "walk", "until": tick * 10 + 600}
        yield self._event(tick, "move", slug, path=[list(tile) for tile in path], speed=1)
        yield self._event(tick, "act", slug, **act, why="plan", asleep=False, facing="down")

    def _talk(self, tick: int) -> Iterator[Event]:
        if len(self.slugs) < 2:
            return
        a, b = self.slugs[:2]
        if tick == TALK_TICK - 20:
            yield from self._go(tick, b, self.at[a])
            yield from self._go(tick, a, self.at[a])
        where = {"people": [a, b], "place": "Town:Green", "who": a}
        if tick == TALK_TICK:
            yield self._event(tick, "talk", "t1", phase="start", reason="meets a friend", **where)
        i, odd = divmod(tick - TALK_TICK, 2)
        if 0 <= i < len(LINES) and not odd:
            who, other = (a, b) if i % 2 == 0 else (b, a)
            yield self._event(tick, "say", "t1", who=who, to=[other], text=LINES[i], heard=[])
        if tick == TALK_TICK + 12:
            learned = {"from": a, "text": SUPPER, "memory": self.n[b], "talk": "t1"}
            yield self._event(tick, "talk", "t1", phase="end", reason="", **where)
            yield self._event(tick, "learn", b, **learned)
            yield self._event(tick, "relation", b, other=a, text="a friend who keeps a secret badly")

    def _memory(
        self, slug: str, tick: int, kind: str, text: str, importance: float, evidence: tuple[int, ...] = (), source: str = ""
    ) -> Memory:
        n = self.n[slug]
        self.n[slug] += 1
        return Memory(n, text, kind, tick * 10, tick * 10, importance, evidence, source=source, depth=1 if evidence else 0)  # type: ignore[arg-type]

    @staticmethod
    def _retrieval(tick: int) -> Retrieval:
        hits = []
        for rank, n in enumerate((3, 1, 2, 0)):
            memory = Memory(n, "", "observation", n * 120, n * 120, 4.0)
            parts = (0.9 - rank * 0.1, 4.0, 0.7 - rank * 0.15)
            hits.append(Hit(memory, *parts, parts[0], 0.5, parts[2], parts[0] + parts[2] + 0.5, rank, taken=rank < 3))
        return Retrieval("the supper on the green", tick * 10, "reflection", tuple(hits))
