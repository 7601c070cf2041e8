"""Hostile words in a run file: controls, markup, formulas and turned letters reach terminal, tables, diaries and window as
plain signs, and nothing of them is obeyed."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from record_sample import STORY_HEADER, act, beginning, ending, talk
from test_runs_cli import _on_a_terminal
from view_driver import WindowDriver, drive
from view_sample import write_run

from sim.record.export import export
from sim.record.export.diary import escape
from sim.record.store import RunStore, TickRecord
from sim.types import Event, Memory
from sim.view.style import TEXT
from sim.view.talk_card import LINES, lines_shown, write_card

HOSTILE = "=cmd|'/c calc'!A1 \x1b[2J\x07 <script>alert(1)</script> \u202egnp.exe\u202c [a](javascript:b) \x9b31m"


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    """A run in which every name and every text is hostile."""
    who = [(slug, {**data, "name": f"{HOSTILE} {slug}", "occupation": HOSTILE}) for slug, data in STORY_HEADER.residents]
    header = replace(STORY_HEADER, name=HOSTILE, scenario_name=HOSTILE, residents=who)
    store = RunStore.create(tmp_path / "evil.sqlite", header)
    store.commit(beginning())
    learned = Event(1, 1, "learn", "ben", {"text": HOSTILE, "from": "mara", "memory": 1, "talk": "t1"})
    store.commit(TickRecord(1, 10, [act(0, "mara", HOSTILE, 1), learned], [("mara", Memory(9, HOSTILE, "reflection", 10, 10))]))
    store.commit(replace(talk(), memories=[(slug, replace(memory, text=HOSTILE)) for slug, memory in talk().memories]))
    store.commit(ending())
    store.close("finished")
    return store.path


@pytest.mark.parametrize("words", [("show",), ("show", "--day", "1"), ("list",), ("search", "calc")])
def test_a_terminal_shows_them_as_escapes(words: tuple[str, ...], evil: Path) -> None:
    verb, *rest = words
    named = [str(evil)] if verb in ("show", "search") else []
    told = _on_a_terminal(verb, *named, *rest, "--saves", str(evil.parent))
    assert "calc" in told or verb == "list"
    for sign in ("\x1b", "\x07", "\x9b", "\u202e", "\u202c"):
        assert sign not in told


def test_no_cell_of_a_table_is_a_formula(evil: Path, tmp_path: Path) -> None:
    cells = []
    for path in export(evil, "csv", tmp_path / "out"):
        with path.open(encoding="utf-8", newline="") as file:
            cells += [cell for row in csv.reader(file) for cell in row]
    assert any("calc" in cell for cell in cells)
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@", "\t", "\r"))]


def test_a_diary_shows_what_cannot_be_seen(evil: Path, tmp_path: Path) -> None:
    told = "".join(path.read_text("utf-8") for path in export(evil, "diary", tmp_path / "out"))
    assert "U+001B" in told and "U+202E" in told and "\\<script\\>" in told
    assert not set(told) & {"\x1b", "\x07", "\x9b", "\u202e"}
    assert escape("a\u202eb") == "aU+202Eb"


@pytest.mark.usefixtures("no_screen")
@pytest.mark.parametrize("name", ["card.png", "card.gif"])
def test_a_card_shows_as_much_of_an_endless_line_as_fits(name: str, tmp_path: Path) -> None:
    store = write_run(tmp_path / "run.sqlite", ticks=40, close=False)
    begun = {"people": ["r0", "r1"], "place": "Town:Green", "phase": "start", "who": "r0", "reason": ""}
    said = {"who": "r0", "to": ["r1"], "text": "W" * 20_000, "heard": []}
    store.commit(TickRecord(40, 400, [Event(40, 1, "talk", "endless", begun), Event(40, 2, "say", "endless", said)]))
    store.close("finished")
    write_card(store.path, tmp_path / name, 40)
    assert pygame.image.load(tmp_path / name).get_height() < 2000


@pytest.mark.usefixtures("no_screen")
def test_the_window_draws_them_without_an_error(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite"
    store = write_run(path, ticks=40, close=False)
    events = [
        Event(40, 1, "act", "r1", {"activity": HOSTILE, "address": "Town:Green", "icon": HOSTILE, "until": 900, "why": "plan"}),
        Event(40, 2, "happening", "", {"kind": "say", "text": HOSTILE, "where": "", "who": ""}),
        Event(40, 3, "learn", "r1", {"text": HOSTILE, "from": "r0", "memory": 1, "talk": "t"}),
    ]
    store.commit(TickRecord(40, 400, events, [("r1", Memory(9000, HOSTILE, "reflection", 400, 400, 9.0))]))
    store.close("finished")

    def look(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(20)
        yield from driver.look(40, "r1")
        renderer = driver.window.renderer
        assert renderer.line(HOSTILE, "body", TEXT).get_width() == renderer.width(HOSTILE, "body") > 50
        for key in (pygame.K_2, pygame.K_3):
            yield from driver.press(key, pygame.KMOD_CTRL)
            yield from driver.wait(20)
        yield from driver.press(pygame.K_v)
        yield from driver.wait(10)

    assert drive(path, look) == 0


@pytest.mark.usefixtures("no_screen")
def test_a_card_holds_a_whole_talk_from_its_first_line(tmp_path: Path) -> None:
    store = write_run(tmp_path / "run.sqlite", ticks=40, close=False)
    begun = {"people": ["r0", "r1"], "place": "Town:Green", "phase": "start", "who": "r0", "reason": ""}
    for tick in range(40, 40 + LINES + 4):
        said = {"who": "r0", "to": ["r1"], "text": f"line {tick - 40}", "heard": []}
        events = [Event(tick, 1, "talk", "long", begun)] if tick == 40 else []
        store.commit(TickRecord(tick, tick * 10, [*events, Event(tick, 2, "say", "long", said)]))
    store.close("finished")
    talk = write_card(store.path, tmp_path / "card.png")
    assert len(talk.lines) == LINES + 4
    assert [text for _, _, text in lines_shown(talk, None)] == [f"line {n}" for n in range(LINES)]
    assert [text for _, _, text in lines_shown(talk, 42)] == ["line 0", "line 1", "line 2"]
    assert [text for _, _, text in lines_shown(talk, 99)] == [f"line {n}" for n in range(4, LINES + 4)]
