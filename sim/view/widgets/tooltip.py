"""A tooltip and a message: small boxes with a line of text, or a few. Know nothing of what they explain."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from sim.view.style import MUTED, TEXT, Colour
from sim.view.text_renderer import TextRenderer
from sim.view.widgets import boxes

EDGE = 10
"""Window pixels kept free at the window's edge."""
TOOLTIP_WIDTHS = (420, 260, 160)
"""Pixels at 100 % of the longest line of a tooltip: a narrower one is tried where a wide one would cover a button."""
GAP = 4
"""Pixels at 100 % between a tooltip and what it explains."""
FAR = 16
"""Gaps that a tooltip is further down where there are other buttons close below: those at the head of the inspector."""
MAX_MESSAGE_WIDTH = 560
"""Pixels at 100 % of the longest line of a message."""


def tooltip(
    to: pygame.Surface, renderer: TextRenderer, text: str, about: pygame.Rect, clear: Sequence[pygame.Rect] = ()
) -> pygame.Rect:
    """Draw ``text`` below ``about``, above it or beside it, within the window: where it covers neither ``about`` nor any of
    ``clear``, else where it covers fewest of them. Returns its rectangle. All rectangles are in window pixels."""
    window, gap = to.get_rect().inflate(-2 * EDGE, -2 * EDGE), renderer.px(GAP)
    wrapped = [renderer.wrap(text, "small", renderer.px(wide)) for wide in TOOLTIP_WIDTHS]
    tries: list[tuple[tuple[str, ...], pygame.Rect]] = []
    for lines in dict.fromkeys(wrapped):
        size = _size(renderer, lines, "small")
        wide, high = size
        lefts = (about.centerx - wide // 2, about.left, about.right - wide)
        tops = (about.top, about.bottom - high, about.centery - high // 2)
        spots = [(x, y) for y in (about.bottom + gap, about.top - gap - high, about.bottom + FAR * gap) for x in lefts]
        spots += [(x, y) for x in (about.right + gap, about.left - gap - wide) for y in tops]
        tries += [(lines, pygame.Rect(spot, size).clamp(window)) for spot in spots]
    lines, rect = min(tries, key=lambda one: (bool(one[1].colliderect(about)), len(one[1].collidelistall(list(clear)))))
    _box(to, renderer, lines, "small", MUTED, rect)
    return rect


def message(
    to: pygame.Surface, renderer: TextRenderer, text: str, free: pygame.Rect, y: int, colour: Colour = TEXT, above: bool = False
) -> None:
    """Draw a message to the user in the middle of ``free``, below ``y`` or ``above`` it."""
    px = renderer.px
    room = min(px(MAX_MESSAGE_WIDTH), to.get_width() - px(80), max(free.width - px(40), px(150)))
    lines = renderer.wrap(text, "body", room)
    rect = pygame.Rect((0, 0), _size(renderer, lines, "body"))
    rect.midtop = (free.centerx, y - (rect.height if above else 0))
    _box(to, renderer, lines, "body", colour, rect.clamp(to.get_rect().inflate(-2 * EDGE, -2 * EDGE)))


def _size(renderer: TextRenderer, lines: Sequence[str], role: str) -> tuple[int, int]:
    """Width and height of a box with these lines."""
    pad = _pad(renderer, role)
    return max(renderer.width(line, role) for line in lines) + 4 * pad, len(lines) * renderer.line_height(role) + 2 * pad


def _pad(renderer: TextRenderer, role: str) -> int:
    return renderer.px(4 if role == "small" else 8)


def _box(
    to: pygame.Surface, renderer: TextRenderer, lines: Sequence[str], role: str, colour: Colour, rect: pygame.Rect
) -> None:
    boxes.panel(to, rect, renderer.px(8), renderer.px(7))
    renderer.draw_lines(to, lines, (rect.centerx, rect.y + _pad(renderer, role)), role, colour, "centre")
