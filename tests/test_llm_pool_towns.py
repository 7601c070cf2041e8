"""Towns that several servers answer together, which may die in the middle of one."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import Reply, fitting, serving
from town import HASHES, rows, write_town

from sim import Town
from sim.cli.main import main
from sim.engine import run as pace


def test_from_python_models_are_given_as_a_list(tmp_path: Path) -> None:
    with serving(fitting) as one, serving(fitting) as other:
        path, servers = tmp_path / "listed.sqlite", [one.url, other.url]
        with Town.load(write_town(tmp_path), model=servers, embedder="hash", run=path) as town:
            town.run(ticks=30)
        before = len(one.bodies), len(other.bodies)
        with Town.open(path, model=servers) as town:
            town.run(ticks=1500)
        assert all(before) and len(one.bodies) > before[0] and len(other.bodies) > before[1]


def problems(path: Path) -> set[str]:
    return {problem for (problem,) in sqlite3.connect(path).execute("SELECT DISTINCT problem FROM questions")}


@pytest.fixture
def lived(tmp_path: Path) -> Callable[..., tuple[int, Path]]:
    town = str(write_town(tmp_path))

    def live(name: str, urls: list[str], *more: str) -> tuple[int, Path]:
        named = [word for url in urls for word in ("--model", url)]
        words = ["run", town, "--headless", "--embedder", "hash", "--saves", str(tmp_path), "--name", name, "--timeout", "5"]
        return main([*words, *named, *(more or ("--ticks", "120"))]), tmp_path / f"{name}.sqlite"

    return live


def test_a_town_of_two_servers_is_the_town_of_one_and_is_resumed_with_both(
    lived: Callable[..., tuple[int, Path]], capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(fitting) as one, serving(fitting) as other:
        code, alone = lived("alone", [f"{one.url}#toy"])
        both_code, both = lived("both", [f"{one.url}#toy", f"{other.url}#toy"])
        assert code == both_code == 0 and rows(alone, HASHES) == rows(both, HASHES)
        assert one.bodies and other.bodies
        before = len(other.bodies)
        assert main(["resume", str(both), "--headless", "--ticks", "1500"]) == 0
        assert len(other.bodies) > before
        capsys.readouterr()
        assert main(["show", str(both), "--json"]) == 0
        named = f"{one.url}#toy + {other.url}#toy"
        assert json.loads(capsys.readouterr().out)["model"] == named


def test_a_server_that_dies_in_the_middle_of_a_town_costs_no_question(
    lived: Callable[..., tuple[int, Path]], capsys: pytest.CaptureFixture[str]
) -> None:
    left = iter(range(1))

    def dying(body: dict[str, Any]) -> Reply:
        return fitting(body) if next(left, None) is not None else (503, b"out of memory")

    with serving(fitting) as one, serving(dying) as other:
        code, path = lived("dying", [f"{one.url}#toy", f"{other.url}#toy"])
    told = capsys.readouterr().err
    assert code == 0 and told.count("is left out") == 1 and "the other goes on" in told
    assert not any("server" in problem for problem in problems(path))


def test_when_all_servers_die_the_run_pauses_saved_and_goes_on_with_others(
    lived: Callable[..., tuple[int, Path]], capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(lambda _: (401, b"no")) as one, serving(lambda _: (401, b"no")) as other:
        code, path = lived("dead", [f"{one.url}#toy", f"{other.url}#toy"])
    told = capsys.readouterr().err
    assert code == 3 and "Paused: no model answers (server: 401 no)" in told and "Go on:" in told
    assert problems(path) <= {""}
    with serving(fitting) as one, serving(fitting) as other:
        urls = [word for url in (one.url, other.url) for word in ("--model", url)]
        assert main(["resume", str(path), *urls, "--headless", "--ticks", "60"]) == 0


def test_ctrl_c_does_not_wait_for_servers_that_hang(
    lived: Callable[..., tuple[int, Path]], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "GRACE", 0.2)
    released, ctrl_c = threading.Event(), iter([threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))])

    def hang(_: dict[str, Any]) -> Reply:
        for timer in ctrl_c:
            timer.start()
        released.wait(30)
        return 200, b"{}"

    with serving(hang) as one, serving(hang) as other:
        began = time.monotonic()
        code, path = lived("stopped", [f"{one.url}#toy", f"{other.url}#toy"], "--ticks", "120", "--timeout", "60")
        took = time.monotonic() - began
        released.set()
    assert code == 130 and took < 15 and f"Saved: {path}" in capsys.readouterr().err
    with serving(fitting) as server:
        assert main(["resume", str(path), "--model", f"{server.url}#toy", "--headless", "--ticks", "5"]) == 0
