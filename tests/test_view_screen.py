"""A real window on a virtual screen (Xvfb): it opens, draws the town, answers the mouse."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from view_driver import WindowDriver, drive
from view_sample import TALK_TICK, short_run


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A virtual screen of 1280x800 for the length of a test."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    monkeypatch.setenv("DISPLAY", f":{number}")
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    yield
    server.terminate()
    server.wait(10)


def test_a_real_window_shows_the_town_and_answers_the_mouse(screen: None, tmp_path: Path) -> None:
    path = short_run(tmp_path)

    def act(driver: WindowDriver) -> Iterator[None]:
        assert pygame.display.get_driver() == "x11"
        yield from driver.wait()
        driver.main.context.seek(TALK_TICK + 4, "r1")
        yield from driver.wait(40)
        yield from driver.click_resident("r0")
        assert driver.main.context.selected == "r0"
        yield from driver.press(pygame.K_F12)
        assert (path.parent / "cards" / f"{path.stem}-{TALK_TICK + 4}.png").stat().st_size > 50_000
        colours = {tuple(driver.window.surface.get_at((x, y))) for x in range(300, 800, 7) for y in range(100, 600, 7)}
        assert len(colours) > 60

    assert drive(path, act) == 0
