"""What lies over the town: letters typed there move nothing below, nothing shows through, and the town waits for its menu."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pygame
import pytest
from view_driver import FakeLink, WindowDriver, drive
from view_sample import REFLECT_TICK, TALK_TICK, short_run, write_run

from sim.types import RunStatus
from sim.view.formatting import speed_label
from sim.view.states.menu import MenuState
from sim.view.widgets import boxes
from sim.view.widgets.flow import Flow

pytestmark = pytest.mark.usefixtures("no_screen")


@pytest.mark.parametrize("opener", [pygame.K_i, pygame.K_SLASH, pygame.K_g, pygame.K_ESCAPE])
def test_held_letters_move_the_town_only_while_nothing_lies_over_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opener: int
) -> None:
    held: defaultdict[int, bool] = defaultdict(bool)
    monkeypatch.setattr(pygame.key, "get_pressed", lambda: held)

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.look_away(TALK_TICK)
        context = driver.main.context
        if opener != pygame.K_ESCAPE:
            yield from driver.click_on("r1")
        following = context.following
        yield from driver.press(opener)
        assert driver.window.states[-1] is not driver.main
        held[pygame.K_d] = True
        yield from driver.wait(10)
        assert context.following == following and context.auto_camera != following
        held.clear()
        yield from driver.press(pygame.K_ESCAPE)
        held[pygame.K_d] = True
        yield from driver.wait(10)
        assert not context.following and not context.auto_camera

    assert drive(short_run(tmp_path), act) == 0


def test_nothing_shows_through_a_box_that_lies_on_others(no_screen: None) -> None:
    pictures = []
    for below in ((0, 0, 0), (255, 255, 255)):
        surface = pygame.Surface((200, 100))
        surface.fill(below)
        boxes.panel(surface, pygame.Rect(20, 20, 160, 60), 8, 7)
        pictures.append(pygame.image.tobytes(surface.subsurface((30, 30, 140, 40)), "RGB"))
    assert pictures[0] == pictures[1]


def test_below_an_overlay_the_camera_says_nothing_and_a_pointer_left_there_explains_nothing(tmp_path: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.look_away(TALK_TICK)
        driver.main.hint.update(60)
        context, topbar = driver.main.context, driver.main.panels.topbar
        context.release_camera()
        yield from driver.wait()
        assert context.camera_rect.width > 0
        pencil = next(zone for zone in topbar.zones if zone.name == "edit").rect.move(topbar.rect.topleft).center
        below = pygame.Rect(0, 0, 320, 200)
        below.midtop = (min(pencil[0], 1120), topbar.rect.bottom + 2)

        def look() -> bytes:
            return pygame.image.tobytes(driver.window.surface.subsurface(below), "RGB")

        context.select("r1")
        context.following = False
        yield from driver.wait(60)
        bare = look()
        tip = topbar.draw_tooltip(driver.window.surface, pencil, driver.main.panels.inspector.kept_clear())
        assert tip is not None and tip.right <= topbar.rect.right
        assert tip.collidelist(driver.main.panels.inspector.kept_clear()) < 0
        yield from driver.wait()
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pencil, rel=(0, 0), buttons=(0, 0, 0)))
        yield from driver.wait()
        assert look() != bare
        yield from driver.press(pygame.K_F1)
        assert not context.camera_rect.width
        yield from driver.press(pygame.K_ESCAPE)
        assert look() == bare and context.camera_rect.width > 0
        for x in (1, 0):
            at = (pencil[0] + x, pencil[1])
            pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 0), buttons=(0, 0, 0)))
            yield from driver.wait()
        assert look() != bare

    assert drive(short_run(tmp_path), act) == 0


@pytest.mark.parametrize("phase", ["running", "paused"])
def test_a_town_waits_while_its_menu_is_open_and_goes_on_as_before(tmp_path: Path, phase: Literal["running", "paused"]) -> None:
    path = tmp_path / "menu.sqlite"
    store = write_run(path, ticks=150, close=False)
    link = FakeLink(RunStatus(phase, "", str(path), 149, 1.0))

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(20)
        for back in ("Continue", "Save", "Help", ""):
            link.sent.clear()
            yield from driver.press(pygame.K_ESCAPE)
            assert isinstance(driver.window.states[-1], MenuState)
            assert [command.kind for command in link.sent] == (["pause"] if phase == "running" else [])
            yield from driver.choose(back) if back else driver.press(pygame.K_ESCAPE)
            assert [command.kind for command in link.sent] == (["pause", "play"] if phase == "running" else [])
            if back == "Help":
                yield from driver.press(pygame.K_ESCAPE)

    assert drive(path, act, link) == 0
    store.close()


def test_a_recording_waits_while_its_menu_is_open(tmp_path: Path) -> None:
    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait(10)
        playback = driver.main.context.playback
        playback.playing = True
        yield from driver.press(pygame.K_ESCAPE)
        at = playback.tick
        yield from driver.wait(20)
        assert playback.tick == at and not playback.playing
        yield from driver.choose("Continue")
        assert playback.playing

    assert drive(short_run(tmp_path), act) == 0


def test_numbers_keep_clear_of_the_buttons_and_cards_beside_them(tmp_path: Path) -> None:
    path = tmp_path / "long.sqlite"
    write_run(path, ticks=REFLECT_TICK + 20)

    def act(driver: WindowDriver) -> Iterator[None]:
        yield from driver.wait()
        yield from driver.look(REFLECT_TICK + 10, "r0")
        context, topbar = driver.main.context, driver.main.panels.topbar
        rects = {zone.name: zone.rect for zone in topbar.zones}
        longest = max(context.renderer.width(speed_label(speed), "label") for speed in (25, 150))
        assert rects["faster"].left - rects["slower"].right >= longest + 2 * context.renderer.px(5)
        driver.main.panels.inspector.show(5)
        yield from driver.wait(70)
        tab, ends = driver.main.panels.inspector.tab, list[int]()

        class Measured(Flow):
            def text(self, text: str, *args: Any, **more: Any) -> None:
                super().text(text, *args, **more)
                ends.append(self.y)

        flow = Measured(driver.window.surface, context.renderer, pygame.Rect(0, 0, 350, 600))
        tab.paint(flow)
        first = next(zone.rect for zone in flow.zones if zone.name.startswith("question"))
        assert first.top - ends[0] >= context.renderer.px(4)

    assert drive(path, act) == 0
