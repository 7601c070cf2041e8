"""SQLite connections to run files: read-only and hardened for readers, WAL for the one writer. Knows nothing of the rows."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sim.record import schema
from sim.record.codec import MAX_BYTES
from sim.record.errors import NO_SUCH_RUN, RunError, describe_error

QUERY_TIMEOUT = 20.0
"""Seconds after which a reader's query is interrupted, because the file is damaged or hostile."""
SCAN_TIMEOUT = 3600.0
"""Seconds after which a scan of the whole run is interrupted."""
STEPS_PER_CHECK = 100_000
"""SQLite instructions between two checks of the time."""
MIN_SQLITE = (3, 37)
"""The first SQLite with strict tables."""


class TimedConnection(sqlite3.Connection):
    """A connection whose queries are interrupted when they run longer than ``query_timeout`` seconds."""

    query_timeout = QUERY_TIMEOUT
    _began = 0.0

    def enforce_timeout(self) -> None:
        """From now on interrupt queries that take too long."""
        self.set_progress_handler(lambda: int(time.monotonic() - self._began > self.query_timeout), STEPS_PER_CHECK)

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """As sqlite3's; starts the time of the query."""
        self._began = time.monotonic()
        return super().execute(sql, parameters)


def open_reader(path: Path) -> TimedConnection:
    """A read-only connection, safe for untrusted files. Raises ``RunError``."""
    if not path.is_file():
        raise RunError(f"{path}: {NO_SUCH_RUN}")
    if not path.stat().st_size:
        raise RunError(f"{path}: the file is empty, and so no run. Take another copy of it.")
    message = ""  # not the error itself: its traceback would keep the file open until the next garbage collection
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        try:
            return _checked(path, mode)
        except RunError as error:
            raise RunError(f"{path}: {error}") from error
        except (sqlite3.Error, ValueError) as error:
            message = message or describe_error(error)
    raise RunError(f"{path}: {message}")


def open_without_log(path: Path) -> TimedConnection:
    """The same to what the file holds alone, without the log that may lie beside it. Raises ``RunError`` or sqlite3.Error."""
    return _checked(path, "mode=ro&immutable=1")


def _checked(path: Path, mode: str) -> TimedConnection:
    uri = f"{_uri(path)}?{mode}"
    connection = sqlite3.connect(
        uri, uri=True, isolation_level=None, timeout=2, check_same_thread=False, factory=TimedConnection
    )
    try:
        harden(connection)
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA cache_size = -16000")
        connection.enforce_timeout()
        if schema.check(connection) < schema.VERSION:
            connection = _migrated_copy(connection)
    except Exception:
        connection.close()
        raise
    return connection


def _uri(path: Path) -> str:
    """The URI of a path. It encodes the path's bytes, since file names need not be UTF-8."""
    return f"file:{quote(os.fsencode(path.absolute()))}"


def harden(connection: sqlite3.Connection) -> None:
    """Forbid functions and virtual tables of the file's schema, and bound values. Raises ``RunError`` if SQLite is too old."""
    if sqlite3.sqlite_version_info < MIN_SQLITE:
        raise RunError(f"SQLite 3.37 or newer is needed, this Python has {sqlite3.sqlite_version}; use another Python")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * MAX_BYTES)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 1)


def _migrated_copy(old: sqlite3.Connection) -> TimedConnection:
    """A copy of an older run in memory, migrated; the file is not changed."""
    copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False, factory=TimedConnection)
    harden(copy)
    old.backup(copy)
    old.close()
    schema.migrate(copy)
    copy.execute("PRAGMA query_only = ON")
    copy.enforce_timeout()
    return copy


def file_identity(path: Path) -> tuple[int, int] | None:
    """The device and number of the file at a path, which tell it from other files; None where there is no file."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def create_writer(path: Path) -> sqlite3.Connection:
    """Create an empty run file in WAL mode. No file of this name may exist. Raises sqlite3.Error or OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return _writer(path, f"PRAGMA application_id = {schema.APPLICATION_ID}")


def create_atomically(path: Path, fill: Callable[[sqlite3.Connection], None]) -> None:
    """Create a run file atomically: ``fill`` writes a temporary file, which is then renamed to ``path``.

    Raises what ``fill`` raises, sqlite3.Error or OSError, and then leaves no file."""
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
    """Open an existing run for writing; an older format is migrated in place. Raises ``RunError`` or sqlite3.Error."""
    open_reader(path).close()
    return _writer(path)


def _writer(path: Path, *first: str) -> sqlite3.Connection:
    """A connection in WAL mode to a file of the newest format; ``first`` is executed before it is migrated."""
    connection = sqlite3.connect(path, timeout=2, isolation_level=None, cached_statements=256, check_same_thread=False)
    harden(connection)
    settings = ("journal_mode = WAL", "synchronous = NORMAL", "wal_autocheckpoint = 4000", "cache_size = -32000")
    try:
        for statement in (*(f"PRAGMA {setting}" for setting in settings), *first):
            connection.execute(statement)
        schema.migrate(connection)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def open_side_writer(path: Path) -> sqlite3.Connection:
    """A short-lived connection that may add bookmarks to a run while another process is its writer."""
    connection = sqlite3.connect(f"{_uri(path)}?mode=rw", uri=True, isolation_level=None, timeout=2)
    try:
        harden(connection)
        schema.check(connection)
    except (RunError, sqlite3.Error):
        connection.close()
        raise
    return connection
