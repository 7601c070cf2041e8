"""The editor in a real window, by keyboard and by mouse: what is typed is written, and mistakes stand beside their fields."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from town import live, start, stop, write_town
from view_driver import FakeLink, WindowDriver, scripted
from view_sample import write_run

from sim.cli.workshop import Bench
from sim.engine.verify import verify
from sim.record.read import Run
from sim.scenario import ScenarioError, load
from sim.scenario.edited import EditedScenario
from sim.scenario.yaml_reader import read_yaml
from sim.scenario.yaml_writer import put
from sim.types import RunStatus
from sim.view.app import edit, watch
from sim.view.edit.editor import Editor
from sim.view.edit.forms import Forms
from sim.view.edit.items import Button, ChoiceField, Field, ListEntry
from sim.view.edit.lists import Lists
from sim.view.edit.menu import Menu
from sim.view.edit.state import EditState, TrialState
from sim.view.link import Trial
from sim.view.states.main import MainState

pytestmark = pytest.mark.usefixtures("no_screen")
SHIPPED = Path(__file__).resolve().parents[1] / "scenarios" / "first_morning.yaml"
CTRL, SHIFT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT


class StillTrial(FakeLink):
    """A trial that never gets a run file."""

    stopped = False

    def stop(self) -> object:
        self.stopped = True
        return 0


class FakeBench(Bench):
    """Saves files as the real one does; a trial is noted and never lives."""

    def __init__(self) -> None:
        super().__init__()
        self.tried: list[tuple[str, StillTrial]] = []

    def begin(self, text: str, path: str) -> Trial:
        self.tried.append((text, StillTrial(RunStatus("starting"))))
        return self.tried[-1][1]


class EditDriver(WindowDriver):
    """What a person can do in the editor."""

    @property
    def editing(self) -> EditState:
        return next(state for state in self.window.states if isinstance(state, EditState))

    def click_name(self, name: str) -> Iterator[None]:
        """Click what is called ``name`` in the editor."""
        yield from self.wait()
        panels = self.editing.panels
        found = [zone.rect.move(panel.rect.topleft) for panel in panels for zone in panel.zones if zone.name == name]
        assert found, (name, [zone.name for panel in panels for zone in panel.zones])
        yield from self.click(found[0].center)

    def to_field(self, name: str) -> Iterator[None]:
        """Go to a field of the form with the keyboard and open it."""
        form = self.editing.form
        yield from self.wait()
        self.editing._to(form)
        for _ in range(60):
            item = form.items[form.cursor] if form.cursor is not None else None
            if isinstance(item, Field) and item.name == name:
                break
            yield from self.press(pygame.K_DOWN)
        yield from self.press(pygame.K_RETURN)
        assert form.open is not None and form.open.name == name

    def write(self, name: str, text: str) -> Iterator[None]:
        """Replace what a field says."""
        yield from self.to_field(name)
        yield from self.press(pygame.K_END)
        yield from self.press(pygame.K_BACKSPACE, CTRL)
        yield from self.type(text)
        yield from self.press(pygame.K_RETURN)

    def said(self, menu: Menu, name: str) -> tuple[str, ...]:
        """The mistakes that stand beside a field."""
        menu.refresh()
        return next(item.mistakes for item in menu.items if isinstance(item, Field) and item.name == name)


def drive_editor(
    path: Path, bench: Bench, act: Callable[[EditDriver], Iterator[None]], size: tuple[int, int] = (1280, 800)
) -> None:
    assert edit(path, bench, size=size, max_frames=3000, script=scripted(act, EditDriver)) == 0


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text("# my own copy\n" + SHIPPED.read_text(encoding="utf-8"), encoding="utf-8")
    return path


def test_a_town_is_edited_with_the_keyboard_alone(mine: Path) -> None:
    bench = FakeBench()

    def act(d: EditDriver) -> Iterator[None]:
        yield from d.write("residents.nora.age", "four")
        assert d.said(d.editing.form, "residents.nora.age") == (
            "residents.nora.age is 'four'; it must be a whole number without quotes",
        )
        yield from d.press(pygame.K_t, CTRL)
        assert not bench.tried and "mend first" in d.editing._told
        yield from d.write("residents.nora.age", "61")
        yield from d.write("residents.nora.relationships.tess", "her right hand")
        yield from d.press(pygame.K_2, CTRL)
        while d.editing.editor.subject[0] != "place":
            yield from d.press(pygame.K_RETURN)
        address = d.editing.editor.subject[1]
        name = d.editing.editor.norm_name(address)
        yield from d.write(f"norms.{name}.opens", "08:00")
        yield from d.press(pygame.K_3, CTRL)
        yield from d.press(pygame.K_RETURN)
        yield from d.press(pygame.K_BACKSPACE, CTRL)
        yield from d.type("09:00")
        yield from d.press(pygame.K_RETURN)
        yield from d.press(pygame.K_DOWN)
        yield from d.press(pygame.K_DOWN)
        yield from d.press(pygame.K_RETURN)
        number = len(d.editing.editor.doc.entries("events")) - 1
        assert d.editing.editor.subject == ("event", number)
        yield from d.write(f"events.{number}.whisper", "The lanterns are still in the back room")
        yield from d.press(pygame.K_z, CTRL)
        yield from d.press(pygame.K_z, CTRL | SHIFT)
        yield from d.press(pygame.K_t, CTRL)
        assert len(bench.tried) == 1 and "lanterns are still" in bench.tried[0][0]
        yield from d.press(pygame.K_ESCAPE)
        assert bench.tried[0][1].stopped
        yield from d.press(pygame.K_s, CTRL)
        assert not d.editing.editor.doc.changed

    drive_editor(mine, bench, act)
    town, text = load(mine), mine.read_text(encoding="utf-8")
    assert text.startswith("# my own copy\nname: The first morning\n")
    assert town.resident("nora").age == 61 and town.resident("nora").relationships["tess"] == "her right hand"
    assert [h.text for h in town.happenings if h.kind == "whisper"] == ["The lanterns are still in the back room"]
    assert [h.at for h in town.happenings if h.kind == "whisper"] == [7200]
    assert any(norm.get("opens") == 480 for norm in town.norms.values())


@pytest.mark.parametrize("size", [(1280, 800), (800, 560)])
def test_a_town_is_edited_with_the_mouse(mine: Path, size: tuple[int, int]) -> None:
    def act(d: EditDriver) -> Iterator[None]:
        e = d.editing.editor
        yield from d.click_name("new person")
        yield from d.type("Ada Moss")
        yield from d.press(pygame.K_RETURN)
        assert e.subject == ("person", "ada") and e.doc.scenario is not None
        town = d.editing.town
        yield from d.wait(60)
        x, y = town._feet(town.people["ada"])
        e.select("town")
        yield from d.wait()
        yield from d.click((x, y - 10 * town.camera.zoom))
        assert e.subject == ("person", "ada")
        shipped = len(e.doc.entries("events"))
        yield from d.click(d.editing.strip.rect.center)
        yield from d.click_name("+ Something heard")
        assert e.subject[0] == "event" and len(e.doc.entries("events")) == shipped + 1
        yield from d.click_name("Remove this")
        assert len(e.doc.entries("events")) == shipped
        yield from d.click_name("undo")
        assert len(e.doc.entries("events")) == shipped + 1
        yield from d.click_name("leave")
        yield from d.wait()
        assert d.window.states[-1] is not d.editing
        yield from d.press(pygame.K_RETURN)

    drive_editor(mine, FakeBench(), act, size)
    assert [one.slug for one in load(mine).residents] == ["nora", "ilya", "tess", "ada"]


def test_a_fork_is_edited_over_a_recording_tried_and_kept(tmp_path: Path) -> None:
    store, engine = start(write_town(tmp_path), tmp_path / "run.sqlite")
    live(engine, 60)
    stop(store, engine)

    def act(d: EditDriver) -> Iterator[None]:
        while not isinstance(d.window.states[-1], MainState):
            yield
        yield from d.look(40)
        yield from d.press(pygame.K_e, CTRL)
        e = d.editing.editor
        slug = next(iter(e.doc.residents))
        e.select("person", slug)
        yield from d.wait()
        fields = {item.name: item.fixed for item in d.editing.form.items if isinstance(item, Field)}
        assert "memories and plans" in fields[f"residents.{slug}.name"] and not fields[f"residents.{slug}.age"]
        yield from d.write(f"residents.{slug}.age", "77")
        yield from d.press(pygame.K_t, CTRL)
        yield from d.reach(MainState)
        trial = d.window.states[-1]
        assert isinstance(trial, MainState)
        assert [one.age for one in trial.context.run.residents if one.slug == slug] == [77]
        yield from d.press(pygame.K_e, CTRL)
        yield from d.press(pygame.K_g, CTRL)
        assert "resume" in d.editing._told
        yield from d.press(pygame.K_ESCAPE)
        assert [type(state) for state in d.window.states] == [MainState]

    watch(
        str(tmp_path / "run.sqlite"),
        size=(1280, 800),
        max_frames=100_000,
        script=scripted(act, EditDriver),
        workshop=Bench("fake"),
    )
    kept = tmp_path / "run-fork.sqlite"
    with Run(kept) as run:
        assert run.last_tick == 40 and 77 in [one.age for one in run.residents]
    assert verify(kept).tick is None


def test_a_scenario_that_ships_is_saved_under_another_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bench = Bench()
    assert bench.place(str(SHIPPED)) == "scenarios/first_morning_mine.yaml"
    bench.save("name: mine\n", bench.place(str(SHIPPED)))
    assert bench.place(str(SHIPPED)) == "scenarios/first_morning_mine1.yaml"
    assert bench.place("scenarios/first_morning_mine.yaml") == "scenarios/first_morning_mine.yaml"


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_scenario_can_be_gone_through_and_edited(seed: int) -> None:
    rnd = random.Random(seed)
    text = SHIPPED.read_text(encoding="utf-8")
    paths = [path for path in _paths(read_yaml(text, "").data) if path and path[0] != "map"]
    for path in rnd.sample(paths, 3):
        with contextlib.suppress(ScenarioError):
            text = put(text, path, rnd.choice([None, 3, "", "x", [], {}, [None], {"a": 1}, 1.5]))
    try:
        editor = Editor(EditedScenario(text, SHIPPED), lambda _: None)
    except ScenarioError:
        return
    lists, forms = Lists(editor), Forms(editor)
    for step in range(12):
        lists.tab = step % 4
        doc = editor.doc
        people = [("person", slug) for slug in doc.residents]
        editor.select(*rnd.choice([("town", ""), ("place", doc.places.sectors[3].address), ("event", 0), ("news", 0), *people]))
        items = [item for item in (*lists.listed(), *forms.form()) if isinstance(item, Field | Button | ChoiceField)]
        item = rnd.choice(items)
        if isinstance(item, Field):
            item.set(rnd.choice(["", "x", "12", "nora", "09:00", "a: b, c"]))
        elif isinstance(item, ChoiceField):
            item.set(rnd.randrange(len(item.options)))
        else:
            item.act()
        assert read_yaml(doc.text, "").data
    while editor.doc.undo():
        pass
    assert editor.doc.text == text


def _paths(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from _paths(value, (*path, key))


def test_save_as_marks_the_name_so_that_typing_replaces_it(mine: Path) -> None:
    def act(d: EditDriver) -> Iterator[None]:
        yield from d.write("residents.nora.age", "34")
        yield from d.press(pygame.K_s, CTRL | SHIFT)
        yield from d.type("other")
        yield from d.press(pygame.K_RETURN)
        yield from d.press(pygame.K_s, CTRL | SHIFT)
        yield from d.press(pygame.K_BACKSPACE)
        yield from d.type("third")
        yield from d.press(pygame.K_RETURN)

    drive_editor(mine, FakeBench(), act)
    assert {path.name for path in mine.parent.glob("*.yaml")} == {"mine.yaml", "other.yaml", "third.yaml"}


def test_a_piece_of_news_is_added_by_that_name_and_matters_have_a_list(mine: Path) -> None:
    before = len(load(mine).matters)

    def act(d: EditDriver) -> Iterator[None]:
        yield from d.wait()
        yield from d.press(pygame.K_3, CTRL)
        yield from d.click_name("+ A piece of news")
        assert d.editing.forms.title() == "A piece of news"
        yield from d.press(pygame.K_4, CTRL)
        yield from d.click_name("+ A matter")
        number = len(d.editing.editor.doc.entries("matters")) - 1
        assert not d.editing.editor.doc.problems
        yield from d.write(f"matters.{number}.about", "a leaking roof")
        yield from d.write(f"matters.{number}.first.turns.0", "My roof leaks.")
        yield from d.write("new first.turns", "Put a bucket under it.")
        yield from d.write(f"matters.{number}.first.key", "one")
        assert d.said(d.editing.form, f"matters.{number}.first.key")
        yield from d.write(f"matters.{number}.first.key", "2")
        assert not d.editing.editor.doc.problems
        assert any(row.title == "a leaking roof" for row in d.editing.list.items if isinstance(row, ListEntry))
        yield from d.press(pygame.K_s, CTRL)

    drive_editor(mine, FakeBench(), act)
    added = load(mine).matters[before:]
    assert [(one.about, one.first.turns, one.first.key) for one in added] == [
        ("a leaking roof", ("My roof leaks.", "Tell me.", "Put a bucket under it."), 2)
    ]


def test_a_trial_that_fails_says_how_to_get_back(mine: Path, tmp_path: Path) -> None:
    bench = FakeBench()

    def act(d: EditDriver) -> Iterator[None]:
        for started in (False, True):
            yield from d.press(pygame.K_t, CTRL)
            trial = bench.tried[-1][1]
            path = tmp_path / "trial.sqlite"
            if started:
                write_run(path, ticks=3)
                trial.now = RunStatus("running", "", str(path), 2)
                yield from d.reach(MainState)
                trial.now = RunStatus("failed", "The model is gone.", str(path), 2)
                yield from d.wait(10)
                assert "goes back to the editor" in d.main.panels.notice.content_shown.text
                assert not d.main.panels.notice.content_shown.command
                yield from d.press(pygame.K_ESCAPE)
            else:
                trial.now = RunStatus("failed", "The model is gone.")
                yield from d.wait(10)
                waiting = d.window.states[-1]
                assert isinstance(waiting, TrialState) and waiting.problem and "to the editor" in waiting.way_out
            yield from d.press(pygame.K_ESCAPE)
            assert d.window.states[-1] is d.editing

    drive_editor(mine, bench, act)
