"""Sheets for blind readers: drawn from a run, filled in, and added up."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from town import ROOT

from run_sim import main

RUN = str(ROOT / "assets" / "example.sqlite")


def fill(folder: Path, name: str, answers: dict[str, str]) -> None:
    """Answer every sample of a sheet alike."""
    with (folder / "answers.csv").open() as file:
        rows = [[sheet, item, answers.get(sheet, "")] for sheet, item, _ in csv.reader(file)]
    with (folder / f"answers_{name}.csv").open("w") as file:
        csv.writer(file).writerows(rows)


def test_sheets_are_drawn_filled_in_and_added_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, again = tmp_path / "sheets", tmp_path / "again"
    for where in (folder, again):
        assert main(["evaluate", RUN, "--sheet", str(where), "--items", "8"]) == 0
    for name in ("speakers.md", "talks.md", "people.md", "answers.csv", "key.json"):
        assert (folder / name).read_bytes() == (again / name).read_bytes(), "the same samples for the same run"
    shown, key = (folder / "talks.md").read_text(), json.loads((folder / "key.json").read_text())["sheets"]
    assert shown.count("## ") == len(key["talks"]) <= 8
    assert main(["evaluate", RUN, "--sheet", str(folder)]) != 0, "nobody has judged yet"
    assert "fills in a copy of answers.csv" in capsys.readouterr().err

    fill(folder, "ada", {"talks": "5", "lines": "no"})
    fill(folder, "bo", {"talks": "4", "lines": "yes"})
    assert main(["evaluate", RUN, "--sheet", str(folder), "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows["talks, ada"]["value"] == 5 and rows["talks, bo"]["value"] == 4
    assert rows["lines, ada"]["value"] == 0 and rows["lines, bo"]["value"] == 1
    assert rows["talks, ada and bo agree"]["value"] == 1 and rows["lines, ada and bo agree"]["value"] == 0
    assert main(["evaluate", RUN, "--sheet", str(folder)]) == 0
    assert "talks, bo" in (told := capsys.readouterr().out) and "4.00" in told and "0.0 %" in told


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("talks,1,9", "'9' is no answer to talks; write 1 or 2"),
        ("talks,700,3", "no sample '700' of 'talks'"),
        ("x,1,yes", "'x'"),
    ],
)
def test_a_form_that_cannot_be_read_says_where(row: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", RUN, "--sheet", str(tmp_path), "--items", "3"]) == 0
    (tmp_path / "answers_ada.csv").write_text(f"sheet,item,answer\n{row}\n")
    assert main(["evaluate", RUN, "--sheet", str(tmp_path)]) != 0
    said = capsys.readouterr().err
    assert told in said and "answers_ada.csv: line 2" in said


def test_the_right_speaker_is_among_the_four_and_not_named(tmp_path: Path) -> None:
    run = tmp_path / "days.sqlite"
    words = ["--model", "fake", "--embedder", "hash", "--headless", "--saves", str(tmp_path), "--name", "days"]
    assert main(["run", str(ROOT / "scenarios" / "two_days.yaml"), "--ticks", "1000", *words]) == 0
    folder = tmp_path / "sheets"
    assert main(["evaluate", str(run), "--sheet", str(folder)]) == 0
    key = json.loads((folder / "key.json").read_text())["sheets"]["speakers"]
    shown = (folder / "speakers.md").read_text().split("## ")[1:]
    assert len(shown) == len(key) > 10
    for text, (right, _, _) in zip(shown, key, strict=True):
        line, _, names = text.partition("\n\n")
        assert f"{right}) " in names and names.count(") ") == 4
        assert not [name.split()[1] for name in names.strip().splitlines() if name.split()[1] in line]
