"""The evening page: a day's news, meetings, promises, views, ties and conclusions, each line at its moment."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from record_sample import STORY_HEADER, beginning
from town import ROOT
from view_driver import WindowDriver, drive

from sim import Town
from sim.cli.main import main
from sim.record.errors import RunError
from sim.record.evening import MAX_LINES, Evening, evening, last_day, tie_text, to_text
from sim.record.read import Run
from sim.record.store import RunStore, TickRecord
from sim.types import Event, Memory
from sim.view.states.evening import EveningState

DAY = 24 * 360
FAIR = "Ben Ott plans to go to the fair"


def written(path: Path, rows: list[tuple[int, str, str, dict[str, object]]]) -> Path:
    """A run of Mara and Ben, strangers so far, with these (tick, kind, key, data) after its beginning."""
    strangers = [(slug, {**data, "relationships": {}}) for slug, data in STORY_HEADER.residents]
    store = RunStore.create(path, replace(STORY_HEADER, residents=strangers))
    store.commit(beginning())
    for i, (tick, kind, key, data) in enumerate(rows):
        store.commit(TickRecord(tick, tick * 10, [Event(tick, i + 1, kind, key, data)]))
    store.close("finished")
    return path


def lines(page: Evening) -> dict[str, list[str]]:
    return {section.title: [line.text for line in section.lines] for section in page.sections}


def test_every_kind_of_thing_stands_in_its_section_on_its_day(tmp_path: Path) -> None:
    view = "Ben Ott is against Mara Lind's running for mayor"
    path = written(
        tmp_path / "run.sqlite",
        [
            (10, "happening", "", {"kind": "say", "text": "The bells ring", "where": "", "who": ""}),
            (11, "happening", "", {"kind": "weather", "text": "", "where": "", "who": ""}),
            (12, "happening", "", {"kind": "whisper", "text": "You forgot the oven", "where": "", "who": "ben"}),
            (20, "talk", "t20", {"people": ["mara", "ben"], "phase": "start", "place": "Town:Cafe", "who": "mara"}),
            (21, "learn", "ben", {"text": "the mill is for sale", "from": "mara", "memory": 1, "talk": "t20"}),
            (22, "learn", "mara", {"text": view, "from": "ben", "memory": 1, "talk": "t20"}),
            (23, "intend", "ben", {"text": FAIR, "at": 600, "place": "Green", "talk": "t20"}),
            (24, "relation", "ben", {"other": "mara", "text": "Ben has come to rely on Mara"}),
            (25, "feel", "mara", {"other": "ben", "closer": -1, "closeness": -1}),
            (30, "talk", "t30", {"people": ["ben", "mara"], "phase": "start", "place": "Town:Cafe", "who": "ben"}),
            (DAY, "promise", "ben", {"text": FAIR, "at": 600, "place": "Green", "state": "given up", "reason": "Ben is ill"}),
        ],
    )
    with Run(path) as run:
        first, second = evening(run, 1), evening(run, 2)
        assert last_day(run) == 2 and (first.day, str(first.date), first.since) == (1, "2026-05-08", 0)
        assert lines(first) == {
            "What happened": ["The bells ring", "Whispered to Ben: You forgot the oven"],
            "What spread": ["The mill is for sale: Ben from Mara"],
            "Who met": ["Mara and Ben spoke for the first time in this run at Cafe"],
            "Promised, kept, given up": [FAIR],
            "Who is for it, who against": ["Mara Lind's running for mayor: against: Ben"],
            "Who thinks otherwise of whom": ["Ben has come to rely on Mara", "Mara draws back from Ben"],
        }
        assert lines(second) == {"Promised, kept, given up": [f"Given up: {FAIR} (Ben is ill)"]}
        spread = first.sections[1].lines[0]
        assert (spread.tick, spread.who) == (21, ("ben",)) and "  07:03  The mill" in to_text(run, first)
        assert lines(evening(run, 1, now=20)).keys() == {"What happened", "Who met"}
        for day in (0, 3):
            with pytest.raises(RunError, match=f"no day {day}"):
                evening(run, day)


def test_who_means_the_same_stands_in_one_line(tmp_path: Path) -> None:
    meant = ((30, "mara", "Mara Lind plans to go to the fair"), (40, "ben", FAIR), (50, "ben", "Ben Ott plans to mend a fence"))
    rows = [(tick, "intend", who, {"text": text, "at": 600, "place": "Green", "talk": ""}) for tick, who, text in meant]
    with Run(written(tmp_path / "run.sqlite", rows)) as run:
        (section,) = evening(run, 1).sections
    assert [line.text for line in section.lines] == ["Mara and Ben plan to go to the fair", "Ben Ott plans to mend a fence"]
    assert (section.lines[0].tick, section.lines[0].who) == (30, ("mara", "ben"))


def test_what_is_given_and_what_is_held_are_one_piece_of_news(tmp_path: Path) -> None:
    told = (
        (20, "ben", "Mara Lind is giving a supper at the Cafe on Saturday at 6 pm"),
        (30, "mara", "Mara Lind is holding a supper at the Cafe tomorrow at 6 pm"),
        (40, "ben", "Mara Lind is giving a concert at the Cafe on Saturday at 6 pm"),
    )
    rows = [
        (tick + later, kind, who, {"text": text, "from": "ben"})
        for tick, who, text in told
        for later, kind in enumerate(("learn", "intend"))
    ]
    with Run(written(tmp_path / "run.sqlite", rows)) as run:
        spread, meant = evening(run, 1).sections
    supper, concert = told[0][2], told[2][2]
    assert [line.text for line in spread.lines] == [f"{supper}: Ben from Ben, Mara from Ben", f"{concert}: Ben from Ben"]
    assert [line.text for line in meant.lines] == [
        f"Ben and Mara mean to be there: {supper}",
        f"Ben means to be there: {concert}",
    ]


def test_what_spread_stands_in_order_of_time_and_what_reached_most_is_not_left_out(tmp_path: Path) -> None:
    rows = [(n, "learn", "ben", {"text": f"news {n}", "from": "mara"}) for n in range(10, 40)]
    rows += [(n, "learn", "mara", {"text": "news 39", "from": "ben"}) for n in range(40, 42)]
    with Run(written(tmp_path / "run.sqlite", rows)) as run:
        shown = evening(run, 1).sections[0].lines[:-1]
    assert [line.tick for line in shown] == [*range(10, 10 + MAX_LINES - 2), 39]


def test_a_long_section_says_how_much_it_leaves_out(tmp_path: Path) -> None:
    path = written(tmp_path / "run.sqlite", [(n, "learn", "ben", {"text": f"news {n}", "from": "mara"}) for n in range(10, 40)])
    with Run(path) as run:
        (section,) = evening(run, 1).sections
    assert len(section.lines) == MAX_LINES and section.lines[-1].text == f"and {30 - MAX_LINES + 1} more"


@pytest.fixture(scope="module")
def morning(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "morning.sqlite"
    Town.load(ROOT / "scenarios" / "first_morning.yaml", model="fake", embedder="hash", run=path).run().close()
    return path


def test_show_prints_the_page_and_names_a_day_that_is_not_there(morning: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(morning), "--day", "1"]) == 0
    told = capsys.readouterr().out
    assert "the evening page of The first morning" in told and "lantern supper" in told and "What spread" in told
    assert main(["show", str(morning), "--day", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["date"] == "2026-05-08" and all(
        {"tick", "who", "text"} <= set(line) for s in data["sections"] for line in s["lines"]
    )
    assert main(["show", str(morning), "--day", "2"]) == 2
    assert "there is no day 2; the run has 1" in capsys.readouterr().err


@pytest.mark.usefixtures("no_screen")
def test_v_opens_the_page_and_a_line_leads_to_its_moment(morning: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(20)
        yield from driver.press(pygame.K_v)
        page = driver.window.states[-1]
        assert isinstance(page, EveningState) and page.page is not None
        yield from driver.press(pygame.K_DOWN)
        yield from driver.press(pygame.K_UP)
        zone = next(zone for zone in page.list.zones if zone.name == "What spread 0")
        line = next(s for s in page.page.sections if s.title == "What spread").lines[0]
        yield from driver.click(zone.rect.move(page.list.rect.topleft).center)
        assert not isinstance(driver.window.states[-1], EveningState)
        assert driver.main.context.playback.shown_tick == line.tick and driver.main.context.selected == line.who[0]
        yield from driver.press(pygame.K_v)
        assert isinstance(driver.window.states[-1], EveningState)
        yield from driver.press(pygame.K_v)
        assert not isinstance(driver.window.states[-1], EveningState)
        driver.main.context.seek(0)
        yield from driver.press(pygame.K_v)
        for key in (pygame.K_DOWN, pygame.K_RETURN):
            yield from driver.press(key)
        first = page.page.sections[0].lines[0]
        assert driver.main.context.playback.shown_tick == first.tick and len(driver.window.states) == 1

    assert drive(morning, act) == 0


@pytest.mark.parametrize(
    ("tie", "told"),
    [
        ("Ilse and Tam Osgood: trusts him with the greenhouse", "Ilse on Tam Osgood: trusts him with the greenhouse"),
        ("Samir Lindholm helps her with the taxes", "Ilse: Samir Lindholm helps her with the taxes"),
        ("Samir Lindholm helps her; Ilse knows it", "Ilse: Samir Lindholm helps her; Ilse knows it"),
        ("Ilse Brandt has come to rely on Tam Osgood", "Ilse Brandt has come to rely on Tam Osgood"),
    ],
)
def test_a_tie_says_whose_it_is(tie: str, told: str) -> None:
    assert tie_text("Ilse", tie) == told


def test_conclusions_beyond_the_page_are_counted_and_the_weightiest_stay(tmp_path: Path) -> None:
    people = [(f"p{n}", {**STORY_HEADER.residents[0][1], "name": f"P{n} Lind"}) for n in range(20)]
    store = RunStore.create(tmp_path / "run.sqlite", replace(STORY_HEADER, residents=people))
    insights = [(f"p{n}", Memory(1, f"insight {n}", "reflection", 100 + n, 100 + n, float(n % 10))) for n in range(20)]
    store.commit(TickRecord(0, 0, []))
    store.commit(TickRecord(12, 120, [], insights))
    store.close("finished")
    with Run(tmp_path / "run.sqlite") as run:
        (section,) = evening(run, 1).sections
    assert len(section.lines) == MAX_LINES and section.lines[-1].text == f"and {20 - MAX_LINES + 1} more"
    assert {line.text.split()[-1] for line in section.lines[:-1]} >= {str(n) for n in range(20) if n % 10 > 5}
