"""``RunStore``, the writer of a run file: ``create`` or ``open``, ``commit`` per tick, ``close``.

One transaction per tick: after kill -9 the file holds every committed tick and nothing of the tick in flight. Readers use
``sim.record.read``. One thread at a time.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sim.record import hash_chain, queries, seal
from sim.record.codec import replace_surrogates, write_json
from sim.record.connection import create_atomically, file_identity, open_side_writer, open_writer
from sim.record.errors import (
    NO_SUCH_RUN,
    DiskFull,
    FileGone,
    NameTaken,
    RunError,
    StoreError,
    raises_run_error,
    sqlite_write_error,
    write_error,
)
from sim.record.lock import WriterLock
from sim.record.rows import STATUSES, QuestionRow, RunHeader, TickRecord
from sim.record.shipped import refuse_shipped
from sim.record.text_store import TextStore
from sim.record.tick_writer import write_tick
from sim.types import Memory

__all__ = ["DiskFull", "QuestionRow", "RunHeader", "RunStore", "StoreError", "TickRecord"]


class RunStore:
    """The one writer of a run file. ``last_tick`` is -1 before the first tick; ``hash`` is that of the last tick."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: WriterLock) -> None:
        """Use ``create`` or ``open``."""
        self.path = path
        self._sql = connection
        self._lock = lock
        self._file = file_identity(path)
        self._texts = TextStore(connection)
        row = connection.execute("SELECT tick, hash FROM ticks ORDER BY tick DESC LIMIT 1").fetchone()
        self.last_tick: int = row[0] if row else -1
        self.hash: bytes = row[1] if row else hash_chain.START

    @classmethod
    def create(cls, path: str | Path, header: RunHeader) -> RunStore:
        """Create a run file. Raises ``NameTaken`` if it exists or is being made, ``StoreError`` if it cannot be written."""
        path = Path(path)
        lock = _lock(path)
        if path.exists():
            lock.release()
            raise NameTaken(f"{path}: there is a file of this name already. Choose another name with --name.")
        return cls._begin(path, lock, header)

    @classmethod
    def open(cls, path: str | Path) -> RunStore:
        """Open an existing run to continue it; an older format is migrated. Raises ``StoreError`` if another process writes the
        file, or if it is not a run or of a newer program."""
        path = Path(path)
        if not path.is_file():
            raise StoreError(f"{path}: {NO_SUCH_RUN}")
        refuse_shipped(path)
        seal.refuse_damaged(path)
        return cls._begin(path, _lock(path), None)

    @classmethod
    def _begin(cls, path: Path, lock: WriterLock, header: RunHeader | None) -> RunStore:
        """Create the locked file if there is a header, and open it. After a failure no lock and no new file are left."""
        connection = None
        try:
            if header is not None:
                create_atomically(path, lambda new: write_header(new, header))
            else:
                _unseal(path)
            connection = open_writer(path)
            store = cls(path, connection, lock)
            with store._transaction():
                store._set("writer", str(os.getpid()))
            return store
        except (sqlite3.Error, OSError, RunError, ValueError, TypeError) as error:
            if connection is not None:
                connection.close()
            if header is not None:
                path.unlink(missing_ok=True)
            lock.release()
            raise _refused(error, path) from error

    def commit(self, record: TickRecord) -> bytes:
        """Write one tick in one transaction; returns its 16-byte hash. Ticks must ascend. Raises ``StoreError``, also where the
        file has been removed or replaced meanwhile: what was written until then is saved again first."""
        if record.tick <= self.last_tick:
            raise StoreError(f"{self.path}: tick {record.tick} is not after the last one, {self.last_tick}")
        with self._transaction():
            lines = write_tick(self._sql, self._texts, record)
            hash = hash_chain.link(self.hash, record.tick, lines)
            self._sql.execute("INSERT INTO ticks (tick, at, hash) VALUES (?, ?, ?)", (record.tick, record.at, hash))
        self.last_tick, self.hash = record.tick, hash
        if file_identity(self.path) != self._file:
            self._rescue()
        return hash

    def _rescue(self) -> None:
        """Write the whole run, whose file is gone but still open, to a new file, and raise ``FileGone``."""
        gone = not self.path.exists()
        number, target = 2, self.path if gone else self.path.with_name(f"{self.path.stem}-rescued{self.path.suffix}")
        while target.exists():
            number, target = number + 1, self.path.with_name(f"{self.path.stem}-rescued-{number}{self.path.suffix}")
        what = f"{self.path}: the file was {'removed' if gone else 'replaced'} while its town was living."
        try:
            self.set_status("interrupted", "its file was removed")
            self._sql.execute("VACUUM INTO ?", (str(target),))
        except (sqlite3.Error, StoreError) as error:
            raise FileGone(f"{what} What was lived is lost: it could not be saved again ({error}).") from None
        raise FileGone(f"{what} All that was lived is saved as {target}; `resume` goes on with it.")

    def set_status(self, status: str, text: str = "") -> None:
        """Set the status (one of ``STATUSES``) and one line of text about it."""
        if status not in STATUSES:
            raise StoreError(f"{self.path}: {status!r} is not a status")
        with self._transaction():
            self._set("status", status)
            self._set("status_text", text)

    def set_name(self, name: str) -> None:
        """Give the run another name, because its file has been copied."""
        with self._transaction():
            self._set("name", name)

    def set_until(self, until: int) -> None:
        """Set the end of the run, in game seconds; a resumed run may go on for longer."""
        with self._transaction():
            self._set("until", str(until))

    def add_interview(
        self, tick: int, resident: str, question: str, answer: str, data: Mapping[str, Any] | None = None
    ) -> None:
        """Store a user's question to a resident with the answer; not hashed."""
        row = (tick, resident, replace_surrogates(question), replace_surrogates(answer), write_json(dict(data or {})))
        with self._transaction():
            self._sql.execute("INSERT INTO interviews (tick, resident, question, answer, data) VALUES (?, ?, ?, ?, ?)", row)

    def keep_early(self, come: Mapping[bytes, str], gone: Iterable[bytes]) -> None:
        """Store the replies ``come`` that arrived before their tick, by key, and delete the replies ``gone``, which are
        recorded now. Not hashed."""
        with self._transaction():
            self._sql.executemany("INSERT OR REPLACE INTO early (key, answer) VALUES (?, ?)", list(come.items()))
            self._sql.executemany("DELETE FROM early WHERE key = ?", [(key,) for key in gone])

    @raises_run_error
    def early(self) -> dict[bytes, str]:
        """What ``keep_early`` kept."""
        return dict(self._sql.execute("SELECT key, answer FROM early").fetchall())

    @raises_run_error
    def state_before(self, tick: int | None = None) -> dict[str, Any]:
        """Key -> the last state at or before ``tick`` (default: the last)."""
        return queries.states(self._sql, self.last_tick if tick is None else tick)

    @raises_run_error
    def memories(self, slug: str) -> list[Memory]:
        """A resident's memory stream as of the last tick, in order of n."""
        rows = self._sql.execute(f"{queries.AS_OF} ORDER BY m.n", {"slug": slug, "tick": self.last_tick})
        return [queries.memory_from_row(row) for row in rows]

    @raises_run_error
    def vectors(self, model: str) -> dict[str, bytes]:
        """Text -> stored float16 vector of one embedder."""
        return queries.vectors(self._sql, model)

    def close(self, status: str | None = None, text: str = "") -> None:
        """Set the status, seal the run, merge the write-ahead log into the file, and close it. If a reader has the file open,
        the log is merged at the next close."""
        try:
            if status is not None:
                self.set_status(status, text)
            with contextlib.suppress(StoreError), self._transaction():
                seal.seal(self._sql)
            with contextlib.suppress(sqlite3.OperationalError):
                self._sql.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                self._sql.execute("PRAGMA journal_mode = DELETE")
        finally:
            self._sql.close()
            with contextlib.suppress(OSError, RunError, sqlite3.Error):
                seal.stamp(self.path)
            self._lock.release()

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """One transaction, rolled back after any error. An error of SQLite becomes a ``StoreError`` or ``DiskFull``."""
        try:
            self._sql.execute("BEGIN IMMEDIATE")
            yield
            self._sql.execute("COMMIT")
        except BaseException as error:
            self._texts.clear_cache()
            with contextlib.suppress(sqlite3.Error):
                self._sql.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise sqlite_write_error(error, self.path) from error
            if isinstance(error, (ValueError, TypeError)):
                raise StoreError(f"{self.path}: a record cannot be stored ({error})") from error
            raise

    def _set(self, key: str, value: str) -> None:
        self._sql.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, replace_surrogates(value)))


def checkpoint_wal(path: str | Path) -> None:
    """Merge a write-ahead log, left by a crash or by a reader that was open at the end, into the run file.

    Does nothing while another process uses the run, or if the folder is read-only.
    """
    path = Path(path)
    if not path.with_name(path.name + "-wal").exists():
        return
    with contextlib.suppress(RunError, sqlite3.Error):
        RunStore.open(path).close()


def write_header(sql: sqlite3.Connection, header: RunHeader) -> None:
    """Write the header of a new run in one transaction."""
    created = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    meta = {
        "format": "town-run",
        "name": header.name,
        "created": created,
        "scenario_id": header.scenario_id,
        "scenario_name": header.scenario_name,
        "seed": str(header.seed),
        "tick_seconds": str(header.tick_seconds),
        "start": header.start,
        "until": str(header.until),
        "model": write_json(dict(header.model)),
        "embedder": header.embedder,
        "version": header.version,
        "status": "running",
        "status_text": "",
        "parent": write_json(None),
    }
    sql.execute("BEGIN IMMEDIATE")
    rows = [(key, replace_surrogates(value)) for key, value in meta.items()]
    sql.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", rows)
    files = [(kind, replace_surrogates(name), data) for (kind, name), data in header.files.items()]
    sql.executemany("INSERT INTO files (kind, name, data) VALUES (?, ?, ?)", files)
    residents = [(slug, number, write_json(data)) for number, (slug, data) in enumerate(header.residents)]
    sql.executemany("INSERT INTO residents (slug, ord, data) VALUES (?, ?, ?)", residents)
    sql.execute("COMMIT")


def _unseal(path: Path) -> None:
    """Remove the seal before anything else of the file changes. A process that is killed then leaves a run without a seal,
    which does not count as damaged."""
    with contextlib.closing(open_side_writer(path)) as sql:
        seal.unseal(sql)


def _lock(path: Path) -> WriterLock:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _refused(error, path) from error
    return WriterLock(path)


def _refused(error: Exception, path: Path) -> StoreError:
    if isinstance(error, StoreError):
        return error
    if isinstance(error, sqlite3.Error):
        return sqlite_write_error(error, path)
    if isinstance(error, (ValueError, TypeError)):
        return StoreError(f"{path}: what the run begins with cannot be stored ({error})")
    if isinstance(error, OSError):
        return write_error(error, path, "Choose another folder with --saves.")
    return StoreError(str(error))
