"""Opening run files: read-only and distrustful for readers, WAL for the one writer. Knows SQLite, not what a run means."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sim.record import schema
from sim.record.errors import RunError, explain
from sim.record.pack import LONGEST

PATIENCE = 20.0
"""Seconds that one query of a reader may take before the file is given up as hostile."""
LONG_PATIENCE = 3600.0
"""The same for going through a whole run row by row."""
STEPS = 100_000
"""SQLite instructions between two looks at the clock."""


OLDEST = (3, 37)
"""The first SQLite with strict tables."""


class PatientConnection(sqlite3.Connection):
    """A connection whose queries are interrupted when they run longer than ``patience`` seconds."""

    patience = PATIENCE
    _began = 0.0

    def watch(self) -> None:
        """Begin to look at the clock."""
        self.set_progress_handler(lambda: int(time.monotonic() - self._began > self.patience), STEPS)

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """As sqlite3's; the time of a query counts from here."""
        self._began = time.monotonic()
        return super().execute(sql, parameters)


def open_reader(path: Path) -> PatientConnection:
    """A connection that cannot write, run a trigger, or be kept busy for ever. Raises ``RunError``."""
    if not path.is_file():
        raise RunError(f"{path}: there is no such run. `list` shows the saved runs.")
    said = ""  # not the error itself: its traceback would keep the file open until the next garbage collection
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        try:
            return _checked(path, mode)
        except RunError as error:
            raise RunError(f"{path}: {error}") from error
        except (sqlite3.Error, ValueError) as error:
            said = said or explain(error)
    raise RunError(f"{path}: {said}")


def _checked(path: Path, mode: str) -> PatientConnection:
    uri = f"{_uri(path)}?{mode}"
    connection = sqlite3.connect(
        uri, uri=True, isolation_level=None, timeout=2, check_same_thread=False, factory=PatientConnection
    )
    try:
        harden(connection)
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA cache_size = -16000")
        connection.watch()
        if schema.check(connection) < schema.VERSION:
            connection = _migrated_copy(connection)
    except Exception:
        connection.close()
        raise
    return connection


def _uri(path: Path) -> str:
    """A path for SQLite, which takes its bytes as they are: names need not be UTF-8."""
    return f"file:{quote(os.fsencode(path.absolute()))}"


def harden(connection: sqlite3.Connection) -> None:
    """No functions or virtual tables from the file's schema, bounded values. Raises ``RunError`` where SQLite is too old."""
    if sqlite3.sqlite_version_info < OLDEST:
        raise RunError(f"SQLite 3.37 or newer is needed, this Python has {sqlite3.sqlite_version}; use another Python")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * LONGEST)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 1)


def _migrated_copy(old: sqlite3.Connection) -> PatientConnection:
    """An older run, brought up to date in memory; the file stays as it is."""
    copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False, factory=PatientConnection)
    harden(copy)
    old.backup(copy)
    old.close()
    schema.migrate(copy)
    copy.execute("PRAGMA query_only = ON")
    copy.watch()
    return copy


def create_writer(path: Path) -> sqlite3.Connection:
    """A new, empty run file in WAL mode, with its tables. The path must be free; raises sqlite3.Error or OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = _writer(path)
    try:
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        schema.migrate(connection)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def build_aside(path: Path, fill: Callable[[sqlite3.Connection], None]) -> None:
    """A new run file, whole or not at all, whenever the process dies: filled beside its place, then moved there.

    Raises what ``fill`` raises, sqlite3.Error or OSError, and leaves nothing behind then."""
    fresh = path.with_name(path.name + ".new")
    _remove(fresh)
    try:
        connection = create_writer(fresh)
        try:
            fill(connection)
            connection.execute("PRAGMA journal_mode = DELETE")
        finally:
            connection.close()
        os.replace(fresh, path)
    finally:
        _remove(fresh)


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def open_writer(path: Path) -> sqlite3.Connection:
    """An existing run, to go on with; older formats are migrated in place. Raises ``RunError`` or sqlite3.Error."""
    open_reader(path).close()
    connection = _writer(path)
    try:
        schema.migrate(connection)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _writer(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=2, isolation_level=None, cached_statements=256, check_same_thread=False)
    harden(connection)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA wal_autocheckpoint = 4000")
    connection.execute("PRAGMA cache_size = -32000")
    return connection


def side_writer(path: Path) -> sqlite3.Connection:
    """A short-lived connection that may add to an existing run without being its writer (bookmarks)."""
    connection = sqlite3.connect(f"{_uri(path)}?mode=rw", uri=True, isolation_level=None, timeout=2)
    harden(connection)
    schema.check(connection)
    return connection
