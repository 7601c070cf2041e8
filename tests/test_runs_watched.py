"""A town that lives while its window watches: the whole command with both processes, and the link between them alone."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from patience import PATIENCE, until
from town import reached, write_town

from sim.cli.errors import FAILED, INTERRUPTED, MODEL
from sim.cli.jobs import RunJob
from sim.cli.run_commands import interruptible
from sim.cli.workshop import WindowLink
from sim.engine.child_process import ChildLink
from sim.record.read import Run
from sim.types import Command

ROOT = Path(__file__).resolve().parents[1]


def test_the_window_hears_how_the_town_is_and_the_town_what_the_window_wants(tmp_path: Path) -> None:
    path = tmp_path / "watched.sqlite"
    link = WindowLink(RunJob(str(path), str(write_town(tmp_path)), model="fake", embedder="hash", speed=0.0))
    try:
        until(lambda: link.status().tick > 20)
        seen = link.status()
        assert seen.run_path == str(path) and seen.phase in ("running", "thinking"), seen
        link.send(Command("pause"))
        until(lambda: link.status().phase == "paused")
        held = link.status().tick
        link.send(Command("play"))
        until(lambda: link.status().tick > held)
    finally:
        code = link.stop()
    assert code == INTERRUPTED and link.status().phase == "finished", link.status()
    assert reached(path) > held


def test_a_town_whose_file_is_replaced_while_it_is_watched_tells_the_window_where_it_is_saved(tmp_path: Path) -> None:
    path, saved = tmp_path / "watched.sqlite", tmp_path / "watched-rescued.sqlite"
    link = WindowLink(RunJob(str(path), str(write_town(tmp_path)), model="fake", embedder="hash", speed=2.0))
    try:
        until(lambda: link.status().tick > 5)
        with Run(path) as watched:
            assert watched.fate() == ""
            (tmp_path / "other").write_bytes(b"")
            (tmp_path / "other").replace(path)
            assert watched.fate() == "replaced"
            until(lambda: link.status().phase == "failed")
    finally:
        code = link.stop()
    assert code == FAILED and f"saved as {saved}" in link.status().text
    assert reached(saved) > 5


def test_a_watched_run_is_lived_shown_and_saved_when_its_window_is_left(tmp_path: Path) -> None:
    path = tmp_path / "left.sqlite"
    words = ["--model", "fake", "--embedder", "hash", "--saves", str(tmp_path), "--name", "left", "--speed", "30"]
    command = [sys.executable, str(ROOT / "run_sim.py"), str(write_town(tmp_path)), *words]
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "XDG_CONFIG_HOME": str(tmp_path / "config")}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        until(lambda: process.poll() is not None or reached(path) > 20)
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode in (0, 130), told
    assert f"Saved: {path}" in told and "should not have happened" not in told, told
    assert reached(path) > 20


def _ends_well(pipe: Connection) -> None:
    pipe.send(("code", 7))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGTERM])
def test_a_signal_does_not_end_the_towns_process_before_it_can_save(number: signal.Signals) -> None:
    """Ctrl-C reaches the window's process and the town's, which may not have begun to ignore it."""
    link = ChildLink(_ends_well, ())
    os.kill(link.process.pid or 0, number)
    link.process.join(PATIENCE)
    assert (link.stop(), link.process.exitcode) == (7, 0)


def test_a_stop_that_python_drops_is_heard_when_the_window_next_asks() -> None:
    link = WindowLink(RunJob(path="none.sqlite", model="fake"))
    with interruptible(link):
        with contextlib.suppress(KeyboardInterrupt):  # as a callback of C would
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            link.status()
        assert link.stop() == 0 and not link.interrupted


def test_a_python_without_our_libraries_is_told_so_in_two_lines(tmp_path: Path) -> None:
    command = [sys.executable, "-S", str(ROOT / "run_sim.py"), str(write_town(tmp_path)), "--headless"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert told.returncode == MODEL and "Traceback" not in told.stderr
    assert f"is not installed for {sys.executable}" in told.stderr and "pip install" in told.stderr
