"""Data collected at intervals while a town is lived: rows of the whole town and rows of every resident.

As a data collector of other simulators does (Mesa's ``model_reporters`` and ``agent_reporters``). Made by ``Town.collect``.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from sim.town.resident import Resident
    from sim.town.view import TownView

Reporter = Callable[[Any], Any] | str
"""A function of the town (or of a resident), or the name of one of its attributes."""


class Collector:
    """``rows`` and ``resident_rows`` are plain dictionaries; the frames are made of them when asked for."""

    def __init__(self, every: int, reporters: Mapping[str, Reporter], residents: Mapping[str, Reporter]) -> None:
        """``every`` in game seconds."""
        self.every, self.reporters, self.residents = every, dict(reporters), dict(residents)
        self.rows: list[dict[str, Any]] = []
        self.resident_rows: list[dict[str, Any]] = []
        self._due: int | None = None

    def look(self, town: TownView) -> None:
        """Add rows, if it is time: at the first look, then at every whole multiple of ``every``."""
        if self._due is not None and town.at < self._due:
            return
        self._due = (town.at // self.every + 1) * self.every
        moment = {"tick": town.tick, "time": town.time}
        if self.reporters:
            self.rows.append({**moment, **{name: _value(town, reporter) for name, reporter in self.reporters.items()}})
        if self.residents:
            self.resident_rows += [self._row(moment, resident) for resident in town.residents]

    def _row(self, moment: Mapping[str, Any], resident: Resident) -> dict[str, Any]:
        found = {name: _value(resident, reporter) for name, reporter in self.residents.items()}
        return {**moment, "resident": resident.slug, **found}

    @property
    def frame(self) -> pd.DataFrame:
        """A row per look: ``tick``, ``time`` and the reporters. Needs pandas."""
        return importlib.import_module("pandas").DataFrame(self.rows, columns=["tick", "time", *self.reporters])

    @property
    def resident_frame(self) -> pd.DataFrame:
        """A row per look and resident: ``tick``, ``time``, ``resident`` and the reporters. Needs pandas."""
        columns = ["tick", "time", "resident", *self.residents]
        return importlib.import_module("pandas").DataFrame(self.resident_rows, columns=columns)


def _value(of: Any, reporter: Reporter) -> Any:
    return getattr(of, reporter) if isinstance(reporter, str) else reporter(of)
