"""``TextStore`` writes the tables ``texts`` (content-addressed, each text once) and ``states``, both delta-compressed.

A long text is deflated with a base as dictionary: the last base of the same lineage, such as the same resident's prompts for
one task. A base is stored without a base of its own, so that reading a text takes two rows at most. Texts without a lineage
(memories, queries) stay plain.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from sim.record.codec import MAX_PLAIN, compress, digest, replace_surrogates

TEXT_DELTA_SHARE = 0.5
"""If a text's delta is larger than this share of the text deflated alone, the text becomes the new base (MEASURED.md)."""
STATE_DELTA_SHARE = 0.3
"""The same share for states."""
MAX_CACHED_IDS = 200_000
"""The most text ids kept in memory, to save look-ups."""


@dataclass(frozen=True, slots=True)
class _Base:
    """A base: its id (of a text) or tick (of a state), its bytes, and its compressed size."""

    number: int
    text: bytes
    stored_size: int


class TextStore:
    """Returns ids for texts. Call ``clear_cache`` after a transaction was rolled back."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._sql = connection
        self._ids: dict[bytes, int] = {}
        self._bases: dict[tuple[str, ...], _Base] = {}
        self._state_bases: dict[str, _Base] = {}

    def clear_cache(self) -> None:
        """Forget all ids and bases; they may name rows that were never committed."""
        self._ids.clear()
        self._bases.clear()
        self._state_bases.clear()

    def id(self, text: str, lineage: tuple[str, ...] = ()) -> int:
        """The id of ``text``, which is stored if it is new. ``lineage`` names the texts that it resembles."""
        text = replace_surrogates(text)
        key = digest(text)
        known = self._ids.get(key)
        if known is None:
            known = self._find(key) or self._insert(key, text, lineage)
            if len(self._ids) >= MAX_CACHED_IDS:
                self._ids.clear()
            self._ids[key] = known
        return known

    def _find(self, key: bytes) -> int | None:
        row = self._sql.execute("SELECT id FROM texts WHERE digest = ?", (key,)).fetchone()
        return int(row[0]) if row else None

    def _insert(self, key: bytes, text: str, lineage: tuple[str, ...]) -> int:
        base, data = self._compressed(text, self._bases.get(lineage), TEXT_DELTA_SHARE) if lineage else (None, text)
        row = self._sql.execute("INSERT INTO texts (digest, base, data) VALUES (?, ?, ?)", (key, base, data))
        number = int(row.lastrowid or 0)
        if lineage and base is None and len(text) > MAX_PLAIN:
            self._bases[lineage] = _Base(number, text.encode(), len(data))
        return number

    def add_states(self, tick: int, states: Mapping[str, str]) -> None:
        """Store the states at ``tick``, by key."""
        bases = self._state_bases
        rows = [(key, tick, *self._compressed(text, bases.get(key), STATE_DELTA_SHARE)) for key, text in states.items()]
        self._sql.executemany("INSERT OR REPLACE INTO states (key, tick, base, data) VALUES (?, ?, ?, ?)", rows)
        bases |= {k: _Base(tick, states[k].encode(), len(data)) for k, _, base, data in rows if base is None}

    def _compressed(self, text: str, base: _Base | None, share: float) -> tuple[int | None, str | bytes]:
        """(base, data). Data is a delta if that is smaller than ``share`` of the text alone, whose size is estimated from the
        compression ratio of the base."""
        if base is None or len(text) <= MAX_PLAIN:
            return None, compress(text)
        delta = compress(text, base.text)
        alone = len(text) * base.stored_size / len(base.text)
        return (base.number, delta) if len(delta) < share * alone else (None, compress(text))
