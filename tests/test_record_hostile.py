"""Run files with hostile content, and words that break what they are shown in."""

from __future__ import annotations

import csv
import sqlite3
import time
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from record_sample import STORY_HEADER, act, beginning, ending, talk, write_story
from test_runs_cli import _on_a_terminal
from view_driver import WindowDriver, drive
from view_sample import write_run

from sim.record import connection, seal
from sim.record.export import export
from sim.record.export.diary import escape
from sim.record.read import Run, RunError
from sim.record.store import RunStore, StoreError, TickRecord
from sim.types import Event, Memory
from sim.view.style import TEXT
from sim.view.talk_card import LINES, lines_shown, write_card


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty, and so no run"),
        (b"name: a scenario\n" * 100, "not a run"),
        (b"SQLite format 3\x00" + bytes(5000), "cannot be read|not a run"),
    ],
)
def test_other_files_are_refused_in_a_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "x.sqlite"
    path.write_bytes(content)
    for opened in (Run, RunStore.open):
        with pytest.raises(RunError, match=message) as refused:
            opened(path)
        assert str(path) in str(refused.value) and "\n" not in str(refused.value)
    assert path.read_bytes() == content


def test_missing_runs_and_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="there is no such run"):
        Run(tmp_path / "gone.sqlite")
    with pytest.raises(StoreError, match="there is no such run"):
        RunStore.open(tmp_path)


def test_a_run_that_would_keep_the_reader_busy_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_story(tmp_path / "story.sqlite")
    monkeypatch.setattr(connection.TimedConnection, "query_timeout", 0.2)
    with Run(tmp_path / "story.sqlite") as run:
        began = time.monotonic()
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            run._rows("WITH RECURSIVE t(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM t) SELECT count(*) FROM t")
        assert time.monotonic() - began < 5
        assert len(run.events(0, 9)) > 0  # the next question has its own time


def test_a_run_that_claims_to_be_endless_is_refused_or_read_at_once(tmp_path: Path) -> None:
    for tick in (2**63 - 1, 2**40, 2**31 - 1):
        path = tmp_path / f"{tick}.sqlite"
        write_story(path)
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("UPDATE ticks SET tick = ? WHERE tick = (SELECT max(tick) FROM ticks)", (tick,))
        connection.close()
    with pytest.raises(RunError, match="tick 9223372036854775807"):
        Run(tmp_path / f"{2**63 - 1}.sqlite")
    with pytest.raises(RunError, match="tick 1099511627776"):
        Run(tmp_path / f"{2**40}.sqlite")
    began = time.monotonic()
    for form in ("csv", "diary", "html"):
        export(tmp_path / f"{2**31 - 1}.sqlite", form, tmp_path / form)
    assert time.monotonic() - began < 10


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "story.sqlite"
    write_story(path)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = b"".join(deflate.compress(bytes(1 << 20)) for _ in range(200)) + deflate.flush()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("UPDATE texts SET data = ?, base = NULL", (bomb,))
    connection.close()
    with Run(path) as run, pytest.raises(RunError, match="cut short or too long"):
        run.memories("mara", 9)


def test_going_on_with_damaged_rows_is_refused_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "story.sqlite"
    write_story(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE states SET data = x'00ff00', base = NULL")
        connection.execute("UPDATE texts SET data = x'00ff00', base = NULL")
    connection.close()
    with pytest.raises(RunError, match=r"damaged: what it holds is not what was written \(texts, states\)"):
        RunStore.open(path)
    with sqlite3.connect(path) as connection:
        seal.unseal(connection)
    connection.close()
    store = RunStore.open(path)
    for ask in (store.state_before, lambda: store.memories("mara")):
        with pytest.raises(RunError, match="story.sqlite: the file holds something that no run holds"):
            ask()
    store.close()


def test_reading_never_writes(tmp_path: Path) -> None:
    path = tmp_path / "story.sqlite"
    write_story(path)
    before = path.read_bytes()
    with Run(path) as run:
        run.state(9)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            run._rows("DELETE FROM events")
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["story.sqlite"]


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
