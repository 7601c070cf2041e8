"""A run as pandas DataFrames. Needs the extra ``analysis``.

``table_frame`` gives the tables that exports write (residents, events, memories, utterances, retrievals, questions).
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from sim.analysis.extras import library
from sim.analysis.intervals import activities, stays
from sim.analysis.run_context import RunContext
from sim.record.errors import RunError
from sim.record.export.tables import tables
from sim.record.read import Run
from sim.types import write_address


def table_frame(run: Run, table: str) -> Any:
    """A table of the run as a DataFrame. Raises ``RunError`` if there is no such table."""
    known = tables(run)
    if table not in known:
        raise RunError(f"{run.path}: there is no table {table!r}; there are {', '.join(known)}")
    return library("pandas").DataFrame(list(known[table]()))


def stay_frame(context: RunContext) -> Any:
    """Where every resident was: columns ``resident``, ``start``, ``end``, ``arena``, ``stood`` (times in ticks)."""
    rows = [(slug, s.start, s.end, write_address(s.arena), s.stood) for slug, found in stays(context).items() for s in found]
    return library("pandas").DataFrame(rows, columns=["resident", "start", "end", "arena", "stood"])


def activity_frame(context: RunContext) -> Any:
    """What every resident did: columns ``resident`` and the fields of ``Activity``."""
    rows = [
        {"resident": slug, **asdict(done), "address": write_address(done.address)}
        for slug, found in activities(context).items()
        for done in found
    ]
    return library("pandas").DataFrame(rows)
