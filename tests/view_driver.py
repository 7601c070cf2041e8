"""Drives the window frame by frame with synthetic mouse and keys, as a person would."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pygame

from sim.types import Command, RunStatus
from sim.view.app import watch
from sim.view.link import Link
from sim.view.states.main import MainState
from sim.view.states.menu import MenuState
from sim.view.window import Window

Act = Callable[["WindowDriver"], Iterator[None]]
"""A generator that does something and yields once for every frame it waits."""
Driver = TypeVar("Driver", bound="WindowDriver")


class WindowDriver:
    """What a person can do at the window, and what they can look at."""

    def __init__(self, window: Window) -> None:
        self.window = window

    @property
    def main(self) -> MainState:
        """The main screen."""
        found = next(state for state in self.window.states if isinstance(state, MainState))
        return found

    def wait(self, frames: int = 3) -> Iterator[None]:
        """Let frames pass."""
        for _ in range(frames):
            yield

    def reach(self, kind: type) -> Iterator[None]:
        """Wait until a state of this kind is on top."""
        end = time.monotonic() + 60
        while not isinstance(self.window.states[-1], kind):
            assert time.monotonic() < end, self.window.states[-1]
            pygame.time.wait(10)
            yield

    def look(self, tick: int, slug: str | None = None) -> Iterator[None]:
        """Go to a moment, look into somebody, and wait until the panels have fetched."""
        self.main.context.seek(tick, slug)
        yield from self.wait(70)

    def look_away(self, tick: int) -> Iterator[None]:
        """Go to a moment with the camera close up at the corner of the map, away from everybody."""
        yield from self.wait()
        self.main.context.seek(tick)
        self.main.context.camera.zoom = 12
        self.main.context.camera.look(0, 0)

    def press(self, key: int, mod: int = 0, text: str = "") -> Iterator[None]:
        """Press a key."""
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=mod))
        yield from self.wait()

    def type(self, text: str) -> Iterator[None]:
        """Type a text, letter by letter."""
        for letter in text:
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
        yield from self.wait()

    def click(self, at: tuple[int, int]) -> Iterator[None]:
        """Move there, press and release the left button."""
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=at, button=1))
        yield from self.wait()

    def click_on(self, name: str) -> Iterator[None]:
        """Click what is called ``name`` in any panel; AssertionError where nothing is."""
        spots = [(p, zone) for p in self.main.panels.all if p.visible for zone in p.zones if zone.name == name]
        assert spots, f"nothing in any panel is called {name!r}"
        panel, zone = spots[0]
        yield from self.click(zone.rect.move(panel.rect.topleft).center)

    def choose(self, name: str) -> Iterator[None]:
        """Take an entry of the menu that is open, with the keyboard."""
        menu = self.window.states[-1]
        assert isinstance(menu, MenuState)
        for _ in range(10):
            if menu.focus.at is not None and menu.focus.at[1] == name:
                break
            yield from self.press(pygame.K_DOWN)
        assert menu.focus.at is not None and menu.focus.at[1] == name
        yield from self.press(pygame.K_RETURN)

    def click_resident(self, slug: str) -> Iterator[None]:
        """Click somebody in the town."""
        figure = self.main.context.scene.figure(slug)
        assert figure is not None
        x, y = self.main.town.feet(figure)
        yield from self.click((x, y - 6 * self.main.context.camera.zoom))


class FakeLink:
    """A live run of the test's: ``now`` is its status, ``sent`` what the window asked for."""

    def __init__(self, now: RunStatus) -> None:
        self.now = now
        self.sent: list[Command] = []

    def status(self) -> RunStatus:
        return self.now

    def send(self, command: Command) -> None:
        self.sent.append(command)


def scripted(act: Callable[[Driver], Iterator[None]], driver: type[Driver]) -> Callable[[Window, int], None]:
    """What lets ``act`` work in a window, which closes when it ends."""
    running: list[Iterator[None]] = []

    def script(window: Window, frame: int) -> None:
        if not running:
            running.append(act(driver(window)))
        if next(running[0], "over") == "over":
            pygame.event.post(pygame.event.Event(pygame.QUIT))

    return script


def drive(
    path: Path | None,
    act: Act,
    link: Link | None = None,
    size: tuple[int, int] = (1280, 800),
    title: bool = False,
    beside: Path | None = None,
) -> int:
    """Open the window and let ``act`` work in it; the window closes when it ends. At most 3000 frames."""
    script, other = scripted(act, WindowDriver), str(beside) if beside else None
    return watch(str(path) if path else None, link, size=size, max_frames=3000, script=script, title=title, beside=other)
