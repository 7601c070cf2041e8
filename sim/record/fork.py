"""Fork a run: copy everything up to a tick into a new run file, optionally with an edit.

Works on rows alone. What an edit means (a whisper, a moved party) is known to the engine, which gives it as events and states.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sim.record import seal, verify
from sim.record.codec import replace_surrogates, write_json
from sim.record.connection import SCAN_TIMEOUT, create_atomically, open_reader
from sim.record.errors import RunError, StoreError, write_errors
from sim.record.read import Run
from sim.record.rows import TickRecord
from sim.record.schema import MAX_SEQ, SEQ_BITS
from sim.record.store import RunStore
from sim.record.text_store import TextStore
from sim.record.tick_writer import write_tick

BY_TICK = ("ticks", "memories", "ratings", "removals", "accesses", "states", "interviews", "bookmarks")
BY_ID = ("events", "retrievals", "questions")
CHAINED = frozenset({"events", "texts", "memories", "ratings", "removals", "retrievals", "ticks", *seal.ASIDE})
"""Tables that the hash chain covers, or that no town goes on from."""
UNTIMED = ("meta", "files", "residents")

USED_TEXTS = """
SELECT text FROM memories UNION SELECT query FROM retrievals UNION SELECT system FROM questions UNION
SELECT user FROM questions UNION SELECT schema FROM questions UNION SELECT reply FROM questions UNION
SELECT candidates FROM questions WHERE candidates IS NOT NULL UNION
SELECT text FROM vectors UNION SELECT model FROM vectors
"""
"""The ids of the texts that a run refers to, without the base texts that these are compressed against."""


def fork(
    path: str | Path,
    tick: int,
    new_path: str | Path,
    edit: TickRecord | None = None,
    scenario_text: str = "",
    residents: Mapping[str, Mapping[str, Any]] | None = None,
) -> RunStore:
    """Copy a run up to and including ``tick`` and open the copy for writing. The copy names its parent and that tick's hash.

    ``edit`` adds events (``seq`` from 0; they follow those of the tick), memories, removals, ratings and states to the last
    tick; its own ``tick`` and ``at`` are ignored. ``scenario_text`` ("": the parent's) and ``residents`` (slug -> data)
    replace the parent's. Raises ``RunError`` or ``StoreError``; a failed fork leaves no file.
    """
    source, target = Path(path), Path(new_path)
    if target.exists():
        raise StoreError(f"{target}: there is a file of this name already. Choose another name with --name.")
    _refuse_damage(source, tick)
    with Run(source) as run:
        if not 0 <= tick <= run.last_tick:
            raise RunError(f"{source}: the run has ticks 0 to {run.last_tick}; it cannot be forked at {tick}")
        parent_name = run.meta.name
    header = _Header(target.stem, parent_name, scenario_text, dict(residents or {}))
    with write_errors(target, "Choose another folder with --saves."):
        create_atomically(target, lambda new: _fill(source, new, tick, header, edit or TickRecord(tick, 0)))
    return RunStore.open(target)


def _refuse_damage(source: Path, tick: int) -> None:
    """Raise ``RunError`` for damage in what is copied. Damage that lies only after ``tick``, as the hashes tell, is allowed."""
    damage = seal.find_damage(source)
    if not damage.structure and set(damage.tables) <= CHAINED:
        bad = verify.verify_hashes(source).bad_tick if damage.tables else None
        if not damage.tables or (bad is not None and bad > tick):
            return
    seal.refuse_damaged(source)


@dataclass(frozen=True, slots=True)
class _Header:
    """The fork's own header data."""

    name: str
    parent: str
    scenario_text: str
    residents: dict[str, Mapping[str, Any]]


def _fill(source: Path, new: sqlite3.Connection, tick: int, header: _Header, edit: TickRecord) -> None:
    """Write all rows of the fork in one transaction."""
    old = open_reader(source)
    old.query_timeout = SCAN_TIMEOUT
    with contextlib.closing(old):
        new.execute("BEGIN IMMEDIATE")
        for table in (*UNTIMED, *BY_TICK, *BY_ID):
            _copy(old, new, table, _until(table, tick))
        _copy_texts(old, new)
        _write_header(new, tick, header)
        _edit(new, tick, edit)
        new.execute("COMMIT")


def _write_header(sql: sqlite3.Connection, tick: int, header: _Header) -> None:
    """Replace the parent's name, status, scenario and residents by the fork's."""
    meta = {"name": header.name, "status": "paused", "status_text": f"forked from {header.parent} at tick {tick}"}
    meta["parent"] = write_json({"name": header.parent, "tick": tick, "hash": _hash_at(sql, tick).hex()})
    rows = [(key, replace_surrogates(value)) for key, value in meta.items()]
    sql.executemany("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", rows)
    seal.unseal(sql)
    if header.scenario_text:
        sql.execute("UPDATE files SET data = ? WHERE kind = 'scenario'", (header.scenario_text.encode(),))
    residents = [(write_json(data), slug) for slug, data in header.residents.items()]
    sql.executemany("UPDATE residents SET data = ? WHERE slug = ?", residents)


def _until(table: str, tick: int) -> str:
    if table in UNTIMED:
        return ""
    return f" WHERE id < {(tick + 1) << SEQ_BITS}" if table in BY_ID else f" WHERE tick <= {tick}"


def _copy(old: sqlite3.Connection, new: sqlite3.Connection, table: str, where: str) -> None:
    columns = [row[1] for row in new.execute(f"PRAGMA table_info({table})")]
    marks = ",".join("?" * len(columns))
    rows = old.execute(f"SELECT {','.join(columns)} FROM {table}{where}")
    new.executemany(f"INSERT INTO {table} ({','.join(columns)}) VALUES ({marks})", rows)


def _copy_texts(old: sqlite3.Connection, new: sqlite3.Connection) -> None:
    """Copy the texts that the copied rows use, the bases of these texts, and the vectors of memories and queries."""
    said = "SELECT text FROM memories UNION SELECT query FROM retrievals"
    used = {row[0] for row in new.execute(USED_TEXTS)}
    known = {row[0] for row in new.execute(said)}
    vectors = [row for row in old.execute("SELECT model, text, data FROM vectors") if row[1] in known]
    used |= {row[0] for row in vectors}
    used |= {base for id, base in old.execute("SELECT id, base FROM texts WHERE base IS NOT NULL") if id in used}
    texts = (row for row in old.execute("SELECT id, digest, base, data FROM texts ORDER BY id") if row[0] in used)
    new.executemany("INSERT INTO texts (id, digest, base, data) VALUES (?, ?, ?, ?)", texts)
    new.executemany("INSERT INTO vectors (model, text, data) VALUES (?, ?, ?)", vectors)


def _hash_at(sql: sqlite3.Connection, tick: int) -> bytes:
    row = sql.execute("SELECT hash FROM ticks WHERE tick <= ? ORDER BY tick DESC LIMIT 1", (tick,)).fetchone()
    return bytes(row[0]) if row else bytes(16)


def _edit(sql: sqlite3.Connection, tick: int, edit: TickRecord) -> None:
    """Add the edit to the last tick and compute that tick's hash again."""
    if edit.retrievals or edit.glances or edit.questions:
        raise StoreError("an edit of a fork may not hold retrievals or questions")
    row = sql.execute("SELECT max(id) FROM events WHERE id >= ?", (tick << SEQ_BITS,)).fetchone()
    free = 0 if row[0] is None else (row[0] & (MAX_SEQ - 1)) + 1
    events = [replace(event, tick=tick, seq=event.seq + free) for event in edit.events]
    texts = TextStore(sql)
    write_tick(sql, texts, replace(edit, tick=tick, events=events))
    hash = verify.hash_tick(sql, tick, _hash_at(sql, tick - 1))
    seconds = int(sql.execute("SELECT value FROM meta WHERE key = 'tick_seconds'").fetchone()[0])
    sql.execute("INSERT OR REPLACE INTO ticks (tick, at, hash) VALUES (?, ?, ?)", (tick, tick * seconds, hash))
