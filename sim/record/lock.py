"""The lock that allows one writer per run: an SQLite lock on a side file, which the system releases if the process dies."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from sim.record.errors import NameTaken, StoreError, sqlite_write_error


class WriterLock:
    """Held from construction to ``release``. Raises ``NameTaken`` if another process holds the lock."""

    def __init__(self, path: Path) -> None:
        self._file = lock_file(path)
        self._sql = _connect(self._file)
        try:
            self._sql.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:  # a full disk gives another error
                self._sql.close()
                raise NameTaken(
                    f"{path}: another process is writing this run. Wait for it or stop it; `replay` can watch meanwhile."
                ) from error
            self.release()
            raise sqlite_write_error(error, path) from error

    def release(self) -> None:
        """Release the lock and remove the side file."""
        self._sql.close()
        with contextlib.suppress(OSError):
            self._file.unlink()


def lock_file(path: Path) -> Path:
    """``saves/x.sqlite`` -> ``saves/x.sqlite.lock``."""
    return path.with_name(path.name + ".lock")


def is_locked(path: Path) -> bool:
    """Whether a living process is writing this run."""
    if not lock_file(path).exists():
        return False
    sql = _connect(lock_file(path))
    try:
        sql.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        return True
    finally:
        sql.close()
    return False


def _connect(file: Path) -> sqlite3.Connection:
    try:
        return sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise StoreError(f"{file}: cannot be written. Choose a folder that you may write to (--saves DIR).") from error
