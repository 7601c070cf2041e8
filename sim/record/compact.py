"""Make a finished run smaller: give back free pages, and leave out what only some need. Knows no meaning of any row."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from sim.record.errors import RunError, StoreError, translate, unwritable
from sim.record.fork import USED_TEXTS
from sim.record.lock import WriterLock
from sim.record.open import open_writer

DROPS = {
    "questions": "DELETE FROM questions",
    "vectors": "DELETE FROM vectors",
    "states": "WITH last AS (SELECT key, max(tick) AS tick FROM states GROUP BY key), kept AS (SELECT * FROM last UNION"
    " SELECT s.key, s.base FROM states s JOIN last USING (key, tick) WHERE s.base IS NOT NULL)"
    " DELETE FROM states WHERE (key, tick) NOT IN (SELECT key, tick FROM kept)",
}
"""What may be left out, all of it outside the hashes. ``questions``: the window shows no prompts and ``verify`` cannot re-run.
``vectors``: resuming embeds anew. ``states``: the run can be resumed at its end but no longer forked at earlier ticks."""

UNUSED = f"""
WITH used (id) AS ({USED_TEXTS}), base (id) AS (SELECT base FROM texts JOIN used USING (id) WHERE base IS NOT NULL)
DELETE FROM texts WHERE id NOT IN (SELECT id FROM used UNION SELECT id FROM base)
"""


def compact(path: str | Path, drop: Sequence[str] = ()) -> tuple[int, int]:
    """Rewrite a run that nobody is writing; bytes before and after. The old file stays until the new one is whole."""
    path = Path(path)
    unknown = [name for name in drop if name not in DROPS]
    if unknown:
        raise StoreError(f"cannot leave out {unknown[0]!r}; choose among {', '.join(DROPS)}")
    if not path.is_file():
        raise RunError(f"{path}: there is no such run. `list` shows the saved runs.")
    before, lock = path.stat().st_size, WriterLock(path)
    fresh = path.with_name(path.name + ".new")
    try:
        _rewrite(path, fresh, drop)
        os.replace(fresh, path)
    except sqlite3.Error as error:
        raise translate(error, path) from error
    except OSError as error:
        raise unwritable(error, path) from error
    finally:
        fresh.unlink(missing_ok=True)
        lock.release()
    return before, path.stat().st_size


def _rewrite(path: Path, fresh: Path, drop: Sequence[str]) -> None:
    """Copy without free pages, then leave out of the copy what is dropped."""
    with contextlib.closing(open_writer(path)) as old:
        old.execute("PRAGMA journal_mode = DELETE")
        fresh.unlink(missing_ok=True)
        old.execute("VACUUM INTO ?", (str(fresh),))
    with contextlib.closing(sqlite3.connect(fresh, isolation_level=None)) as new:
        for name in drop:
            new.execute(DROPS[name])
        if drop:
            new.execute(UNUSED)
            new.execute("VACUUM")
