"""The part of ``Run`` that reads events: the town's state at a tick, talks, plans.

The last event of every kind and key at a tick that moves is cheap for small steps, and takes some milliseconds for a jump.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sim.record import hash_chain, town_state
from sim.record.base_reader import BaseReader, end_of, start_of
from sim.record.codec import read_object
from sim.record.errors import RunError, raises_run_error
from sim.record.queries import distinct_keys
from sim.record.rows import StoredTalk
from sim.record.schema import MAX_SEQ, MAX_TICK, SEQ_BITS
from sim.record.talk_index import TalkHistory, TalkIndex
from sim.record.town_state import ResidentState, TownState
from sim.types import Block, Event, Step

STATE_EVENTS = ("move", "act", "object")
MAX_STEP = 360
"""Ticks up to which a move forward reads the events between; a longer move or one backward looks up every key again."""

LatestByKey = dict[str, tuple[int, dict[str, Any]]]


class LatestEvents:
    """``latest[kind][key]`` is (id, data) of the last event at or before ``tick``."""

    def __init__(self, sql: sqlite3.Connection) -> None:
        self._sql = sql
        self.tick = -1
        self.latest: dict[str, LatestByKey] = {kind: {} for kind in STATE_EVENTS}
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
            self._keys = {kind: list(distinct_keys(self._sql, "events WHERE kind = ?", (kind,))) for kind in STATE_EVENTS}
            self._keys_at = last_tick
        for kind in STATE_EVENTS:
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


class EventReader(BaseReader):
    """A mix-in of ``Run``. ``last_tick`` is -1 before the first commit."""

    def __init__(self, path: str | Path) -> None:
        super().__init__(path)
        self.last_tick = -1
        self._version: object = None
        self._latest = LatestEvents(self._sql)
        self._talks = TalkIndex(self._sql)
        self._ended: dict[str, StoredTalk] = {}
        self._weather: list[tuple[int, str]] = []
        self._weather_at = -1
        self._state: TownState | None = None
        try:
            self.refresh()
        except RunError:
            self.close()
            raise

    @raises_run_error
    def refresh(self) -> int:
        """Read ``last_tick`` and ``meta`` again if the file has changed, and return ``last_tick``.

        Takes some microseconds if nothing was written since.
        """
        version = (self._row("PRAGMA data_version") or (0,))[0]
        if version != self._version:
            row = self._row("SELECT max(tick) FROM ticks")
            self.last_tick = -1 if row is None or row[0] is None else int(row[0])
            if self.last_tick > MAX_TICK:
                raise ValueError(f"tick {self.last_tick}")
            self.read_meta()
            self._version = version
        return self.last_tick

    @raises_run_error
    def hashes(self, until: int) -> list[tuple[int, bytes]]:
        """(tick, hash) of the ticks up to ``until`` that changed the hash."""
        rows = [(int(tick), bytes(hash)) for tick, hash in self._rows("SELECT tick, hash FROM ticks WHERE tick <= ?", (until,))]
        before = [hash_chain.START, *(hash for _, hash in rows)]
        return [row for row, last in zip(rows, before, strict=False) if row[1] != last]

    @raises_run_error
    def hash_at(self, tick: int) -> bytes:
        """The hash of the last tick up to ``tick``."""
        row = self._row("SELECT hash FROM ticks WHERE tick <= ? ORDER BY tick DESC LIMIT 1", (tick,))
        return hash_chain.START if row is None else bytes(row[0])

    @raises_run_error
    def state(self, tick: int) -> TownState:
        """The town's state at ``tick``, which is clamped to 0 .. ``last_tick``."""
        tick = max(0, min(tick, self.last_tick))
        if self.last_tick < 0:
            return TownState(0)
        if self._state is None or self._state.tick != tick:
            self._latest.seek(tick, self.last_tick)
            self._talks.update(self.last_tick)
            self._state = self._town_state(tick)
        return self._state

    def _town_state(self, tick: int) -> TownState:
        moves, acts, things = (self._latest.latest[kind] for kind in ("move", "act", "object"))
        talks = self._talks.at(tick)
        talking = {slug: talk.id for talk in talks for slug in talk.people}
        residents: dict[str, ResidentState] = {
            slug: town_state.resident_state(tick, move, acts.get(slug), talking.get(slug, "")) for slug, move in moves.items()
        }
        objects = {key: (str(data.get("state", "")), str(data.get("by") or "")) for key, (_, data) in things.items()}
        return TownState(tick, residents, objects, talks, self.weather(tick))

    @raises_run_error
    def weather(self, tick: int) -> str:
        """The weather at ``tick``; "" for none in particular."""
        if self._weather_at != self.last_tick:
            for event in self.events(self._weather_at + 1, self.last_tick, ("happening",)):
                if event.data.get("kind") == "weather":
                    self._weather.append((event.tick, str(event.data.get("text", ""))))
            self._weather_at = self.last_tick
        return next((text for at, text in reversed(self._weather) if at <= tick), "")

    @raises_run_error
    def events(
        self,
        since: int,
        until: int,
        kinds: Sequence[str] | None = None,
        key: str | None = None,
        limit: int | None = None,
        newest_first: bool = False,
    ) -> list[Event]:
        """Events of the ticks ``since`` to ``until`` (both included) in order, of these kinds and this key."""
        where, values = ["id >= ?", "id < ?"], [start_of(since), end_of(until)]
        wanted: list[Any] = [*values]
        if kinds is not None:
            # Without a key, the primary key is faster than the index by kind for a short range and for a limit.
            plus = "+" if key is None and (limit is not None or (until - since) * 8 < self.last_tick) else ""
            where.append(f"{plus}kind IN ({','.join('?' * len(kinds))})")
            wanted += kinds
        if key is not None:
            where.append("key = ?")
            wanted.append(key)
        order = "DESC" if newest_first else "ASC"
        query = f"SELECT id, kind, key, data FROM events WHERE {' AND '.join(where)} ORDER BY id {order} LIMIT ?"
        return [_event(row) for row in self._rows(query, [*wanted, -1 if limit is None else limit])]

    @raises_run_error
    def marks(self, kinds: Sequence[str], after_tick: int = -1) -> list[tuple[int, str, str]]:
        """(tick, kind, key) of every event of these kinds after a tick, for the timeline."""
        plus = "+" if after_tick * 8 > self.last_tick * 7 else ""
        where = f"{plus}kind IN ({','.join('?' * len(kinds))}) AND id >= ?"
        query = f"SELECT id >> {SEQ_BITS}, kind, key FROM events WHERE {where} ORDER BY id"
        return [(int(tick), kind, key) for tick, kind, key in self._rows(query, [*kinds, start_of(after_tick + 1)])]

    @raises_run_error
    def plan(self, slug: str, tick: int) -> tuple[Block, ...]:
        """The day's plan as it stood at ``tick``."""
        last = self.events(0, tick, ("plan",), slug, 1, newest_first=True)
        return tuple(town_state.block_from_data(data) for data in last[0].data["blocks"]) if last else ()

    @raises_run_error
    def steps(self, slug: str, tick: int) -> tuple[Step, ...]:
        """The steps of the current block at ``tick``."""
        last = self.events(0, tick, ("step",), slug, 1, newest_first=True)
        return tuple(town_state.step_from_data(data) for data in last[0].data["steps"]) if last else ()

    @raises_run_error
    def talks(self, slug: str | None, since: int, until: int) -> list[StoredTalk]:
        """Talks (of one resident, or all) during the ticks ``since`` to ``until``, with all their lines up to ``until``."""
        self._talks.update(self.last_tick)
        found = self._talks.between(since, until)
        return [self._talk(talk, until) for talk in found if slug is None or slug in talk.people]

    def _talk(self, history: TalkHistory, until: int) -> StoredTalk:
        ended = self._ended.get(history.id)
        if ended is not None and ended.end_tick == history.end and (history.end or 0) <= until:
            return ended
        said = self.events(history.start, until, ("say",), history.id)
        lines = tuple((event.tick, str(event.data.get("who", "")), str(event.data.get("text", ""))) for event in said)
        acts = tuple(str(event.data.get("act", "")) for event in said)
        end = history.end if history.end is not None and history.end <= until else None
        talk = StoredTalk(history.id, tuple(history.people), history.place, history.start, end, lines, acts)
        if end is not None:
            self._ended[history.id] = talk
        return talk


def _event(row: tuple[Any, ...]) -> Event:
    number, kind, key, data = row
    return Event(int(number) >> SEQ_BITS, int(number) & (MAX_SEQ - 1), str(kind), str(key), read_object(data))
