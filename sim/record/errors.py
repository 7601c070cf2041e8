"""The errors of run files, as messages for users: what went wrong, in which file, what to do."""

from __future__ import annotations

import contextlib
import errno
import functools
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

DECODE_ERRORS = (
    *(sqlite3.Error, zlib.error, ValueError, TypeError, KeyError, IndexError, AttributeError),
    *(OverflowError, RecursionError, MemoryError),
)
"""What decoding the rows of an untrusted file may raise."""

DISK_FULL_ERRNOS = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))
"""A full disk, a file size limit, a quota."""


NO_SUCH_RUN = "there is no such run. `list` shows the saved runs."


class RunError(Exception):
    """The run cannot be opened or read. The message has one or two lines."""


class StoreError(RunError):
    """The run cannot be written."""


class NameTaken(StoreError):
    """There is a run of this name already, or another process is writing it."""


class FileGone(StoreError):
    """The file was removed or replaced while the run was being written; the message says where it is now."""


class DiskFull(StoreError):
    """The disk is full. The transaction was rolled back and the file is intact; free some space and commit again."""


def describe_error(error: BaseException) -> str:
    """A short message for an error of SQLite or of decoding."""
    if isinstance(error, sqlite3.DatabaseError) and "not a database" in str(error):
        return "it is not a run (not an SQLite file)"
    if isinstance(error, sqlite3.OperationalError) and "interrupted" in str(error):
        return "reading took too long; the file is damaged or hostile"
    said = " ".join(str(error).split())[:120]
    if isinstance(error, sqlite3.Error):
        return f"the file cannot be read ({said})"
    return f"the file holds something that no run holds ({type(error).__name__}: {said})"


def raises_run_error(method: Callable[P, T]) -> Callable[P, T]:
    """Decorator for methods of an object with a ``path``: any ``DECODE_ERRORS`` becomes a ``RunError`` that names the file."""

    @functools.wraps(method)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return method(*args, **kwargs)
        except RunError:
            raise
        except DECODE_ERRORS as error:
            raise RunError(f"{getattr(args[0], 'path', 'run')}: {describe_error(error)}") from error

    return call


def write_error(error: OSError, path: object, advice: str = "") -> StoreError:
    """The error for a file that could not be written; ``advice`` ends its message."""
    if error.errno in DISK_FULL_ERRNOS:
        return DiskFull(f"{path}: the disk is full. Nothing was written; free some space and try again.")
    return StoreError(" ".join(f"{path}: cannot be written ({error.strerror or error}). {advice}".split()))


@contextlib.contextmanager
def write_errors(path: object, advice: str = "") -> Iterator[None]:
    """Turns errors of SQLite and of the system, while ``path`` is written, into ``StoreError`` or ``DiskFull``."""
    try:
        yield
    except sqlite3.Error as error:
        raise sqlite_write_error(error, path) from error
    except OSError as error:
        raise write_error(error, path, advice) from error


_DISK_FULL_CODES = (
    sqlite3.SQLITE_FULL,
    *(sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE),
    *(sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_TRUNCATE),
)
"""SQLite's codes for a full disk; a quota, or a disk that is full to the last page, gives one of the last four."""


def sqlite_write_error(error: sqlite3.Error, path: object) -> StoreError:
    """The error for a failed write of SQLite."""
    code = getattr(error, "sqlite_errorcode", 0)
    if code in _DISK_FULL_CODES or "disk is full" in str(error):
        saved = "Everything up to the last tick is saved; free some space and resume."
        advice = saved if Path(str(path)).exists() else "Nothing was begun; free some space and try again."
        return DiskFull(f"{path}: the disk is full. {advice}")
    if code & 0xFF == sqlite3.SQLITE_BUSY:
        return StoreError(f"{path}: another process is writing this run. Stop it first, or watch it with replay.")
    if code & 0xFF == sqlite3.SQLITE_CANTOPEN:
        return StoreError(f"{path}: cannot be written. Choose a folder that you may write to (--saves DIR).")
    if code & 0xFF == sqlite3.SQLITE_READONLY:
        return StoreError(f"{path}: the file is read-only. Copy it to a folder you may write to.")
    return StoreError(f"{path}: cannot write ({error})")
