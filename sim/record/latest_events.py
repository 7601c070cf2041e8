"""The last event of every kind and key at a tick that moves: cheap for small steps, some milliseconds for a jump.

Knows events and their index, not what they mean (``town_state``).
"""

from __future__ import annotations

import sqlite3
from typing import Any

from sim.record.codec import read_object
from sim.record.queries import distinct_keys
from sim.record.schema import SEQ_BITS

KINDS = ("move", "act", "object")
MAX_STEP = 360
"""Ticks up to which a move forward reads the events between; a longer move or one backward looks up every key again."""

LatestByKey = dict[str, tuple[int, dict[str, Any]]]


class LatestEvents:
    """``latest[kind][key]`` is (id, data) of the last event at or before ``tick``."""

    def __init__(self, sql: sqlite3.Connection) -> None:
        self._sql = sql
        self.tick = -1
        self.latest: dict[str, LatestByKey] = {kind: {} for kind in KINDS}
        self._keys: dict[str, list[str]] = {}
        self._keys_at = -2

    def seek(self, tick: int, last_tick: int) -> None:
        """Move to ``tick``. ``last_tick`` is the run's, to see whether the run has grown."""
        if not 0 <= tick - self.tick <= MAX_STEP:
            self._jump(tick, last_tick)
        elif tick > self.tick:
            self._step(tick)
        self.tick = tick

    def _step(self, tick: int) -> None:
        rows = self._sql.execute(
            "SELECT kind, key, id, data FROM events"
            " WHERE id >= ? AND id < ? AND +kind IN ('move', 'act', 'object') ORDER BY id",
            ((self.tick + 1) << SEQ_BITS, (tick + 1) << SEQ_BITS),
        )
        for kind, key, number, data in rows:
            self.latest[kind][key] = (number, read_object(data))

    def _jump(self, tick: int, last_tick: int) -> None:
        if self._keys_at != last_tick:
            self._keys = {kind: list(distinct_keys(self._sql, "events WHERE kind = ?", (kind,))) for kind in KINDS}
            self._keys_at = last_tick
        for kind in KINDS:
            found = ((key, self._last(kind, key, tick)) for key in self._keys[kind])
            self.latest[kind] = {key: last for key, last in found if last is not None}

    def _last(self, kind: str, key: str, tick: int) -> tuple[int, dict[str, Any]] | None:
        row = self._sql.execute(
            "SELECT id, data FROM events WHERE kind = ? AND key = ? AND id < ? ORDER BY id DESC LIMIT 1",
            (kind, key, (tick + 1) << SEQ_BITS),
        ).fetchone()
        if row is None:
            return None
        known = self.latest[kind].get(key)
        return known if known and known[0] == row[0] else (row[0], read_object(row[1]))
