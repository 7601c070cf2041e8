"""Whole runs against models that fail: the town goes on by fallbacks, says how many and why, pauses, and can be resumed."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import Reply, fitting, serving
from town import content, events, rows, write_town

from sim import Town
from sim.cli import live_run
from sim.cli.main import main
from sim.engine import run as pace
from sim.llm import Generate, Prompt
from sim.llm.server import ServerModel
from sim.llm.server_settings import ServerSettings
from sim.record.read import Run


def _live(folder: Path, url: str, *more: str) -> int:
    words = ("--model", url, "--embedder", "hash", "--headless", "--saves", str(folder), "--name", "bad")
    return main(["run", str(write_town(folder)), *words, *more])


def _after(good: int, then: Callable[[dict[str, Any]], Reply]) -> Callable[[dict[str, Any]], Reply]:
    """A server that turns bad after so many good answers."""
    answered = iter(range(10**6))
    return lambda body: fitting(body) if next(answered) < good else then(body)


def _denied(_: dict[str, Any]) -> Reply:
    return 401, b"bad key"


def test_a_run_says_how_many_questions_were_answered_by_fallbacks_and_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(_denied) as server:
        assert _live(tmp_path, server.url, "--ticks", "30") == 0
    told = capsys.readouterr().err
    with Run(tmp_path / "bad.sqlite") as run:
        trouble = run.trouble()
    assert 0 < trouble.asked == trouble.fallbacks < 12
    assert f"all of {trouble.asked} questions to the model were answered by fallbacks" in told
    assert "server: 401 bad key" in told and "SIM_API_KEY" in told and "Saved: " in told
    assert main(["show", "bad", "--saves", str(tmp_path)]) == 0
    assert "answered by fallbacks" in capsys.readouterr().out


def test_a_run_without_trouble_says_nothing_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _live(tmp_path, "fake", "--ticks", "30") == 0
    assert "fallback" not in capsys.readouterr().err


def test_a_server_that_fails_midway_pauses_the_town_and_a_good_one_lets_it_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sim.answer.protocol.Failures.LIMIT", 5)
    with serving(_after(5, _denied)) as server:
        assert _live(tmp_path, server.url) == 3
    told, path = capsys.readouterr().err, tmp_path / "bad.sqlite"
    # Two residents may ask at once, so that the fifth failure and a sixth come in one round.
    assert re.search(r"Paused: the model failed [56] times in a row \(server: 401 bad key\)", told)
    assert f"resume {path}" in told and "answered by fallbacks" in told and "Up to the last tick that is saved, " in told
    assert "server: 401 bad key" in {data["problem"] for _, _, data in events(path, "problem")}
    assert rows(path, "SELECT value FROM meta WHERE key = 'status'") == [("paused",)]
    with Run(path) as run:
        last = run.last_tick
    with serving(fitting) as server:
        assert main(["resume", str(path), "--model", server.url, "--headless", "--ticks", "60"]) == 0
    assert "401" not in capsys.readouterr().err, "only what went wrong since counts"
    with Run(path) as run:
        assert run.last_tick == last + 60


def test_a_ceiling_reached_in_a_live_town_pauses_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sim.answer.protocol.Failures.LIMIT", 5)
    monkeypatch.setenv("SIM_TOKEN_CEILING", "1200")
    with serving(fitting) as server:
        assert _live(tmp_path, server.url) == 3
        spent = 420 * len(server.bodies)
    told = capsys.readouterr().err
    assert "the token ceiling is reached" in told and "higher SIM_TOKEN_CEILING" in told and "Go on:" in told
    assert 1200 <= spent <= 1200 + 420 * 2, "what two residents had asked at once comes on top"
    monkeypatch.setenv("SIM_TOKEN_CEILING", "a few")
    with serving(fitting) as server:
        assert main(["resume", "bad", "--saves", str(tmp_path), "--headless", "--model", server.url]) == 3
    assert "SIM_TOKEN_CEILING is 'a few'; set it to a number of tokens" in capsys.readouterr().err


def test_ctrl_c_does_not_wait_for_a_server_that_hangs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "GRACE", 0.2)
    released = threading.Event()

    ctrl_c = iter([threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))])

    def hang(_: dict[str, Any]) -> Reply:
        for timer in ctrl_c:
            timer.start()
        released.wait(60)
        return 200, b"{}"

    with serving(_after(2, hang)) as server:
        began = time.monotonic()
        code = _live(tmp_path, f"{server.url}#toy")
        took = time.monotonic() - began
        released.set()
    told = capsys.readouterr().err
    assert code == 130 and took < 30 and "Saved: " in told and "Go on:" in told
    with serving(fitting) as server:
        assert main(["resume", str(tmp_path / "bad.sqlite"), "--model", server.url, "--headless", "--ticks", "20"]) == 0
    assert main(["verify", str(tmp_path / "bad.sqlite"), "--hashes"]) == 0


def test_one_that_hangs_is_asked_twice_and_then_once_until_it_answers(tmp_path: Path) -> None:
    bad = [True]

    def answer(body: dict[str, Any]) -> Reply:
        if bad[0]:
            time.sleep(0.5)
        return fitting(body)

    with serving(answer) as server:
        model = ServerModel(server.url, settings=ServerSettings(timeout=0.1, attempts=4, retry_wait=0.01))
        asked = []
        for hangs in (True, True, True, False, True):
            bad[0], before = hangs, len(server.bodies)
            problem = model.ask([Generate(Prompt("s", "u"))])[0].problem
            asked.append((problem, len(server.bodies) - before))
        model.close()
    assert asked == [("timeout", 2), ("timeout", 1), ("timeout", 1), ("", 1), ("timeout", 2)]


def test_after_some_ticks_a_plain_resume_lives_on_to_the_scenarios_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _live(tmp_path, "fake", "--ticks", "40") == 0
    assert "Go on:    python run_sim.py resume" in capsys.readouterr().err
    assert main(["resume", "bad", "--saves", str(tmp_path), "--headless"]) == 0
    assert "Go on:" not in capsys.readouterr().err
    with Run(tmp_path / "bad.sqlite") as run:
        assert (run.last_tick, run.meta.until) == (1800, 18000)
    assert main(["resume", "bad", "--saves", str(tmp_path), "--headless"]) == 2
    told = capsys.readouterr().err
    assert "has reached its end" in told and '--until "day 2 12:00"' in told
    assert main(["resume", "bad", "--saves", str(tmp_path), "--headless", "--until", "day 1 09:00"]) == 2
    assert "is at Friday, May 8, 2026, 12:00 already" in capsys.readouterr().err


def test_a_resumed_run_keeps_its_embedder_and_its_mode(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    for folder in (whole, cut):
        folder.mkdir()
    own = ("--embedder", "none")
    assert _live(whole, "fake", *own, "--ticks", "500") == 0
    assert _live(cut, "fake", *own, "--ticks", "150") == 0
    assert main(["resume", str(cut / "bad.sqlite"), "--headless", "--ticks", "350"]) == 0
    assert content(cut / "bad.sqlite") == content(whole / "bad.sqlite")
    with serving(fitting) as server:
        town = Town.load(write_town(tmp_path), model=server.url, guided=True, embedder="hash", run=tmp_path / "guided.sqlite")
        with town:
            town.run(ticks=3)
        assert main(["resume", str(tmp_path / "guided.sqlite"), "--headless", "--ticks", "40"]) == 0
    assert {mode for (mode,) in rows(tmp_path / "guided.sqlite", "SELECT DISTINCT mode FROM questions")} <= {
        "guided",
        "routine",
    }


@pytest.mark.parametrize("reader", ["gone", "on a full disk"])
def test_output_that_nobody_reads_changes_neither_the_town_nor_an_exit_code(
    reader: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_run, "PROGRESS", 0.0)
    _unread(reader, "stderr", monkeypatch)
    assert _live(tmp_path, "fake", "--ticks", "30") == 0
    path = tmp_path / "bad.sqlite"
    assert rows(path, "SELECT value FROM meta WHERE key = 'status'") == [("finished",)]
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as sql:
        sql.execute("DELETE FROM events")
    _unread(reader, "stdout", monkeypatch)
    assert main(["verify", str(path), "--hashes"]) == 1, "it differs, whoever reads it"


def _unread(reader: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard output or error that cannot be written any more."""
    ours, theirs = os.pipe() if reader == "gone" else (os.open("/dev/full", os.O_WRONLY), os.open("/dev/full", os.O_WRONLY))
    os.close(ours)
    stream = os.fdopen(theirs, "w")
    for place in (name, f"__{name}__"):
        monkeypatch.setattr(sys, place, stream)
