"""Opening run files: read-only and distrustful for readers, WAL for the one writer. Knows SQLite, not what a run means."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from urllib.parse import quote

from sim.record import schema
from sim.record.errors import RunError, explain
from sim.record.pack import LONGEST

PATIENCE = 20.0
"""Seconds that one query of a reader may take before the file is given up as hostile."""
STEPS = 100_000
"""SQLite instructions between two looks at the clock."""


def open_reader(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, run a trigger, or be kept busy for ever. Raises ``RunError``."""
    if not path.is_file():
        raise RunError(f"{path}: there is no such run. `list` shows the saved runs.")
    problem: Exception | None = None
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        try:
            return _checked(path, mode)
        except RunError as error:
            raise RunError(f"{path}: {error}") from error
        except (sqlite3.Error, ValueError) as error:
            problem = problem or error
    raise RunError(f"{path}: {explain(problem or RunError())}") from problem


def _checked(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"file:{quote(str(path.absolute()))}?{mode}", uri=True, isolation_level=None, timeout=2, check_same_thread=False
    )
    try:
        harden(connection)
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA cache_size = -16000")
        watch_time(connection)
        if schema.check(connection) < schema.VERSION:
            connection = _migrated_copy(connection)
    except Exception:
        connection.close()
        raise
    return connection


def harden(connection: sqlite3.Connection) -> None:
    """No functions or virtual tables from the file's schema, bounded values and statements."""
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * LONGEST)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 1)


def watch_time(connection: sqlite3.Connection, seconds: float = PATIENCE) -> None:
    """Interrupt any single query that runs longer than ``seconds``; forget the time between queries."""
    began = [0.0, 0.0]

    def late() -> int:
        now = time.monotonic()
        if now - began[1] > 1.0:  # the first look in a while: another query
            began[0] = now
        began[1] = now
        return int(now - began[0] > seconds)

    connection.set_progress_handler(late, STEPS)


def _migrated_copy(old: sqlite3.Connection) -> sqlite3.Connection:
    """An older run, brought up to date in memory; the file stays as it is."""
    copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    harden(copy)
    old.backup(copy)
    old.close()
    schema.migrate(copy)
    copy.execute("PRAGMA query_only = ON")
    watch_time(copy)
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


def open_writer(path: Path) -> sqlite3.Connection:
    """An existing run, to go on with; older formats are migrated in place. Raises ``RunError`` or sqlite3.Error."""
    open_reader(path).close()
    connection = _writer(path)
    schema.migrate(connection)
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
    connection = sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=rw", uri=True, isolation_level=None, timeout=2)
    harden(connection)
    schema.check(connection)
    return connection
