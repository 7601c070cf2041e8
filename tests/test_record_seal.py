"""The seal of a closed run: every flipped bit is noticed, the table is named, and nothing goes on from what is damaged."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest
from town import live, start, write_town

from sim.cli.main import main
from sim.record import seal
from sim.record.compact import compact
from sim.record.fork import fork
from sim.record.read import Run, RunError
from sim.record.store import RunStore


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as sql:
        assert sql.execute(statement).rowcount > 0
        sql.commit()


def test_a_closed_run_is_sealed_and_a_running_one_is_not(tmp_path: Path) -> None:
    store, engine = start(write_town(tmp_path), tmp_path / "run.sqlite")
    live(engine, 30)
    with Run(store.path) as run:
        assert not run.find_damage()
    with closing(sqlite3.connect(store.path)) as sql:
        assert not sql.execute("SELECT * FROM meta WHERE key = 'seal'").fetchall()
    store.close("finished")
    with closing(sqlite3.connect(store.path)) as sql:
        assert seal.is_as_stamped(store.path, sql)
    assert not seal.find_damage(store.path)


@pytest.mark.parametrize("seed", range(4))
def test_every_flipped_bit_is_noticed(seed: int, story: Path, tmp_path: Path) -> None:
    whole, draw, copy = story.read_bytes(), random.Random(seed), tmp_path / "flipped.sqlite"
    for _ in range(100):
        at, bit = draw.randrange(len(whole)), 1 << draw.randrange(8)
        copy.write_bytes(whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :])
        with suppress(RunError):  # where it cannot even be opened, that is said
            assert seal.find_damage(copy), f"bit {bit} of byte {at}"


@pytest.mark.parametrize(
    ("table", "statement"),
    [
        ("states", "UPDATE states SET tick = tick + 1000"),
        ("files", "UPDATE files SET data = x'00' WHERE kind = 'map'"),
        ("accesses", "UPDATE accesses SET at = at + 1"),
        ("texts", "UPDATE texts SET data = 'other' WHERE id = 1"),
        ("events", "DELETE FROM events WHERE id = (SELECT max(id) FROM events WHERE id >> 20 < 8)"),
        ("meta", "UPDATE meta SET value = '77' WHERE key = 'seed'"),
    ],
)
def test_what_goes_on_refuses_and_names_the_table(
    table: str, statement: str, story: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(story, statement)
    for go_on in (RunStore.open, compact, lambda path: fork(path, 8, tmp_path / "fork.sqlite")):
        with pytest.raises(RunError, match=rf"damaged.*\b{table}\b"):
            go_on(story)
    assert main(["verify", str(story), "--hashes"]) == 1
    assert table in capsys.readouterr().out
    assert main(["show", str(story)]) == 0
    told = capsys.readouterr()
    assert "ticks" in told.out and "warning" in told.err and "damaged" in told.err


def test_damage_behind_the_tick_of_a_fork_does_it_no_harm(story: Path, tmp_path: Path) -> None:
    change(story, "UPDATE events SET data = '{}' WHERE id = (SELECT max(id) FROM events)")
    with Run(story) as run:
        last = run.last_tick
    fork(story, last - 1, tmp_path / "early.sqlite").close()
    with pytest.raises(RunError, match="events"):
        fork(story, last, tmp_path / "late.sqlite")


def test_bookmarks_and_compacting_keep_the_seal_and_what_is_resealed_hides_no_damage(story: Path) -> None:
    with Run(story) as run:
        run.add_bookmark(3, "here")
    with closing(sqlite3.connect(story)) as sql:
        assert seal.is_as_stamped(story, sql)
    compact(story)
    assert not seal.find_damage(story)
    change(story, "UPDATE states SET tick = tick + 1000")
    with Run(story) as run:
        run.add_bookmark(4, "there")
    assert seal.find_damage(story).tables == ("states",)


def test_a_run_that_somebody_watches_while_it_is_closed_is_sealed_too(tmp_path: Path) -> None:
    store, engine = start(write_town(tmp_path), tmp_path / "watched.sqlite")
    live(engine, 20)
    with Run(store.path) as watching:
        assert watching.last_tick >= 0
        store.close("finished")
        assert not seal.find_damage(store.path)
    change(store.path, "UPDATE ticks SET at = at + 1 WHERE tick = 0")
    assert seal.find_damage(store.path).tables == ("ticks",)


def test_a_run_without_a_seal_is_opened_as_before(story: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite"
    shutil.copy(story, old)
    with closing(sqlite3.connect(old)) as sql:
        seal.unseal(sql)
        sql.commit()
    assert not seal.find_damage(old)
    RunStore.open(old).close()
    assert not seal.find_damage(old)
    with closing(sqlite3.connect(old)) as sql:
        assert seal.is_as_stamped(old, sql), "and closed with one"
