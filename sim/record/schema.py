"""The tables of a run file and their ordered migrations. Knows none of the project's Python types.

The ``id`` of events, retrievals and questions is ``tick * 2**20 + seq``: rows are stored in the order in which things happened,
and "up to tick t" is a range of the primary key. ``tick`` and ``seq`` are virtual columns, for queries from a shell.
"""

from __future__ import annotations

import functools
import sqlite3

from sim.record.errors import RunError

APPLICATION_ID = 0x546F776E
"""``Town``."""

SEQ_BITS = 20
MAX_SEQ = 1 << SEQ_BITS
MAX_TICK = 1 << 31
"""The most ticks that a run may have: 680 years of ten-second ticks. A file that claims more is damaged."""

_MOMENT = "tick INTEGER AS (id >> 20) VIRTUAL, seq INTEGER AS (id & 1048575) VIRTUAL"

INITIAL = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE files (kind TEXT NOT NULL, name TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (kind, name)) STRICT;
CREATE TABLE residents (slug TEXT PRIMARY KEY, ord INTEGER NOT NULL, data TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE ticks (tick INTEGER PRIMARY KEY, at INTEGER NOT NULL, hash BLOB NOT NULL) STRICT;
CREATE TABLE events (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, data TEXT NOT NULL, {_MOMENT}) STRICT;
CREATE INDEX events_by_key ON events (kind, key);
CREATE TABLE texts (id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, base INTEGER, data ANY NOT NULL) STRICT;
CREATE TABLE memories (resident TEXT NOT NULL, n INTEGER NOT NULL, tick INTEGER NOT NULL, at INTEGER NOT NULL,
  accessed INTEGER NOT NULL, kind TEXT NOT NULL, text INTEGER NOT NULL, importance REAL, evidence TEXT, expires INTEGER,
  source TEXT NOT NULL, depth INTEGER NOT NULL, PRIMARY KEY (resident, n)) STRICT, WITHOUT ROWID;
CREATE TABLE ratings (resident TEXT NOT NULL, n INTEGER NOT NULL, tick INTEGER NOT NULL, importance REAL NOT NULL,
  PRIMARY KEY (resident, n, tick)) STRICT, WITHOUT ROWID;
CREATE TABLE removals (resident TEXT NOT NULL, n INTEGER NOT NULL, tick INTEGER NOT NULL,
  PRIMARY KEY (resident, n)) STRICT, WITHOUT ROWID;
CREATE TABLE retrievals (id INTEGER PRIMARY KEY, resident TEXT NOT NULL, purpose TEXT NOT NULL, query INTEGER NOT NULL,
  at INTEGER NOT NULL, touch INTEGER NOT NULL, hits ANY NOT NULL, {_MOMENT}) STRICT;
CREATE INDEX retrievals_by_resident ON retrievals (resident);
CREATE TABLE accesses (resident TEXT NOT NULL, n INTEGER NOT NULL, tick INTEGER NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (resident, n, tick)) STRICT, WITHOUT ROWID;
CREATE TABLE questions (id INTEGER PRIMARY KEY, resident TEXT NOT NULL, task TEXT NOT NULL, purpose TEXT NOT NULL,
  mode TEXT NOT NULL, system INTEGER NOT NULL, user INTEGER NOT NULL, schema INTEGER NOT NULL, reply INTEGER NOT NULL,
  candidates INTEGER, problem TEXT NOT NULL, fallback INTEGER NOT NULL, repaired INTEGER NOT NULL,
  prompt_tokens INTEGER NOT NULL, reused_tokens INTEGER NOT NULL, generated_tokens INTEGER NOT NULL, seconds REAL NOT NULL,
  {_MOMENT}) STRICT;
CREATE INDEX questions_by_resident ON questions (resident);
CREATE TABLE vectors (model INTEGER NOT NULL, text INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (model, text)) STRICT;
CREATE TABLE states (key TEXT NOT NULL, tick INTEGER NOT NULL, base INTEGER, data ANY NOT NULL,
  PRIMARY KEY (key, tick)) STRICT;
CREATE TABLE interviews (id INTEGER PRIMARY KEY, tick INTEGER NOT NULL, resident TEXT NOT NULL, question TEXT NOT NULL,
  answer TEXT NOT NULL, data TEXT NOT NULL) STRICT;
CREATE TABLE bookmarks (id INTEGER PRIMARY KEY, tick INTEGER NOT NULL, label TEXT NOT NULL) STRICT;
"""

ADD_WOUND = "ALTER TABLE questions ADD COLUMN wound INTEGER NOT NULL DEFAULT 0;"
"""How many parts of a reply were ended early because their tokens ran out."""

ADD_EARLY = "CREATE TABLE early (key BLOB PRIMARY KEY, answer TEXT NOT NULL) STRICT, WITHOUT ROWID;"
"""Replies that arrived before their tick, where thinking takes game time; a row is deleted when its tick is written."""

ADD_ORIGIN = "ALTER TABLE memories ADD COLUMN origin TEXT;"
"""The origin of a memory that came from another resident: who knew it first, and the memory's number there, as JSON."""

MIGRATIONS: tuple[str, ...] = (INITIAL, ADD_WOUND, ADD_EARLY, ADD_ORIGIN)
"""``MIGRATIONS[v]`` takes a file from ``user_version`` v to v + 1. Append only; a published migration is never edited."""

VERSION = len(MIGRATIONS)


def migrate(connection: sqlite3.Connection, until: int | None = None) -> None:
    """Migrate the file to version ``until`` (default: the newest), one transaction per migration."""
    version = _number(connection, "user_version")
    for v in range(version, VERSION if until is None else until):
        connection.executescript(f"BEGIN IMMEDIATE;\n{MIGRATIONS[v]}\nPRAGMA user_version = {v + 1};\nCOMMIT;")


def check(connection: sqlite3.Connection) -> int:
    """The version of a run file. Raises ``RunError`` (without the path) for any other file.

    The tables must be exactly these, so that a hostile file cannot replace one by a view, a trigger or a virtual table.
    """
    if _number(connection, "application_id") != APPLICATION_ID:
        raise RunError("it is an SQLite file, but not a run of this program")
    version = _number(connection, "user_version")
    if version > VERSION:
        raise RunError(f"it was written by a newer version of this program (format {version}, this one reads up to {VERSION})")
    if version < 1 or _tables(connection) != _expected(version):
        raise RunError("its tables are not those of a run; it may be damaged")
    return version


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def _tables(connection: sqlite3.Connection) -> frozenset[tuple[str, str, str]]:
    query = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' LIMIT 200"
    rows = connection.execute(query).fetchall()
    return frozenset((str(kind), f"{table}.{name}", " ".join(str(sql).split())) for kind, name, table, sql in rows)


@functools.cache
def _expected(version: int) -> frozenset[tuple[str, str, str]]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection, version)
    tables = _tables(connection)
    connection.close()
    return tables
