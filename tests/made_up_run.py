"""Runs of a town that never was, with rows of every kind, for tests and fuzzing. Knows the record and no engine.

The made-up town is busier than the real one: per resident and day 60 walks, 120 actions, 60 utterances, 440 memories, 150
retrievals, 350 questions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from sim.record.store import QuestionRow, RunHeader, RunStore, TickRecord
from sim.types import Event, Hit, Memory, Retrieval

VERBS = ("reads", "waters", "sweeps", "paints", "mends", "bakes", "sorts", "carries", "sketches", "tunes", "counts", "folds")
THINGS = ("the ledger", "the roses", "the counter", "a kettle", "an old chair", "the map", "a letter", "the dough", "a shelf")
PLACES = [f"Town:House {i}:{room}" for i in range(12) for room in ("kitchen", "bedroom", "study", "garden")]
TASKS = ("rate", "plan", "steps", "place", "react", "say", "end_talk", "remember", "questions", "insights", "state", "icon")
FILES = {("scenario", "bench.yaml"): b"name: bench\n", ("map", "bench.tmj"): b"{}"}


class MadeUpTown:
    """Records of a town that never was: the same for a seed."""

    def __init__(self, residents: int, seed: int = 1, vectors: bool = False) -> None:
        self.dice = random.Random(seed)
        self.slugs = [f"resident_{i:02d}" for i in range(residents)]
        self.streams: dict[str, list[Memory]] = {slug: [] for slug in self.slugs}
        self.minds: dict[str, list[str]] = {slug: [self.line() for _ in range(40)] for slug in self.slugs}
        self.vectors = vectors

    def line(self) -> str:
        dice = self.dice
        who = dice.choice(self.slugs).replace("_", " ")
        return f"{who} {dice.choice(VERBS)} {dice.choice(THINGS)} and {dice.choice(VERBS)} {dice.choice(THINGS)}"

    def records(self, ticks: int) -> Iterator[TickRecord]:
        """Records of the ticks in which something happens; two thirds of each day people are awake."""
        for tick in range(ticks):
            awake = tick % 8640 < 5760
            record = self._tick(tick) if awake or tick == 0 else None
            if record is not None:
                yield record

    def _tick(self, tick: int) -> TickRecord | None:
        record = TickRecord(tick, tick * 10, [], [], [], [], [], [], [], [], {})
        for slug in self.slugs:
            if tick == 0 or self.dice.random() < 120 / 5760:
                self._live(record, slug)
        return record if record.events else None

    def _live(self, record: TickRecord, slug: str) -> None:
        self._events(record, slug)
        self._memories(record, slug)
        self._asking(record, slug)
        self.minds[slug][self.dice.randrange(40)] = self.line()
        record.states[slug] = {"notes": list(self.minds[slug]), "tick": record.tick}  # type: ignore[index]

    def _events(self, record: TickRecord, slug: str) -> None:
        dice, place = self.dice, self.dice.choice(PLACES)
        x, y = dice.randrange(100), dice.randrange(60)
        path = [[x + i, y] for i in range(30)] + [[x + 30, y + i] for i in range(20)]
        what = {"activity": self.line(), "address": place, "icon": "read", "until": record.at + 600, "why": "plan"}
        rows = [("act", slug, {**what, "asleep": False, "facing": "down"})]
        if dice.random() < 0.5 or record.tick == 0:
            rows.append(("move", slug, {"path": path, "speed": 1}))
        if dice.random() < 0.5:
            talk = f"talk-{record.tick // 40}-{dice.randrange(4)}"
            rows.append(("talk", talk, {"people": [slug], "place": place, "phase": dice.choice(["start", "end"])}))
            rows.append(("say", talk, {"who": slug, "to": self.slugs[:1], "text": self.line() + ".", "heard": []}))
        rows.append(("object", f"{place}:thing {dice.randrange(5)}", {"state": "in use", "by": slug}))
        add = record.events.append  # type: ignore[attr-defined]
        for kind, key, data in rows:
            add(Event(record.tick, len(record.events), kind, key, data))

    def _memories(self, record: TickRecord, slug: str) -> None:
        stream = self.streams[slug]
        for _ in range(self.dice.randint(2, 5)):
            memory = Memory(len(stream), self.line(), "observation", record.at, record.at, float(self.dice.randint(1, 10)))
            stream.append(memory)
            record.memories.append((slug, memory))  # type: ignore[attr-defined]
            if self.vectors:
                record.vectors.append((memory.text, "minilm", self.dice.randbytes(768)))  # type: ignore[attr-defined]

    def _asking(self, record: TickRecord, slug: str) -> None:
        dice, stream = self.dice, self.streams[slug]
        found = sorted(dice.sample(range(len(stream)), min(25, len(stream))))
        hits = tuple(self._hit(stream[n], rank) for rank, n in enumerate(found))
        record.retrievals.append((slug, Retrieval(self.line(), record.at, "react", hits)))  # type: ignore[attr-defined]
        for _ in range(3):
            task = dice.choice(TASKS)
            record.questions.append(self._question(slug, task, record.tick, hits))  # type: ignore[attr-defined]

    def _hit(self, memory: Memory, rank: int) -> Hit:
        recency, relevance, a, b, c = (round(self.dice.random(), 6) for _ in range(5))
        return Hit(memory, recency, memory.importance or 0.0, relevance, a, b, c, round(a + b + c, 6), rank, rank < 20)

    def _question(self, slug: str, task: str, tick: int, hits: tuple[Hit, ...]) -> QuestionRow:
        system = f"You are {slug}, age 40. Traits: warm, stubborn.\n" + " ".join(self.minds[slug][:5])
        shown = "\n".join(f"- {hit.memory.text}" for hit in hits[:12])
        plan = "\n".join(f"- {hour:02d}:00 {text}" for hour, text in enumerate(self.minds[slug][5:17], 8))
        user = f"Task: {task} for {slug}.\nJSON: {{...}}\nNow: day, {tick}\nPlan:\n{plan}\nMemories:\n{shown}"
        reply = f'{{"activity":"{self.line()}","place":"{self.dice.choice(PLACES)}"}}'
        candidates = [[self.line(), round(-self.dice.random() * 20, 3)] for _ in range(5)]
        return QuestionRow(slug, task, "act", system, user, '{"type":"object"}', "guided", reply, candidates, seconds=0.1)


def header(town: MadeUpTown) -> RunHeader:
    """The header of a made-up run."""
    residents = [(slug, {"name": slug.replace("_", " ").title()}) for slug in town.slugs]
    return RunHeader("bench", "bench", "Bench", 1, 10, "2026-05-08T07:00:00", 172800, files=FILES, residents=residents)


def write(path: Path, town: MadeUpTown, ticks: int) -> None:
    """Write a run of so many ticks."""
    store = RunStore.create(path, header(town))
    for record in town.records(ticks):
        store.commit(record)
    store.close("finished")
