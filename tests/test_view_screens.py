"""From the title card to the end: plans are made behind the card, the menu leads out, the end offers what comes next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest
from town import write_town
from view_driver import FakeLink, WindowDriver, scripted
from view_sample import short_run, write_run

from sim.cli.jobs import RunJob
from sim.cli.start import TownHome
from sim.cli.workshop import WindowLink
from sim.record.read import Run
from sim.types import RunStatus
from sim.view.app import watch
from sim.view.formatting import speed_label
from sim.view.panels.hint import HINT_SECONDS
from sim.view.states.evening import EveningState
from sim.view.states.help import HelpState
from sim.view.states.main import MainState
from sim.view.states.menu import MenuState
from sim.view.states.start import StartState
from sim.view.states.title import HELD_AT, TitleState

pytestmark = pytest.mark.usefixtures("no_screen")


def at_home(
    folder: Path, act: Callable[[WindowDriver], Iterator[None]], link: FakeLink | WindowLink | None, run: Path | None = None
) -> None:
    """Let ``act`` work in the window of a run that the command line began."""
    home = TownHome(str(folder / "saves"))
    script = scripted(act, WindowDriver)
    try:
        assert watch(str(run) if run else None, link, max_frames=4000, script=script, title=link is not None, home=home) == 0
    finally:
        home.close()


def test_plans_are_made_behind_the_title_card_and_the_hint_waits_for_its_end(tmp_path: Path) -> None:
    path = tmp_path / "planned.sqlite"
    link = WindowLink(RunJob(str(path), str(write_town(tmp_path)), model="fake", embedder="hash", speed=1.0))

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.reach(TitleState)
        while link.status().phase != "paused":
            pygame.time.wait(10)
            yield
        yield from driver.wait(30)
        assert driver.main.hint.left > HINT_SECONDS - 0.1
        held = link.status().tick
        with Run(path) as run:
            assert held < HELD_AT and list(run.events(0, held, ("plan",)))
        yield from driver.press(pygame.K_SPACE)
        while link.status().tick <= held:
            pygame.time.wait(10)
            yield
        assert HINT_SECONDS > driver.main.hint.left > 0

    try:
        at_home(tmp_path, act, link)
    finally:
        link.stop()


def test_a_card_holds_a_town_only_once_nobody_plans_any_more_and_says_what_the_model_is_at(tmp_path: Path) -> None:
    path = tmp_path / "card.sqlite"
    store = write_run(path, ticks=3, close=False)
    work = "1 of 3 plans, 240 of about 700 tokens, some 40 s more"
    link = FakeLink(RunStatus("thinking", "", str(path), 2, pondering=(("r0", "plan"),), work=work))

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.reach(TitleState)
        yield from driver.wait(10)
        assert not link.sent and driver.main.panels.topbar._mood()[0] == f"Thinking: {work}"
        link.now = RunStatus("running", "", str(path), 23, pondering=(("r0", "rate"),))
        yield from driver.wait(10)
        assert [command.kind for command in link.sent] == ["pause"]
        yield from driver.press(pygame.K_SPACE)
        assert [command.kind for command in link.sent] == ["pause", "play"]

    at_home(tmp_path, act, link)
    store.close()


def test_a_card_that_is_ended_early_lets_the_town_go_on(tmp_path: Path) -> None:
    path = tmp_path / "early.sqlite"
    store = write_run(path, ticks=3, close=False)
    link = FakeLink(RunStatus("thinking", "", str(path), 2, pondering=(("r0", "plan"),)))

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.reach(TitleState)
        yield from driver.press(pygame.K_SPACE)
        link.now = RunStatus("running", "", str(path), 60)
        yield from driver.wait(10)
        assert not link.sent

    at_home(tmp_path, act, link)
    store.close()


def test_what_a_resident_thinks_of_is_said_without_seconds_of_the_towns_time(tmp_path: Path) -> None:
    path = tmp_path / "pondering.sqlite"
    store = write_run(path, ticks=3, close=False)
    asked = (("r0", "rate"), ("r0", "plan"), ("r1", "insights"))
    link = FakeLink(RunStatus("running", "", str(path), 2, thinking=("r2",), pondering=asked))

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.reach(TitleState)
        told = [driver.main.context.pondering(slug) for slug in ("r0", "r1", "r2", "r3")]
        assert told == ["planning the day ...", "reflecting ...", "thinking ...", ""]

    at_home(tmp_path, act, link)
    store.close()


def test_the_menu_of_a_run_from_the_command_line_leads_everywhere(tmp_path: Path) -> None:
    path = tmp_path / "menu.sqlite"
    store = write_run(path, ticks=150, close=False)
    link = FakeLink(RunStatus("running", "", str(path), 149, 1.0))

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.reach(TitleState)
        for key in (pygame.K_SPACE, pygame.K_ESCAPE):
            yield from driver.press(key)
        yield from driver.choose("Continue")
        assert driver.window.states[-1] is driver.main
        yield from driver.press(pygame.K_ESCAPE)
        assert isinstance(driver.window.states[-1], MenuState)
        yield from driver.press(pygame.K_ESCAPE)
        assert driver.window.states[-1] is driver.main
        yield from driver.press(pygame.K_ESCAPE)
        yield from driver.choose("Save")
        assert driver.window.states[-1] is driver.main and str(path) in driver.main.context.toast
        yield from driver.press(pygame.K_ESCAPE)
        yield from driver.choose("Help")
        assert isinstance(driver.window.states[-1], HelpState)
        for _ in range(2):
            yield from driver.press(pygame.K_ESCAPE)
        assert "stop" not in [command.kind for command in link.sent]
        yield from driver.choose("Start screen")
        assert isinstance(driver.window.states[-1], StartState) and link.sent[-1].kind == "stop"

    at_home(tmp_path, act, link)
    store.close()


def test_the_menu_quits_and_the_run_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "quit.sqlite"
    store = write_run(path, ticks=150, close=False)
    link, frames = FakeLink(RunStatus("running", "", str(path), 149, 1.0)), list[int]()

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.reach(TitleState)
        for key in (pygame.K_SPACE, pygame.K_ESCAPE):
            yield from driver.press(key)
        yield from driver.choose("Quit")
        frames.append(1)
        yield

    at_home(tmp_path, act, link)
    assert not frames and link.sent[-1].kind == "stop"
    store.close()


def test_the_end_of_a_run_offers_replay_evening_page_and_start_screen(tmp_path: Path) -> None:
    path = tmp_path / "ended.sqlite"
    write_run(path, ticks=150)
    link = FakeLink(RunStatus("finished", "", str(path), 149, 1.0))

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.reach(TitleState)
        yield from driver.press(pygame.K_SPACE)
        yield from driver.wait(10)
        yield from driver.click_on("Evening page")
        assert isinstance(driver.window.states[-1], EveningState)
        yield from driver.press(pygame.K_ESCAPE)
        yield from driver.click_on("Replay")
        yield from driver.reach(MainState)
        context = driver.main.context
        assert context.link is None and context.playback.shown_tick < 100 and context.back is not None
        driver.main.context.do_action("start_screen")
        yield from driver.wait()
        assert isinstance(driver.window.states[-1], StartState)

    at_home(tmp_path, act, link)


def test_a_replay_from_the_command_line_has_the_menu_too(tmp_path: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.reach(MainState)
        yield from driver.press(pygame.K_ESCAPE)
        yield from driver.choose("Start screen")
        assert isinstance(driver.window.states[-1], StartState)

    at_home(tmp_path, act, None, short_run(tmp_path))


@pytest.mark.parametrize(
    ("speed", "said"),
    [
        (4.94114, "4.9 min a second"),
        (25.0, "25 min a second"),
        (0.2, "12 s a second"),
        (0.0512, "3.1 s a second"),
        (0, "full speed"),
    ],
)
def test_speeds_are_rounded(speed: float, said: str) -> None:
    assert speed_label(speed) == said
