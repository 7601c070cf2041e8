"""``TownJob``: one simulation to run, as plain data that can be sent to another process or machine; ``run_job`` runs it.

A job contains its scenario and map. Its id is a digest of its content and of the program's code: a changed scenario or program
makes another job, and the same job is never run twice.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from sim.engine import build, code_version
from sim.engine.backend import Backend
from sim.engine.run import Control
from sim.experiments.options import FIRST_KNOWER, ExperimentError, MindSpec, Overrides
from sim.experiments.seeding import with_events, with_first_knower
from sim.record.read import Run, RunError
from sim.record.store import RunStore
from sim.scenario import load, load_text
from sim.scenario.model import Scenario
from sim.town import Town
from sim.world.clock import Clock
from sim.world.tilemap import TileMap

ATTEMPTS = 3
"""How often a job is started before it counts as failed."""


@dataclass(frozen=True, slots=True)
class TownJob:
    """A simulation to run until game second ``until``. ``images`` are those of the map, by name."""

    scenario_id: str
    scenario: str
    map_name: str
    map: str
    images: tuple[tuple[str, bytes], ...]
    seed: int
    until: int
    mind: MindSpec
    overrides: Overrides = ()
    condition: str = ""

    @property
    def id(self) -> str:
        """A digest of the job's content and of the program's code: 16 hex digits."""
        mind = [self.mind.model, self.mind.embedder, self.mind.guided]
        said = [self.scenario, self.map, self.seed, self.until, *mind, code_version.version()]
        return hashlib.blake2b(json.dumps(said, ensure_ascii=False).encode(), digest_size=8).hexdigest()

    @property
    def label(self) -> str:
        """The run's name: scenario, condition, seed and a part of the id."""
        condition = "-" + re.sub(r"\W+", "_", self.condition) if self.condition else ""
        return f"{self.scenario_id}{condition}-seed{self.seed}-{self.id[:6]}"


@dataclass(frozen=True, slots=True)
class JobResult:
    """A job that is over. ``problem`` is "", or says why there is no complete run at ``path``."""

    job: TownJob
    path: Path
    problem: str = ""


def run_path(folder: Path, job: TownJob) -> Path:
    """The path of a job's run file."""
    return folder / f"{job.label}.sqlite"


def make_job(
    path: str,
    seed: int | None,
    overrides: Overrides,
    mind: MindSpec,
    until: str,
    ticks: int | None,
    condition: str = "",
    events: tuple[str, ...] = (),
) -> TownJob:
    """The job of a scenario file; ``overrides`` may name a ``FIRST_KNOWER``, ``events`` are as for ``with_events``. Raises
    ``ScenarioError``, ``MapError`` and ``ExperimentError``."""
    written = {key: value for key, value in overrides if key != FIRST_KNOWER}
    scenario = load(path, written)
    place = dict(overrides).get(FIRST_KNOWER)
    first = with_first_knower(scenario, str(place), scenario.seed if seed is None else seed) if place is not None else ()
    if more := dict([*first, *with_events(scenario, events)]):
        scenario = load(path, {**written, **more})
    tilemap = TileMap.load(scenario.map)
    end = _end(scenario, until, ticks)
    images = tuple(sorted(tilemap.files().items()))
    seed = scenario.seed if seed is None else seed
    return TownJob(scenario.id, scenario.text, tilemap.name, tilemap.text, images, seed, end, mind, overrides, condition)


def _end(scenario: Scenario, until: str, ticks: int | None) -> int:
    if ticks is not None:
        return ticks * scenario.rules.tick
    if not until:
        return scenario.until
    try:
        return Clock(scenario.start).parse_when(until, 0)
    except ValueError as error:
        raise ExperimentError(f'--until {until!r}: {error}. Write HH:MM or "day 2 18:00".') from error


def is_done(job: TownJob, path: Path) -> bool:
    """Whether ``path`` is the complete run of a job."""
    if not path.exists():
        return False
    try:
        with Run(path) as saved:
            return saved.meta.status == "finished" and saved.last_tick * saved.meta.tick_seconds >= job.until
    except RunError:
        return False


def run_job(job: TownJob, path: Path, keep_going: Callable[[], bool] = lambda: True) -> None:
    """Run a job to its end into the run file ``path``, resuming it if it was interrupted. ``keep_going`` is called every tick;
    once it returns False, the run is saved as it is. Raises ``ExperimentError`` if the model fails, and the parts' errors."""
    if is_done(job, path):
        return
    control, backend = Control(), job.mind.open()

    def watch(*_: object) -> None:
        control.stopping = control.stopping or not keep_going()

    try:
        if not path.exists():
            _begin(job, path, backend)
        with Town.open(path, model=backend) as town:
            outcome = town.live(control, watch, job.until)
    finally:
        backend.close()
    if outcome.status == "paused":
        raise ExperimentError(f"{path}: {outcome.text}")


def _begin(job: TownJob, path: Path, backend: Backend) -> None:
    """Write the run file of a new run, without any tick."""
    tilemap = TileMap.parse(job.map, base=None, images=dict(job.images), name=job.map_name)
    scenario = replace(load_text(job.scenario, tilemap, job.scenario_id), seed=job.seed, until=job.until)
    RunStore.create(path, build.header(scenario, tilemap, backend, path.stem, job.mind.model)).close()
