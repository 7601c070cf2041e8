"""Verification: re-runs a run from its recorded replies, without a model, and compares the hash of every tick.

The re-run uses the scenario and map inside the run file, the recorded replies in their order, and people's commands at their
ticks. The result names the first tick and resident that differ.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from sim.answer.recorded import Parted
from sim.engine import build, code_version
from sim.engine.parts import Parts
from sim.engine.resume import recorded_backend, recorded_commands, recorded_vectors
from sim.engine.tick import Engine
from sim.parts import PartError
from sim.record.errors import RunError
from sim.record.fork import fork
from sim.record.read import Run
from sim.record.store import RunStore
from sim.record.verify import verify_hashes


@dataclass(frozen=True, slots=True)
class Verdict:
    """``ticks`` is the number of compared ticks, ``tick`` the first that differs (None: none). ``resident`` is the first
    resident who differs there, ``why`` says how."""

    ticks: int
    tick: int | None = None
    resident: str = ""
    why: str = ""


def verify(path: str | Path, own: Parts | None = None) -> Verdict:
    """Check that the rows agree with their hashes, then re-run the run and compare.

    The re-run does not read most stored rows, so it cannot notice damage to them. ``own`` are parts of the run that are not
    installed. Raises ``RunError`` for a file that cannot be read or holds no questions, ``PartError`` for a missing part.
    """
    stored = verify_hashes(path)
    if stored.bad_tick is not None:
        bad = stored.bad_tick
        return Verdict(stored.ticks, bad, _at(path, bad, own), "its hash does not agree with what is stored")
    verdict, lived_by = _again(path, own)
    if verdict.tick is None or lived_by == code_version.version():
        return verdict
    return replace(verdict, why=f"{verdict.why} (the run was begun by version {lived_by}, this is {code_version.version()})")


def _at(path: str | Path, tick: int, own: Parts | None) -> str:
    """The resident who differs first at a tick whose rows were changed; "" where the re-run does not show it."""
    try:
        verdict, _ = _again(path, own)
    except (RunError, PartError):
        return ""
    return verdict.resident if verdict.tick == tick else ""


def _again(path: str | Path, own: Parts | None) -> tuple[Verdict, str]:
    """The result of the re-run, and the code version that began the run."""
    with Run(path) as run, tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "again.sqlite"
        engine, store = _begin(run, Path(path), target, own)
        try:
            return _compare(run, engine, store), run.meta.version
        finally:
            store.close()


def _begin(run: Run, path: Path, target: Path, given: Parts | None) -> tuple[Engine, RunStore]:
    """The engine at the run's first own tick: new, or at the tick of the fork."""
    own, parent = Parts.recorded(run.meta.model, given, path), run.meta.parent
    since = int(parent["tick"]) if parent else -1
    scenario, tilemap = build.stored_scenario(run)
    backend = recorded_backend(run, since)
    if parent:
        store = fork(path, since, target)
        engine = build.go_on(store, backend, lambda _: None, embedder=recorded_vectors(run), own=own)
    else:
        store = RunStore.create(target, replace(build.header(scenario, tilemap, backend, run.meta.name, "", own), files={}))
        engine = build.begin(scenario, tilemap, store, backend, lambda _: None, recorded_vectors(run), own)
    return engine, store


def _compare(run: Run, engine: Engine, store: RunStore) -> Verdict:
    """Compare tick by tick; the hash does not change in ticks that were not written."""
    commands, hashes = recorded_commands(run), dict(run.hashes(run.last_tick))
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
