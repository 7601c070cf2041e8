"""Damaged and hostile run files against the reader.

Three ways to corrupt a good run: bytes (flipped, cut, pages swapped), values (any cell of any table replaced by something that
no run holds), and tables (views, triggers and strange types where ours should be).
"""

from __future__ import annotations

import contextlib
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import made_up_run

from fuzz.mutate import Target
from sim.record.catalogue import summarize_run
from sim.record.diff import diff
from sim.record.errors import RunError
from sim.record.export import write
from sim.record.read import Run
from sim.record.verify import verify_hashes

TEXTS = (
    *("", "{}", "[]", "null", "true", "[" * 5000, "\x00\x01", "9" * 400, "1e999", "NaN", "2026-13-99", "ü" * 100),
    *('{"path": []}', '{"path": [[1, 2], [3]], "speed": 1e308}', '{"path": 7, "speed": -3}', '{"speed": "NaN"}'),
    *('{"people": {"a": 1}, "phase": "start"}', '{"blocks": [{"start": "x"}]}', '{"steps": [[]]}', '{"who": ["a"]}'),
    *('{"kind": "weather", "text": [1]}', '{"until": "soon", "facing": 3}', '{"look": 5}', '{"age": "old", "traits": 4}'),
    *("../../etc/passwd", "[[0], [], [1], [1], [1], [1], [1], [1], [1], [1]]"),
)
NUMBERS = (0, 1, -1, 255, -(2**63), 2**63 - 1, 2**40, 1 << 20, 17, 1e308, -1e308, 0.5)
BLOBS = (b"", b"\x00", b"\xff" * 50, b"\x63\x60" * 400, bytes(range(256)))
HOSTILE = (
    "DROP TABLE meta; CREATE VIEW meta AS WITH RECURSIVE t(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM t)"
    " SELECT k AS key, k AS value FROM t",
    "DROP TABLE events; CREATE VIEW events AS SELECT 1 AS id, 'move' AS kind, 'x' AS key, '{}' AS data",
    "CREATE TRIGGER boo AFTER INSERT ON bookmarks BEGIN DELETE FROM events; END",
    "DROP TABLE residents; CREATE TABLE residents (slug, ord, data AS (zeroblob(1000000000)))",
    "CREATE TABLE extra (x)",
    "PRAGMA user_version = 77",
    "PRAGMA user_version = 0",
    "PRAGMA application_id = 5",
    "DROP INDEX events_by_key",
    "ALTER TABLE ticks RENAME TO tocks",
)


def good_run(path: Path) -> bytes:
    """The bytes of a small healthy run."""
    made_up_run.write(path, made_up_run.MadeUpTown(3, seed=2, vectors=True), 60)
    return path.read_bytes()


def corrupt_bytes(path: Path, good: bytes, dice: random.Random) -> None:
    """Flip, cut, or swap."""
    bad = bytearray(good)
    for _ in range(dice.choice([1, 1, 3, 30])):
        where = dice.randrange(len(bad)) if dice.random() < 0.7 else dice.randrange(600)
        bad[where] = dice.randrange(256)
    if dice.random() < 0.2:
        a, b = dice.randrange(len(bad) // 4096), dice.randrange(len(bad) // 4096)
        bad[a * 4096 : a * 4096 + 4096], bad[b * 4096 : b * 4096 + 4096] = (
            bad[b * 4096 : b * 4096 + 4096],
            bad[a * 4096 : a * 4096 + 4096],
        )
    if dice.random() < 0.1:
        bad = bad[: dice.randrange(len(bad))]
    path.write_bytes(bad)


def corrupt_values(path: Path, good: bytes, dice: random.Random) -> None:
    """Put something that no run holds into some cells; SQLite's own type checks stay on."""
    path.write_bytes(good)
    sql = sqlite3.connect(path, isolation_level=None)
    sql.execute("PRAGMA synchronous = OFF")
    sql.execute("PRAGMA journal_mode = MEMORY")
    names = [row[0] for row in sql.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    for _ in range(dice.choice([1, 1, 2, 8])):
        table = dice.choice(names)
        columns = [row[1] for row in sql.execute(f"PRAGMA table_info({table})")]
        column, value = dice.choice(columns), dice.choice([*TEXTS, *NUMBERS, *BLOBS])
        which = f" WHERE abs(random()) % {dice.choice([1, 2, 20])} = 0"
        with contextlib.suppress(sqlite3.Error):
            sql.execute(f"UPDATE OR IGNORE {table} SET {column} = ?{which if dice.random() < 0.7 else ''}", (value,))
    sql.close()


def corrupt_tables(path: Path, good: bytes, dice: random.Random) -> None:
    """Put a view, a trigger or another table where ours should be."""
    path.write_bytes(good)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as sql:
        sql.executescript(dice.choice(HOSTILE))


CORRUPTIONS: tuple[Callable[[Path, bytes, random.Random], None], ...] = (corrupt_bytes, corrupt_values, corrupt_tables)
WEIGHTS = (45, 50, 5)


def everything(path: Path) -> None:
    """Ask the reader everything it answers. Raises ``RunError`` where the file is refused."""
    summarize_run(path)
    with Run(path) as run:
        calls = _calls(run, run.last_tick)
        for call in calls:
            try:
                call()
            except RunError as error:
                judge(error, path)
    verify_hashes(path)


def judge(error: RunError, path: Path) -> None:
    """A refusal must name the file and fit on a line."""
    if str(path) not in str(error) or "\n" in str(error) or len(str(error)) > 400:
        raise AssertionError(f"a poor message: {error}")


def _calls(run: Run, last: int) -> list[Callable[[], object]]:
    slug = run.residents[0].slug if run.residents else "nobody"
    out = run.path.parent / "out"
    return [
        *(lambda: run.state(last), lambda: run.state(last // 2), lambda: run.state(last // 2 + 1)),
        *(lambda: run.scenario_text, lambda: run.map_text, lambda: run.map_name, lambda: run.images),
        *(lambda: run.memories(slug, last, words="mends roses", person=slug, day=1, least=1, sort="used"),),
        *(lambda: run.plan(slug, last), lambda: run.steps(slug, last), lambda: run.relations(slug, last)),
        *(lambda: run.find("mends", last), lambda: run.counters()),
        *(lambda: run.marks(("say", "talk")), lambda: run.interviews(), lambda: run.bookmarks()),
        *(lambda: write(run, "html", out / "page.html"), lambda: write(run, "diary", out), lambda: write(run, "csv", out)),
        lambda: diff(run, run),
    ]


class Runs(Target):
    """Ask the reader everything of a corrupted run."""

    def __init__(self, folder: Path) -> None:
        super().__init__((RunError,))
        folder = folder / "runs"
        folder.mkdir(exist_ok=True)
        self._path = folder / "bad.sqlite"
        self._good = good_run(folder / "good.sqlite")

    def one(self, dice: random.Random) -> None:
        dice.choices(CORRUPTIONS, WEIGHTS)[0](self._path, self._good, dice)
        try:
            everything(self._path)
        except RunError as error:
            judge(error, self._path)
            raise
        finally:
            for file in self._path.parent.glob(self._path.name + "-*"):
                file.unlink()
