"""Whole runs against models that fail: the town goes on by fallbacks, says how many and why, pauses, and can be resumed."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import sqlite3
import struct
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import Reply, fitting, free_port, serving, told
from patience import until
from town import content, events, rows, write_town

from sim import Town
from sim.bench.server_faults import FAULTS
from sim.bench.server_faults import Server as FaultyServer
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


def _empty(_: dict[str, Any]) -> Reply:
    return told("")


def test_a_run_says_how_many_questions_were_answered_by_fallbacks_and_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Empty replies are those of a model that is there: a few of them pause nothing."""
    with serving(_empty) as server:
        assert _live(tmp_path, server.url, "--ticks", "30") == 0
    said = capsys.readouterr().err
    with Run(tmp_path / "bad.sqlite") as run:
        trouble = run.trouble()
    assert 0 < trouble.asked == trouble.fallbacks < 12
    assert f"all of {trouble.asked} questions to the model were answered by fallbacks" in said
    assert "Why: server: invalid JSON" in said and "take a bigger instruct model" in said and "Saved: " in said
    assert main(["show", "bad", "--saves", str(tmp_path)]) == 0
    assert "answered by fallbacks" in capsys.readouterr().out


def test_a_run_without_trouble_says_nothing_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _live(tmp_path, "fake", "--ticks", "30") == 0
    assert "fallback" not in capsys.readouterr().err


def test_a_model_whose_replies_turn_useless_pauses_the_town_and_a_good_one_lets_it_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sim.answer.protocol.Failures.LIMIT", 5)
    with serving(_after(5, _empty)) as server:
        assert _live(tmp_path, server.url) == 3
    said, path = capsys.readouterr().err, tmp_path / "bad.sqlite"
    # Two residents may ask at once, so that the fifth failure and a sixth come in one round.
    assert re.search(r"Paused: the model failed [56] times in a row \(server: invalid JSON\)", said)
    assert f"resume {path}" in said and "answered by fallbacks" in said and "Up to the last tick that is saved, " in said
    assert "server: invalid JSON" in {data["problem"] for _, _, data in events(path, "problem")}
    assert rows(path, "SELECT value FROM meta WHERE key = 'status'") == [("paused",)]
    with Run(path) as run:
        last = run.last_tick
    with serving(fitting) as server:
        assert main(["resume", str(path), "--model", server.url, "--headless", "--ticks", "60"]) == 0
    assert "invalid" not in capsys.readouterr().err, "only what went wrong since counts"
    with Run(path) as run:
        assert run.last_tick == last + 60


def _reset(connection: socket.socket) -> None:
    """End the connection before a word is said."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


DEAD: dict[str, tuple[Callable[[socket.socket], None], str]] = {
    "resets": (_reset, "broke off"),
    "breaks off": (FAULTS["the answer breaks off"], "broke off"),
    "a page of HTML": (FAULTS["not JSON"], "not JSON"),
    "a gateway's page": (FAULTS["503"], "503"),
    "another shape": (FAULTS["JSON of another shape"], "no reply in the answer"),
    "no entry": (FAULTS["401 in the middle"], "401"),
    "hangs": (FAULTS["no answer at all"], "timeout"),
}


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The patience minute without its pauses."""
    monkeypatch.setattr("sim.llm.server._LONGEST_PAUSE", 0.0)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("fault", DEAD)
@pytest.mark.parametrize("good", [0, 5])
def test_a_dead_server_writes_no_lives(
    fault: str, good: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From its first question on, or in the middle: the town stands before the tick that it cannot live."""
    monkeypatch.setattr("sim.bench.server_faults.GOOD_FIRST", good)
    behave, problem = DEAD[fault]
    server = FaultyServer(behave, down=1e9).start()
    assert _live(tmp_path, server.url, "--timeout", "1") == 3
    said, path = capsys.readouterr().err, tmp_path / "bad.sqlite"
    assert "Paused: no model answers (" in said and problem in said and f"resume {path}" in said and "fallback" not in said
    assert rows(path, "SELECT count(*) FROM questions WHERE problem <> '' OR fallback") == [(0,)]
    assert rows(path, "SELECT value FROM meta WHERE key = 'status'") == [("paused",)]
    with serving(fitting) as other:
        assert main(["resume", str(path), "--model", other.url, "--headless", "--ticks", "30"]) == 0


@pytest.mark.usefixtures("impatient")
def test_a_server_that_goes_away_writes_no_lives(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _live(tmp_path, f"http://127.0.0.1:{free_port()}/v1#toy") == 3
    assert "Paused: no model answers (server: cannot be reached)" in capsys.readouterr().err
    assert rows(tmp_path / "bad.sqlite", "SELECT count(*) FROM questions") == [(0,)]


@pytest.mark.usefixtures("impatient")
def test_with_takeover_the_helper_answers_what_a_dead_server_cannot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.bench.server_faults.GOOD_FIRST", 0)
    town = write_town(tmp_path)
    town.write_text(f"{town.read_text()}\nrules: {{takeover: true}}\n")
    server = FaultyServer(_reset, down=1e9).start()
    words = ("--embedder", "hash", "--headless", "--ticks", "60")
    assert main(["run", str(town), "--model", server.url, *words, "--saves", str(tmp_path), "--name", "taken"]) == 0
    answered = rows(tmp_path / "taken.sqlite", "SELECT DISTINCT mode, fallback FROM questions WHERE mode <> 'routine'")
    assert answered == [("standin", 0)]


@pytest.mark.usefixtures("impatient")
def test_a_visitors_question_that_no_model_answers_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(fitting) as server:
        assert _live(tmp_path, server.url, "--ticks", "30") == 0
    dead = f"http://127.0.0.1:{free_port()}/v1#toy"
    assert main(["interview", str(tmp_path / "bad.sqlite"), "Ana", "How are you?", "--model", dead]) == 3
    assert "no model answers (server: cannot be reached)" in capsys.readouterr().err


def test_a_ceiling_reached_in_a_live_town_pauses_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
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
    """A question has half a second to be sent where it is never answered, and all the time it wants where it is."""
    tried, over = list[str](), threading.Event()

    def answer(body: dict[str, Any]) -> Reply:
        tried.append(body["messages"][1]["content"])
        if "hang" in tried[-1]:
            over.wait(60)
        return fitting(body)

    with serving(answer) as server:
        model = ServerModel(server.url)
        questions = ["1 hang", "2 hang", "3 hang", "4", "5 hang"]
        problems = []
        for said in questions:
            model._settings = ServerSettings(timeout=0.5 if "hang" in said else 60, attempts=4, retry_wait=0.01)
            problems.append(model.ask([Generate(Prompt("s", said))])[0].problem)
        until(lambda: len(tried) >= 7)  # the server may read a question only after it was given up
        over.set()
        model.close()
    assert [problem.partition(":")[0] for problem in problems] == ["timeout", "timeout", "timeout", "", "timeout"]
    assert [tried.count(said) for said in questions] == [2, 1, 1, 1, 2]


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
