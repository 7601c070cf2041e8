"""What can go wrong with a run file, as messages for people: what, where, what to do. Never a traceback."""

from __future__ import annotations

import errno
import functools
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

MALFORMED = (
    *(sqlite3.Error, zlib.error, ValueError, TypeError, KeyError, IndexError, AttributeError),
    *(OverflowError, RecursionError, MemoryError),
)
"""Whatever decoding rows of a file that somebody else wrote may raise."""

NO_ROOM = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))
"""A full disk, a limit on files, a quota."""


class RunError(Exception):
    """The run cannot be opened or read; the message is one or two lines."""


class StoreError(RunError):
    """The run cannot be written."""


class DiskFull(StoreError):
    """There is no room left; the transaction was taken back and the file is whole. Free some space and commit again."""


def explain(error: BaseException) -> str:
    """A few words for an error of SQLite or of decoding."""
    if isinstance(error, sqlite3.DatabaseError) and "not a database" in str(error):
        return "it is not a run (not an SQLite file)"
    if isinstance(error, sqlite3.OperationalError) and "interrupted" in str(error):
        return "reading took too long; the file is damaged or hostile"
    said = " ".join(str(error).split())[:120]
    if isinstance(error, sqlite3.Error):
        return f"the file cannot be read ({said})"
    return f"the file holds something that no run holds ({type(error).__name__}: {said})"


def guarded(method: Callable[P, T]) -> Callable[P, T]:
    """A method of an object with a ``path``, with every failure that the file can cause turned into ``RunError``."""

    @functools.wraps(method)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return method(*args, **kwargs)
        except RunError:
            raise
        except MALFORMED as error:
            raise RunError(f"{getattr(args[0], 'path', 'run')}: {explain(error)}") from error

    return call


def unwritable(error: OSError, path: object, otherwise: str = "") -> StoreError:
    """The message for a file that could not be written; ``otherwise`` says what else there is to do."""
    if error.errno in NO_ROOM:
        return DiskFull(f"{path}: the disk is full. Nothing was written; free some space and try again.")
    return StoreError(" ".join(f"{path}: cannot be written ({error.strerror or error}). {otherwise}".split()))


_UNWRITTEN = (
    *(sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE),
    *(sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_TRUNCATE),
)
"""What a quota and a disk that is full to the last page look like to SQLite."""


def translate(error: sqlite3.Error, path: object) -> StoreError:
    """The message for a failed write."""
    code = getattr(error, "sqlite_errorcode", 0)
    full = (sqlite3.SQLITE_FULL, *_UNWRITTEN)
    if code in full or "disk is full" in str(error):
        kept = "Everything up to the last tick is saved; free some space and resume."
        said = kept if Path(str(path)).exists() else "Nothing was begun; free some space and try again."
        return DiskFull(f"{path}: the disk is full. {said}")
    if code & 0xFF == sqlite3.SQLITE_BUSY:
        return StoreError(f"{path}: another process is writing this run. Stop it first, or watch it with replay.")
    if code & 0xFF == sqlite3.SQLITE_CANTOPEN:
        return StoreError(f"{path}: cannot be written. Choose a folder that you may write to (--saves DIR).")
    if code & 0xFF == sqlite3.SQLITE_READONLY:
        return StoreError(f"{path}: the file is read-only. Copy it to a folder you may write to.")
    return StoreError(f"{path}: cannot write ({error})")
