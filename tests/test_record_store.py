"""Writing a run, also where the process dies."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from record_sample import STORY_HEADER, act, beginning, talk, write_story

from sim.record import schema
from sim.record.catalogue import summarize_run
from sim.record.errors import FileGone, sqlite_write_error
from sim.record.lock import is_locked
from sim.record.read import Run
from sim.record.store import DiskFull, RunStore, StoreError, TickRecord
from sim.record.verify import verify_hashes
from sim.types import Event


def test_a_closed_run_is_one_file_and_can_be_opened_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "story.sqlite"
    last = write_story(path).hash
    assert [file.name for file in tmp_path.iterdir()] == ["story.sqlite"]
    store = RunStore.open(path)
    assert (store.last_tick, store.hash) == (9, last)
    assert [(m.n, m.importance, m.accessed) for m in store.memories("mara")] == [(0, 4.0, 60), (2, 8.0, 60)]
    assert store.state_before() == {"mara": {"mood": [*range(300), 1]}, "world": {"day": 1}}
    assert store.state_before(5)["mara"] == {"mood": list(range(300))}
    assert list(store.vectors("hashing").values()) == [b"\x00\x3c" * 8]
    store.close()


def test_the_hash_is_of_what_happened_not_of_how_the_run_was_driven(tmp_path: Path) -> None:
    def last(name: str, *records: TickRecord) -> bytes:
        store = RunStore.create(tmp_path / name, STORY_HEADER)
        for record in records:
            store.commit(record)
        store.close()
        return store.hash

    plain = last("a.sqlite", beginning(), talk())
    resumed = Event(3, 0, "run", "", {"phase": "resume", "text": ""})
    slower = [replace(question, seconds=9.0, reused_tokens=5) for question in talk().questions]
    assert last("b.sqlite", beginning(), TickRecord(3, 30, [resumed]), replace(talk(), questions=slower)) == plain
    assert last("c.sqlite", beginning(), replace(talk(), rated=[("mara", 1, 3.0)])) != plain
    assert last("d.sqlite", beginning(), replace(talk(), retrievals=[])) != plain


def test_only_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "story.sqlite"
    store = write_story(path, close=False)
    with pytest.raises(StoreError, match="another process is writing"):
        RunStore.open(path)
    store.close("interrupted")
    RunStore.open(path).close()
    with pytest.raises(StoreError, match="already"):
        RunStore.create(path, STORY_HEADER)


def test_a_refused_record_leaves_nothing_behind(tmp_path: Path) -> None:
    store = RunStore.create(tmp_path / "story.sqlite", STORY_HEADER)
    store.commit(beginning())
    bad = [act(0, "mara", "sleeping", 4), Event(4, 1, "act", "ben", {"activity": object()})]
    with pytest.raises(StoreError, match="cannot be stored"):
        store.commit(TickRecord(4, 40, bad, questions=talk().questions))
    with pytest.raises(StoreError, match="not after"):
        store.commit(beginning())
    store.commit(talk())
    store.close("finished")
    with Run(store.path) as run:
        assert run.events(1, 5) == []
        assert run.question(run.questions("mara", 0, 9)[0].id).user == "Seen: Ben " * 50


def test_a_full_disk_is_said_and_the_run_goes_on_when_there_is_room(tmp_path: Path) -> None:
    store = RunStore.create(tmp_path / "story.sqlite", STORY_HEADER)
    store.commit(beginning())
    pages = store._sql.execute("PRAGMA page_count").fetchone()[0]
    store._sql.execute(f"PRAGMA max_page_count = {pages + 4}")
    big = TickRecord(4, 40, [act(i, "mara", "x" * 500, 4) for i in range(200)], states={"world": {"day": 2}})
    with pytest.raises(DiskFull, match="free some space"):
        store.commit(big)
    assert store.last_tick == 0
    store._sql.execute("PRAGMA max_page_count = 1000000")
    store.commit(big)
    store.close("finished")
    with Run(store.path) as run:
        assert len(run.events(4, 4)) == 200


def test_a_disk_that_is_full_from_the_start_promises_nothing(tmp_path: Path) -> None:
    full = sqlite_write_error(sqlite3.OperationalError("database or disk is full"), tmp_path / "story.sqlite")
    assert isinstance(full, DiskFull) and "Nothing was begun" in str(full) and "resume" not in str(full)


def test_a_run_that_cannot_begin_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be stored"):
        RunStore.create(tmp_path / "bad.sqlite", replace(STORY_HEADER, model={"context": float("nan")}))
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        RunStore.create(tmp_path / "file" / "run.sqlite", STORY_HEADER)
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_text_that_no_file_can_hold_is_mended(tmp_path: Path) -> None:
    store = RunStore.create(tmp_path / "story.sqlite", STORY_HEADER)
    store.commit(TickRecord(0, 0, [act(0, "mara", "singing \ud83d la")]))
    store.close()
    with Run(store.path) as run:
        assert run.events(0, 0)[0].data["activity"] == "singing ? la"


def test_an_older_run_is_read_and_migrated_and_a_newer_one_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = tmp_path / "old.sqlite", tmp_path / "new.sqlite"
    write_story(old)
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, "ALTER TABLE bookmarks ADD COLUMN colour TEXT;"))
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    with Run(old) as run:  # read as it is, brought up to date in memory
        assert run.last_tick == 9 and run._rows("SELECT colour FROM bookmarks") == []
    RunStore.open(old).close()
    connection = sqlite3.connect(old)
    assert connection.execute("PRAGMA user_version").fetchone()[0] == schema.VERSION
    connection.close()
    write_story(new)
    monkeypatch.undo()
    for problem in (lambda: Run(new), lambda: RunStore.open(new)):
        with pytest.raises(Exception, match="newer version"):
            problem()


def test_long_texts_cost_little_when_they_resemble_each_other(tmp_path: Path) -> None:
    store = RunStore.create(tmp_path / "story.sqlite", STORY_HEADER)
    question = talk().questions[0]
    day = "\n".join(f"- memory {j * j} of the long day at the mill" for j in range(60))
    prompts = [f"Now: {i}\n{day}" for i in range(200)]
    store.commit(TickRecord(0, 0, questions=[replace(question, user=prompt) for prompt in prompts]))
    packed = store._sql.execute("SELECT sum(length(data)) FROM texts").fetchone()[0]
    store.close()
    with Run(store.path) as run:
        asked = run.questions(None, 0, 0)
        assert {run.question(row.id).user for row in asked} == set(prompts)
    assert packed < 0.03 * sum(map(len, prompts))


@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_is_removed_or_replaced_while_it_is_written_is_saved_again(tmp_path: Path, replaced: bool) -> None:
    path = tmp_path / "story.sqlite"
    store = RunStore.create(path, STORY_HEADER)
    store.commit(beginning())
    path.unlink()
    if replaced:
        path.write_text("somebody else's")
    with pytest.raises(FileGone, match="replaced while" if replaced else "removed while"):
        store.commit(TickRecord(1, 10, [act(0, "mara", "baking", 1)]))
    hash = store.hash
    store.close("interrupted")
    saved = path.with_name("story-rescued.sqlite") if replaced else path
    assert not replaced or path.read_text() == "somebody else's"
    assert verify_hashes(saved).bad_tick is None
    with Run(saved) as run:
        assert (run.last_tick, run.hash_at(1), run.meta.status) == (1, hash, "interrupted")
    again = RunStore.open(saved)
    again.commit(talk())
    again.close()


WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, "tests")
from made_up_run import MadeUpTown, header
from sim.record.store import RunStore
town = MadeUpTown(4, seed=5)
store = RunStore.create(Path(sys.argv[1]), header(town))
for record in town.records(100000):
    store.commit(record)
    print(record.tick, store.hash.hex(), flush=True)
"""
ROOT = Path(__file__).resolve().parents[1]


def _write_and_kill(path: Path, lines: int) -> tuple[int, str]:
    """Let a child write, kill it some moment after its ``lines``-th tick; the last tick it told of, and that tick's hash."""
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as child:
        assert child.stdout is not None
        told = [child.stdout.readline() for _ in range(lines)]
        assert is_locked(path)
        child.kill()
        told += child.stdout.readlines()
    tick, hash = [line for line in told if line.endswith("\n")][-1].split()
    return int(tick), hash


def test_nothing_acknowledged_is_lost_and_the_run_goes_on(tmp_path: Path) -> None:
    dice = random.Random(11)
    for number in range(6):
        path = tmp_path / f"killed-{number}.sqlite"
        tick, hash = _write_and_kill(path, dice.randint(1, 400))
        with Run(path) as run:
            assert run.last_tick >= tick
            assert dict(run.hashes(run.last_tick))[tick].hex() == hash
        assert summarize_run(path).condition == "stopped unexpectedly"
        store = RunStore.open(path)
        store.commit(TickRecord(store.last_tick + 1, 0))
        store.close("interrupted")
        assert summarize_run(path).condition == "saved"
        assert verify_hashes(path).bad_tick is None
