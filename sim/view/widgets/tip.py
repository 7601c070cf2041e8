"""A small box with a line of text, beside what the pointer is on. Knows nothing of what it explains."""

from __future__ import annotations

import pygame

from sim.view.style import SOFT
from sim.view.text_render import Ink
from sim.view.widgets import frame

EDGE = 4
"""Window pixels it keeps from the window's edge."""


def tip(to: pygame.Surface, ink: Ink, text: str, x: int, y: int) -> None:
    """Draw ``text`` with its upper edge at ``y`` and its middle at ``x``, both moved as far as needed to stay in the window."""
    rect = pygame.Rect(0, y, ink.width(text, "small") + ink.px(18), ink.style.line("small") + ink.px(8))
    rect.centerx = x
    rect.clamp_ip(to.get_rect().inflate(-2 * EDGE, -2 * EDGE))
    frame.panel(to, rect, ink.px(7), ink.px(6))
    ink.put(to, text, (rect.x + ink.px(9), rect.y + ink.px(4)), "small", SOFT)
