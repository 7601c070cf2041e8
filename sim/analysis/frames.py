"""A run as pandas DataFrames: one row per memory, line of talk, event, stay, doing. Needs the extra ``analysis``.

``frame(run, table)`` gives the tables that exports write (residents, events, memories, utterances, retrievals, questions);
the others are what this room works out itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sim.analysis.extras import library
from sim.analysis.setting import Setting
from sim.analysis.stays import doings, stays
from sim.record.errors import RunError
from sim.record.export.tables import tables
from sim.record.read import Run
from sim.types import write_address


def frame(run: Run, table: str) -> Any:
    """A table of the run as a DataFrame. Raises ``RunError`` for a table that does not exist."""
    known = tables(run)
    if table not in known:
        raise RunError(f"{run.path}: there is no table {table!r}; there are {', '.join(known)}")
    return library("pandas").DataFrame(list(known[table]()))


def events(run: Run, kind: str) -> Any:
    """The events of one kind, their data as columns beside ``tick`` and ``key``."""
    rows = [{"tick": event.tick, "key": event.key, **event.data} for event in run.events(0, run.last_tick, (kind,))]
    return library("pandas").DataFrame(rows)


def whereabouts(setting: Setting) -> Any:
    """``resident, start, end, arena, stood`` (ticks): where everybody was."""
    rows = [(slug, s.start, s.end, write_address(s.arena), s.stood) for slug, found in stays(setting).items() for s in found]
    return library("pandas").DataFrame(rows, columns=["resident", "start", "end", "arena", "stood"])


def activities(setting: Setting) -> Any:
    """``resident`` and the fields of a ``Doing``: what everybody did."""
    rows = [
        {"resident": slug, **asdict(done), "address": write_address(done.address)}
        for slug, found in doings(setting).items()
        for done in found
    ]
    return library("pandas").DataFrame(rows)


def table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str] = ()) -> Any:
    """Plain rows as a DataFrame, with its columns even where there is no row."""
    return library("pandas").DataFrame(list(rows), columns=list(columns) or None)
