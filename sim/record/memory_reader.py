"""The part of ``Run`` that reads memories as they were at a tick, retrievals with their scores, and searches for words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from sim.record import queries
from sim.record.base_reader import BaseReader, end_of, words_of
from sim.record.codec import read_object, replace_surrogates
from sim.record.errors import RunError, raises_run_error
from sim.record.hits import taken_hits, unpack_hits
from sim.record.queries import decode_text
from sim.record.rows import SearchResult, StoredRetrieval
from sim.record.schema import SEQ_BITS
from sim.types import Memory, Retrieval

Sort = Literal["time", "importance", "used"]
ORDER_BY: dict[str, str] = {"time": "m.n DESC", "importance": "rated DESC, m.n DESC", "used": "used DESC, m.n DESC"}
AS_OF_WITH_REMOVED = queries.AS_OF.split("  AND NOT EXISTS")[0]
"""As ``AS_OF``, including removed memories."""


class MemoryReader(BaseReader):
    """A mix-in of ``Run``."""

    @raises_run_error
    def memories(
        self,
        slug: str,
        tick: int,
        words: str = "",
        kinds: Sequence[str] | None = None,
        least: float | None = None,
        person: str = "",
        day: int | None = None,
        sort: Sort = "time",
        limit: int = 200,
    ) -> list[Memory]:
        """A resident's memory stream as it was at ``tick``, last access included, sorted in descending order.

        ``words`` must all occur (a phrase in double quotes). ``person`` is the slug of the memory's source or of a resident
        whom it names, ``day`` a game day from 1, ``least`` the least importance.
        """
        where, values = self._narrow(words, kinds, least, person, day)
        query = f"{queries.AS_OF} {where} ORDER BY {ORDER_BY[sort]} LIMIT :limit"
        values |= {"slug": slug, "tick": tick, "limit": limit}
        return [queries.memory_from_row(row) for row in self._rows(query, values)]

    def _narrow(
        self, words: str, kinds: Sequence[str] | None, least: float | None, person: str, day: int | None
    ) -> tuple[str, dict[str, Any]]:
        where, values = "", {f"kind{i}": kind for i, kind in enumerate(kinds or ())}
        found: dict[str, Any] = dict(values)
        if kinds is not None:
            where += f" AND m.kind IN ({','.join(f':kind{i}' for i in range(len(kinds)))})"
        if least is not None:
            where, found["least"] = f"{where} AND rated >= :least", least
        if words_of(words):
            where, found["words"] = f"{where} AND holds(t.data, b.data, :words)", replace_surrogates(words)
        if person:
            where += " AND (m.source = :person OR holds(t.data, b.data, :called))"
            found |= {"person": person, "called": f'"{self._first_name(person)}"'}
        if day is not None:
            where += " AND m.at >= :dawn AND m.at < :dawn + 86400"
            found["dawn"] = (day - 1) * 86400 - self._start_seconds()
        return where, found

    @raises_run_error
    def memory(self, slug: str, n: int, tick: int) -> Memory:
        """One memory as it was at ``tick``, even if it was removed. Raises ``RunError`` if there is none."""
        row = self._row(f"{AS_OF_WITH_REMOVED} AND m.n = :n", {"slug": slug, "tick": tick, "n": n})
        if row is None:
            raise RunError(f"{self.path}: {slug} has no memory {n} at tick {tick}")
        return queries.memory_from_row(row)

    @raises_run_error
    def memory_tick(self, slug: str, n: int) -> int:
        """The tick at which a memory was created."""
        row = self._row("SELECT tick FROM memories WHERE resident = ? AND n = ?", (slug, n))
        if row is None:
            raise RunError(f"{self.path}: {slug} has no memory {n}")
        return int(row[0])

    @raises_run_error
    def next_memory(self, slug: str, tick: int) -> int:
        """The n of a resident's next memory at ``tick``; the n of a removed memory is not used again."""
        row = self._row("SELECT max(n) FROM memories WHERE resident = ? AND tick <= ?", (slug, tick))
        return 0 if row is None or row[0] is None else int(row[0]) + 1

    @raises_run_error
    def count_memories(self, slug: str, tick: int) -> int:
        """The number of memories in the stream at ``tick``."""
        made = self._row("SELECT count(*) FROM memories WHERE resident = ? AND tick <= ?", (slug, tick)) or (0,)
        gone = self._row("SELECT count(*) FROM removals WHERE resident = ? AND tick <= ?", (slug, tick)) or (0,)
        return int(made[0]) - int(gone[0])

    @raises_run_error
    def states(self, tick: int) -> dict[str, Any]:
        """The engine's state at ``tick``: key -> plain data."""
        return queries.states(self._sql, tick)

    @raises_run_error
    def vectors(self, model: str) -> dict[str, bytes]:
        """Text -> stored float16 vector of one embedder."""
        return queries.vectors(self._sql, model)

    @raises_run_error
    def retrievals(self, slug: str, until: int, limit: int = 50) -> list[StoredRetrieval]:
        """The last retrievals of a resident up to ``until`` with their hits, newest first."""
        query = f"{_RETRIEVALS} WHERE r.resident = ? AND r.id < ? ORDER BY r.id DESC LIMIT ?"
        rows = self._rows(query, (slug, end_of(until), limit))
        known: dict[tuple[int, int], Memory] = {}
        return [self._retrieval(row, known) for row in rows]

    @raises_run_error
    def retrieved(self, slug: str, until: int) -> frozenset[int]:
        """The n of the memories that retrievals up to ``until`` took at a later moment than they were made at. That an insight
        was refreshed, because it would have been drawn anew, is no retrieval."""
        asked = "SELECT at, hits FROM retrievals WHERE resident = ? AND id < ? AND purpose != 'refresh' ORDER BY id"
        made = dict(self._rows("SELECT n, at FROM memories WHERE resident = ?", (slug,)))
        return frozenset(
            n
            for at, hits in self._rows(asked, (slug, end_of(until)))
            for n in taken_hits(decode_text(hits, None))
            if at > made.get(n, at)
        )

    def _retrieval(self, row: tuple[Any, ...], known: dict[tuple[int, int], Memory]) -> StoredRetrieval:
        number, slug, purpose, at, touch, hits, query, base = row
        tick = int(number) >> SEQ_BITS
        found = unpack_hits(decode_text(hits, None), self._finder(slug, tick, known))
        return StoredRetrieval(number, tick, Retrieval(decode_text(query, base), int(at), str(purpose), found, bool(touch)))

    def _finder(self, slug: str, tick: int, known: dict[tuple[int, int], Memory]) -> Callable[[int], Memory]:
        def find(n: int) -> Memory:
            if (tick, n) not in known:
                known[tick, n] = self.memory(slug, n, tick)
            return known[tick, n]

        return find

    @raises_run_error
    def find(self, words: str, tick: int, limit: int = 200) -> list[SearchResult]:
        """The memories and lines of talk of all residents up to ``tick`` in which all ``words`` occur, newest first."""
        words = replace_surrogates(words)
        if not words_of(words):
            return []
        found = self._in_memories(words, tick, limit) + self._in_talk(words, tick, limit)
        return sorted(found, key=lambda one: (-one.tick, one.resident, one.n))[:limit]

    def _in_memories(self, words: str, tick: int, limit: int) -> list[SearchResult]:
        rows = self._rows(
            "SELECT m.tick, m.resident, m.kind, m.n, t.data, b.data FROM memories m JOIN texts t ON t.id = m.text"
            " LEFT JOIN texts b ON b.id = t.base WHERE m.tick <= ? AND holds(t.data, b.data, ?) ORDER BY m.tick DESC LIMIT ?",
            (tick, words, limit),
        )
        return [SearchResult(int(at), slug, kind, int(n), decode_text(data, base)) for at, slug, kind, n, data, base in rows]

    def _in_talk(self, words: str, tick: int, limit: int) -> list[SearchResult]:
        rows = self._rows(
            f"SELECT id >> {SEQ_BITS}, key, data FROM events WHERE kind = 'say' AND id < ? AND holds(data, NULL, ?)"
            " ORDER BY id DESC LIMIT ?",
            (end_of(tick), words, limit),
        )
        said = ((int(at), key, read_object(data)) for at, key, data in rows)
        lines = [SearchResult(at, str(say.get("who", "")), "say", -1, str(say.get("text", "")), key) for at, key, say in said]
        return [line for line in lines if all(word in line.text.casefold() for word in words_of(words))]


_RETRIEVALS = (
    "SELECT r.id, r.resident, r.purpose, r.at, r.touch, r.hits, t.data, b.data FROM retrievals r"
    " JOIN texts t ON t.id = r.query LEFT JOIN texts b ON b.id = t.base"
)
