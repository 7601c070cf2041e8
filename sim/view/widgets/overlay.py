"""The box of an overlay in the middle of the window: a panel with a title over the darkened town."""

from __future__ import annotations

import pygame

from sim.view.style import FAINT, TEXT
from sim.view.text_renderer import TextRenderer
from sim.view.widgets import boxes
from sim.view.widgets.panel import Panel
from sim.view.window import Pop, Result, State, Window


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
