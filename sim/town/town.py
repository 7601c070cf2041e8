"""A town from Python: load a scenario or open a run, live it tick by tick, look into it, fork it.

Every town is recorded in one run file, like those of the command line, which lives its towns through this class. Prints
nothing and opens no window unless asked to. Not safe for two threads at once.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from sim.engine.backend import STANDIN
from sim.engine.commands import known_commands
from sim.engine.edit import Edit, fork_run
from sim.engine.parts import Parts
from sim.engine.run import Control, Outcome, ask, run
from sim.engine.tick import Engine
from sim.record.codec import replace_surrogates
from sim.record.read import Run
from sim.scenario import load, load_yaml
from sim.scenario.checker import parse_duration
from sim.scenario.model import Scenario
from sim.town.collector import Collector, Reporter
from sim.town.minds import ModelChoice, SharedBackend, helper_before, is_answerer, recorded
from sim.town.recorded import TownRun
from sim.town.view import TownError, When
from sim.types import Command, Event, is_blank, write_address
from sim.world.clock import Clock

T = TypeVar("T")
Edits = Mapping[str, T] | Sequence[tuple[str, T]]
"""Edits by resident (or news): a mapping, or pairs."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A tick that has been lived. ``at`` is its game second, ``time`` its date and time; ``events`` what happened in it."""

    tick: int
    at: int
    time: dt.datetime
    events: tuple[Event, ...] = ()


class Town(TownRun):
    """A town. Make one with ``Town.load`` (a scenario) or ``Town.open`` (a saved run); close it, or use it in a ``with``."""

    def __init__(self, path: Path, clock: Clock, seconds: int, mind: SharedBackend, own: Parts) -> None:
        """Use ``load`` or ``open``."""
        super().__init__(path, clock, seconds, mind, own)
        self.collectors: list[Collector] = []
        self._commands: list[Command] = []

    # -- making one -----------------------------------------------------------------------------------------------------

    @classmethod
    def load(
        cls,
        source: str | Path | Scenario,
        *,
        model: ModelChoice = "bundled",
        seed: int | None = None,
        until: When | None = None,
        run: str | Path | None = None,
        embedder: str | None = None,
        guided: bool | None = None,
        style: str = "",
        gpu_layers: int = 0,
        helper: str = STANDIN,
        parts: Sequence[object] = (),
        minds: Mapping[str, object] | None = None,
        **rules: Any,
    ) -> Town:
        """A new town at its first tick.

        ``source`` is a scenario file, YAML text (anything with a line break), or a ``Scenario``. ``model`` answers (see
        ``ModelChoice``), ``guided`` or free as it knows itself unless told, and if free in the ``style`` ``small`` or
        ``full``, by its size unless told. ``run`` is where to record (default: a temporary
        file that goes with the town; ``save`` keeps it). ``embedder``: ``minilm``, ``hash``, ``none`` or a
        sentence-transformers model. ``helper`` answers beside the model what the rule ``share`` leaves to it. ``parts`` are own
        parts or names of installed ones (or of a memory preset that ships), ``minds`` own minds by resident.
        ``rules`` are those of the scenario: ``vision=4``.

        Raises ``ScenarioError``, ``MapError``, ``ModelError``, ``PartError`` and ``StoreError``.
        """
        scenario = _scenario(source, seed, rules)
        given = Parts.of([*parts, *([model] if is_answerer(model) else [])], minds)
        own = Parts.of_scenario(scenario, given)
        _check_minds(own, scenario)
        mind = SharedBackend(own.answerer or model, embedder, guided, gpu_layers, helper, style)
        town = cls(Path(run) if run else Path(), Clock(scenario.start), scenario.rules.tick, mind, own)
        town._scenario = scenario if until is None else replace(scenario, until=town.game_second(until))
        try:
            town._begin(town._scenario, run is None)
        except BaseException:
            town.close()
            raise
        return town

    @classmethod
    def open(
        cls,
        run: str | Path,
        *,
        at: When | None = None,
        model: ModelChoice | None = None,
        style: str = "",
        embedder: str | None = None,
        gpu_layers: int = 0,
        parts: Sequence[object] = (),
        minds: Mapping[str, object] | None = None,
    ) -> Town:
        """A saved run, at its last tick, with its own model, style and embedder unless told otherwise.

        ``at`` an earlier moment it can be looked into, interviewed and forked, but not lived on. Own parts that the run was
        lived with have to be installed, or given as ``parts`` or ``minds``. Model and file are opened when first needed; one
        process at a time may write a run. Raises ``RunError``, ``PartError``, later ``ModelError`` and ``StoreError``.
        """
        path = Path(run)
        with Run(path) as saved:
            meta, last = saved.meta, saved.last_tick
        given = Parts.of([*parts, *([model] if is_answerer(model) else [])], minds)
        own = Parts.recorded(meta.model, given, path)
        if model is None:
            mind = recorded(meta, own, embedder, gpu_layers, style)
        else:
            mind = SharedBackend(model, embedder or meta.embedder, None, gpu_layers, helper_before(meta), style)
        town = cls(path, Clock(meta.start), meta.tick_seconds, mind, own)
        if at is not None:
            town._past = town.game_second(at) // town.seconds
            if not 0 <= town._past <= last:
                raise TownError(f"{path}: the run goes from tick 0 to {last}, and not to {at!r}")
        return town

    def fork(
        self,
        run: str | Path | None = None,
        *,
        at: When | None = None,
        whisper: Edits[str] = (),
        forget: Edits[int] = (),
        plan: Edits[str] = (),
        move: Edits[str] = (),
        scenario: str = "",
    ) -> Town:
        """A town of its own that shares this town's past until ``at`` (default: now), perhaps with an edit, in the file ``run``
        (default: a temporary one).

        ``whisper``: slug -> a thought; ``forget``: slug -> the number of a memory; ``plan``: slug -> ``"18:00 dinner @ Cafe"``;
        ``move``: id of a news -> ``"Saturday 20:00 @ Cafe"``; ``scenario``: the YAML text of an edited scenario to go on with,
        as far as a town that has lived can (``sim.scenario.forks``). Several edits of one resident are given as pairs. Raises
        ``RunError`` for an edit that makes no sense here.
        """
        self.save()
        tick = self.tick if at is None else self.game_second(at) // self.seconds
        edit = Edit(_pairs(whisper), _pairs(forget), _pairs(plan), _pairs(move), scenario)
        town = Town(Path(run) if run else Path(), self.clock, self.seconds, self._mind.shared(), self.parts)
        try:
            if run is None:
                town._in_a_temporary_file(f"{self.path.stem}-fork")
            fork_run(self.path, tick, town.path, edit)
        except BaseException:
            town.close()
            raise
        return town

    # -- living -----------------------------------------------------------------------------------------------------------

    def step(self, ticks: int = 1) -> Tick:
        """Live so many ticks; returns the last of them.

        Whatever goes wrong, the run is saved up to the tick before, and the town stands there again. ``PartError`` names an
        own part that failed; ``ModelError`` says that the model is gone, ``StoreError`` and ``DiskFull``
        that the file cannot be written.
        """
        for _ in range(ticks):
            self._step()
        return self._last()

    def run(self, until: When | Callable[[Town], bool] | None = None, *, ticks: int | None = None) -> Town:
        """Live until a moment, for so many ``ticks``, until a function of the town is true or else to the scenario's end; the
        town itself. A time of day is the next one. Raises as ``step`` does."""
        done = until if callable(until) else _never
        end = self.until if callable(until) else self._end(until, ticks)
        last = math.inf if ticks is None else self.tick + ticks
        while self.at < end and self.tick < last and not done(self):
            self._step()
        return self

    def _end(self, until: When | None, ticks: int | None) -> float:
        """The game second at which to stop; the run's own end is moved where that is later."""
        if until is None:
            return self.until if ticks is None else math.inf
        end = self.game_second(until, self.at)
        if end > self.until:
            self._lived().set_until(end)
            self._scenario = replace(self.scenario, until=end)
        return end

    def __iter__(self) -> Iterator[Tick]:
        """Live to the scenario's end, a tick at a time."""
        while self.at < self.until:
            yield self.step()

    def live(self, control: Control, watch: Callable[[Engine, bool], None], until: int) -> Outcome:
        """Live at a pace that ``control`` sets, until game second ``until`` or a stop, and close; how it ended. ``watch(engine,
        paused)`` is called after every tick. What the command line and the window's process do; scripts want ``run``."""
        store, engine = self._lived(), self.engine
        store.set_until(until)
        store.set_status("running")
        self._living = True
        try:
            outcome = run(engine, store, until, control, watch)
        except KeyboardInterrupt:
            outcome = Outcome("interrupted", "Stopped at once, after the last whole tick.")
        except BaseException as error:
            self._let_go(error)
            raise
        engine.close()
        self._store, self._engine = None, None
        store.close(outcome.status, outcome.text)
        return outcome

    def command(self, kind: str, /, **data: Any) -> None:
        """Send a command as the user of the window would; it applies in the next tick and is recorded with it. Raises
        ``TownError`` for a kind that does not exist, and for a text without a visible character."""
        if kind not in known_commands():
            raise TownError(f"there is no command {kind!r}; there are {', '.join(known_commands())}")
        if data.get("who") and data["who"] not in self:
            raise TownError(f"nobody is called {data['who']!r} here; there are {', '.join(self._slugs)}")
        if is_blank(str(data.get("text", "-"))):
            raise TownError(f"the command {kind!r} has a text in which nothing can be seen; write what it should say")
        self._may_live()
        self._commands.append(Command(kind, data))

    def happening(self, text: str, where: str = "", kind: str = "say") -> None:
        """Begin a happening in the next tick: ``say`` (perceived by all residents in ``where``, a place as a scenario may write
        it; "" everywhere), ``object`` (``where`` gets the state ``text``) or ``weather``. Raises ``TownError`` for no place."""
        place = self.engine.world.places.find(where) if where else ()
        if place is None:
            raise TownError(f"there is no place {where!r}, or more than one; write it as `validate` and the map have it")
        self.command("happening", text=text, where=write_address(place) if place else "", kind=kind)

    def collect(
        self,
        every: str | int = "10 min",
        reporters: Mapping[str, Reporter] | None = None,
        residents: Mapping[str, Reporter] | None = None,
    ) -> Collector:
        """Note something now and at every multiple of ``every`` (a duration or game seconds) to come.

        ``reporters`` are functions of the town by name, ``residents`` functions of a resident, or names of attributes. Raises
        ValueError for a duration that cannot be read."""
        seconds = parse_duration(every) if isinstance(every, str) else int(every)
        if seconds < 1:
            raise ValueError(f"every is {every!r}; at least a game second is needed")
        collector = Collector(seconds, reporters or {}, residents or {})
        collector.look(self)
        self.collectors.append(collector)
        return collector

    def __enter__(self) -> Town:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- inside -----------------------------------------------------------------------------------------------------------

    def _may_live(self) -> None:
        if self._past is not None:
            raise TownError(f"{self.path}: this is the past, at tick {self._past}; `fork()` makes a town that goes on from it")

    def _step(self) -> None:
        self._may_live()
        engine, store = self.engine, self._lived()
        if not self._living:
            store.set_status("running")
            self._living = True
        commands, self._commands, self._events = self._commands, [], ()
        try:
            engine.step(commands)
        except BaseException as error:
            self._commands = commands + self._commands
            self._let_go(error)
            raise
        for collector in self.collectors:
            collector.look(self)

    def _last(self) -> Tick:
        return Tick(self.tick, self.at, self.time, self._events)

    def _ask(self, slug: str, question: str, options: tuple[str, ...], scale: tuple[float, float] | None) -> str:
        store = self._lived()
        return ask(self.engine, store, slug, replace_surrogates(question), options, scale)


def _scenario(source: str | Path | Scenario, seed: int | None, rules: Mapping[str, Any]) -> Scenario:
    if isinstance(source, Scenario):
        scenario = source
        if rules:
            raise TypeError("rules cannot be changed in a Scenario that is made already; load its file")
    else:
        overrides = {f"rules.{name}": list(value) if isinstance(value, tuple) else value for name, value in rules.items()}
        text = isinstance(source, str) and "\n" in source
        scenario = load_yaml(str(source), overrides) if text else load(source, overrides)
    if seed is not None and not 0 <= seed < 2**63:
        raise TownError(f"seed {seed}: must be 0 or more, below 2 to the 63rd, as in a scenario")
    return scenario if seed is None else replace(scenario, seed=seed)


def _check_minds(own: Parts, scenario: Scenario) -> None:
    slugs = [resident.slug for resident in scenario.residents]
    for slug in own.minds:
        if slug and slug not in slugs:
            raise TownError(f"minds names {slug!r}, who does not live here; there are {', '.join(slugs)}")


def _never(_: Town) -> bool:
    """The condition of a run that only time ends."""
    return False


def _pairs(edits: Edits[T]) -> tuple[tuple[str, T], ...]:
    return tuple(edits.items() if isinstance(edits, Mapping) else edits)
