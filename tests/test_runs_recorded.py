"""A run of the bundled model, lived again from its recorded replies in one go and in parts: the same, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from town import content, live, start, stop, write_town

from sim.engine import build
from sim.engine.ask import Guided
from sim.engine.verify import Parted, Recorded, verify
from sim.llm import open_model
from sim.llm.base import ModelInfo
from sim.mind.scripted import Script
from sim.record.read import Run
from sim.record.rows import FullQuestion
from sim.record.store import RunStore

TICKS = 200


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Half an hour of two residents, the bundled model choosing."""
    folder = tmp_path_factory.mktemp("lived")
    model = open_model("bundled", threads=1)
    store, engine = start(write_town(folder), folder / "lived.sqlite", answerer=Guided(Script(), model))
    live(engine, TICKS)
    stop(store, engine)
    model.close()
    return folder / "lived.sqlite"


def replies(path: Path) -> Iterator[FullQuestion]:
    with Run(path) as run:
        return iter([run.question(row.id) for row in reversed(run.questions(None, 0, run.last_tick, -1))])


def again(path: Path, answers: Recorded, ticks: int) -> None:
    """Go on with ``path``."""
    store = RunStore.open(path)
    engine = build.go_on(store, build.Brains(answers, None, ModelInfo("recorded", "", True, 0), "hash"), lambda _: None)
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
