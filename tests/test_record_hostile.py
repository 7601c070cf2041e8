"""Files by strangers: a damaged or hostile run is refused in one line or read as far as it goes, and never takes long."""

from __future__ import annotations

import sqlite3
import time
import zlib
from pathlib import Path

import pytest
from record_sample import write_story

from sim.record import connection, seal
from sim.record.export import export
from sim.record.read import Run, RunError
from sim.record.store import RunStore, StoreError


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty, and so no run"),
        (b"name: a scenario\n" * 100, "not a run"),
        (b"SQLite format 3\x00" + bytes(5000), "cannot be read|not a run"),
    ],
)
def test_other_files_are_refused_in_a_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "x.sqlite"
    path.write_bytes(content)
    for opened in (Run, RunStore.open):
        with pytest.raises(RunError, match=message) as refused:
            opened(path)
        assert str(path) in str(refused.value) and "\n" not in str(refused.value)
    assert path.read_bytes() == content


def test_missing_runs_and_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="there is no such run"):
        Run(tmp_path / "gone.sqlite")
    with pytest.raises(StoreError, match="there is no such run"):
        RunStore.open(tmp_path)


def test_a_run_that_would_keep_the_reader_busy_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_story(tmp_path / "story.sqlite")
    monkeypatch.setattr(connection.TimedConnection, "query_timeout", 0.2)
    with Run(tmp_path / "story.sqlite") as run:
        began = time.monotonic()
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            run._rows("WITH RECURSIVE t(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM t) SELECT count(*) FROM t")
        assert time.monotonic() - began < 5
        assert len(run.events(0, 9)) > 0  # the next question has its own time


def test_a_run_that_claims_to_be_endless_is_refused_or_read_at_once(tmp_path: Path) -> None:
    for tick in (2**63 - 1, 2**40, 2**31 - 1):
        path = tmp_path / f"{tick}.sqlite"
        write_story(path)
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("UPDATE ticks SET tick = ? WHERE tick = (SELECT max(tick) FROM ticks)", (tick,))
        connection.close()
    with pytest.raises(RunError, match="tick 9223372036854775807"):
        Run(tmp_path / f"{2**63 - 1}.sqlite")
    with pytest.raises(RunError, match="tick 1099511627776"):
        Run(tmp_path / f"{2**40}.sqlite")
    began = time.monotonic()
    for form in ("csv", "diary", "html"):
        export(tmp_path / f"{2**31 - 1}.sqlite", form, tmp_path / form)
    assert time.monotonic() - began < 10


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "story.sqlite"
    write_story(path)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = b"".join(deflate.compress(bytes(1 << 20)) for _ in range(200)) + deflate.flush()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("UPDATE texts SET data = ?, base = NULL", (bomb,))
    connection.close()
    with Run(path) as run, pytest.raises(RunError, match="cut short or too long"):
        run.memories("mara", 9)


def test_going_on_with_damaged_rows_is_refused_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "story.sqlite"
    write_story(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE states SET data = x'00ff00', base = NULL")
        connection.execute("UPDATE texts SET data = x'00ff00', base = NULL")
    connection.close()
    with pytest.raises(RunError, match=r"damaged: what it holds is not what was written \(texts, states\)"):
        RunStore.open(path)
    with sqlite3.connect(path) as connection:
        seal.unseal(connection)
    connection.close()
    store = RunStore.open(path)
    for ask in (store.state_before, lambda: store.memories("mara")):
        with pytest.raises(RunError, match="story.sqlite: the file holds something that no run holds"):
            ask()
    store.close()


def test_reading_never_writes(tmp_path: Path) -> None:
    path = tmp_path / "story.sqlite"
    write_story(path)
    before = path.read_bytes()
    with Run(path) as run:
        run.state(9)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            run._rows("DELETE FROM events")
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["story.sqlite"]
