"""A tooltip: a small box with a line of text. Knows nothing of what it explains."""

from __future__ import annotations

import pygame

from sim.view.style import MUTED
from sim.view.text_renderer import TextRenderer
from sim.view.widgets import boxes

EDGE = 4
"""Window pixels kept free at the window's edge."""


def tooltip(to: pygame.Surface, renderer: TextRenderer, text: str, x: int, y: int) -> None:
    """Draw ``text`` with its upper edge at ``y`` and its middle at ``x``, moved as far as needed to stay in the window."""
    rect = pygame.Rect(0, y, renderer.width(text, "small") + renderer.px(18), renderer.line_height("small") + renderer.px(8))
    rect.centerx = x
    rect.clamp_ip(to.get_rect().inflate(-2 * EDGE, -2 * EDGE))
    boxes.panel(to, rect, renderer.px(7), renderer.px(6))
    renderer.draw(to, text, (rect.x + renderer.px(9), rect.y + renderer.px(4)), "small", MUTED)
