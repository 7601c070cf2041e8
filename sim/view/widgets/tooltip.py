"""A tooltip and a message: small boxes with a line of text, or a few. Know nothing of what they explain."""

from __future__ import annotations

import pygame

from sim.view.style import MUTED, TEXT, Colour
from sim.view.text_renderer import TextRenderer
from sim.view.widgets import boxes

EDGE = 4
"""Window pixels kept free at the window's edge."""
MAX_TOOLTIP_WIDTH = 420
"""Pixels at 100 % of the longest line of a tooltip."""
MAX_MESSAGE_WIDTH = 560
"""Pixels at 100 % of the longest line of a message."""


def tooltip(to: pygame.Surface, renderer: TextRenderer, text: str, x: int, y: int) -> None:
    """Draw ``text`` with its upper edge at ``y`` and its middle at ``x``, moved as far as needed to stay in the window."""
    _box(to, renderer, renderer.wrap(text, "small", renderer.px(MAX_TOOLTIP_WIDTH)), "small", MUTED, pygame.Rect(x, y, 0, 0))


def message(
    to: pygame.Surface, renderer: TextRenderer, text: str, free: pygame.Rect, y: int, colour: Colour = TEXT, above: bool = False
) -> None:
    """Draw a message to the user in the middle of ``free``, below ``y`` or ``above`` it."""
    px = renderer.px
    room = min(px(MAX_MESSAGE_WIDTH), to.get_width() - px(80), max(free.width - px(40), px(150)))
    lines = renderer.wrap(text, "body", room)
    up = len(lines) * renderer.line_height("body") + px(16) if above else 0
    _box(to, renderer, lines, "body", colour, pygame.Rect(free.centerx, y - up, 0, 0))


def _box(
    to: pygame.Surface, renderer: TextRenderer, lines: tuple[str, ...], role: str, colour: Colour, top: pygame.Rect
) -> None:
    px, pad = renderer.px, renderer.px(4 if role == "small" else 8)
    wide = max(renderer.width(line, role) for line in lines) + 4 * pad
    rect = pygame.Rect(0, top.y, wide, len(lines) * renderer.line_height(role) + 2 * pad)
    rect.centerx = top.x
    rect.clamp_ip(to.get_rect().inflate(-2 * EDGE, -2 * EDGE))
    boxes.panel(to, rect, px(8), px(7))
    renderer.draw_lines(to, lines, (rect.centerx, rect.y + pad), role, colour, "centre")
