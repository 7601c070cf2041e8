"""A town and its run file: opens the engine on it, saves, copies and closes it, and resumes from it after an error.

The middle third of ``Town``. Opens model, engine and file when they are first needed. Knows nothing of how time passes.
"""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from sim.engine import build
from sim.engine.parts import Parts
from sim.engine.resume import go_on
from sim.engine.run import Abandoned
from sim.engine.tick import Engine
from sim.llm.base import ModelError
from sim.record.errors import DiskFull, StoreError
from sim.record.read import Run
from sim.record.rows import TickRecord
from sim.record.shipped import ships
from sim.record.store import RunStore
from sim.scenario.model import Scenario
from sim.town.minds import SharedBackend
from sim.town.view import TownError, TownView
from sim.types import Event
from sim.world.clock import Clock
from sim.world.tilemap import TileMap


class TownRun(TownView):
    """Use ``Town``."""

    def __init__(self, path: Path, clock: Clock, seconds: int, mind: SharedBackend, own: Parts) -> None:
        self.path, self.clock, self.seconds, self.parts = path, clock, seconds, own
        self._mind = mind
        self._scenario: Scenario | None = None
        self._engine: Engine | None = None
        self._store: RunStore | None = None
        self._past: int | None = None
        """The earlier tick at which the town is only looked into; None where it can be lived."""
        self._living = self._closed = False
        self._events: tuple[Event, ...] = ()
        self._folder: weakref.finalize[Any, TownRun] | None = None

    @property
    def tick(self) -> int:
        if self._engine is not None:
            return self._engine.tick
        if self._past is not None:
            return self._past
        with Run(self.path) as run:
            return max(0, run.last_tick)

    @property
    def scenario(self) -> Scenario:
        if self._scenario is None:
            with Run(self.path) as run:
                self._scenario, _ = build.stored_scenario(run)
        return self._scenario

    @property
    def engine(self) -> Engine:
        self._lived()
        assert self._engine is not None
        return self._engine

    # -- keeping ----------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path | None = None) -> Path:
        """Write the present moment; the run file. With ``path``, a town that was recorded in a temporary file is from then on
        recorded there; any other is copied. Raises ``StoreError`` where ``path`` is taken."""
        if self._engine is not None and self._living:
            self._engine.recorder.finish(self._engine)
        return self.path if path is None else self._copy(Path(path))

    def _copy(self, target: Path) -> Path:
        if target.exists():
            raise StoreError(f"{target}: there is a file of this name already")
        target.parent.mkdir(parents=True, exist_ok=True)
        store, self._store = self._store, None
        if store is not None:
            store.close("interrupted" if self._living else None)
        shutil.copyfile(self.path, target)
        if self._folder is not None:
            self._folder()
            self._folder, self.path = None, target
        _rename(target)
        if store is not None and self._engine is not None:
            self._write_to(RunStore.open(self.path))
        return target

    def close(self) -> None:
        """Save, and release file and model; a temporary run is removed."""
        if self._closed:
            return
        store, engine, self._store, self._engine, self._closed = self._store, self._engine, None, None, True
        if store is not None and engine is not None:
            if self._living:
                engine.recorder.finish(engine)
                store.close("finished" if engine.at >= self.until else "interrupted")
            else:
                store.close()
        if engine is not None:
            engine.close()
        self._mind.close()
        if self._folder is not None:
            self._folder()

    # -- inside -----------------------------------------------------------------------------------------------------------

    def _begin(self, scenario: Scenario, temporary: bool) -> None:
        """The run file and the town's first tick."""
        backend, tilemap = self._mind.backend, TileMap.load(scenario.map)
        if temporary:
            self._in_a_temporary_file(scenario.id)
        header = build.header(scenario, tilemap, backend, self.path.stem, backend.spec, self.parts)
        store = RunStore.create(self.path, header)
        self._living = True
        self._attach(store, lambda: build.begin(scenario, tilemap, store, backend, _unseen, None, self.parts))

    def _lived(self) -> RunStore:
        """The store; store and engine are opened if they are not open yet, of a run that ships in a temporary copy."""
        if self._closed:
            raise TownError(f"{self.path}: this town is closed; Town.open goes on with it")
        if self._store is None:
            if ships(self.path):
                shipped = self.path
                self._in_a_temporary_file(shipped.stem)
                shutil.copyfile(shipped, self.path)
            backend, store = self._mind.backend, RunStore.open(self.path)
            self._attach(store, lambda: go_on(store, backend, _unseen, self._past, self.parts))
        assert self._store is not None
        return self._store

    def _attach(self, store: RunStore, make: Callable[[], Engine]) -> None:
        """Go on with the engine that is made on a store."""
        self._store = store
        try:
            self._engine = make()
        except BaseException as error:
            self._let_go(error)
            raise
        self._engine.recorder.sink = _Tap(self, store)

    def _write_to(self, store: RunStore) -> None:
        """Go on in another file."""
        self._store = store
        if self._living:
            store.set_status("running")
        self.engine.recorder.sink = _Tap(self, store)

    def _in_a_temporary_file(self, name: str) -> None:
        """Record in a file that is removed with the town."""
        folder = tempfile.mkdtemp(prefix="town-")
        self.path = Path(folder) / f"{name}.sqlite"
        self._folder = weakref.finalize(self, shutil.rmtree, folder, True)

    def _let_go(self, error: BaseException) -> None:
        """Close the file at its last whole tick with the reason; the town begins from there when it is used again. A temporary
        file is kept, and named beside the error."""
        if self._folder is not None and not isinstance(error, KeyboardInterrupt):
            self._folder.detach()
            self._folder = None
            error.add_note(f"The run up to this tick is kept: {self.path}")
        if self._engine is not None:
            self._engine.close()
        store, self._store, self._engine = self._store, None, None
        living, self._living = self._living, False
        if store is not None:
            with suppress(StoreError, DiskFull):
                store.close(*((_status_after(error), _first_line(error)) if living else ()))


class _Tap:
    """Notes the events of a tick on their way into the file."""

    def __init__(self, town: TownRun, store: RunStore) -> None:
        self._town, self._store = weakref.proxy(town), store

    def commit(self, record: TickRecord) -> bytes:
        hash = self._store.commit(record)
        self._town._events = tuple(record.events)
        return hash


def _rename(run: Path) -> None:
    """Write a copied run's own name into it."""
    store = RunStore.open(run)
    try:
        store.set_name(run.stem)
    finally:
        store.close()


def _status_after(error: BaseException) -> str:
    """The status of a run that ended with ``error``."""
    if isinstance(error, (DiskFull, ModelError)):
        return "paused"
    return "interrupted" if isinstance(error, (KeyboardInterrupt, Abandoned)) else "failed"


def _first_line(error: BaseException) -> str:
    """The line of the run file that says why it stopped."""
    lines = str(error).strip().splitlines()
    return lines[0][:200] if lines else type(error).__name__


def _unseen(_: tuple[str, ...]) -> None:
    """Ignores who is thinking: no window shows it."""
