"""A tooltip: a small box with a line of text, or a few. Knows nothing of what it explains."""

from __future__ import annotations

import pygame

from sim.view.style import MUTED
from sim.view.text_renderer import TextRenderer
from sim.view.widgets import boxes

EDGE = 4
"""Window pixels kept free at the window's edge."""
WIDEST = 420
"""Pixels at 100 % of the longest line."""


def tooltip(to: pygame.Surface, renderer: TextRenderer, text: str, x: int, y: int) -> None:
    """Draw ``text`` with its upper edge at ``y`` and its middle at ``x``, moved as far as needed to stay in the window."""
    lines, high, px = renderer.wrap(text, "small", renderer.px(WIDEST)), renderer.line_height("small"), renderer.px
    wide = max(renderer.width(line, "small") for line in lines)
    rect = pygame.Rect(0, y, wide + px(18), len(lines) * high + px(8))
    rect.centerx = x
    rect.clamp_ip(to.get_rect().inflate(-2 * EDGE, -2 * EDGE))
    boxes.panel(to, rect, px(7), px(6))
    for i, line in enumerate(lines):
        renderer.draw(to, line, (rect.x + px(9), rect.y + px(4) + i * high), "small", MUTED)
