"""A run of the bundled model, lived again from its recorded replies in one go and in parts: the same, byte for byte."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from town import content, live, start, stop, write_town

from sim.answer.opening import open_answerer
from sim.answer.recorded import Parted, Recorded, RecordedReply
from sim.engine import build
from sim.engine.code_version import version
from sim.engine.resume import recorded_replies
from sim.engine.verify import verify
from sim.llm import open_model
from sim.llm.base import ModelInfo
from sim.record.read import Run
from sim.record.store import RunStore

TICKS = 200


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Half an hour of two residents, the bundled model choosing."""
    folder = tmp_path_factory.mktemp("lived")
    model = open_model("bundled", threads=1)
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
    engine = build.go_on(store, build.Backend(answers, None, ModelInfo("recorded", "", True, 0), "hash"), lambda _: None)
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
