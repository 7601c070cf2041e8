"""``TalkIndex``: all talks of a run in memory, built from its ``talk`` events and extended as the run grows."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field

from sim.record.codec import read_object
from sim.record.schema import SEQ_BITS
from sim.record.town_state import TalkState, address_from_data
from sim.types import write_address


@dataclass(slots=True)
class TalkHistory:
    """One talk up to now. ``changes`` are (tick, slug, joined) in order; ``people`` are all who ever took part."""

    id: str
    place: str
    start: int
    end: int | None = None
    people: list[str] = field(default_factory=list)
    changes: list[tuple[int, str, bool]] = field(default_factory=list)

    def present(self, tick: int) -> tuple[str, ...]:
        """The residents in the talk at ``tick``, in order of joining."""
        here: dict[str, None] = {}
        for at, who, joined in self.changes:
            if at > tick:
                break
            if joined:
                here[who] = None
            else:
                here.pop(who, None)
        return tuple(here)


class TalkIndex:
    """All talks of a run, in order of their start."""

    def __init__(self, sql: sqlite3.Connection) -> None:
        self._sql = sql
        self._read = -1
        self._talks: dict[str, TalkHistory] = {}

    def update(self, last_tick: int) -> None:
        """Read the events up to ``last_tick`` that were not read yet."""
        if last_tick == self._read:
            return
        where = "kind = 'talk'" if self._read < 0 else "+kind = 'talk'"
        rows = self._sql.execute(
            f"SELECT id >> {SEQ_BITS}, key, data FROM events WHERE {where} AND id >= ? AND id < ? ORDER BY id",
            ((self._read + 1) << SEQ_BITS, (last_tick + 1) << SEQ_BITS),
        )
        for tick, key, data in rows:
            self._take(tick, key, read_object(data))
        self._read = last_tick

    def _take(self, tick: int, key: str, data: dict[str, object]) -> None:
        talk = self._talks.get(key)
        if talk is None:
            talk = self._talks[key] = TalkHistory(key, write_address(address_from_data(data.get("place", ""))), tick)
        phase, who = data.get("phase"), str(data.get("who") or "")
        if phase == "end":
            talk.end = tick
        elif phase == "leave":
            talk.changes.append((tick, who, False))
        else:
            people = data.get("people") if phase == "start" else [who]
            for slug in [str(one) for one in people if one] if isinstance(people, list) else []:
                talk.changes.append((tick, slug, True))
                if slug not in talk.people:
                    talk.people.append(slug)

    def between(self, since: int, until: int) -> list[TalkHistory]:
        """The talks during the ticks ``since`` to ``until``."""
        return [talk for talk in self._talks.values() if talk.start <= until and (talk.end is None or talk.end >= since)]

    def at(self, tick: int) -> tuple[TalkState, ...]:
        """The talks that are going on at ``tick``."""
        going = [talk for talk in self._talks.values() if talk.start <= tick and (talk.end is None or talk.end > tick)]
        return tuple(TalkState(talk.id, talk.present(tick), talk.place, talk.start) for talk in going)
