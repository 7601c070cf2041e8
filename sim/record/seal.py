"""The seal of a closed run: a digest of every table and of the file's bytes, so that no flipped bit goes unnoticed.

``RunStore`` seals a run when it closes it and takes the seal off when it opens it again. The digests of the tables (``seal`` in
``meta``) say which table differs. The digest of all bytes (``stamp``) is quick, and also covers what no row shows: indexes,
pages, unused space. The stamp stands in the file itself and is computed with zeros in its own place. A run that is being
written, or was killed, has no seal; a run with a stamp and without a seal is damaged. ``meta`` is always read as a whole, since
a flipped key can keep SQLite from finding another. Knows the tables, not what they mean.
"""

from __future__ import annotations

import contextlib
import json
import marshal
import mmap
import os
import re
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from itertools import repeat
from pathlib import Path

from sim.record import log
from sim.record.base_reader import META_KEYS
from sim.record.connection import SCAN_TIMEOUT, open_reader
from sim.record.errors import DECODE_ERRORS, RunError

SEAL = "seal"
"""Key of ``meta``: the digests of the tables."""
STAMP = "stamp"
"""Key of ``meta``: the digest of the file's bytes."""
ORDER = {
    "meta": "key", "files": "kind, name", "residents": "slug", "ticks": "tick", "events": "id", "texts": "id",
    "memories": "resident, n", "ratings": "resident, n, tick", "removals": "resident, n", "retrievals": "id",
    "accesses": "resident, n, tick", "questions": "id", "vectors": "model, text", "states": "key, tick", "interviews": "id",
    "bookmarks": "id", "early": "key",
}  # fmt: skip
"""Table -> its rows' order."""
ASIDE = frozenset({"interviews", "bookmarks"})
"""Tables that a resumed run does not read."""
_PREFIX = "stamp-2f9c41d07be8-"
_ZEROS = "0" * 64
"""Stands in the place of the stamp while the stamp is computed."""
_CHUNK = 1 << 20
"""Bytes that are digested at a time."""
_ROWS = 500
"""Rows that are digested at a time."""


@dataclass(frozen=True, slots=True)
class Damage:
    """What differs from the sealed run: ``tables`` whose rows differ, the ``structure`` as SQLite's integrity check reports
    it, or only bytes that hold nothing (``unused``). ``lost``: from when on a killed run is lost with its log, in words."""

    tables: tuple[str, ...] = ()
    structure: str = ""
    unused: bool = False
    lost: str = ""

    def __bool__(self) -> bool:
        return bool(self.tables or self.structure or self.unused or self.lost)

    @property
    def vital(self) -> bool:
        """Whether the damage keeps a run from being resumed."""
        return bool(self.structure or set(self.tables) - ASIDE)

    def text(self) -> str:
        """The damage in words, to follow ``the file is damaged:``."""
        if self.tables:
            return f"what it holds is not what was written ({', '.join(self.tables)})"
        if self.structure:
            return f"SQLite finds {self.structure}"
        if self.lost:
            return f"what was lived from {self.lost} on is lost, since the log beside it (-wal) cannot be read to its end"
        return "bytes differ, but none that hold anything"


def seal(sql: sqlite3.Connection) -> None:
    """Write the digests of the tables, and reserve the place of the stamp."""
    _write(sql, {table: _digest(sql, table) for table in ORDER})


def unseal(sql: sqlite3.Connection) -> None:
    """Remove the seal, because the run is being written."""
    sql.execute("DELETE FROM meta WHERE key IN (?, ?)", (SEAL, STAMP))


def renew(sql: sqlite3.Connection, tables: Iterable[str]) -> None:
    """Seal some tables of a sealed run anew; does nothing for a run without a seal."""
    known = _sealed(_meta(sql))
    if known:
        _write(sql, known | {table: _digest(sql, table) for table in tables})


def _write(sql: sqlite3.Connection, digests: dict[str, str]) -> None:
    text = json.dumps(digests)
    rows = ((SEAL, text), (STAMP, f"{_PREFIX}{_nonce(text)}:{_ZEROS}"))
    sql.executemany("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", rows)


def _nonce(text: str) -> str:
    """A random part of the stamp, which tells it from stamps that earlier seals left behind in unused space."""
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _meta(sql: sqlite3.Connection) -> dict[str, str]:
    return {str(key): str(value) for key, value in sql.execute("SELECT key, value FROM meta LIMIT 100").fetchall()}


def _sealed(meta: dict[str, str]) -> dict[str, str]:
    """The digests of the seal; {} without one that can be read."""
    try:
        data = json.loads(meta.get(SEAL, "{}"))
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _digest(sql: sqlite3.Connection, table: str) -> str:
    """The digest of all rows of a table in order, without the seal itself."""
    digest = blake2b(digest_size=16)
    where = f" WHERE key NOT IN ('{SEAL}', '{STAMP}')" if table == "meta" else ""
    cursor = sql.execute(f"SELECT * FROM {table}{where} ORDER BY {ORDER[table]}")
    while rows := cursor.fetchmany(_ROWS):
        digest.update(b"".join(map(marshal.dumps, rows, repeat(2))))
    return digest.hexdigest()


def stamp(path: Path) -> None:
    """Write the digest of the file's bytes into the place that ``seal`` reserved. Does nothing where no place is reserved, or
    where another process still has the write-ahead log."""
    if path.with_name(path.name + "-wal").exists():
        return
    with contextlib.closing(open_reader(path)) as sql:
        row = sql.execute("SELECT value FROM meta WHERE key = ?", (STAMP,)).fetchone()
    with path.open("r+b") as file, _mapped(file.fileno()) as data:
        at = _place(data, str(row[0])) if row and str(row[0]).endswith(_ZEROS) else -1
        if at >= 0:
            found = _of_bytes(data, at)
            file.seek(at)
            file.write(found.encode())
            file.flush()
            os.fsync(file.fileno())


def _mapped(file: int) -> mmap.mmap:
    return mmap.mmap(file, 0, access=mmap.ACCESS_READ)


def _place(data: mmap.mmap, value: str) -> int:
    """The offset of the digits of a stamp; -1 where its text occurs nowhere, or more than once."""
    text = value.encode()
    at = data.find(text)
    return at + len(text) - len(_ZEROS) if at >= 0 and data.find(text, at + 1) < 0 else -1


def _of_bytes(data: mmap.mmap, at: int) -> str:
    """The digest of all bytes, with zeros for the 64 from ``at`` on."""
    digest = blake2b(digest_size=32)
    for begin, end in ((0, at), (at + len(_ZEROS), len(data))):
        if begin:
            digest.update(_ZEROS.encode())
        for start in range(begin, end, _CHUNK):
            digest.update(data[start : min(end, start + _CHUNK)])
    return digest.hexdigest()


def is_as_stamped(path: Path, sql: sqlite3.Connection) -> bool:
    """Whether every byte is as it was when the run was stamped."""
    meta = _meta(sql)
    value, pattern = meta.get(STAMP, ""), rf"{_PREFIX}{_nonce(meta.get(SEAL, ''))}:[0-9a-f]{{64}}"
    if not re.fullmatch(pattern, value):
        return False
    with path.open("rb") as file, _mapped(file.fileno()) as data:
        at = _place(data, value)
        return at >= 0 and _of_bytes(data, at) == value[-64:]


def find_damage(path: Path) -> Damage:
    """What differs from the sealed run. Of a run without seal and stamp only missing rows of ``meta`` are known, and what is
    lost with its log. Raises ``RunError`` for a file that cannot be opened, or that lies beside the log of another run."""
    lost = log.lost_from(path, is_as_stamped)
    with contextlib.closing(open_reader(path)) as sql:
        sql.query_timeout = SCAN_TIMEOUT
        try:
            meta = _meta(sql)
            sealed = _sealed(meta)
            if not sealed and STAMP not in meta and not any(value.startswith(_PREFIX) for value in meta.values()):
                return Damage(() if meta.keys() >= set(META_KEYS) else ("meta",), lost=lost)
            if not sealed or STAMP not in meta:
                return Damage(("meta",), lost=lost)
            if is_as_stamped(path, sql):
                return Damage(lost=lost)
            differ = tuple(table for table in ORDER if not _agrees(sql, table, sealed.get(table, "")))
            structure = str(sql.execute("PRAGMA integrity_check(1)").fetchone()[0])
        except DECODE_ERRORS as error:
            return Damage(structure=str(error))
        unused = not meta[STAMP].endswith(_ZEROS)
        return Damage(differ, "" if structure == "ok" else structure.splitlines()[-1][:120], unused, lost)


def _agrees(sql: sqlite3.Connection, table: str, sealed: str) -> bool:
    try:
        return _digest(sql, table) == sealed
    except DECODE_ERRORS:
        return False


def refuse_damaged(path: Path) -> None:
    """Raises ``RunError`` where a run is too damaged to be resumed."""
    damage = find_damage(path)
    if damage.vital:
        raise RunError(
            f"{path}: the file is damaged: {damage.text()}. Nothing goes on from it; take another copy of it. `show`, `replay` "
            "and `export` still show what can be read."
        )
