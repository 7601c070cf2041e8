"""The interview room: residents of a saved run asked at any tick, many at once, without leaving a trace.

Works on a copy of the run file, so that not even its side tables change. Conditions switch off parts of memory for the time
of a question (the paper's ablations: the same memories, less access). Answers are kept as they come, so that an interrupted
experiment asks only what is left.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from sim.engine import build
from sim.engine.rounds import Rounds
from sim.engine.tick import Engine
from sim.experiments.job import Mind
from sim.mind.interview import interview
from sim.mind.thought import Thought
from sim.record.read import Run
from sim.record.store import RunStore
from sim.types import MemoryKind


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to one resident. ``again`` tells repetitions apart; ``options`` make it a choice."""

    resident: str
    question: str
    options: tuple[str, ...] = ()
    again: int = 0


@dataclass(frozen=True, slots=True)
class Condition:
    """How memory may be used: weights of retrieval (None: the run's own), and the kinds that can be retrieved (None: all)."""

    name: str = "full"
    weights: tuple[float, float, float] | None = None
    kinds: tuple[MemoryKind, ...] | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, with the numbers of the memories it was given."""

    asked: Asked
    answer: str
    memories: tuple[int, ...]


class Answers:
    """A JSON-lines file of answers by key; a line cut off by a crash is asked again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: dict[str, dict[str, Any]] = {}
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        for line in text.splitlines():
            try:
                row = json.loads(line)
                self._known[str(row["key"])] = row
            except (ValueError, KeyError, TypeError):
                continue
        if text and not text.endswith("\n"):
            path.write_text(
                "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in self._known.values()), encoding="utf-8"
            )
        path.parent.mkdir(parents=True, exist_ok=True)

    def get(self, key: str) -> dict[str, Any] | None:
        return self._known.get(key)

    def add(self, rows: Mapping[str, Mapping[str, Any]]) -> None:
        """Keep answers, on disk before this returns."""
        with self.path.open("a", encoding="utf-8") as file:
            for key, row in rows.items():
                self._known[key] = {"key": key, **row}
                file.write(json.dumps(self._known[key], ensure_ascii=False) + "\n")


class Room:
    """A town at one tick, for questions."""

    def __init__(self, engine: Engine, answers: Answers, about: str) -> None:
        self.engine, self.answers, self.about = engine, answers, about
        self._presets = {slug: mind.stream.preset for slug, mind in engine.minds.items()}

    def ask(self, asked: Sequence[Asked], condition: Condition | None = None) -> list[Answered]:
        """Answers in the order of the questions; those of one round go to the model as one batch."""
        condition = condition or Condition()
        self._under(condition)
        left = [one for one in asked if self.answers.get(self._key(one, condition)) is None]
        while left:
            batch = list({one.resident: one for one in reversed(left)}.values())
            self.answers.add(self._batch(batch, condition))
            taken = [id(one) for one in batch]
            left = [one for one in left if id(one) not in taken]
        return [self._known(one, condition) for one in asked]

    def _batch(self, asked: Sequence[Asked], condition: Condition) -> dict[str, dict[str, Any]]:
        """At most one question per resident."""
        rounds = Rounds(self.engine.rounds.answerer, lambda _: None)
        found = rounds.run([(one.resident, interview(self._thought(one), one.question, one.options)) for one in asked])
        rows = {}
        for one in asked:
            result = found[one.resident]
            memories = [hit.memory.n for hit in result.hits]
            rows[self._key(one, condition)] = {
                **asdict(one),
                "condition": condition.name,
                "answer": result.answer,
                "memories": memories,
            }
        return rows

    def _thought(self, one: Asked) -> Thought:
        engine = self.engine
        seed = engine.recorder.seed_for("interview", one.resident, one.question, one.again)
        return Thought(engine.minds[one.resident], engine.world, engine.scenario.rules, engine.tick, engine.at, seed)

    def _under(self, condition: Condition) -> None:
        for slug, mind in self.engine.minds.items():
            own = self._presets[slug]
            mind.stream.preset = replace(own, weights=condition.weights or own.weights, kinds=condition.kinds)

    def _key(self, one: Asked, condition: Condition) -> str:
        return json.dumps(
            [self.about, condition.name, one.resident, one.question, list(one.options), one.again], ensure_ascii=False
        )

    def _known(self, one: Asked, condition: Condition) -> Answered:
        row = self.answers.get(self._key(one, condition)) or {}
        return Answered(one, str(row["answer"]), tuple(row["memories"]))


def mind_of(run: Path, mind: Mind) -> Mind:
    """Who answers for a saved run: the run's own model and embedder where ``mind`` names none."""
    with Run(run) as saved:
        spec = str(saved.meta.model.get("spec") or saved.meta.model.get("name", "bundled"))
        guided = mind.guided if mind.model or mind.guided is not None else bool(saved.meta.model.get("guided", True))
        return Mind(mind.model or spec, mind.embedder or saved.meta.embedder, guided)


@contextmanager
def interviewing(run: Path, mind: Mind, answers: Answers, tick: int | None = None) -> Iterator[Room]:
    """A room on a saved run as it was at ``tick`` (None: at its end)."""
    mind = mind_of(run, mind)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / run.name
        for beside in ("", "-wal"):
            if Path(f"{run}{beside}").exists():
                shutil.copyfile(f"{run}{beside}", f"{copy}{beside}")
        with Run(copy) as saved:
            at = saved.last_tick if tick is None else tick
            about = f"{saved.meta.name} {saved.hash_at(at).hex()[:16]} tick {at} {mind.model} {mind.embedder} {mind.guided}"
        brains = mind.open()
        store = RunStore.open(copy)
        try:
            yield Room(build.go_on(store, brains, lambda _: None, at), answers, about)
        finally:
            store.close()
            brains.close()
