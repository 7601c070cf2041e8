"""A village of 1347: dates long past, and names with letters and little words of their own, from the file to every export."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from town import live, start, stop, write_town

from sim.cli.main import main
from sim.language.text import FULL_NAME
from sim.record.read import Run
from sim.scenario import load
from sim.scenario.sentences import sentences
from sim.view import formatting


@pytest.fixture(scope="module")
def saves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("past")
    path = write_town(folder)
    text = path.read_text().replace("2026-05-08", "1347-06-24").replace("Ana Silva", "Æva of the Ford").replace("Ana ", "Æva ")
    path.write_text(text.replace("Saturday", "Sunday").replace("Ben Okoye", "Ben Ölund"), encoding="utf-8")
    store, engine = start(path, folder / "past.sqlite")
    live(engine, 720)
    stop(store, engine)
    return folder


def test_the_clock_and_the_window_show_the_day_it_was(saves: Path) -> None:
    assert load(saves / "town.yaml").news[0].at == 35 * 3600  # Sunday was the next day
    with Run(saves / "past.sqlite") as run:
        assert run.meta.start == dt.datetime(1347, 6, 24, 7)
        assert formatting.date(run.meta.start, 3600) == "Saturday, June 24"
        assert formatting.clock(run.meta.start, 3600) == "08:00"


@pytest.mark.parametrize("form", ["html", "csv", "diary", "jsonl", "parquet"])
def test_every_export_takes_the_date(saves: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "past", "--as", form, "--to", str(saves / f"out-{form}"), "--saves", str(saves)]) == 0
    files = [file for file in sorted(saves.rglob("*")) if file.is_file() and f"out-{form}" in str(file.relative_to(saves))]
    assert files and all(file.stat().st_size for file in files)
    if form in ("diary", "csv", "jsonl"):
        assert any("1347" in file.read_text(encoding="utf-8") for file in files)


def test_people_talk_whose_names_have_letters_and_little_words_of_their_own(saves: Path) -> None:
    with Run(saves / "past.sqlite") as run:
        assert run.talks(None, 0, run.last_tick)
    text = "Jan van der Meer told Edda of Rosehip that Ædric Ölund met Anna de la Cruz"
    assert FULL_NAME.findall(text) == ["Jan van der Meer", "Edda of Rosehip", "Ædric Ölund", "Anna de la Cruz"]
    assert sentences("She heard of it. Ædric owes her. He left, i.e. fled. 9 cups!") == [
        "She heard of it.",
        "Ædric owes her.",
        "He left, i.e. fled.",
        "9 cups!",
    ]
