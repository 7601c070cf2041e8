"""Sheets for readers, the spread of news, and what routine saves: measures of runs whose truth is known."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from analysis_sample import write_run
from town import ROOT

from sim.analysis import network
from sim.analysis.diffusion import knowers, share_over_time, spread_graph, tree_text
from sim.analysis.intervals import activities, stays
from sim.analysis.run_context import RunContext, open_context
from sim.cli.main import main

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


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunContext]:
    with open_context(write_run(tmp_path_factory.mktemp("made"))) as context:
        yield context


def test_news_is_traced_from_its_host_to_the_last_who_heard(made: RunContext) -> None:
    found = knowers(made, made.scenario.news[0])
    told = [(knower.slug, knower.tick, knower.how, knower.source) for knower in found]
    assert told == [("ana", 0, "start", ""), ("ben", 123, "told", "ana"), ("cas", 136, "told", "ben")]
    assert found[2].talk == "t2"
    assert share_over_time(made, found) == [(0, 1), (123, 2), (136, 3), (1740, 3)]


def test_hearing_a_line_of_talk_is_not_yet_knowing(made: RunContext) -> None:
    heard = [memory for memory in made.memories_at("ben", 122) if "lantern" in memory.text]
    assert [memory.kind for memory in heard] == ["utterance"]


def test_the_tree_runs_from_teller_to_hearer(made: RunContext) -> None:
    found = knowers(made, made.scenario.news[0])
    assert list(spread_graph(found).edges()) == [("ana", "ben"), ("ben", "cas")]
    assert [line.index(line.strip()) for line in tree_text(found, made)] == [0, 2, 4]


def test_acquaintance_grows_with_what_is_heard(made: RunContext) -> None:
    first, last = (network.density(network.acquaintance_graph(made, tick)) for tick in (0, made.last_tick))
    assert first == pytest.approx(1 / 3), "only Ana and Ben know each other at the start"
    assert last == pytest.approx(2 / 3)
    assert sorted(network.talk_graph(made, made.last_tick).edges()) == [("ana", "ben"), ("ben", "cas")]
    assert network.known_residents(made, "cas", made.last_tick) == ["ana", "ben"]
    assert "ana" not in network.known_residents(made, "cas", 100)


def test_where_everybody_was_has_no_gaps(made: RunContext) -> None:
    for found in stays(made).values():
        assert found[0].start == 0 and found[-1].end == made.last_tick + 1
        assert all(a.end == b.start for a, b in zip(found, found[1:], strict=False))
    for found in activities(made).values():
        assert all(a.end == b.start for a, b in zip(found, found[1:], strict=False))
    assert [(s.start, s.end, s.arena[-1]) for s in stays(made)["cas"]][1:3] == [(30, 62, "Cafe"), (62, 75, "bathroom")]
