"""What a town shows: its moment, its residents, tables of what happened, its picture. The reading half of ``Town``.

Tables and pictures are made from the run file, by the rooms that know how; pandas and pygame are imported only then.
"""

from __future__ import annotations

import datetime as dt
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.engine.tick import Engine
from sim.record.errors import RunError
from sim.record.read import Run
from sim.scenario.model import Scenario
from sim.town import notebook
from sim.town.resident import Resident
from sim.world.clock import Clock

if TYPE_CHECKING:
    import pandas as pd

When = str | int | dt.datetime
"""A moment: ``"09:30"``, ``"day 2 18:00"``, ``"tick 400"``, a date and time, or game seconds since the scenario's start."""


class TownError(RunError):
    """Something that cannot be done with this town; the message says what and what to do instead."""


class TownView(ABC):
    """``path`` is the run file, ``clock`` the calendar, ``seconds`` the game seconds of a tick."""

    path: Path
    clock: Clock
    seconds: int
    _picture: tuple[int, bytes | None] = (-1, None)
    """The tick last drawn, and its picture."""

    @property
    @abstractmethod
    def tick(self) -> int:
        """The last tick lived, from 0."""

    @property
    def at(self) -> int:
        """Game seconds since the scenario's start."""
        return self.tick * self.seconds

    @property
    @abstractmethod
    def scenario(self) -> Scenario:
        """The scenario of the town."""

    @property
    def until(self) -> int:
        """The game second at which the scenario ends."""
        return self.scenario.until

    @property
    def time(self) -> dt.datetime:
        """The date and time in town."""
        return self.moment(self.at)

    @property
    def now(self) -> str:
        """The same in words: ``Friday, May 8, 2026, 09:30``."""
        return self.clock.now_text(self.at)

    def moment(self, at: int) -> dt.datetime:
        """The date and time at game second ``at``."""
        return self.clock.moment(at)

    @property
    @abstractmethod
    def engine(self) -> Engine:
        """The engine, for what this class does not offer. Raises what opening model and file raise."""

    @property
    def residents(self) -> tuple[Resident, ...]:
        """All residents, in scenario order."""
        return tuple(Resident(self, slug) for slug in self._slugs)

    def __getitem__(self, name: str) -> Resident:
        """A resident by slug, full or first name. Raises KeyError."""
        for resident in self.scenario.residents:
            if name.lower() in (resident.slug.lower(), resident.name.lower(), resident.first.lower()):
                return Resident(self, resident.slug)
        raise KeyError(f"nobody is called {name!r} here; there are {', '.join(self._slugs)}")

    def __contains__(self, slug: object) -> bool:
        return slug in self._slugs

    @property
    def _slugs(self) -> tuple[str, ...]:
        return tuple(resident.slug for resident in self.scenario.residents)

    @property
    def events(self) -> pd.DataFrame:
        """Everything that happened so far: ``tick``, ``seq``, ``time``, ``kind``, ``key``, ``data``. Needs pandas."""
        return self.frame("events")

    @property
    def talks(self) -> pd.DataFrame:
        """Every line of talk so far: ``talk``, ``tick``, ``time``, ``place``, ``who``, ``text``. Needs pandas."""
        return self.frame("utterances")

    @property
    def memories(self) -> pd.DataFrame:
        """The memories of all residents so far, a row each: ``resident``, ``n``, ``tick``, ``time``, ``kind``, ``text``,
        ``importance``, ``evidence`` and more. Needs pandas."""
        return self.frame("memories")

    def frame(self, table: str) -> pd.DataFrame:
        """A table of the run up to now: ``events``, ``memories``, ``utterances``, ``retrievals``, ``questions``, ``residents``
        (``sim/examples/README.md`` lists their columns). Raises ``RunError`` for another, ``MissingExtra`` without pandas."""
        from sim.analysis.extras import library
        from sim.record.export.columns import COLUMNS
        from sim.record.export.tables import tables

        tick = self.tick
        with Run(self.path) as run:
            known = tables(run)
            if table not in known:
                raise RunError(f"{run.path}: there is no table {table!r}; there are {', '.join(known)}")
            found = library("pandas").DataFrame(list(known[table]()), columns=list(COLUMNS[table]))
        if "time" in found:
            found["time"] = found["time"].astype("datetime64[s]")
        return found[found["tick"] <= tick] if "tick" in found else found

    def evaluate(self, measures: Sequence[object] | None = None) -> Any:
        """How believable the town has been so far, as ``sim.analysis.evaluate.Evaluation``; with own ``measures`` (None: those
        that are installed)."""
        from sim.analysis.evaluate import evaluate

        self.save()
        return evaluate(self.path, measures)

    def watch(self, tabs: Sequence[type] = ()) -> int:
        """Open the window on the run as it is so far, and return when it is closed. ``tabs`` are own tabs of the inspector.
        Raises ``NoDisplay`` where there is no screen."""
        from sim.view.app import watch

        self.save()
        return watch(str(self.path), tabs=tabs)

    def picture(self, size: tuple[int, int] = (800, 500)) -> bytes:
        """The town now as PNG, in pixels. Raises ``RunError`` where it cannot be drawn."""
        self.save()
        tiles = [resident.tile for resident in self.residents if resident.doing]
        return notebook.picture(self.path, self.tick, size, tiles)

    @abstractmethod
    def save(self) -> Path:
        """Write the present moment; the run file."""

    @abstractmethod
    def command(self, kind: str, /, **data: Any) -> None:
        """Send a command as the user of the window would."""

    @abstractmethod
    def _ask(self, slug: str, question: str, options: tuple[str, ...], scale: tuple[float, float] | None) -> str:
        """What a resident answers: one of ``options``, a number from the first to the last of ``scale``, or a text."""

    def game_second(self, when: When, after: int = 0) -> int:
        """A moment as game seconds; a time of day is the next one ``after``. Raises ValueError with how to write it."""
        if isinstance(when, dt.datetime):
            return int((when - self.clock.start).total_seconds())
        if isinstance(when, int):
            return when
        if when.startswith("tick ") and when.removeprefix("tick ").strip().isdigit():
            return int(when.removeprefix("tick ")) * self.seconds
        return self.clock.parse_when(when, after)

    def __repr__(self) -> str:
        return f"<Town {self.scenario.name!r}, {self.now}, tick {self.tick}>"

    def _repr_png_(self) -> bytes | None:
        if self._picture[0] != self.tick:
            try:
                self._picture = (self.tick, self.picture())
            except (RunError, ImportError):
                self._picture = (self.tick, None)
        return self._picture[1]

    def _repr_html_(self) -> str:
        return notebook.page(self.scenario.name, self.now, len(self.residents), self._repr_png_())
