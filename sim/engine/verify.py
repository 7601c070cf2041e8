"""Re-running a run from its recorded replies, without a model, and comparing the hash of every tick.

The town is lived again from the scenario and map inside the run, with the recorded answers in the order in which they were
given and people's commands at their ticks; the first tick and resident that differ are named.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sim.answer.answering import Answer, schema_text
from sim.answer.small.simplify import ways_to_show
from sim.engine import build, code_version
from sim.engine.tick import Engine
from sim.llm.base import ModelInfo
from sim.memory import CachedEmbedder
from sim.prompts import Question
from sim.prompts.render import render
from sim.record.errors import RunError
from sim.record.fork import fork
from sim.record.read import Run
from sim.record.rows import FullQuestion
from sim.record.store import RunStore
from sim.record.verify import verify_hashes
from sim.types import Command

ALL = 10**9


@dataclass(frozen=True, slots=True)
class Verdict:
    """``ticks`` compared. ``tick`` is the first that differs (None: none does), ``resident`` whose life it is, ``why`` how."""

    ticks: int
    tick: int | None = None
    resident: str = ""
    why: str = ""


class Parted(Exception):
    """The re-run asked something else than the run did."""

    def __init__(self, resident: str, why: str):
        super().__init__(why)
        self.resident, self.why = resident, why


class Recorded:
    """Answers with what was answered then, in the same order."""

    mode = "recorded"

    def __init__(self, rows: Iterator[FullQuestion]):
        self._rows = rows

    def answer(self, questions: Sequence[Question]) -> list[Answer]:
        return [self._one(question) for question in questions]

    def _one(self, question: Question) -> Answer:
        stored = next(self._rows, None)
        if stored is None:
            raise Parted("", f"asks {question.card.name} to {question.task}; the run asked nothing more")
        if stored.row.task != question.task:
            raise Parted(stored.row.resident, f"asks {question.task} where the run asked {stored.row.task}")
        ways = (render(shown) for shown in ways_to_show(question))
        prompt = next((way for way in ways if (way.system, way.user) == (stored.system, stored.user)), None)
        if prompt is None:
            raise Parted(stored.row.resident, f"shows another prompt for {question.task}")
        row = stored.row
        return Answer(
            json.loads(stored.reply), prompt, schema_text(question), row.mode, problem=row.problem, fallback=row.fallback
        )


def verify(path: str | Path) -> Verdict:
    """Whether the rows are those that were written, then the run lived again and compared.

    The second says nothing of rows that were lost later, hence the first. Raises ``RunError`` for a file that cannot be read
    or holds no questions.
    """
    stored = verify_hashes(path)
    if stored.bad_tick is not None:
        return Verdict(stored.ticks, stored.bad_tick, _at(path, stored.bad_tick), "its hash does not agree with what is stored")
    verdict, lived_by = _again(path)
    if verdict.tick is None or lived_by == code_version.version():
        return verdict
    return replace(verdict, why=f"{verdict.why} (the run was begun by version {lived_by}, this is {code_version.version()})")


def _at(path: str | Path, tick: int) -> str:
    """Whose life differs first at a tick whose rows were changed; "" where living again does not tell."""
    try:
        verdict, _ = _again(path)
    except RunError:
        return ""
    return verdict.resident if verdict.tick == tick else ""


def _again(path: str | Path) -> tuple[Verdict, str]:
    """How the life lived again compares, and the version that began it."""
    with Run(path) as run, tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "again.sqlite"
        engine, store = _begin(run, Path(path), target)
        try:
            return _compare(run, engine, store), run.meta.version
        finally:
            store.close()


def _begin(run: Run, path: Path, target: Path) -> tuple[Engine, RunStore]:
    """The town at the run's first own tick: new, or where a fork parted from its parent."""
    parent = run.meta.parent
    since = int(parent["tick"]) if parent else -1
    answers = Recorded(_questions(run, since))
    embedder = run.meta.embedder
    brains = build.Brains(answers, None, ModelInfo("recorded", "", True, 0), embedder)
    if parent:
        store = fork(path, since, target)
        engine = build.go_on(store, brains, lambda _: None, embedder=_vectors(run))
    else:
        scenario, tilemap = build.stored_scenario(run)
        store = RunStore.create(target, replace(build.header(scenario, tilemap, brains, run.meta.name, ""), files={}))
        engine = build.begin(scenario, tilemap, store, brains, lambda _: None, _vectors(run))
    return engine, store


def _compare(run: Run, engine: Engine, store: RunStore) -> Verdict:
    """Tick by tick; a run's hash stays what it was through ticks in which nothing happened."""
    commands, hashes = _commands(run), dict(run.hashes(run.last_tick))
    if store.hash != hashes.get(engine.tick, store.hash):
        return Verdict(0, engine.tick, "", "what happened first differs")
    expected, compared = store.hash, 1
    while engine.tick < run.last_tick:
        try:
            engine.step(commands.get(engine.tick + 1, ()))
        except Parted as parted:
            if not run.questions(None, 0, run.last_tick, 1):
                why = "holds no questions and replies (compact --drop questions?); `verify --hashes` needs none"
                raise RunError(f"{run.path}: {why}") from None
            return Verdict(compared, engine.tick, parted.resident, parted.why)
        expected = hashes.get(engine.tick, expected)
        if store.hash != expected:
            return Verdict(compared, engine.tick, _whose(run, store, engine.tick), "what happened differs")
        compared += 1
    return Verdict(compared)


def _whose(run: Run, store: RunStore, tick: int) -> str:
    """The resident (or object) of the first event that differs; "" where the events agree."""
    with Run(store.path) as again:
        for a, b in zip(run.events(tick, tick), again.events(tick, tick), strict=False):
            if a != b:
                return a.key
    return ""


def _questions(run: Run, since: int) -> Iterator[FullQuestion]:
    """Every question after tick ``since``, in the order asked."""
    rows = run.questions(None, since + 1, run.last_tick, ALL)
    return (run.question(row.id) for row in reversed(rows))


def _commands(run: Run) -> dict[int, list[Command]]:
    """What people asked for, by tick."""
    found: dict[int, list[Command]] = {}
    for event in run.events(0, run.last_tick, ("command",)):
        data = {"kind" if key == "of" else key: value for key, value in event.data.items() if key != "kind"}
        found.setdefault(event.tick, []).append(Command(str(event.data["kind"]), data))
    return found


def _vectors(run: Run) -> CachedEmbedder:
    """The run's own vectors first, so that another CPU's rounding changes nothing."""
    cached = build.embedder_of(run.meta.embedder)
    cached.load(run.vectors(cached.name).items())
    return cached
