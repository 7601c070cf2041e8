"""Recompute the hash chain from the stored rows, to find out whether a run was changed. Needs no model and no scenario.

The engine's ``verify`` re-runs a run from its recorded replies.
"""

from __future__ import annotations

import heapq
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from sim.record import hash_chain
from sim.record.connection import SCAN_TIMEOUT, open_reader
from sim.record.errors import DECODE_ERRORS, RunError, describe_error
from sim.record.queries import decode_text
from sim.record.schema import SEQ_BITS

Line = tuple[int, str]
"""(tick, line of its hash)."""
AFTER_LAST_TICK = 1 << 40
UNREADABLE = ""
"""Stands for the line of a row that cannot be decoded; no real line is empty."""


@dataclass(frozen=True, slots=True)
class HashCheck:
    """``ticks`` agree; ``bad_tick`` is the first that does not (None: all agree); ``hash`` is that of the last good tick."""

    ticks: int
    bad_tick: int | None
    hash: bytes


def verify_hashes(path: str | Path) -> HashCheck:
    """Recompute the hash of every tick. Raises ``RunError`` for a file that cannot be read."""
    sql = open_reader(Path(path))
    sql.query_timeout = SCAN_TIMEOUT
    try:
        return _verify(sql)
    except DECODE_ERRORS as error:
        raise RunError(f"{path}: {describe_error(error)}") from error
    finally:
        sql.close()


def _verify(sql: sqlite3.Connection) -> HashCheck:
    by_tick = groupby(heapq.merge(*_lines(sql, 0, AFTER_LAST_TICK), key=_tick), key=_tick)
    following = next(by_tick, None)
    hash, good = hash_chain.START, 0
    for tick, stored in sql.execute("SELECT tick, hash FROM ticks ORDER BY tick"):
        lines: list[str] = []
        if following is not None and following[0] == tick:
            lines = [line for _, line in following[1]]
            following = next(by_tick, None)
        if following is not None and following[0] < tick:  # rows of a tick that is not in the table
            return HashCheck(good, following[0], hash)
        link = hash_chain.link(hash, tick, lines)
        if link != stored:
            return HashCheck(good, int(tick), hash)
        hash, good = link, good + 1
    return HashCheck(good, None if following is None else following[0], hash)


def _tick(line: Line) -> int:
    return line[0]


def hash_tick(sql: sqlite3.Connection, tick: int, previous: bytes) -> bytes:
    """The hash of one tick, computed from its rows."""
    return hash_chain.link(previous, tick, [line for lines in _lines(sql, tick, tick + 1) for _, line in lines])


def _lines(sql: sqlite3.Connection, since: int, until: int) -> list[Iterator[Line]]:
    """The lines of the ticks ``since`` to before ``until``: one stream per table in canonical order, each by tick."""
    ids = (since << SEQ_BITS, until << SEQ_BITS)
    ticks = (since, until)
    makers: list[tuple[Callable[..., str], str, tuple[int, int]]] = [
        (hash_chain.event_line, _EVENTS, ids),
        (_memory, _MEMORIES, ticks),
        (hash_chain.rating_line, _RATINGS, ticks),
        (hash_chain.removal_line, _REMOVALS, ticks),
        (_retrieval, _RETRIEVALS, ids),
    ]
    return [_stream(sql, query, bounds, maker) for maker, query, bounds in makers]


def _stream(sql: sqlite3.Connection, query: str, bounds: tuple[int, int], maker: Callable[..., str]) -> Iterator[Line]:
    for tick, *row in sql.execute(query, bounds):
        try:
            yield int(tick), maker(*row)
        except (zlib.error, ValueError, TypeError):  # the text or its base is missing, so this is the bad tick
            yield int(tick), UNREADABLE


def _memory(resident: str, n: int, data: Any, base: Any, *row: object) -> str:
    hashed = row if row[-1] else row[:-1]  # without an origin, where there is none
    return hash_chain.memory_line(resident, n, hashed, decode_text(data, base))


def _retrieval(resident: str, purpose: str, at: int, touch: int, hits: Any, data: Any, base: Any) -> str:
    return hash_chain.retrieval_line(resident, purpose, at, touch, decode_text(data, base), decode_text(hits, None))


_TEXT = "LEFT JOIN texts t ON t.id = {} LEFT JOIN texts b ON b.id = t.base"
_EVENTS = (
    f"SELECT id >> {SEQ_BITS}, kind, key, data FROM events"
    f" WHERE id >= ? AND id < ? AND kind <> '{hash_chain.UNHASHED}' ORDER BY id"
)
_MEMORIES = (
    "SELECT tick, resident, n, t.data, b.data, at, accessed, kind, importance, evidence, expires, source, depth,"
    f" origin FROM memories m {_TEXT.format('m.text')} WHERE tick >= ? AND tick < ? ORDER BY tick, resident, n"
)
_RATINGS = (
    "SELECT tick, resident, n, importance FROM ratings WHERE tick >= ? AND tick < ? ORDER BY tick, resident, n, importance"
)
_REMOVALS = "SELECT tick, resident, n FROM removals WHERE tick >= ? AND tick < ? ORDER BY tick, resident, n"
_RETRIEVALS = (
    f"SELECT r.id >> {SEQ_BITS}, resident, purpose, at, touch, hits, t.data, b.data FROM retrievals r "
    f"{_TEXT.format('r.query')} WHERE r.id >= ? AND r.id < ? ORDER BY r.id"
)
