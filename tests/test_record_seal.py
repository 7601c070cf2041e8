"""Sealed and compacted runs."""

from __future__ import annotations

import datetime as dt
import random
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from record_sample import STORY_HEADER, act, beginning, ending, talk
from town import live, start, write_town

from sim.cli.main import main
from sim.record import connection, seal
from sim.record.catalogue import free_name, list_runs, resolve_run
from sim.record.compact import compact
from sim.record.diff import LearnedText, diff
from sim.record.errors import DiskFull
from sim.record.fork import fork
from sim.record.log import log_of
from sim.record.read import Run, RunError
from sim.record.store import RunStore, StoreError, TickRecord
from sim.record.verify import verify_hashes
from sim.types import Event

META_PAGE = "SELECT rootpage FROM sqlite_schema WHERE name = 'meta'"


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


def test_a_run_that_is_stopped_while_it_is_opened_is_not_taken_for_damaged(
    story: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by a full disk or a kill: the file is in another mode of writing by then."""

    def full(path: Path) -> sqlite3.Connection:
        connection.open_writer(path).close()
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("sim.record.store.open_writer", full)
    with pytest.raises(DiskFull):
        RunStore.open(story)
    assert not seal.find_damage(story)


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


@pytest.mark.parametrize("keys", [("seal",), ("stamp",), ("seal", "stamp")])
def test_a_run_that_lost_a_letter_of_its_seals_key_is_damaged(keys: tuple[str, ...], story: Path) -> None:
    """The check would be off, and a changed age go unnoticed."""
    for key in keys:
        change(story, f"UPDATE meta SET key = 't' || substr(key, 2) || '_' WHERE key = '{key}'")
    change(story, """UPDATE residents SET data = replace(data, '"age":', '"age":1')""")
    assert seal.find_damage(story).vital
    with pytest.raises(RunError, match=r"damaged.*\bmeta\b"):
        RunStore.open(story)


def test_a_flip_in_the_schema_or_in_any_row_of_meta_is_noticed(story: Path, tmp_path: Path) -> None:
    """SQLite finds a row by halving: a flip in one key, or in the count of the rows, hides another from it."""
    whole, copy = story.read_bytes(), tmp_path / "flipped.sqlite"
    with closing(sqlite3.connect(story)) as sql:
        (size,), (page,) = (sql.execute(query).fetchone() for query in ("PRAGMA page_size", META_PAGE))
        names = [name for (name,) in sql.execute("SELECT name FROM sqlite_schema UNION SELECT key FROM meta")]
    start = (page - 1) * size
    used = {*range(start, start + 64)}
    for name in names:
        at = whole.find(name.encode(), 0 if name.startswith(("sqlite", *seal.ORDER)) else start)
        used |= {*range(at - 2, at + len(name) + 1)}
    for at in sorted(used):
        copy.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << at % 5)]) + whole[at + 1 :])
        with suppress(RunError):
            assert seal.find_damage(copy), f"byte {at}"


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """A run of 60 ticks from 07:00 on, a minute each, as a kill leaves it: the file, its log, and nobody who holds the lock."""
    return _killed(tmp_path, "killed", 60)


def _killed(folder: Path, name: str, ticks: int) -> Path:
    path = folder / f"{name}-alive.sqlite"
    store = RunStore.create(path, replace(STORY_HEADER, name=name, seed=ticks, tick_seconds=60))
    for tick in range(ticks):
        store.commit(TickRecord(tick, tick * 60, [act(0, "mara", f"doing the {tick}th thing", tick)]))
    for end in ("", "-wal"):
        shutil.copy(f"{path}{end}", folder / f"{name}.sqlite{end}")
    store.close()
    return folder / f"{name}.sqlite"


def test_what_is_lost_with_a_log_is_said_with_its_hour(killed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not seal.find_damage(killed)
    log = log_of(killed)
    whole = log.read_bytes()
    for at in (2, 20, 30, len(whole) // 2, len(whole) - 5000, len(whole) - 1):
        log.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        with Run(killed) as run:
            hour = (run.meta.start + dt.timedelta(minutes=run.last_tick + 1)).strftime("day 1, %H:%M")
            damage = run.find_damage()
        assert (damage.lost, damage.vital) == (hour, False), f"byte {at}"
    assert main(["verify", str(killed), "--hashes"]) == 1
    assert f"what was lived from {hour} on is lost" in capsys.readouterr().out
    RunStore.open(killed).close()
    assert not seal.find_damage(killed), "the town goes on from there"


def test_what_an_earlier_use_of_the_log_left_in_it_is_no_loss(killed: Path) -> None:
    log = log_of(killed)
    whole = bytearray(log.read_bytes())
    stale = whole[32:]
    stale[8:16] = bytes(8)  # other salts
    log.write_bytes(whole + stale[: 24 + 4096])
    assert not seal.find_damage(killed)


@pytest.mark.parametrize("closed", [False, True])
def test_the_log_of_another_run_is_named_with_the_way_out(closed: bool, killed: Path, tmp_path: Path) -> None:
    """SQLite would take it for the run's own and show the other run under this one's name."""
    other = _killed(tmp_path, "other", 40)
    if closed:
        RunStore.open(killed).close("finished")
    before = killed.read_bytes()
    log_of(killed).unlink(missing_ok=True)
    shutil.copy(log_of(other), log_of(killed))
    for use in (RunStore.open, seal.find_damage, compact, lambda path: fork(path, 3, tmp_path / "fork.sqlite")):
        with pytest.raises(RunError, match=r"killed.sqlite-wal: this log is not of the run.*Move it to another folder"):
            use(killed)
    assert killed.read_bytes() == before
    shutil.move(log_of(killed), tmp_path / "elsewhere")
    RunStore.open(killed).close()
    with Run(killed) as run:
        assert run.meta.name == "killed" and not run.find_damage()


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


def test_runs_are_listed_broken_ones_with_their_reason(story: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.sqlite").write_bytes(b"not a run" * 100)
    live = RunStore.create(tmp_path / "live.sqlite", STORY_HEADER)
    found = {run.path.stem: run for run in list_runs(tmp_path)}
    live.close("finished")
    assert {name: run.condition for name, run in found.items()} == {"story": "finished", "broken": "broken", "live": "running"}
    assert found["broken"].problem == f"{tmp_path / 'broken.sqlite'}: it is not a run (not an SQLite file)"
    assert (found["story"].last_tick, found["story"].residents, found["story"].scenario_name) == (9, 2, "A Story")
    assert list_runs(tmp_path / "nowhere") == []


def test_a_run_is_found_by_path_name_or_latest(story: Path, tmp_path: Path) -> None:
    for text in (str(story), "story", "story.sqlite", "latest"):
        assert resolve_run(text, tmp_path) == story
    with pytest.raises(RunError, match="Did you mean story"):
        resolve_run("stroy", tmp_path)
    with pytest.raises(RunError, match="no saved runs yet"):
        resolve_run("latest", tmp_path / "nowhere")
    assert free_name("story", tmp_path).name == "story-2.sqlite"


def test_a_name_means_the_saved_run_and_not_a_file_that_lies_around(
    story: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    around = tmp_path / "around"
    around.mkdir()
    monkeypatch.chdir(around)
    shutil.copy(story, "story.sqlite")
    shutil.copy(story, "other.sqlite")
    assert resolve_run("story", tmp_path) == resolve_run("story.sqlite", tmp_path) == story
    assert resolve_run("./story.sqlite", tmp_path / "saves").samefile("story.sqlite")
    assert resolve_run("other", tmp_path) == Path("other.sqlite")


def test_a_fork_shares_the_past_and_goes_its_own_way(story: Path, tmp_path: Path) -> None:
    child = tmp_path / "child.sqlite"
    store = fork(story, 6, child)
    with Run(story) as parent:
        hashes = dict(parent.hashes(9))
        assert (store.last_tick, store.hash) == (6, hashes[6])
        assert [m.n for m in store.memories("mara")] == [0, 1, 2]
        store.commit(ending())
        assert store.hash == hashes[9]  # the same future, the same hash
        store.close("finished")
        with Run(child) as run:
            assert run.meta.parent == {"name": "story", "tick": 6, "hash": hashes[6].hex()}
            assert run.meta.name == "child"
            assert [run.question(row.id) for row in run.questions(None, 0, 9)] == [
                parent.question(row.id) for row in parent.questions(None, 0, 9)
            ]
            assert run.state(9) == parent.state(9)
            assert diff(parent, run).first_tick is None
    assert verify_hashes(child).bad_tick is None


def test_a_fork_before_the_news_may_be_edited(story: Path, tmp_path: Path) -> None:
    whisper = Event(0, 0, "command", "mara", {"kind": "whisper", "text": "stay at home"})
    edit = TickRecord(0, 0, [whisper], removed=[("mara", 0)], states={"mara": {"mood": []}})
    store = fork(story, 0, tmp_path / "child.sqlite", edit=edit)
    store.commit(TickRecord(6, 60, [act(0, "mara", "reading at home", 6)]))
    store.close("finished")
    assert verify_hashes(store.path).bad_tick is None
    with Run(story) as a, Run(store.path) as b:
        assert b.events(0, 0)[-1].data["text"] == "stay at home"
        assert [m.n for m in b.memories("mara", 0)] == [1]
        compared = diff(a, b)
    assert compared.first_tick == 0
    assert compared.diverged["mara"][0] == 0 and compared.diverged["ben"][0] == 6
    assert compared.learned == (LearnedText("mara", "Ben gives a supper on Saturday", (6, "ben"), None),)


def test_a_fork_that_cannot_be_leaves_no_file(story: Path, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="ticks 0 to 9"):
        fork(story, 10, tmp_path / "child.sqlite")
    with pytest.raises(StoreError, match="may not hold"):
        fork(story, 6, tmp_path / "child.sqlite", edit=talk())
    assert sorted(file.name for file in tmp_path.iterdir()) == ["story.sqlite"]


@pytest.mark.parametrize(
    ("change", "tick"),
    [
        ("UPDATE events SET data = replace(data, 'Saturday', 'Sunday') WHERE kind = 'say'", 6),
        ("UPDATE memories SET importance = 9 WHERE n = 2", 6),
        ("DELETE FROM removals", 9),
        ("UPDATE texts SET data = 'the stove is cold' WHERE data = 'the stove is hot'", 0),
        ("INSERT INTO ratings VALUES ('mara', 0, 8, 1.0)", 8),
        ("DELETE FROM ticks WHERE tick = 6", 6),
    ],
)
def test_a_changed_row_is_noticed_at_its_tick(story: Path, change: str, tick: int) -> None:
    assert (verify_hashes(story).ticks, verify_hashes(story).bad_tick) == (3, None)
    connection = sqlite3.connect(story, isolation_level=None)
    connection.execute(change)
    connection.close()
    assert verify_hashes(story).bad_tick == tick


def test_a_compacted_run_says_the_same_in_less_room(tmp_path: Path) -> None:
    path = tmp_path / "story.sqlite"
    store = RunStore.create(path, STORY_HEADER)
    store.commit(beginning())
    for tick in range(1, 6):
        store.commit(TickRecord(tick, tick * 10, states={"mara": {"mood": [str(i * tick) for i in range(3000)]}}))
    store.commit(talk())
    store.close("finished")
    with Run(path) as run:
        seen, mind = run.memories("mara", 6), run.state(6)
    before, after = compact(path, ("questions", "vectors", "states"))
    assert after < before
    assert verify_hashes(path).bad_tick is None
    with Run(path) as run:
        assert (run.memories("mara", 6), run.state(6), run.questions(None, 0, 9)) == (seen, mind, [])
    store = RunStore.open(path)
    assert store.state_before() == {"mara": {"mood": [*range(300), 1]}, "world": {"day": 1}}
    store.close()
    store = RunStore.open(path)
    with Run(path) as watched:  # keeps the log beside the file, which would be read into another one
        assert watched.last_tick == 6
        store.close()
        with pytest.raises(StoreError, match="somebody has this run open"):
            compact(path)
    with pytest.raises(StoreError, match="choose among questions, vectors, states"):
        compact(path, ("events",))
