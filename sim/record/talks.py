"""Who talks with whom, and when: the ``talk`` events of a run, read as they come and kept as small records."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field

from sim.record.pack import read_object
from sim.record.schema import SEQ_BITS
from sim.record.town import TalkState, address_text


@dataclass(slots=True)
class TalkNote:
    """A talk as known so far. ``changes`` are (tick, slug, joined) in order; ``people`` everybody who ever took part."""

    id: str
    place: str
    start: int
    end: int | None = None
    people: list[str] = field(default_factory=list)
    changes: list[tuple[int, str, bool]] = field(default_factory=list)

    def present(self, tick: int) -> tuple[str, ...]:
        """Who is in it at ``tick``, in order of joining."""
        here: dict[str, None] = {}
        for at, who, joined in self.changes:
            if at > tick:
                break
            if joined:
                here[who] = None
            else:
                here.pop(who, None)
        return tuple(here)


class Talks:
    """All talks of a run, in order of their start."""

    def __init__(self, sql: sqlite3.Connection) -> None:
        self._sql = sql
        self._read = -1
        self._notes: dict[str, TalkNote] = {}

    def update(self, last_tick: int) -> None:
        """Take in what was recorded up to ``last_tick``."""
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
        note = self._notes.get(key)
        if note is None:
            note = self._notes[key] = TalkNote(key, address_text(data.get("place", "")), tick)
        phase, who = data.get("phase"), str(data.get("who") or "")
        if phase == "end":
            note.end = tick
        elif phase == "leave":
            note.changes.append((tick, who, False))
        else:
            people = data.get("people") if phase == "start" else [who]
            for slug in [str(one) for one in people if one] if isinstance(people, list) else []:
                note.changes.append((tick, slug, True))
                if slug not in note.people:
                    note.people.append(slug)

    def between(self, since: int, until: int) -> list[TalkNote]:
        """Talks that touch the ticks ``since`` to ``until``."""
        return [note for note in self._notes.values() if note.start <= until and (note.end is None or note.end >= since)]

    def at(self, tick: int) -> tuple[TalkState, ...]:
        """Talks that go on at ``tick``."""
        going = [note for note in self._notes.values() if note.start <= tick and (note.end is None or note.end > tick)]
        return tuple(TalkState(note.id, note.present(tick), note.place, note.start) for note in going)
