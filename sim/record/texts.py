"""Writing texts once by content, and states as differences. Knows the tables ``texts`` and ``states``, not their meaning.

A long text is deflated with the text it resembles as dictionary (the last whole one of the same lineage: the same resident's
prompt for the same task). A base is always stored whole, so that reading takes two rows at most.
Texts without a lineage (memories, queries) stay plain.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from sim.record.pack import PLAIN, clean, digest, pack

TEXT_WORTH, STATE_WORTH = 0.5, 0.3
"""A difference larger than this share of the whole deflated text makes that text a base of its own (measured: README)."""
KNOWN = 200_000
"""Text ids remembered, to spare look-ups."""


@dataclass(frozen=True, slots=True)
class _Base:
    """A text stored whole: its id or tick, its bytes, and how many it took."""

    number: int
    text: bytes
    packed: int


class Texts:
    """Hands out ids for texts. ``forget`` after a transaction was taken back."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._sql = connection
        self._ids: dict[bytes, int] = {}
        self._bases: dict[tuple[str, ...], _Base] = {}
        self._state_bases: dict[str, _Base] = {}

    def forget(self) -> None:
        """Drop everything remembered; it may name rows that were never committed."""
        self._ids.clear()
        self._bases.clear()
        self._state_bases.clear()

    def id(self, text: str, lineage: tuple[str, ...] = ()) -> int:
        """The id of ``text``, stored now if it is new. ``lineage`` names the texts that it resembles."""
        text = clean(text)
        name = digest(text)
        known = self._ids.get(name)
        if known is None:
            known = self._find(name) or self._insert(name, text, lineage)
            if len(self._ids) >= KNOWN:
                self._ids.clear()
            self._ids[name] = known
        return known

    def _find(self, name: bytes) -> int | None:
        row = self._sql.execute("SELECT id FROM texts WHERE digest = ?", (name,)).fetchone()
        return int(row[0]) if row else None

    def _insert(self, name: bytes, text: str, lineage: tuple[str, ...]) -> int:
        base, data = self._against(text, self._bases.get(lineage), TEXT_WORTH) if lineage else (None, text)
        row = self._sql.execute("INSERT INTO texts (digest, base, data) VALUES (?, ?, ?)", (name, base, data))
        number = int(row.lastrowid or 0)
        if lineage and base is None and len(text) > PLAIN:
            self._bases[lineage] = _Base(number, text.encode(), len(data))
        return number

    def states(self, tick: int, states: Mapping[str, str]) -> None:
        """Store the states at ``tick``, by key."""
        rows = [(key, tick, *self._against(text, self._state_bases.get(key), STATE_WORTH)) for key, text in states.items()]
        self._sql.executemany("INSERT OR REPLACE INTO states (key, tick, base, data) VALUES (?, ?, ?, ?)", rows)
        self._state_bases |= {k: _Base(tick, states[k].encode(), len(data)) for k, _, base, data in rows if base is None}

    def _against(self, text: str, base: _Base | None, worth: float) -> tuple[int | None, str | bytes]:
        """(base, data): as a difference where that is small beside the whole, which is taken to deflate as its base did."""
        if base is None or len(text) <= PLAIN:
            return None, pack(text)
        small = pack(text, base.text)
        whole = len(text) * base.packed / len(base.text)
        return (base.number, small) if len(small) < worth * whole else (None, pack(text))
