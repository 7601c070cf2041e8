"""The write-ahead log beside a run that was killed: whether it belongs to the run, and whether all of it can be read.

SQLite takes any log that lies beside a file for that file's own, and stops reading it at the first frame whose checksum is
wrong; it says neither. Both are found here, before a writer folds the log into the file. Knows the format of the log
(sqlite.org/fileformat2.html, section 4) and the tables ``meta`` and ``ticks``.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import sqlite3
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

from sim.record.connection import SCAN_TIMEOUT, TimedConnection, open_reader, open_without_log
from sim.record.errors import DECODE_ERRORS, RunError
from sim.record.lock import is_locked

HEADER, FRAME = 32, 24
"""Bytes of the log's header, and of the header of each frame; a page of the file follows that."""
LITTLE_ENDIAN, BIG_ENDIAN = 0x377F0682, 0x377F0683
"""The first four bytes of a log, which say how the numbers are read that its checksums are made of."""
IDENTITY = ("created", "scenario_id", "seed", "start", "tick_seconds")
"""Keys of ``meta`` that never change in the life of a run."""


def log_of(path: Path) -> Path:
    """``saves/x.sqlite`` -> ``saves/x.sqlite-wal``."""
    return path.with_name(path.name + "-wal")


def lost_from(path: Path, is_closed: Callable[[Path, sqlite3.Connection], bool]) -> str:
    """The moment (``day 1, 11:50``) from which on what was lived is lost, because the log that a killed run left is damaged;
    "" where nothing is lost, or while a process writes the run. ``is_closed`` tells whether a file is as it was when its run
    was closed, so that it has no log. Raises ``RunError`` where the log is that of another run."""
    log = log_of(path)
    if not log.is_file() or not log.stat().st_size or is_locked(path):
        return ""
    if _is_foreign(path, is_closed):
        raise RunError(
            f"{log}: this log is not of the run beside it. Move it to another folder: {path.name} then holds the run until "
            f"{_end(path)}, and `resume` goes on from there."
        )
    if not _is_cut_short(log.read_bytes()):
        return ""
    with contextlib.closing(open_reader(path)) as sql:
        return _moment(sql, 1)


def _is_foreign(path: Path, is_closed: Callable[[Path, sqlite3.Connection], bool]) -> bool:
    """Whether file and log cannot be of one run: the file is closed, they name different runs, the last tick of the file is not
    in what both hold together, or only the file alone is whole."""
    try:
        with contextlib.closing(open_without_log(path)) as alone:
            if is_closed(path, alone):
                return True
            named, last, whole = _identity(alone), _last_tick(alone), _is_whole(alone)
    except (RunError, *DECODE_ERRORS):  # a kill while the log was folded in: the file cannot be read without it
        return False
    try:
        with contextlib.closing(open_reader(path)) as both:
            goes_on = last is None or both.execute("SELECT 1 FROM ticks WHERE tick = ? AND hash = ?", last).fetchone()
            return _identity(both) != named or not goes_on or (whole and not _is_whole(both))
    except (RunError, *DECODE_ERRORS):
        return whole


def _is_whole(sql: TimedConnection) -> bool:
    sql.query_timeout = SCAN_TIMEOUT
    return bool(sql.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")


def _identity(sql: sqlite3.Connection) -> list[str | None]:
    meta = dict(sql.execute("SELECT key, value FROM meta").fetchall())
    return [meta.get(key) for key in IDENTITY]


def _last_tick(sql: sqlite3.Connection) -> tuple[int, bytes] | None:
    last: tuple[int, bytes] | None = sql.execute("SELECT tick, hash FROM ticks ORDER BY tick DESC LIMIT 1").fetchone()
    return last


def _end(path: Path) -> str:
    with contextlib.closing(open_without_log(path)) as sql:
        return _moment(sql, 0)


def _moment(sql: sqlite3.Connection, after: int) -> str:
    """The moment so many ticks after the last one, in words."""
    meta, last = dict(sql.execute("SELECT key, value FROM meta").fetchall()), _last_tick(sql)
    start = dt.datetime.fromisoformat(meta["start"])
    moment = start + dt.timedelta(seconds=max(0, (last[0] if last else -1) + after) * int(meta["tick_seconds"]))
    return f"day {(moment.date() - start.date()).days + 1}, {moment:%H:%M}"


def _is_cut_short(log: bytes) -> bool:
    """Whether a committed transaction stands behind the first frame that SQLite cannot read. Frames behind it with other salts
    were left by an earlier use of the log, and are no loss."""
    if len(log) < HEADER:
        return False
    magic, _, page, _, *salts = struct.unpack(">6I", log[:24])
    if magic not in (LITTLE_ENDIAN, BIG_ENDIAN) or _checksum(magic, log[:24], (0, 0)) != struct.unpack(">2I", log[24:HEADER]):
        return len(log) > HEADER
    sums, broken = struct.unpack(">2I", log[24:HEADER]), False
    for frame in _frames(log, page):
        *_, commits, one, two, first, second = struct.unpack(">6I", frame[:FRAME])
        if not broken:
            sums = _checksum(magic, frame[:8] + frame[FRAME:], sums)
            broken = [one, two] != salts or sums != (first, second)
        if broken and commits and (one == salts[0] or two == salts[1]):
            return True
    return False


def _frames(log: bytes, page: int) -> Iterator[bytes]:
    size = FRAME + page
    return (log[at : at + size] for at in range(HEADER, len(log) - size + 1, size))


def _checksum(magic: int, data: bytes, sums: tuple[int, ...]) -> tuple[int, int]:
    """The two running sums of SQLite's log, over a number of bytes that 8 divides."""
    one, two = sums
    for x, y in struct.iter_unpack("<2I" if magic == LITTLE_ENDIAN else ">2I", data):
        one = (one + x + two) & 0xFFFFFFFF
        two = (two + y + one) & 0xFFFFFFFF
    return one, two
