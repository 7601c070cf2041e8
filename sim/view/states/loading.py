"""The loading screen: an evening sky over roofs, and how the town's start is coming along, until the run file can be
opened."""

from __future__ import annotations

import math

import pygame

from sim.record.read import Run, RunError
from sim.types import Command
from sim.view.link import Link
from sim.view.screens import Opened, Screens
from sim.view.style import ACCENT, FAINT, MUTED, TEXT, VERMILION
from sim.view.window import Quit, Reset, Result, State, Window
from sim.world.tilemap import MapError

SKY_TOP = (24, 30, 52)
SKY_BOTTOM = (92, 74, 92)
RETRY = 0.1
"""Seconds between looks at a run file that has no tick yet."""
PASTIMES = (
    "Somebody puts the kettle on", "Somebody looks for the other shoe", "Somebody remembers what today is",
    "Somebody lets the cat out", "Somebody lets the cat in again",
)  # fmt: skip
PASTIME_SECONDS = 2.6
"""Real seconds for which each of them is shown."""
ROOFS = (
    (0.04, 0.16, 0.2), (0.15, 0.12, 0.14), (0.28, 0.2, 0.24), (0.45, 0.13, 0.16), (0.56, 0.22, 0.2), (0.74, 0.14, 0.27),
    (0.86, 0.18, 0.17),
)  # fmt: skip
"""(left, width, height) of the houses, as shares of the window."""


class LoadingState(State):
    """Waits for ``link`` to name a run file, opens it and hands over to the main screen. The rest is as in ``Opened``."""

    trial = False
    """Whether the editor lies below."""
    way_out = "Esc closes the window"
    """What Escape does after a problem, where there is no start screen."""
    beside: tuple[str, int] | None = None
    """Another run to show beside it, and the tick to begin at (-1: a little before the two part)."""

    def __init__(
        self,
        path: str | None,
        link: Link | None,
        speed: float,
        screens: Screens,
        title: bool = False,
        back: State | None = None,
    ) -> None:
        self.path, self.link, self.speed, self.screens = path, link, speed, screens
        self.title, self.back = title, back
        self.problem = ""
        self._drawn = False
        self._wait = 0.0

    def update(self, window: Window, real: float) -> Result:
        """Open the run as soon as it is there; the first frame is drawn before anything slow."""
        if not self._drawn or self.problem:
            return None
        status = self.link.status() if self.link else None
        if status and status.phase == "failed":
            self.problem = status.text or "The town could not start."
            return None
        path = self.path or (status.run_path if status else "")
        self._wait -= real
        if not path or self._wait > 0:
            return None
        self._wait = RETRY
        return self._open(window, path)

    def _open(self, window: Window, path: str) -> Result:
        try:
            run = Run(path)
            if run.last_tick < 0 and self.link is not None:
                run.close()
                return None
            title = self.title and self.link is not None
            opened = Opened(self.screens, run, self.link, self.speed, title, self.back, self.trial, self.beside)
            return Reset(self.screens.main(window, opened))
        except (RunError, MapError) as error:
            if self.link is None or self.link.status().phase in ("failed", "finished"):
                self.problem = str(error)
            return None

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        """Escape goes back to the start screen. In a window without a start screen it closes the window, after a problem."""
        if event.type != pygame.KEYDOWN or event.key != pygame.K_ESCAPE:
            return None
        if self.back is not None and self.link is not None:
            self.link.send(Command("stop"))
        return Reset(self.back) if self.back is not None else Quit() if self.problem else None

    def draw(self, window: Window) -> None:
        to, renderer = window.surface, window.renderer
        draw_evening(to, window.seconds)
        w, h = to.get_size()
        head = "The town did not start" if self.problem else "The town is waking up"
        renderer.draw(to, head, (w / 2, h * 0.3), "big", TEXT, "centre")
        text = self.problem or (self.link.status().text if self.link else "")
        text = text or PASTIMES[int(window.seconds / PASTIME_SECONDS) % len(PASTIMES)]
        y = h * 0.3 + renderer.line_height("big") + renderer.px(10)
        lines = renderer.wrap(text, "body", min(renderer.px(620), w - renderer.px(60)))
        y = renderer.draw_lines(to, lines, (w / 2, y), "body", VERMILION if self.problem else MUTED, "centre")
        if self.problem:
            esc = "Esc goes back to the start screen" if self.back is not None else self.way_out
            renderer.draw(to, esc, (w / 2, y + renderer.px(14)), "small", FAINT, "centre")
        else:
            _dots(to, window, y + renderer.px(26))
        self._drawn = True


def draw_evening(to: pygame.Surface, seconds: float) -> None:
    """An evening sky over roofs, whose windows light up as seconds pass."""
    _sky(to)
    _roofs(to, seconds)


def _dots(to: pygame.Surface, window: Window, y: float) -> None:
    for i in range(3):
        share = 0.5 + 0.5 * math.sin(window.seconds * 4 - i * 0.9)
        colour = tuple(round(90 + (c - 90) * share) for c in ACCENT)
        pygame.draw.circle(to, colour, (to.get_width() / 2 + (i - 1) * window.renderer.px(18), y), window.renderer.px(4))


def _sky(to: pygame.Surface) -> None:
    strip = pygame.Surface((1, 32))
    for i in range(32):
        share = i / 31
        strip.set_at((0, i), tuple(round(a + (b - a) * share) for a, b in zip(SKY_TOP, SKY_BOTTOM, strict=True)))
    pygame.transform.smoothscale(strip, to.get_size(), to)
    w, h = to.get_size()
    for i in range(1, 90):
        # Spread by the plastic number: even, but in no pattern the eye finds.
        x, y = i * 0.7548776662 % 1 * w, (i * 0.5698402910 % 1) ** 1.4 * h * 0.62
        glow = 90 + i * 53 % 100
        pygame.draw.circle(to, (glow, glow, min(255, glow + 25)), (x, y), 1 + (i % 9 == 0))


def _roofs(to: pygame.Surface, seconds: float) -> None:
    """Draw silhouettes of houses; their windows light up one after another."""
    w, h = to.get_size()
    ground = h * 0.86
    for i, (left, wide, high) in enumerate(ROOFS):
        x, width, tall = left * w, wide * w, high * h
        pygame.draw.rect(to, (18, 20, 32), pygame.Rect(x, ground - tall * 0.62, width, tall * 0.62 + h))
        eaves = ground - tall * 0.6
        roof = [(x - width * 0.06, eaves), (x + width * 1.06, eaves), (x + width / 2, ground - tall)]
        pygame.draw.polygon(to, (14, 16, 26), roof)
        for j in range(3):
            lit = seconds * 1.5 > (i * 3 + j * 5) % 11
            size = max(6.0, h * 0.022)
            pane = pygame.Rect(x + width * (0.2 + 0.26 * j), ground - tall * 0.42, size, size * 1.25)
            pygame.draw.rect(to, (242, 190, 104) if lit else (34, 38, 56), pane, border_radius=2)
    pygame.draw.rect(to, (12, 14, 22), pygame.Rect(0, ground, w, h - ground))
