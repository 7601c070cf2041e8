"""The part of the reader that looks into heads: memories as they were, retrievals with their arithmetic, words anywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from sim.record import queries
from sim.record.errors import RunError, guarded
from sim.record.hits import unpack_hits
from sim.record.pack import clean, read_object
from sim.record.reader import Reader, end_of, words_of
from sim.record.rows import Found, StoredRetrieval
from sim.record.schema import SEQ_BITS
from sim.types import Memory, Retrieval

Sort = Literal["time", "importance", "used"]
ORDER: dict[str, str] = {"time": "m.n DESC", "importance": "rated DESC, m.n DESC", "used": "used DESC, m.n DESC"}
ANYWHEN = queries.AS_OF.split("  AND NOT EXISTS")[0]
"""As ``AS_OF``, forgotten memories included."""


class Heads(Reader):
    """Mixed into ``Run``."""

    @guarded
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
        offset: int = 0,
    ) -> list[Memory]:
        """A resident's stream as it was at ``tick``, ``accessed`` included, newest (or greatest) first.

        ``words`` must all occur (a phrase in double quotes); ``person`` is a slug: who the memory came from or who it
        names; ``day`` is a game day from 1; ``least`` the least importance.
        """
        where, values = self._narrow(words, kinds, least, person, day)
        query = f"{queries.AS_OF} {where} ORDER BY {ORDER[sort]} LIMIT :limit OFFSET :offset"
        values |= {"slug": slug, "tick": tick, "limit": limit, "offset": offset}
        return [queries.memory(row) for row in self._rows(query, values)]

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
            where, found["words"] = f"{where} AND holds(t.data, b.data, :words)", clean(words)
        if person:
            where += " AND (m.source = :person OR holds(t.data, b.data, :called))"
            found |= {"person": person, "called": f'"{self._called(person)}"'}
        if day is not None:
            where += " AND m.at >= :dawn AND m.at < :dawn + 86400"
            found["dawn"] = (day - 1) * 86400 - self._into_day()
        return where, found

    @guarded
    def memory(self, slug: str, n: int, tick: int) -> Memory:
        """One memory as it was at ``tick``, even if forgotten since. Raises ``RunError`` where there is none."""
        row = self._row(f"{ANYWHEN} AND m.n = :n", {"slug": slug, "tick": tick, "n": n})
        if row is None:
            raise RunError(f"{self.path}: {slug} has no memory {n} at tick {tick}")
        return queries.memory(row)

    @guarded
    def memory_tick(self, slug: str, n: int) -> int:
        """The tick at which a memory was made."""
        row = self._row("SELECT tick FROM memories WHERE resident = ? AND n = ?", (slug, n))
        if row is None:
            raise RunError(f"{self.path}: {slug} has no memory {n}")
        return int(row[0])

    @guarded
    def next_memory(self, slug: str, tick: int) -> int:
        """The n that a resident's next memory gets at ``tick``; those of forgotten ones are not used again."""
        row = self._row("SELECT max(n) FROM memories WHERE resident = ? AND tick <= ?", (slug, tick))
        return 0 if row is None or row[0] is None else int(row[0]) + 1

    @guarded
    def count_memories(self, slug: str, tick: int) -> int:
        """How many memories the stream holds at ``tick``."""
        made = self._row("SELECT count(*) FROM memories WHERE resident = ? AND tick <= ?", (slug, tick)) or (0,)
        gone = self._row("SELECT count(*) FROM removals WHERE resident = ? AND tick <= ?", (slug, tick)) or (0,)
        return int(made[0]) - int(gone[0])

    @guarded
    def states(self, tick: int) -> dict[str, Any]:
        """What the engine keeps to go on, as it was at ``tick``: key -> plain data."""
        return queries.states(self._sql, tick)

    @guarded
    def vectors(self, model: str) -> dict[str, bytes]:
        """Text -> stored float16 vector, of one embedder."""
        return queries.vectors(self._sql, model)

    @guarded
    def retrievals(self, slug: str, until: int, limit: int = 50) -> list[StoredRetrieval]:
        """The last retrievals of a resident up to ``until``, newest first, hits complete."""
        query = f"{_RETRIEVALS} WHERE r.resident = ? AND r.id < ? ORDER BY r.id DESC LIMIT ?"
        rows = self._rows(query, (slug, end_of(until), limit))
        known: dict[tuple[int, int], Memory] = {}
        return [self._retrieval(row, known) for row in rows]

    @guarded
    def retrieval(self, id: int) -> StoredRetrieval:
        """One retrieval. Raises ``RunError`` where there is none."""
        row = self._row(f"{_RETRIEVALS} WHERE r.id = ?", (id,))
        if row is None:
            raise RunError(f"{self.path}: there is no retrieval {id}")
        return self._retrieval(row, {})

    def _retrieval(self, row: tuple[Any, ...], known: dict[tuple[int, int], Memory]) -> StoredRetrieval:
        number, slug, purpose, at, touch, hits, query, base = row
        tick = int(number) >> SEQ_BITS
        found = unpack_hits(queries.text(hits, None), self._finder(slug, tick, known))
        return StoredRetrieval(number, tick, Retrieval(queries.text(query, base), int(at), str(purpose), found), bool(touch))

    def _finder(self, slug: str, tick: int, known: dict[tuple[int, int], Memory]) -> Callable[[int], Memory]:
        def find(n: int) -> Memory:
            if (tick, n) not in known:
                known[tick, n] = self.memory(slug, n, tick)
            return known[tick, n]

        return find

    @guarded
    def find(self, words: str, tick: int, limit: int = 200) -> list[Found]:
        """Where all the ``words`` occur up to ``tick``: memories and lines of talk of everybody, newest first."""
        words = clean(words)
        if not words_of(words):
            return []
        found = self._in_memories(words, tick, limit) + self._in_talk(words, tick, limit)
        return sorted(found, key=lambda one: (-one.tick, one.resident, one.n))[:limit]

    def _in_memories(self, words: str, tick: int, limit: int) -> list[Found]:
        rows = self._rows(
            "SELECT m.tick, m.resident, m.kind, m.n, t.data, b.data FROM memories m JOIN texts t ON t.id = m.text"
            " LEFT JOIN texts b ON b.id = t.base WHERE m.tick <= ? AND holds(t.data, b.data, ?) ORDER BY m.tick DESC LIMIT ?",
            (tick, words, limit),
        )
        return [Found(int(at), slug, kind, int(n), queries.text(data, base)) for at, slug, kind, n, data, base in rows]

    def _in_talk(self, words: str, tick: int, limit: int) -> list[Found]:
        rows = self._rows(
            f"SELECT id >> {SEQ_BITS}, key, data FROM events WHERE kind = 'say' AND id < ? AND holds(data, NULL, ?)"
            " ORDER BY id DESC LIMIT ?",
            (end_of(tick), words, limit),
        )
        said = [(int(at), key, read_object(data)) for at, key, data in rows]
        lines = [Found(at, str(data.get("who", "")), "say", -1, str(data.get("text", "")), key) for at, key, data in said]
        return [line for line in lines if all(word in line.text.casefold() for word in words_of(words))]


_RETRIEVALS = (
    "SELECT r.id, r.resident, r.purpose, r.at, r.touch, r.hits, t.data, b.data FROM retrievals r"
    " JOIN texts t ON t.id = r.query LEFT JOIN texts b ON b.id = t.base"
)
