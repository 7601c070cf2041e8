"""The start screen by mouse and keyboard, with real towns; what it finds on a machine; the same facts as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest
from loopback import serving, told, well
from view_driver import WindowDriver, scripted
from view_sample import short_run

from sim.cli.jobs import RunJob
from sim.cli.main import main
from sim.cli.parser import parse
from sim.cli.start import TownHome
from sim.cli.workshop import WindowLink
from sim.llm.found_models import found_files, found_servers
from sim.record.catalogue import list_runs
from sim.record.read import Run
from sim.view.app import watch
from sim.view.states.main import MainState
from sim.view.states.menu import MenuState
from sim.view.states.start import StartState
from sim.view.states.title import TitleState
from sim.view.states.written_town import WrittenTownState
from sim.view.window import State

pytestmark = pytest.mark.usefixtures("no_screen")


def at_home(home: TownHome, act: Callable[[WindowDriver], Iterator[None]]) -> None:
    """Let ``act`` work at the start screen; towns that still live are stopped after it."""
    try:
        assert watch(None, home=home, size=(1280, 800), max_frames=3000, script=scripted(act, WindowDriver)) == 0
    finally:
        home.close()


def start_of(driver: WindowDriver) -> StartState:
    found = driver.window.states[-1]
    assert isinstance(found, StartState)
    return found


def click(driver: WindowDriver, name: str) -> Iterator[None]:
    spots = [(p, z) for p in start_of(driver).panels for z in p.zones if z.name == name]
    assert spots, f"nothing is called {name!r}"
    yield from driver.click(spots[0][1].rect.move(spots[0][0].rect.topleft).center)


def test_a_town_is_made_lived_left_and_looked_back_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    home = TownHome(str(tmp_path / "saves"))

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(20)
        start = start_of(driver)
        assert {"The first morning", "Tern Station"} <= {town.title for town in start.towns}
        assert {run.title for run in start.runs} == {"example", "capable_morning"} and not list(tmp_path.glob("**/*.png"))
        assert set(start.pictures) == {town.file for town in start.towns} | {run.file for run in start.runs}
        while not start.minds_known:
            pygame.time.wait(10)
            yield
        for name in ("mind fake", "4 people", "+", "new"):
            yield from click(driver, name)
        yield from driver.reach(TitleState)
        yield from driver.press(pygame.K_SPACE)
        assert (tmp_path / "scenarios" / "village_4_2.yaml").is_file() and driver.main.context.run.meta.model["name"] == "fake"
        yield from driver.press(pygame.K_ESCAPE)
        yield from driver.choose("Start screen")
        assert start_of(driver) is start
        while list_runs(home._saves)[0].live:
            pygame.time.wait(10)
            yield
        yield from driver.wait(20)
        assert [run.facts.split(" · ")[:2] for run in start.runs][0] == ["Village 2", "4 people"]
        for key in (pygame.K_TAB, pygame.K_RIGHT, pygame.K_RETURN):  # the first town, the run beside it, watched
            yield from driver.press(key)
        yield from driver.reach(MainState)
        assert driver.main.context.link is None
        yield from driver.press(pygame.K_ESCAPE)
        yield from driver.press(pygame.K_ESCAPE)  # the first closed the notice that the run can go on
        yield from driver.choose("Start screen")
        assert start_of(driver) is start

    at_home(home, act)
    assert list_runs(home._saves)[0].condition == "saved"


def test_a_capable_mind_writes_a_town_from_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    home = TownHome(str(tmp_path / "saves"))

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(20)
        start = start_of(driver)
        yield from click(driver, "write")
        yield from driver.press(pygame.K_RETURN)
        box = driver.window.states[-1]
        assert isinstance(box, WrittenTownState)
        while not box.problem:
            pygame.time.wait(10)
            yield
        assert "cannot write a town" in box.problem  # the guided mind
        yield from driver.press(pygame.K_ESCAPE)
        start.mind = server.url
        yield from click(driver, "write")
        yield from driver.type("a mill on a hill")
        yield from driver.press(pygame.K_RETURN)
        yield from driver.reach(TitleState)

    with serving(lambda body: told(well(body))) as server:
        at_home(home, act)
    assert (tmp_path / "scenarios" / "mill_on_a_hill.yaml").is_file()


def test_what_cannot_be_begun_is_said_and_a_small_window_scrolls_to_what_is_chosen(tmp_path: Path) -> None:
    short_run(tmp_path)
    (tmp_path / "bad.sqlite").write_text("no run")
    home = TownHome(str(tmp_path))

    def act(driver: WindowDriver) -> Iterator[None]:
        driver.window.renderer.resize(2.0)
        yield from driver.wait(20)
        start = start_of(driver)
        assert [run.title for run in start.runs if run.problem] == ["bad"]
        assert len({run.file for run in start.runs}) == len(start.pictures) - len(start.towns)
        for _ in range(30):
            yield from driver.press(pygame.K_DOWN)
        assert start.panels[0].scroll > 0
        start.new("station", 4000, 1)
        yield from driver.wait()
        assert "do not fit" in start.problem and start_of(driver) is start

    at_home(home, act)


def test_down_at_the_end_of_a_panel_scrolls_it_and_only_as_many_people_are_offered_as_there_are_beds(tmp_path: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        driver.window.renderer.resize(1.5)
        yield from driver.wait(20)
        choices = start_of(driver).panels[1]
        while not start_of(driver).minds_known:
            yield
        yield from driver.press(pygame.K_TAB)
        yield from driver.press(pygame.K_RIGHT)
        for _ in range(30):
            yield from driver.press(pygame.K_DOWN)
        assert choices.scroll == choices.content - choices.area().height > 0
        yield from driver.wait()
        assert start_of(driver).focus.at is None or start_of(driver).focus.at[0] is choices
        choices.scroll = 0.0
        yield from driver.wait()
        for world, counts in (("Station", ["4 people", "8", "12"]), ("Harbour", ["4 people", "8", "12", "16"])):
            yield from click(driver, world)
            yield from driver.wait()
            assert [zone.name for zone in choices.zones if zone.name.split()[0].isdigit()] == counts

    at_home(TownHome(str(tmp_path)), act)


def test_a_held_escape_opens_the_menu_and_leaves_nothing(tmp_path: Path) -> None:
    run, still_there = short_run(tmp_path), list[State]()

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(20)
        start = start_of(driver)
        start.watch(next(one for one in start.runs if one.file == str(run)))
        yield from driver.reach(MainState)
        for _ in range(9):
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode=""))
            yield
        still_there.append(driver.window.states[-1])

    at_home(TownHome(str(tmp_path)), act)
    assert [type(state) for state in still_there] == [MenuState]


@pytest.mark.parametrize("spec", ["fake", "models/my_own.gguf"])
def test_the_start_screen_of_a_run_from_the_command_line_goes_on_with_its_mind(tmp_path: Path, spec: str) -> None:
    home = TownHome(str(tmp_path))
    home.adopt(WindowLink(RunJob(str(tmp_path / "run.sqlite"), "town.yaml", model=spec)))

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(20)
        start = start_of(driver)
        while not start.minds_known:
            pygame.time.wait(10)
            yield
        assert start.mind == spec and [mind.spec for mind in start.minds].count(spec) == 1
        yield from driver.wait()
        assert len(start.minds) > 4 or start.panels[1].content <= start.panels[1].area().height, "all is seen at this size"

    at_home(home, act)
    assert "`" not in home.better_mind


def test_models_are_found_in_folders_and_at_ports(tmp_path: Path) -> None:
    for name, size, magic in (
        ("a/good.gguf", 60, b"GGUF"),
        ("mmproj-x.gguf", 60, b"GGUF"),
        ("small.gguf", 1, b"GGUF"),
        ("no.gguf", 60, b"...."),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        with (tmp_path / name).open("wb") as file:
            file.write(magic)
            file.truncate(size * 10**6)
    assert [one.name for one in found_files([str(tmp_path), str(tmp_path / "none")])] == ["good"]
    with serving(lambda body: (404, b"")) as server:
        port = int(server.url.split(":")[2].split("/")[0])
        found = found_servers({port: "llama.cpp", 9: "nobody"})
    assert [(one.spec, one.name) for one in found] == [(f"http://127.0.0.1:{port}/v1#toy", "toy")]
    assert found_servers({port: "gone"}) == ()


def test_no_words_open_the_start_screen_or_where_there_is_no_screen_the_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert parse([]).command.__qualname__ == parse(["start"]).command.__qualname__ and parse([]).saves == "saves"
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 0 and "the start screen" in capsys.readouterr().out
    assert main(["list", "--saves", str(tmp_path)]) == 0
    listed = capsys.readouterr().out
    assert all(word in listed for word in ("The feast at Hollin", "example", "bundled", "models pull"))
    with Run(short_run(tmp_path)) as run:
        assert main(["list", "--saves", str(tmp_path)]) == 0
        assert run.meta.scenario_name in capsys.readouterr().out
