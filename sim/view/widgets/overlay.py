"""Overlays in the middle of the window: a panel with a title over the darkened town; one that asks for a line; one of text."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pygame

from sim.view.focus import Focus
from sim.view.keys import act_for
from sim.view.style import FAINT, TEXT, Colour
from sim.view.text_renderer import TextRenderer
from sim.view.widgets import boxes
from sim.view.widgets.panel import Panel
from sim.view.widgets.textbox import TextBox
from sim.view.window import Pop, Result, State, Window

STEPS = {"focus_next": 1, "down": 1, "right": 1, "focus_previous": -1, "up": -1, "left": -1}
"""Actions that move the focus, and which way."""
LINES_BELOW = 5
"""Lines below the box of a question, at most."""


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
    """A scrolling list inside an overlay: a panel without a box of its own."""

    scrolls = True
    frameless = True

    def draw(self, to: pygame.Surface, mouse: tuple[int, int]) -> None:
        super().draw(to, mouse)
        self.draw_tooltip(to, mouse)

    def area(self) -> pygame.Rect:
        """All but the scroll bar."""
        return pygame.Rect(0, 0, self.rect.width - self.renderer.px(12), self.rect.height)


class ListOverlay(Overlay):
    """A list in a box. Tab and the arrows go through it, Enter or a click takes what stands there; the key that opened it, Esc
    or a click beside it closes."""

    act, size = "", (680, 620)
    """The action whose key closes it; pixels at 100 %."""
    title, note = "", "Enter or a click goes there, Esc closes"

    def __init__(self, shown: OverlayList) -> None:
        self.list, self.focus = shown, Focus([shown])

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        act = act_for(event) if event.type == pygame.KEYDOWN else ""
        if act and act in (self.act, "escape"):
            return Pop()
        if act in STEPS and self.focus.spots():
            self.focus.step(STEPS[act])
        elif act in STEPS:
            self.list.scroll_by(STEPS[act] * window.renderer.px(60))
        elif act == "press":
            self.focus.press()
        elif not self.list.event(event, window.mouse) and event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return Pop()
        return None

    def draw(self, window: Window) -> None:
        px, rect = window.renderer.px, place(window.surface, window.renderer, *self.size, self.title, self.note)
        self.list.rect = pygame.Rect(rect.x + px(24), rect.y + px(60), rect.width - px(40), rect.height - px(76))
        self.focus.mark()
        self.list.draw(window.surface, window.mouse)


class Sheet(OverlayList):
    """A text that never changes, in a box as high as the text where the window has room."""

    def key(self) -> Hashable:
        return 0

    def event(self, event: pygame.event.Event, mouse: tuple[int, int]) -> bool:
        """The wheel; a click is for whoever shows it."""
        return event.type == pygame.MOUSEWHEEL and super().event(event, mouse)

    def draw_in_box(self, window: Window, wide: int, title: str, note: str = "Esc closes") -> None:
        """Draw the box, ``wide`` pixels at 100 %, and the text in it."""
        to, renderer, px = window.surface, window.renderer, window.renderer.px
        inner = min(px(wide), to.get_width() - 24) - px(56)
        high = round((self.height_at(inner - px(12)) + px(66)) / renderer.style.scale) + 12
        rect = place(to, renderer, wide, high, title, note)
        self.rect = pygame.Rect(rect.x + px(28), rect.y + px(60), inner, rect.height - px(66))
        self.draw(to, window.mouse)


class AskOverlay(Overlay):
    """Asks for a line of text; ``answers`` is a list below it, where there is one."""

    size = (640, 190)
    """Pixels at 100 %."""
    title, note = "", "Enter sends, Esc closes"
    answers: OverlayList | None = None

    def __init__(self, hint: str, entered: Callable[[str], object], changed: Callable[[str], object] | None = None) -> None:
        self.box = TextBox(hint, changed, entered)
        self.box.focus()

    def close(self) -> None:
        self.box.focus(False)

    def below(self) -> tuple[str, Colour]:
        """What stands below the box, and its colour."""
        return "", FAINT

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        if event.type == pygame.KEYDOWN and act_for(event) == "escape":
            return Pop()
        if not self.box.event(event) and self.answers is not None:
            self.answers.event(event, window.mouse)
        return None

    def draw(self, window: Window) -> None:
        to, renderer, px = window.surface, window.renderer, window.renderer.px
        rect = place(to, renderer, *self.size, self.title, self.note)
        self.box.draw(to, renderer, pygame.Rect(rect.x + px(24), rect.y + px(62), rect.width - px(48), px(38)))
        text, colour = self.below()
        lines = renderer.wrap(text, "small", rect.width - px(56))[:LINES_BELOW] if text else ()
        y = round(renderer.draw_lines(to, lines, (rect.x + px(28), rect.y + px(112)), "small", colour))
        if self.answers is not None:
            y += px(10) if text else 0
            self.answers.rect = pygame.Rect(rect.x + px(24), y, rect.width - px(40), rect.bottom - px(16) - y)
            self.answers.draw(to, window.mouse)
