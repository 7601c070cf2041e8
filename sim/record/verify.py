"""Recompute the chain of hashes from the stored rows: has anybody, or a broken disk, changed the run?

Re-running a run from its recorded replies is the engine's; this needs no model and no scenario.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.record import chain
from sim.record.errors import MALFORMED, RunError, explain
from sim.record.open import LONG_PATIENCE, open_reader
from sim.record.queries import text
from sim.record.schema import SEQ_BITS

Line = tuple[int, str]
"""(tick, line of its hash)."""
ALWAYS = 1 << 40
UNREADABLE = ""
"""Stands for a line that cannot be made; no line of a hash is empty."""


@dataclass(frozen=True, slots=True)
class Verified:
    """``ticks`` that agree; ``bad_tick`` is the first that does not (None: all agree); ``hash`` of the last good tick."""

    ticks: int
    bad_tick: int | None
    hash: bytes


def verify_hashes(path: str | Path) -> Verified:
    """Recompute every tick's hash. Raises ``RunError`` for a file that cannot be read."""
    sql = open_reader(Path(path))
    sql.patience = LONG_PATIENCE
    try:
        return _verify(sql)
    except MALFORMED as error:
        raise RunError(f"{path}: {explain(error)}") from error
    finally:
        sql.close()


def _verify(sql: sqlite3.Connection) -> Verified:
    queues = [_Queue(lines) for lines in _lines(sql, 0, ALWAYS)]
    hash, good = chain.START, 0
    for tick, stored in sql.execute("SELECT tick, hash FROM ticks ORDER BY tick"):
        stray = min((queue.tick for queue in queues), default=ALWAYS)
        if stray < tick:
            return Verified(good, stray, hash)
        link = chain.link(hash, tick, [line for queue in queues for line in queue.take(tick)])
        if link != stored:
            return Verified(good, int(tick), hash)
        hash, good = link, good + 1
    stray = min(queue.tick for queue in queues)
    return Verified(good, stray if stray < ALWAYS else None, hash)


def hash_of(sql: sqlite3.Connection, tick: int, previous: bytes) -> bytes:
    """The hash of one tick from its rows."""
    return chain.link(previous, tick, [line for lines in _lines(sql, tick, tick + 1) for _, line in lines])


class _Queue:
    """Lines in order of their ticks, handed out tick by tick. ``tick`` is that of the next one."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = iter(lines)
        self._step()

    def _step(self) -> None:
        self.tick, self._line = next(self._lines, (ALWAYS, ""))

    def take(self, tick: int) -> Iterator[str]:
        while self.tick == tick:
            yield self._line
            self._step()


def _lines(sql: sqlite3.Connection, since: int, until: int) -> list[Iterator[Line]]:
    """The lines of the ticks ``since`` to before ``until``, one stream per table, in canonical order."""
    ids = (since << SEQ_BITS, until << SEQ_BITS)
    ticks = (since, until)
    makers: list[tuple[Callable[..., str], str, tuple[int, int]]] = [
        (chain.event_line, _EVENTS, ids),
        (_memory, _MEMORIES, ticks),
        (chain.rating_line, _RATINGS, ticks),
        (chain.removal_line, _REMOVALS, ticks),
        (_retrieval, _RETRIEVALS, ids),
    ]
    return [_stream(sql, query, bounds, maker) for maker, query, bounds in makers]


def _stream(sql: sqlite3.Connection, query: str, bounds: tuple[int, int], maker: Callable[..., str]) -> Iterator[Line]:
    for tick, *row in sql.execute(query, bounds):
        try:
            yield int(tick), maker(*row)
        except (zlib.error, ValueError, TypeError):  # the words are gone, or what they build on: then this is the bad tick
            yield int(tick), UNREADABLE


def _memory(resident: str, n: int, data: Any, base: Any, *row: object) -> str:
    return chain.memory_line(resident, n, row, text(data, base))


def _retrieval(resident: str, purpose: str, at: int, touch: int, hits: Any, data: Any, base: Any) -> str:
    return chain.retrieval_line(resident, purpose, at, touch, text(data, base), text(hits, None))


_TEXT = "LEFT JOIN texts t ON t.id = {} LEFT JOIN texts b ON b.id = t.base"
_EVENTS = (
    f"SELECT id >> {SEQ_BITS}, kind, key, data FROM events WHERE id >= ? AND id < ? AND kind <> '{chain.UNHASHED}' ORDER BY id"
)
_MEMORIES = (
    "SELECT tick, resident, n, t.data, b.data, at, accessed, kind, importance, evidence, expires, source, depth"
    f" FROM memories m {_TEXT.format('m.text')} WHERE tick >= ? AND tick < ? ORDER BY tick, resident, n"
)
_RATINGS = (
    "SELECT tick, resident, n, importance FROM ratings WHERE tick >= ? AND tick < ? ORDER BY tick, resident, n, importance"
)
_REMOVALS = "SELECT tick, resident, n FROM removals WHERE tick >= ? AND tick < ? ORDER BY tick, resident, n"
_RETRIEVALS = (
    f"SELECT r.id >> {SEQ_BITS}, resident, purpose, at, touch, hits, t.data, b.data FROM retrievals r "
    f"{_TEXT.format('r.query')} WHERE r.id >= ? AND r.id < ? ORDER BY r.id"
)
