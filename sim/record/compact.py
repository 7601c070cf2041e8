"""Makes a finished run file smaller: frees unused pages and, on request, deletes data that not every user needs."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from sim.record import seal
from sim.record.connection import SCAN_TIMEOUT, open_reader, open_side_writer
from sim.record.errors import NO_SUCH_RUN, RunError, StoreError, write_errors
from sim.record.fork import USED_TEXTS
from sim.record.lock import WriterLock
from sim.record.shipped import refuse_shipped
from sim.record.store import checkpoint_wal

DROPPABLE = {
    "questions": "DELETE FROM questions",
    "vectors": "DELETE FROM vectors",
    "states": "WITH last AS (SELECT key, max(tick) AS tick FROM states GROUP BY key), kept AS (SELECT * FROM last UNION"
    " SELECT s.key, s.base FROM states s JOIN last USING (key, tick) WHERE s.base IS NOT NULL)"
    " DELETE FROM states WHERE (key, tick) NOT IN (SELECT key, tick FROM kept)",
}
"""What may be deleted; none of it is hashed. Without ``questions`` the window shows no prompts and ``verify`` cannot re-run.
Without ``vectors`` a resumed run embeds again. Without ``states`` a run can be resumed at its end but not forked earlier."""

DELETE_UNUSED_TEXTS = f"""
WITH used (id) AS ({USED_TEXTS}), base (id) AS (SELECT base FROM texts JOIN used USING (id) WHERE base IS NOT NULL)
DELETE FROM texts WHERE id NOT IN (SELECT id FROM used UNION SELECT id FROM base)
"""


def compact(path: str | Path, drop: Sequence[str] = ()) -> tuple[int, int]:
    """Rewrite a run that no process is writing; returns its bytes before and after. The new file replaces the old one when it
    is complete. Raises ``RunError`` or ``StoreError``."""
    path = Path(path)
    unknown = [name for name in drop if name not in DROPPABLE]
    if unknown:
        raise StoreError(f"cannot leave out {unknown[0]!r}; choose among {', '.join(DROPPABLE)}")
    if not path.is_file():
        raise RunError(f"{path}: {NO_SUCH_RUN}")
    refuse_shipped(path)
    seal.refuse_damaged(path)
    checkpoint_wal(path)
    before, lock = path.stat().st_size, WriterLock(path)
    fresh, log = path.with_name(path.name + ".new"), path.with_name(path.name + "-wal")
    try:
        if log.exists():
            with write_errors(path), contextlib.closing(open_side_writer(path)) as sql:
                sql.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # says so where the disk is full
        if log.exists():  # it would be read into the new file
            raise StoreError(f"{path}: somebody has this run open. Close the window that shows it, and compact it again.")
        with write_errors(path):
            _rewrite(path, fresh, drop)
            os.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
        lock.release()
    return before, path.stat().st_size


def _rewrite(path: Path, fresh: Path, drop: Sequence[str]) -> None:
    """Copy the run without free pages, then delete from the copy what is dropped."""
    fresh.unlink(missing_ok=True)
    with contextlib.closing(open_reader(path)) as old:  # which leaves the old file as it is, byte by byte
        old.query_timeout = SCAN_TIMEOUT
        old.execute("PRAGMA query_only = OFF")
        old.execute("VACUUM INTO ?", (str(fresh),))
    with contextlib.closing(sqlite3.connect(fresh, isolation_level=None)) as new:
        for name in drop:
            new.execute(DROPPABLE[name])
        if drop:
            new.execute(DELETE_UNUSED_TEXTS)
            new.execute("VACUUM")
        seal.renew(new, seal.ORDER)
    seal.stamp(fresh)
