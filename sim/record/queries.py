"""Queries that both the writer and the reader use: memories as of a tick, states, vectors, texts.

Every function takes an open connection. Nothing is cached.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any, cast, get_args

from sim.record.codec import decompress, read_json
from sim.types import Memory, MemoryKind

MEMORY_KINDS: tuple[str, ...] = get_args(MemoryKind)

AS_OF = """
SELECT m.n, m.kind, m.at,
  max(m.accessed, coalesce((SELECT max(a.at) FROM accesses a
    WHERE a.resident = m.resident AND a.n = m.n AND a.tick <= :tick), m.accessed)) AS used,
  coalesce((SELECT r.importance FROM ratings r WHERE r.resident = m.resident AND r.n = m.n AND r.tick <= :tick
    ORDER BY r.tick DESC LIMIT 1), m.importance) AS rated,
  m.evidence, m.expires, m.source, m.depth, m.origin, t.data, b.data, m.tick
FROM memories m JOIN texts t ON t.id = m.text LEFT JOIN texts b ON b.id = t.base
WHERE m.resident = :slug AND m.tick <= :tick
  AND NOT EXISTS (SELECT 1 FROM removals x WHERE x.resident = m.resident AND x.n = m.n AND x.tick <= :tick)
"""
"""A resident's memory stream as of a tick. Bind ``slug`` and ``tick``; conditions may be appended."""


def memory_from_row(row: tuple[Any, ...]) -> Memory:
    """The memory in a row of ``AS_OF``. Raises ValueError for an unknown kind."""
    n, kind, at, used, rated, evidence, expires, source, depth, origin, data, base, _ = row
    if kind not in MEMORY_KINDS:
        raise ValueError(f"{kind!r} is no kind of memory")
    proof = tuple(int(number) for number in read_json(evidence)) if evidence else ()
    kind = cast(MemoryKind, kind)
    text, first = decode_text(data, base), _origin(read_json(origin)) if origin else None
    return Memory(int(n), text, kind, int(at), int(used), rated, proof, expires, source, int(depth), first)


def _origin(value: Any) -> tuple[str, int]:
    """The origin of a memory: (who knew it first, its number there). Raises ValueError where something else is stored."""
    match value:
        case [str(slug), int(n)]:
            return slug, n
        case _:
            raise ValueError(f"{value!r} is no origin of a memory")


def decode_text(data: str | bytes, base: str | bytes | None) -> str:
    """The text in ``data``, compressed against the text in ``base`` (None: without a base)."""
    return decompress(data, b"" if base is None else decompress(base).encode())


def text_by_id(sql: sqlite3.Connection, number: int) -> str:
    """The text with this id. Raises KeyError."""
    query = "SELECT t.data, b.data FROM texts t LEFT JOIN texts b ON b.id = t.base WHERE t.id = ?"
    row = sql.execute(query, (number,)).fetchone()
    if row is None:
        raise KeyError(f"text {number} is missing")
    return decode_text(*row)


def states(sql: sqlite3.Connection, tick: int) -> dict[str, Any]:
    """Key -> the last state at or before ``tick``, in order of keys."""
    found = {}
    for key in list(distinct_keys(sql, "states WHERE true")):
        row = sql.execute(
            "SELECT s.data, b.data FROM states s LEFT JOIN states b ON b.key = s.key AND b.tick = s.base"
            " WHERE s.key = ? AND s.tick <= ? ORDER BY s.tick DESC LIMIT 1",
            (key, tick),
        ).fetchone()
        if row is not None:
            found[key] = read_json(decode_text(*row))
    return found


def distinct_keys(sql: sqlite3.Connection, rows: str, values: tuple[str, ...] = ()) -> Iterator[str]:
    """The distinct values of ``key`` in ``rows`` (``TABLE WHERE ...``): one index look-up per key instead of a scan."""
    row = sql.execute(f"SELECT min(key) FROM {rows}", values).fetchone()
    while row[0] is not None:
        yield row[0]
        row = sql.execute(f"SELECT min(key) FROM {rows} AND key > ?", (*values, row[0])).fetchone()


def vectors(sql: sqlite3.Connection, model: str) -> dict[str, bytes]:
    """Text -> float16 bytes of one embedder."""
    rows = sql.execute(
        "SELECT t.data, b.data, v.data FROM vectors v JOIN texts t ON t.id = v.text LEFT JOIN texts b ON b.id = t.base"
        " WHERE v.model IN (SELECT id FROM texts WHERE data = ?)",
        (model,),
    )
    return {decode_text(data, base): bytes(vector) for data, base, vector in rows}
