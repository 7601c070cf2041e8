"""Files on a disk that is full, or where nothing may be written: a line, the right exit code, and nothing left behind."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from town import ROOT, live, start, stop, write_saves

from sim.cli.errors import explain
from sim.cli.main import main
from sim.experiments.plots import figure_axes
from sim.record import seal
from sim.record.atomic_write import atomic_files
from sim.record.errors import DiskFull, StoreError
from sim.record.lock import WriterLock, lock_file


@pytest.fixture(scope="module")
def saves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_saves(tmp_path_factory.mktemp("saves"), 700)


@contextlib.contextmanager
def cramped(size: int) -> Iterator[None]:
    """No file may grow beyond ``size`` bytes, as on a disk with so much room left."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


FORMS = ("html", "csv", "jsonl", "parquet", "diary", "video")


@pytest.mark.parametrize("form", FORMS)
def test_an_export_on_a_full_disk_leaves_nothing(
    form: str, saves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["export", "first", "--saves", str(saves), "--as", form, "--to"]
    for out in (tmp_path / "new" / "folder" / "out", tmp_path / "out.gif") if form == "video" else (tmp_path / "new" / "out",):
        with cramped(200):
            assert main([*words, str(out)]) == 1
        told = capsys.readouterr()
        assert (told.out, told.err) == ("", f"{out}: the disk is full. Nothing was written; free some space and try again.\n")
        assert list(tmp_path.iterdir()) == []


_ENDED_WHILE_DRAWING = """
import os, sys
from pathlib import Path
from sim.cli.main import main
from sim.view import export

number, out = int(sys.argv[1]), Path(sys.argv[-1])
pixels = export._StretchFrames.pixels

def pixels_and_a_signal(self, frame):
    if out.parent.is_dir() and list(out.parent.iterdir()):
        os.kill(os.getpid(), number)
    return pixels(self, frame)

export._StretchFrames.pixels = pixels_and_a_signal
sys.exit(main(sys.argv[2:]))
"""
"""The command line, which gets a signal before the first frame that is drawn once its draft is there."""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_video_that_a_signal_ends_leaves_nothing(number: signal.Signals, saves: Path, tmp_path: Path) -> None:
    words = ["export", "first", "--saves", str(saves), "--video", "--to", str(tmp_path / "new" / "out.gif")]
    command = [sys.executable, "-c", _ENDED_WHILE_DRAWING, str(int(number)), *words]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (130, "interrupted\n") and list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("no_screen")
@pytest.mark.parametrize("words", [("export", "--to"), ("show", "--picture"), ("show", "--card")], ids=str)
def test_what_comes_of_a_run_never_takes_the_place_of_a_run_or_a_town(
    words: tuple[str, str], saves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, town = Path(shutil.copy(saves / "first.sqlite", tmp_path)), Path(shutil.copy(saves / "town.yaml", tmp_path))
    (tmp_path / "odd.html").write_bytes(run.read_bytes())
    os.mkfifo(tmp_path / "pipe.png")
    for out, there in (
        (run, "a saved run"),
        (tmp_path / "odd.html", "a saved run"),
        (town, "a scenario or map"),
        (tmp_path / "pipe.png", "a device or a pipe"),
        (".", "a folder"),
        ("/", "a folder"),
    ):
        assert main([words[0], "first", "--saves", str(saves), words[1], str(out)]) == 2
        assert f"{out}: cannot be written (there is {there} of this name). Choose another place" in capsys.readouterr().err
    assert run.read_bytes() == (saves / "first.sqlite").read_bytes() and town.read_text() == (saves / "town.yaml").read_text()


@pytest.mark.usefixtures("no_screen")
@pytest.mark.parametrize("kind", ["card.png", "card.gif", "picture.png"])
def test_a_picture_on_a_full_disk_leaves_nothing(
    kind: str, saves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / kind
    with cramped(200):
        assert main(["show", "first", "--saves", str(saves), f"--{out.stem}", str(out)]) == 1
    told = capsys.readouterr().err
    assert "the disk is full" in told and told.count("\n") == 1 and list(tmp_path.iterdir()) == []


def test_a_report_on_a_full_disk_leaves_no_half_of_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "curve.png"
    with cramped(200), pytest.raises(DiskFull, match=r"curve\.png: the disk is full"), figure_axes(picture) as axes:
        axes.plot([1, 2])
    assert not list(tmp_path.iterdir())
    assert explain(OSError(errno.ENOSPC, "No space left on device")) == 1
    assert capsys.readouterr().err == "the disk is full; free some space and try again.\n"


@pytest.mark.parametrize("form", FORMS[:-1])
def test_an_export_that_fails_leaves_the_one_before_as_it_was(form: str, saves: Path, tmp_path: Path) -> None:
    words = ["export", "first", "--saves", str(saves), "--as", form, "--to", str(tmp_path / "out.x")]
    assert main(words) == 0
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with cramped(200):
        assert main(words) == 1
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_fork_a_run_and_a_scenario_on_a_full_disk_leave_nothing(
    saves: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    town, run = str(saves / "town.yaml"), str(saves / "first.sqlite")
    for words in (
        ["fork", run, "--at", "07:30", "--name", "f", "--saves", "s"],
        ["run", town, "--model", "fake", "--headless", "--name", "r", "--saves", "s"],
        ["new", "mine"],
    ):
        with cramped(300):
            assert main(words) == 1, words
        told = capsys.readouterr()
        assert told.out == "" and "the disk is full" in told.err and len(told.err.strip().splitlines()) <= 2
        assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_lock_on_a_full_disk_is_not_taken_for_another_writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with cramped(0), pytest.raises(DiskFull, match="disk is full"):
        WriterLock(tmp_path / "run.sqlite")
    assert not lock_file(tmp_path / "run.sqlite").exists()
    held = WriterLock(tmp_path / "run.sqlite")
    with pytest.raises(StoreError, match="another process"):
        WriterLock(tmp_path / "run.sqlite")
    held.release()


LOSSES = {
    "DELETE FROM texts WHERE id IN (SELECT text FROM memories WHERE n = 2)": "the words of 2 of the memories",
    "DELETE FROM texts WHERE id IN (SELECT query FROM retrievals)": "of the retrievals",
    "DELETE FROM memories WHERE n = 1": "2 of the memories",
    "DELETE FROM events WHERE id = 1": "what happened in 1 of the ticks",
    "DELETE FROM events": "what happened at the beginning",
    "DELETE FROM ticks WHERE tick > 100": "of the ticks",
    "DELETE FROM residents WHERE slug = 'ana'": "1 of the residents",
    "DELETE FROM files WHERE kind = 'map'": "the map",
    "DELETE FROM states WHERE base IS NULL": "of the states build on",
}


def test_a_draft_takes_no_name_that_somebody_else_has(tmp_path: Path) -> None:
    (tmp_path / "town.new.yaml").write_text("a town of mine")
    with atomic_files(tmp_path) as draft:
        draft(tmp_path / "town.yaml").write_text("another")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "town.new.yaml": "a town of mine",
        "town.yaml": "another",
    }


def test_drafts_that_a_kill_left_are_removed_by_the_next_export(saves: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    program = [sys.executable, str(ROOT / "run_sim.py"), "export", "first", "--saves", str(saves)]
    with subprocess.Popen([*program, "--video", "--to", str(out / "a.gif")]) as process:
        while not list(out.glob("*")):
            assert process.poll() is None
            time.sleep(0.01)
        process.kill()
    (left,) = out.iterdir()
    (out / f"events.town-draft-{process.pid}-0.csv").write_text("half of it")
    others = {f"town.town-draft-{os.getpid()}-0.png", "letter.draft-7.csv", "events.new.csv"}
    for name in others:
        (out / name).write_text("somebody's, or still being written")
    assert main(["export", "first", "--saves", str(saves), "--as", "csv", "--to", str(out)]) == 0
    assert not left.exists() and {path.name for path in out.glob("*.*.*")} == others


def test_rules_that_no_town_has_are_named_with_their_file(
    saves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(shutil.copy(saves / "first.sqlite", tmp_path))
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as sql:
        seal.unseal(sql)
        ((model,),) = sql.execute("SELECT value FROM meta WHERE key = 'model'")
        known = json.loads(model)
        wild = json.dumps(known | {"rules": {"prompts": "shouted", "vision": -4}})
        sql.execute("UPDATE meta SET value = ? WHERE key = 'model'", (wild,))
    assert main(["resume", str(path), "--headless"]) == 2
    assert f"{path}: the rules it was lived by cannot be used (prompts, vision)" in capsys.readouterr().err


@pytest.mark.parametrize("loss", LOSSES)
def test_rows_that_are_gone_are_told_by_show_and_stop_a_resume(
    loss: str, saves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _without(saves / "first.sqlite", tmp_path, loss)
    assert main(["show", str(path)]) == 0
    told = capsys.readouterr()
    assert "the file is damaged" in told.err and LOSSES[loss] in told.err and "Residents" in told.out
    assert main(["resume", str(path), "--headless", "--ticks", "5"]) == 2
    told = capsys.readouterr()
    assert LOSSES[loss] in told.err and "Take another copy" in told.err and len(told.err.splitlines()) == 2


@pytest.mark.parametrize(
    ("loss", "said"),
    [
        ("DELETE FROM states WHERE key = 'mind:ana'", "mind of ana"),
        ("DELETE FROM states WHERE key LIKE 'body:%'", "body of ana, body of ben"),
        ("DELETE FROM meta WHERE key IN ('start', 'seed')", "no longer says its seed, start"),
    ],
)
def test_a_run_without_what_it_goes_on_from_is_refused_in_words(
    loss: str, said: str, saves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _without(saves / "first.sqlite", tmp_path, loss)
    assert main(["resume", str(path), "--headless", "--ticks", "5"]) == 2
    told = capsys.readouterr().err
    assert said in told and len(told.splitlines()) == 1


def test_lost_words_of_questions_are_told_and_the_town_goes_on(
    saves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _without(saves / "first.sqlite", tmp_path, "DELETE FROM texts WHERE id IN (SELECT user FROM questions)")
    assert main(["resume", str(path), "--headless", "--ticks", "5"]) == 0
    assert "questions to the model. The town goes on" in capsys.readouterr().err


def test_the_first_tick_whose_words_are_gone_is_named(saves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    late = "SELECT text FROM memories WHERE tick > 50 ORDER BY tick LIMIT 1"
    with contextlib.closing(sqlite3.connect(saves / "first.sqlite")) as sql:
        (text,) = sql.execute(late).fetchone()
        (tick,) = sql.execute("SELECT min(tick) FROM memories WHERE text = ?", (text,)).fetchone()
    path = _without(saves / "first.sqlite", tmp_path, f"DELETE FROM texts WHERE id = {text}")
    assert main(["verify", str(path), "--hashes"]) == 1
    assert f"the hash of tick {tick} does not agree" in capsys.readouterr().out
    assert main(["fork", str(path), "--at", f"tick {tick - 1}", "--name", "cut", "--saves", str(tmp_path)]) == 0
    assert main(["resume", "cut", "--saves", str(tmp_path), "--headless", "--ticks", "5"]) == 0


def _without(source: Path, folder: Path, loss: str) -> Path:
    """A copy of a run from which rows have gone, without a seal as a kill leaves it."""
    path = folder / "lost.sqlite"
    path.write_bytes(source.read_bytes())
    with contextlib.closing(sqlite3.connect(path)) as sql:
        seal.unseal(sql)
        assert sql.execute(loss).rowcount > 0
        sql.commit()
    return path


def test_a_run_that_cannot_be_compacted_is_as_it_was(saves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "first.sqlite"
    path.write_bytes((saves / "first.sqlite").read_bytes())
    before, size = path.read_bytes(), path.stat().st_size
    for room in (0, 4096, size // 4, size // 2, size - 8192):
        with cramped(room):
            assert main(["compact", str(path)]) == 1
        assert "the disk is full" in capsys.readouterr().err
        assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path], room


def test_a_killed_run_that_cannot_be_compacted_for_want_of_room_is_not_taken_for_one_that_is_open(
    saves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, engine = start(saves / "town.yaml", tmp_path / "alive.sqlite")
    live(engine, 200)
    dead = tmp_path / "dead.sqlite"
    for end in ("", "-wal"):  # what a kill leaves
        Path(f"{dead}{end}").write_bytes((tmp_path / f"alive.sqlite{end}").read_bytes())
    stop(store, engine)
    with cramped(5000):
        assert main(["compact", str(dead)]) == 1
    assert "the disk is full" in capsys.readouterr().err
    assert main(["compact", str(dead)]) == 0
