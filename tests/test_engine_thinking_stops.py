"""Towns that are stopped, killed or forked while their people think: they go on the same, and nothing is asked twice."""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from loopback import Reply, lively, serving
from patience import until
from thinking_towns import SCENARIOS, delayed, hashes, town
from town import ROOT, happened

from sim import Town
from sim.answer.protocol import ModelTrouble
from sim.engine.deliberation import quiet
from sim.engine.run import Abandoned
from sim.engine.verify import verify
from sim.llm import open_model
from sim.record.read import Run
from sim.record.store import RunStore

SIM = (sys.executable, str(ROOT / "run_sim.py"))


def test_wherever_a_run_stops_it_goes_on_the_same(tmp_path: Path) -> None:
    with serving(delayed(0.01)) as server:
        with town(tmp_path, server.url, "whole", until="08:20") as made:
            made.run()
        for tick in (7, 120, 391):
            path = tmp_path / f"cut{tick}.sqlite"
            with town(tmp_path, server.url, path.stem) as made:
                made.run(ticks=tick - made.tick)
            asked = len(server.bodies)
            with Town.open(path, model=open_model(server.url), embedder="hash") as made:
                made.run("08:20")
            again = len(server.bodies) - asked
            assert hashes(path) == hashes(tmp_path / "whole.sqlite"), tick
            with Run(path) as run:
                answered = len(run.questions(None, tick + 1, run.last_tick, 10_000))
            left_open = len(happened(path, "dropped")) + 6
            assert again <= answered + left_open, "what had been answered is not asked again"
    assert verify(path).tick is None


def test_killed_in_the_middle_of_a_question_it_goes_on_the_same(tmp_path: Path) -> None:
    words = ["--headless", "--embedder", "hash", "--helper", "fake", "--saves", str(tmp_path)]
    scenario = str(SCENARIOS / "first_morning.yaml")
    with serving(delayed(0.05, 3)) as server:
        run = [*SIM, "run", scenario, "--model", server.url, *words, "--until", "07:45"]
        subprocess.run([*run, "--name", "whole"], check=True, capture_output=True)
        process = subprocess.Popen([*run, "--name", "killed"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        dice, kills = random.Random(5), 0
        for _ in range(3):
            before = len(server.bodies)
            while process.poll() is None and len(server.bodies) < before + dice.randint(3, 9):
                time.sleep(0.005)
            if process.poll() is not None:
                break
            process.kill()
            process.wait()
            kills += 1
            go_on = [*SIM, "resume", "killed", *words, "--until", "07:45"]
            process = subprocess.Popen(go_on, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        _, said = process.communicate(timeout=120)
    assert process.returncode == 0, (said or b"").decode()
    assert kills >= 2
    assert hashes(tmp_path / "killed.sqlite") == hashes(tmp_path / "whole.sqlite")


def test_what_was_answered_before_a_kill_is_not_asked_again(tmp_path: Path) -> None:
    """One slow reply holds the town while others have come that count later, or in a tick that is never written."""
    words = ["--headless", "--embedder", "hash", "--helper", "fake", "--saves", str(tmp_path)]
    asked: list[tuple[str, float]] = []
    hang, release = threading.Event(), threading.Event()

    def answer(body: dict[str, Any]) -> Reply:
        text = json.dumps(body["messages"])
        if hang.is_set() and not release.is_set() and len(asked) % 4 == 3:
            asked.append((text, float("inf")))
            release.wait(30)
            return lively(body)
        asked.append((text, time.monotonic()))
        return lively(body)

    with serving(answer) as server:
        run = [*SIM, "run", str(SCENARIOS / "two_days.yaml"), "--model", server.url, *words, "--name", "held"]
        hang.set()
        process = subprocess.Popen([*run, "--until", "06:30"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(lambda: sum(at < float("inf") for _, at in asked) > 10 and any(at == float("inf") for _, at in asked))
        seen = -1
        while len(asked) > seen:  # until nothing more is asked: the town is held by the replies that hang
            seen = len(asked)
            time.sleep(2.0)
        killed = time.monotonic()
        process.kill()
        process.wait()
        release.set()
        first = {text for text, at in asked if at < killed - 0.5}
        count = len(asked)
        subprocess.run([*SIM, "resume", "held", *words, "--until", "06:30"], check=True, capture_output=True)
        again = [text for text, _ in asked[count:]]
    with sqlite3.connect(tmp_path / "held.sqlite") as sql:
        written = sql.execute("SELECT count(*) FROM early").fetchone()[0]
    assert len(first) > 10 and len(again) > 10
    assert not [text for text in again if text in first], "what had been answered is not asked again"
    assert any(at == float("inf") for _, at in asked) and written <= 30
    assert verify(tmp_path / "held.sqlite").tick is None


def test_a_fork_begins_where_nobody_was_thinking(tmp_path: Path) -> None:
    with serving(lively) as server:
        with town(tmp_path, server.url, "parent", until="08:20") as made:
            made.run()
        with Town.open(tmp_path / "parent.sqlite", model=open_model(server.url), embedder="hash") as made:
            forked = made.fork(tmp_path / "fork.sqlite", at="08:05", whisper={"nora": "The lanterns are in the attic"})
            with forked:
                assert quiet(forked.tick) and "07:52" <= forked.time.strftime("%H:%M") <= "08:05"
                forked.run("08:30")
    verdict = verify(tmp_path / "fork.sqlite")
    assert verdict.tick is None, verdict.why
    with Run(tmp_path / "fork.sqlite") as run:
        assert any("lanterns are in the attic" in memory.text for memory in run.memories("nora", run.last_tick, limit=500))


def test_what_answering_raises_stops_the_town_at_its_last_whole_tick(tmp_path: Path) -> None:
    left = iter(range(3))

    def dying(body: dict[str, Any]) -> Reply:
        return lively(body) if next(left, None) is not None else (500, b"no")

    with (
        serving(dying) as server,
        town(tmp_path, server.url, "dying", until="10:00", scenario="two_days", timeout=2) as made,
        pytest.raises(ModelTrouble),
    ):
        made.run()
    with serving(lively) as server, Town.open(tmp_path / "dying.sqlite", model=open_model(server.url), embedder="hash") as made:
        stood = made.tick
        made.run("06:30")
        assert made.tick > stood
    assert verify(tmp_path / "dying.sqlite").tick is None


def test_a_stop_does_not_wait_for_replies(tmp_path: Path) -> None:
    release = threading.Event()

    def hanging(body: dict[str, Any]) -> Reply:
        release.wait(30)
        return lively(body)

    with serving(hanging) as server, town(tmp_path, server.url, "stopped") as made:

        def give_up() -> None:
            if made.engine.tick >= 0 and server.bodies:
                raise Abandoned

        made.engine.rounds.waiting = give_up
        began = time.monotonic()
        with pytest.raises(Abandoned):
            made.run()
        assert time.monotonic() - began < 20
        release.set()
    store = RunStore.open(tmp_path / "stopped.sqlite")
    assert store.last_tick >= 1
    store.close()
