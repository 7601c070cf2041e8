"""Resumes a run. Where thinking takes game time, its last ticks are lived again first, from their recorded replies.

Open thoughts cannot be stored. So such a run is lived again from the last tick at which all thoughts were finished up to its
end; then the questions that are still open are asked. Knows run files and engines, not what a tick does.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from sim.answer.recorded import Parted, Recorded, RecordedReply
from sim.engine import build
from sim.engine.backend import Backend, embedder_of
from sim.engine.deliberation import last_quiet, quiet
from sim.engine.parts import Parts
from sim.engine.rounds import Thinking
from sim.engine.tick import Engine
from sim.llm.base import ModelInfo
from sim.memory import CachedEmbedder
from sim.record.errors import RunError
from sim.record.fork import fork
from sim.record.read import Run
from sim.record.rows import FullQuestion
from sim.record.store import RunStore
from sim.types import Command

NO_LIMIT = 10**9
"""More questions than any run has."""


def go_on(store: RunStore, backend: Backend, thinking: Thinking, tick: int | None = None, own: Parts | None = None) -> Engine:
    """As ``build.go_on``, with the thoughts that were open. Raises ``RunError`` where a run cannot be lived again as it was."""
    if tick is None and store.last_tick >= 0 and not quiet(store.last_tick):
        with Run(store.path) as run:
            scenario, _ = build.stored_scenario(run)
            if scenario.rules.thinking:
                return _lived_again(run, store, backend, thinking, own)
    return build.go_on(store, backend, thinking, tick, None, own)


def _lived_again(run: Run, store: RunStore, backend: Backend, thinking: Thinking, own: Parts | None) -> Engine:
    """The engine at the last tick, after living all ticks since the last quiet tick in a copy of the run."""
    since, last = last_quiet(store.last_tick), store.last_tick
    embedder = embedder_of(backend.embedder_name)
    embedder.load(store.vectors(embedder.name).items())
    with tempfile.TemporaryDirectory() as folder:
        copy = fork(store.path, since, Path(folder) / "since.sqlite")
        try:
            engine = build.go_on(copy, recorded_backend(run, since), lambda _: None, embedder=embedder, own=own)
            commands = recorded_commands(run, since)
            while engine.tick < last:
                engine.step(commands.get(engine.tick + 1, ()))
            if copy.hash != store.hash:
                raise RunError(f"{store.path}: ticks {since} to {last} come out differently now; `verify` says where")
        except Parted as parted:
            raise RunError(f"{store.path}: it cannot be gone on with ({parted.why}); `verify` says where") from None
        finally:
            copy.close()
    build.attach(engine, store, backend, thinking)
    return engine


def recorded_backend(run: Run, since: int = -1) -> Backend:
    """A backend that answers what the run asked after tick ``since``, in its order."""
    answers = Recorded(recorded_replies(run, since), "full")
    return Backend(answers, None, ModelInfo("recorded", "", True, 0), run.meta.embedder)


def recorded_replies(run: Run, since: int = -1) -> Iterator[RecordedReply]:
    """Every question after tick ``since`` with its reply, in the order asked."""
    rows = run.questions(None, since + 1, run.last_tick, NO_LIMIT)
    return (_reply(run.question(row.id)) for row in reversed(rows))


def _reply(stored: FullQuestion) -> RecordedReply:
    row = stored.row
    return RecordedReply(row.resident, row.task, stored.system, stored.user, stored.reply, row.mode, row.problem, row.fallback)


def recorded_commands(run: Run, since: int = -1) -> dict[int, list[Command]]:
    """The users' recorded commands by tick."""
    found: dict[int, list[Command]] = {}
    for event in run.events(since + 1, run.last_tick, ("command",)):
        data = {"kind" if key == "of" else key: value for key, value in event.data.items() if key != "kind"}
        found.setdefault(event.tick, []).append(Command(str(event.data["kind"]), data))
    return found


def recorded_vectors(run: Run) -> CachedEmbedder:
    """An embedder that uses the run's stored vectors first, so that another CPU's rounding changes nothing."""
    cached = embedder_of(run.meta.embedder)
    cached.load(run.vectors(cached.name).items())
    return cached
