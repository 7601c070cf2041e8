"""Overlays in the middle of the window, over the darkened town: a list, a text, or a question for a line of text."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pygame

from sim.view.focus import KeyboardFocus
from sim.view.keys import SHIFT, act_for
from sim.view.style import FAINT, TEXT, Colour
from sim.view.text_renderer import TextRenderer
from sim.view.widgets import boxes
from sim.view.widgets.flow import Flow
from sim.view.widgets.panel import Panel
from sim.view.widgets.textbox import TextBox
from sim.view.window import Pop, Result, State, Window

FOCUS_STEPS = {"focus_next": 1, "down": 1, "right": 1, "focus_previous": -1, "up": -1, "left": -1}
"""Actions that move the focus, and which way."""
MAX_LINES_BELOW = 5
"""The most lines below the box of a question."""


class Overlay(State):
    """A state over the town, removed once ``done`` is set."""

    covers = False
    done = False

    def update(self, window: Window, real: float) -> Result:
        """Removes the overlay when it is done; called by whatever overrides it."""
        return Pop() if self.done else None


def place(
    to: pygame.Surface, renderer: TextRenderer, wide: int, high: int, title: str, note: str = "Esc closes"
) -> pygame.Rect:
    """Draw the box over the darkened town, at most as large as the window; ``wide`` and ``high`` in pixels at 100 %. Returns
    its rectangle."""
    shade = pygame.Surface(to.get_size()).convert()
    shade.fill((120, 124, 134))
    to.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    rect = pygame.Rect(0, 0, min(renderer.px(wide), to.get_width() - 24), min(renderer.px(high), to.get_height() - 24))
    rect.center = to.get_rect().center
    boxes.panel(to, rect, renderer.px(14), renderer.px(16))
    renderer.draw(to, title, (rect.x + renderer.px(28), rect.y + renderer.px(18)), "title", TEXT)
    renderer.draw(to, note, (rect.right - renderer.px(28), rect.y + renderer.px(26)), "small", FAINT, "right")
    return rect


class OverlayList(Panel):
    """A scrolling list without a box of its own: ``painted`` by the overlay that shows it, anew when its ``state`` changes."""

    scrolls = True
    frameless = True

    def __init__(self, renderer: TextRenderer, painted: Callable[[Flow], object], state: Callable[[], Hashable]) -> None:
        super().__init__(renderer)
        self._painted, self._state = painted, state

    def key(self) -> Hashable:
        return self._state()

    def paint(self, flow: Flow) -> None:
        self._painted(flow)

    def draw(self, to: pygame.Surface, mouse: tuple[int, int]) -> None:
        super().draw(to, mouse)
        self.draw_tooltip(to, mouse)

    def area(self) -> pygame.Rect:
        """All but the scroll bar."""
        return pygame.Rect(0, 0, self.rect.width - self.renderer.px(12), self.rect.height)


class ListOverlay(Overlay):
    """A list in a box, which a subclass paints. Tab and the arrows go through it, Enter or a click takes what stands there; the
    key that opened it, Esc or a click beside it closes."""

    act = ""
    """The action whose key closes the overlay."""
    size = (680, 620)
    """Pixels at 100 %."""
    title = ""
    note = "Enter or a click goes there, Esc closes"
    fits_text = False
    """Whether the box is as high as what is painted."""
    is_text = False
    """Whether it is a text, in a box as high as the text: any click closes it."""

    def __init__(self, renderer: TextRenderer) -> None:
        self.list = OverlayList(renderer, self.paint, self.key)
        self.focus = KeyboardFocus([self.list])

    def key(self) -> Hashable:
        """What the list depends on."""
        return 0

    def paint(self, flow: Flow) -> None:
        """Draw the list."""

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        act = act_for(event) if event.type == pygame.KEYDOWN else ""
        if act and act in (self.act, "escape"):
            return Pop()
        if act in FOCUS_STEPS and self.focus.spots():
            self.focus.step(FOCUS_STEPS[act])
        elif act in FOCUS_STEPS:
            self.list.scroll_by(FOCUS_STEPS[act] * window.renderer.px(60))
        elif act == "press":
            self.focus.press()
        elif (self.is_text and event.type != pygame.MOUSEWHEEL) or not self.list.event(event, window.mouse):
            return Pop() if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 else None
        return None

    def draw(self, window: Window) -> None:
        to, renderer, px, (wide, high) = window.surface, window.renderer, window.renderer.px, self.size
        if self.is_text or self.fits_text:
            inner = min(px(wide), to.get_width() - 24) - px(44 + 12)
            high = round((self.list.height_at(inner) + px(76)) / renderer.style.scale) + 2
        rect = place(to, renderer, wide, high, self.title, self.note)
        self.list.rect = pygame.Rect(rect.x + px(28), rect.y + px(60), rect.width - px(44), rect.height - px(76))
        self.focus.mark()
        self.list.draw(to, window.mouse)


class AskOverlay(Overlay):
    """Asks for a line of text; ``answers`` is a list below it, where there is one: Up, Down and Tab go through it."""

    size = (640, 190)
    """Pixels at 100 %."""
    title = ""
    note = "Enter sends, Esc closes"

    def __init__(
        self,
        hint: str,
        entered: Callable[[str], object],
        changed: Callable[[str], object] | None = None,
        answers: OverlayList | None = None,
    ) -> None:
        self.box = TextBox(hint, changed, entered)
        self.box.focus()
        self.answers, self.focus = answers, KeyboardFocus([answers] if answers else [])

    def close(self) -> None:
        self.box.focus(False)

    def below(self) -> tuple[str, Colour]:
        """What stands below the box, and its colour."""
        return "", FAINT

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        if event.type == pygame.KEYDOWN:
            steps = {pygame.K_DOWN: 1, pygame.K_UP: -1, pygame.K_TAB: -1 if event.mod & SHIFT else 1}
            act = act_for(event)
            if act == "escape":
                return Pop()
            if event.key in steps:
                self.focus.step(steps[event.key])
                return None
            if act == "press" and self.focus.press():
                return None
        if self.box.event(event):
            self.focus.clear()
        elif self.answers is not None:
            self.answers.event(event, window.mouse)
        return None

    def draw(self, window: Window) -> None:
        to, renderer, px = window.surface, window.renderer, window.renderer.px
        rect = place(to, renderer, *self.size, self.title, self.note)
        self.box.draw(to, renderer, pygame.Rect(rect.x + px(24), rect.y + px(62), rect.width - px(48), px(38)))
        text, colour = self.below()
        lines = renderer.wrap(text, "small", rect.width - px(56))[:MAX_LINES_BELOW] if text else ()
        y = round(renderer.draw_lines(to, lines, (rect.x + px(28), rect.y + px(112)), "small", colour))
        if self.answers is not None:
            y += px(10) if text else 0
            self.answers.rect = pygame.Rect(rect.x + px(24), y, rect.width - px(40), rect.bottom - px(16) - y)
            self.focus.mark()
            self.answers.draw(to, window.mouse)
