"""One town to live: everything a process on this or another machine needs, and the living of it.

A job carries its scenario and map inside, so that it can be sent anywhere the program is installed. Its id follows from its
content: a changed scenario, or a changed program, makes another job, and the same job is never lived twice.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sim.engine import build, code_version
from sim.engine.run import Control, run
from sim.engine.tick import Engine
from sim.experiments.options import ExperimentError, Setting
from sim.record.read import Run, RunError
from sim.record.store import RunStore
from sim.scenario import load, load_text
from sim.scenario.model import Scenario
from sim.world.clock import Clock
from sim.world.tilemap import TileMap


@dataclass(frozen=True, slots=True)
class Mind:
    """Who thinks: as on the command line."""

    model: str
    embedder: str = ""
    guided: bool | None = None

    def open(self) -> build.Brains:
        """The brains. Raises ``ModelError``."""
        return build.open_brains(self.model, guided=self.guided, embedder=self.embedder or None)


@dataclass(frozen=True, slots=True)
class Job:
    """A town to live until game second ``until``. ``images`` are the map's, by name."""

    scenario_id: str
    scenario: str
    map_name: str
    map: str
    images: tuple[tuple[str, bytes], ...]
    seed: int
    until: int
    mind: Mind
    settings: Setting = ()
    condition: str = ""

    @property
    def id(self) -> str:
        """Sixteen hex digits that stand for all of the above and the code that lives it."""
        mind = [self.mind.model, self.mind.embedder, self.mind.guided]
        said = [self.scenario, self.map, self.seed, self.until, *mind, code_version.version()]
        return hashlib.blake2b(json.dumps(said, ensure_ascii=False).encode(), digest_size=8).hexdigest()

    @property
    def label(self) -> str:
        """The run's name: scenario, condition, seed and a part of the id."""
        condition = "-" + re.sub(r"\W+", "_", self.condition) if self.condition else ""
        return f"{self.scenario_id}{condition}-seed{self.seed}-{self.id[:6]}"


def make_job(
    path: str, seed: int | None, settings: Setting, mind: Mind, until: str, ticks: int | None, condition: str = ""
) -> Job:
    """The job of a scenario file. Raises ``ScenarioError``, ``MapError`` and ``ExperimentError``."""
    scenario = load(path, dict(settings) or None)
    tilemap = TileMap.load(scenario.map)
    end = _end(scenario, until, ticks)
    images = tuple(sorted(tilemap.files().items()))
    seed = scenario.seed if seed is None else seed
    return Job(scenario.id, scenario.text, tilemap.name, tilemap.text, images, seed, end, mind, settings, condition)


def _end(scenario: Scenario, until: str, ticks: int | None) -> int:
    if ticks is not None:
        return ticks * scenario.rules.tick
    if not until:
        return scenario.until
    try:
        return Clock(scenario.start).parse_when(until, 0)
    except ValueError as error:
        raise ExperimentError(f'--until {until!r}: {error}. Write HH:MM or "day 2 18:00".') from error


def is_done(job: Job, path: Path) -> bool:
    """Whether the run file of a job is complete."""
    if not path.exists():
        return False
    try:
        with Run(path) as saved:
            return saved.meta.status == "finished" and saved.last_tick * saved.meta.tick_seconds >= job.until
    except RunError:
        return False


def live(job: Job, path: Path, wanted: Callable[[], bool] = lambda: True) -> None:
    """Live a job to its end in the run file ``path``, going on where it stopped. ``wanted`` is asked every tick: once it says
    no, the run is saved as it is. Raises ``ExperimentError`` when the model gives up, and the parts' own errors."""
    if is_done(job, path):
        return
    brains = job.mind.open()
    try:
        store, engine = _opened(job, path, brains)
        try:
            control = Control()
            outcome = run(engine, store, job.until, control, lambda _engine, _paused: _watch(control, wanted))
        except BaseException:
            store.close()
            raise
        store.close(outcome.status, outcome.text)
    finally:
        brains.close()
    if outcome.status == "paused":
        raise ExperimentError(f"{path}: {outcome.text}")


def _watch(control: Control, wanted: Callable[[], bool]) -> None:
    control.stopping = control.stopping or not wanted()


def _opened(job: Job, path: Path, brains: build.Brains) -> tuple[RunStore, Engine]:
    """The run so far, or a new one where there is none worth going on with."""
    if path.exists():
        store = RunStore.open(path)
        if store.last_tick >= 0:
            store.set_status("running")
            return store, build.go_on(store, brains, _quiet)
        store.close()
        path.unlink()
    path.parent.mkdir(parents=True, exist_ok=True)
    tilemap = TileMap.parse(job.map, base=None, images=dict(job.images), name=job.map_name)
    scenario = replace(load_text(job.scenario, tilemap, job.scenario_id), seed=job.seed, until=job.until)
    store = RunStore.create(path, build.header(scenario, tilemap, brains, path.stem, job.mind.model))
    return store, build.begin(scenario, tilemap, store, brains, _quiet)


def _quiet(_: Any) -> None:
    """Nobody watches who is thinking."""
