"""The window: its surface, the frame loop, and the stack of states (as in the python-tcod tutorial). Knows nothing of runs.

A state handles an event and says what becomes of the stack: ``Push`` another state on top, ``Pop`` itself, ``Reset`` to a new
one, ``Quit`` the window, or None to stay. States below the top are drawn first, so that an overlay shows the town behind it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

import pygame

from sim.view import prefs
from sim.view.style import Style, largest_text, scale_for, text_size
from sim.view.text_renderer import TextRenderer

FRAMES_PER_SECOND = 60
MIN_OPENING_SIZE = (800, 560)
"""The smallest size a window opens with; the user may make it smaller."""
MIN_SURFACE = (480, 340)
"""The smallest surface that is drawn; a smaller window shows its upper left corner."""
ONCE = (pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
"""Keys that do not repeat while they are held. Where a frame takes long, even a short press would count as held."""
Script = Callable[["Window", int], object]
"""Called once a frame with the window and the frame's number, by tests and snapshots."""


@dataclass(frozen=True)
class Push:
    """Push a state on top."""

    state: State


class Replace(Push):
    """Replace the top state by another."""


class Reset(Push):
    """Replace all states by one."""


class Pop:
    """Remove the top state."""


class Quit:
    """Close the window."""


Result = Push | Pop | Quit | None


class State:
    """A screen or overlay of the window."""

    covers = True
    """Whether nothing below the state is visible."""

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        """Handle one event."""
        return None

    def update(self, window: Window, real: float) -> Result:
        """Let ``real`` seconds pass."""
        return None

    def draw(self, window: Window) -> None:
        """Draw onto ``window.surface``."""

    def leaving(self) -> Result:
        """What becomes of the window when the user closes it; another result than ``Quit`` asks them first."""
        return Quit()

    def close(self) -> None:
        """Called when the state is removed."""


class NoDisplay(Exception):
    """No window can be opened; the message says why in one line."""


class Window:
    """Open a window, push a state, call ``loop``. ``mouse`` is the last pointer position, also of synthetic events."""

    def __init__(self, title: str, size: tuple[int, int] | None = None) -> None:
        self.surface = _canvas(_open(title, size))
        self._text: float = prefs.read().get("text") or scale_for(self.size)
        """The text size that is wanted; a small window gets smaller text."""
        self.renderer = TextRenderer(Style(min(self._text, largest_text(self.size))))
        self.states: list[State] = []
        self.mouse = (-1, -1)
        self._held = set[int]()
        self.seconds = 0.0
        """Real seconds since the window opened."""
        self._keep_size = size is None
        self._open = True

    @property
    def size(self) -> tuple[int, int]:
        """Pixels of the window."""
        return self.surface.get_size()

    def loop(self, max_frames: int | None = None, script: Script | None = None) -> None:
        """Run frames until the window is closed, or until so many have been drawn."""
        clock = pygame.time.Clock()
        frame = 0
        while self._open and self.states and (max_frames is None or frame < max_frames):
            # A counted run takes every frame for a sixtieth of a second, so that a script always sees the same.
            real = 1 / FRAMES_PER_SECOND if max_frames is not None else min(clock.tick(FRAMES_PER_SECOND) / 1000, 0.1)
            if script:
                script(self, frame)
            self.frame(real)
            frame += 1

    def frame(self, real: float) -> None:
        self.seconds += real
        for event in pygame.event.get():
            self._event(event)
        for state in list(self.states):
            self._apply(state.update(self, real))
        self.draw()
        shown = pygame.display.get_surface()
        if shown is not None and shown is not self.surface:
            shown.blit(self.surface, (0, 0))
        pygame.display.flip()

    def draw(self) -> None:
        """Draw the last state that covers the others, and the states above it."""
        bottom = max((i for i, state in enumerate(self.states) if state.covers), default=0)
        for state in self.states[bottom:]:
            state.draw(self)

    def _event(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.mouse = event.pos
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
        if event.type == pygame.KEYDOWN and event.key in ONCE:
            if event.key in self._held:
                return
            self._held.add(event.key)
        if event.type == pygame.QUIT:
            asks = (result for state in self.states if not isinstance(result := state.leaving(), Quit))
            self._apply(next(asks, Quit()))
            return
        if event.type == pygame.VIDEORESIZE:
            self._resized()
        if self.states:
            self._apply(self.states[-1].event(self, event))

    def _resized(self) -> None:
        self.surface = _canvas(pygame.display.get_surface() or self.surface)
        self.renderer.resize(min(self._text, largest_text(self.size)))
        if self._keep_size and not self.surface.get_flags() & pygame.FULLSCREEN:
            prefs.write(size=list(self.size))

    def _apply(self, result: Result) -> None:
        if isinstance(result, Quit):
            self._open = False
        elif result is not None:
            ended = len(self.states) if isinstance(result, Reset) else int(isinstance(result, Pop | Replace))
            for _ in range(ended):
                self.states.pop().close()
            self.states += [result.state] if isinstance(result, Push) else []

    def resize_text(self, steps: int) -> bool:
        """Set larger (1) or smaller (-1) text and save the setting; False where the window has no room for larger text."""
        wanted = text_size(self.renderer.style.scale, steps)
        if wanted > largest_text(self.size):
            return False
        self._text = wanted
        self.renderer.resize(wanted)
        prefs.write(text=wanted)
        return True

    def full_screen(self) -> None:
        pygame.display.toggle_fullscreen()
        self._resized()

    def close(self) -> None:
        for state in reversed(self.states):
            state.close()
        self.states = []
        pygame.display.quit()
        pygame.font.quit()


def _canvas(shown: pygame.Surface) -> pygame.Surface:
    """The surface to draw on: the display, or a larger one where the display is too small for the panels."""
    size = (max(shown.get_width(), MIN_SURFACE[0]), max(shown.get_height(), MIN_SURFACE[1]))
    return shown if size == shown.get_size() else pygame.Surface(size).convert()


def _open(title: str, size: tuple[int, int] | None) -> pygame.Surface:
    """Open a resizable display. Raises NoDisplay."""
    asked = os.environ.get("SDL_VIDEODRIVER", "")
    try:
        pygame.display.init()
        if pygame.display.get_driver() in ("dummy", "offscreen", "evdev") and asked not in ("dummy", "offscreen"):
            raise pygame.error("no screen is attached")
        if pygame.display.get_driver() == "x11":
            # Else SDL shows every frame through OpenGL: 9 ms of one core at 1280x800 where that is computed, instead of 0.4.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        pygame.font.init()
        wanted = size or _fitting(tuple(prefs.read().get("size") or (1280, 800)))
        surface = pygame.display.set_mode(wanted, pygame.RESIZABLE)
    except pygame.error as error:
        pygame.display.quit()
        raise NoDisplay(f"no window: {error}; run with --headless, or set DISPLAY") from None
    pygame.display.set_caption(title)
    pygame.key.set_repeat(350, 40)
    pygame.key.stop_text_input()
    return surface


def _fitting(wanted: tuple[int, ...]) -> tuple[int, int]:
    """The wanted size, limited to the desktop's and at least ``MIN_OPENING_SIZE``."""
    desktop = pygame.display.get_desktop_sizes()[0] if pygame.display.get_desktop_sizes() else (1280, 800)
    width = max(MIN_OPENING_SIZE[0], min(wanted[0], desktop[0]))
    height = max(MIN_OPENING_SIZE[1], min(wanted[1] if len(wanted) > 1 else 800, desktop[1]))
    return width, height
