"""Runs that are killed, and runs that are lived again from their record."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from killed import kill_often
from town import FIRST_MORNING, ROOT, content, go_on, live, rows, start, stop, write_town

from sim.answer.opening import open_answerer
from sim.answer.recorded import Parted, Recorded, RecordedReply
from sim.engine import build
from sim.engine.backend import Backend, open_backend
from sim.engine.code_version import version
from sim.engine.perception_log import last_perceptions
from sim.engine.resume import recorded_replies
from sim.engine.verify import verify
from sim.llm import open_model
from sim.llm.base import ModelInfo
from sim.mind.state import GROWING
from sim.record.catalogue import summarize_run
from sim.record.fork import fork
from sim.record.read import Run
from sim.record.store import RunStore
from sim.record.verify import verify_hashes
from sim.scenario import load
from sim.world.tilemap import TileMap

SIM = (sys.executable, str(ROOT / "run_sim.py"))
CRAMPED = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.argv = sys.argv[2:]
sys.path.insert(0, sys.argv[0].rpartition("/")[0])
from sim.cli import main
sys.exit(main())
"""
"""The program where no file may grow beyond so many bytes: what a full disk or a quota looks like from inside."""


def test_a_morning_killed_again_and_again_is_the_same_morning(tmp_path: Path) -> None:
    report = kill_often(tmp_path, count=4, seed=8, until="08:00")
    assert (report.kills.total(), report.lost, report.diverged, report.refused) == (4, [], [], [])
    assert {path.suffix for path in tmp_path.iterdir()} == {".sqlite"}, "one file holds it all"


def test_wherever_a_morning_of_three_is_cut_it_ends_the_same(tmp_path: Path) -> None:
    store, engine = start(FIRST_MORNING, tmp_path / "whole.sqlite")
    live(engine, 1200)
    stop(store, engine)
    whole = content(tmp_path / "whole.sqlite")
    written = [tick for (tick,) in rows(tmp_path / "whole.sqlite", "SELECT tick FROM ticks WHERE tick BETWEEN 1 AND 1198")]
    for tick in random.Random(6).sample(written, 6):
        path = tmp_path / f"at{tick}.sqlite"
        fork(tmp_path / "whole.sqlite", tick, path).close()
        store, engine = go_on(path)
        live(engine, 1200 - tick)
        stop(store, engine)
        assert content(path) == whole, f"cut at tick {tick}"


def test_what_is_written_is_what_minds_hold(tmp_path: Path) -> None:
    scenario = tmp_path / "needy.yaml"
    scenario.write_text(FIRST_MORNING.read_text("utf-8").replace("rules:\n", "rules:\n  needs: true\n"), "utf-8")
    store, engine = start(scenario, tmp_path / "needy.sqlite")
    compared = 0
    for _ in range(700):
        engine.step()
        if store.last_tick != engine.tick or engine.tick % 3:
            continue
        states, compared = store.state_before(), compared + 1
        seen = last_perceptions(states)
        for slug, mind in engine.minds.items():
            written = {k: v for kind in ("mind", "plan", *GROWING) for k, v in states[f"{kind}:{slug}"].items()}
            held = json.loads(json.dumps(mind.state.to_json()))
            assert written | {"stream": {}} == held | {"stream": {}}, f"{slug} at tick {engine.tick}"
            assert states[f"habits:{slug}"] == json.loads(json.dumps(mind.state.habits()))
            assert seen[slug] == json.loads(json.dumps(mind.state.perception()))
    store.close()
    assert compared > 30


def test_a_run_killed_before_its_first_tick_begins_when_resumed(tmp_path: Path) -> None:
    scenario = write_town(tmp_path)
    store, engine = start(scenario, tmp_path / "whole.sqlite")
    live(engine, 50)
    stop(store, engine)
    loaded, backend = load(scenario), open_backend("fake")
    RunStore.create(tmp_path / "early.sqlite", build.header(loaded, TileMap.load(loaded.map), backend, "early", "fake")).close()
    store, engine = go_on(tmp_path / "early.sqlite")
    live(engine, 50)
    stop(store, engine)
    assert content(tmp_path / "early.sqlite") == content(tmp_path / "whole.sqlite")


def test_a_full_disk_stops_the_program_in_two_lines_and_the_run_goes_on(tmp_path: Path) -> None:
    write_town(tmp_path)
    words = ("town.yaml", "--model", "fake", "--headless", "--until", "10:00")
    assert subprocess.run([*SIM, *words, "--name", "whole"], cwd=tmp_path, capture_output=True, timeout=120).returncode == 0
    command = [sys.executable, "-c", CRAMPED, "150000", *SIM[1:], *words, "--name", "full"]
    full = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    path = tmp_path / "saves" / "full.sqlite"
    assert (full.returncode, full.stdout) == (1, "")
    assert "the disk is full" in full.stderr and "resume" in full.stderr and len(full.stderr.strip().splitlines()) <= 2
    stopped = summarize_run(path)
    assert 0 <= stopped.last_tick < 1080 and stopped.condition in ("paused", "stopped unexpectedly")
    assert verify_hashes(path).bad_tick is None
    words = ("resume", "full", "--until", "10:00", "--headless")
    resumed = subprocess.run([*SIM, *words], cwd=tmp_path, capture_output=True, timeout=120)
    assert resumed.returncode == 0, resumed.stderr
    assert content(path) == content(tmp_path / "saves" / "whole.sqlite")


TICKS = 200


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Half an hour of two residents, the bundled model choosing."""
    folder = tmp_path_factory.mktemp("lived")
    model = open_model("town-mind", threads=1)
    store, engine = start(write_town(folder), folder / "lived.sqlite", answerer=open_answerer(model, guided=True))
    live(engine, TICKS)
    stop(store, engine)
    model.close()
    return folder / "lived.sqlite"


def replies(path: Path) -> Iterator[RecordedReply]:
    with Run(path) as run:
        return iter(list(recorded_replies(run)))


def again(path: Path, answers: Recorded, ticks: int) -> None:
    """Go on with ``path``."""
    store = RunStore.open(path)
    engine = build.go_on(store, Backend(answers, None, ModelInfo("recorded", "", True, 0), "hash"), lambda _: None)
    live(engine, ticks)
    stop(store, engine)


def test_in_parts_it_is_the_same_run(lived: Path, tmp_path: Path) -> None:
    path, answers = tmp_path / "parts.sqlite", Recorded(replies(lived))
    store, engine = start(write_town(tmp_path), path, answerer=answers)
    live(engine, 71)
    stop(store, engine)
    for ticks in (1, 60, TICKS - 132):
        again(path, answers, ticks)
    assert content(path) == content(lived)


def test_it_verifies_without_the_model(lived: Path) -> None:
    assert (verify(lived).tick, verify(lived).ticks) == (None, TICKS + 1)


def test_a_reply_that_is_missing_is_noticed(lived: Path, tmp_path: Path) -> None:
    answers = replies(lived)
    next(answers)
    with pytest.raises(Parted):
        start(write_town(tmp_path), tmp_path / "x.sqlite", answerer=Recorded(answers))[1].step()


@pytest.mark.parametrize(
    "spoil",
    [
        "DELETE FROM ticks WHERE tick > 0",
        "UPDATE retrievals SET at = at + 1 WHERE id = (SELECT max(id) FROM retrievals)",
    ],
)
def test_rows_lost_or_changed_later_are_noticed(lived: Path, tmp_path: Path, spoil: str) -> None:
    path = tmp_path / "spoiled.sqlite"
    shutil.copy(lived, path)
    with closing(sqlite3.connect(path)) as sql, sql:
        assert sql.execute(spoil).rowcount > 0
    assert verify(path).why == "its hash does not agree with what is stored"


def test_a_run_that_other_code_lived_says_so_where_it_differs(lived: Path, tmp_path: Path) -> None:
    path = tmp_path / "older.sqlite"
    shutil.copy(lived, path)
    with closing(sqlite3.connect(path)) as sql, sql:
        sql.execute("UPDATE meta SET value = '0.0.9' WHERE key = 'version'")
    assert verify(path).tick is None
    with closing(sqlite3.connect(path)) as sql, sql:
        sql.execute("DELETE FROM questions WHERE id = (SELECT max(id) FROM questions)")
    assert f"the run was begun by version 0.0.9, this is {version()}" in verify(path).why
