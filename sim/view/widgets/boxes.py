"""Rounded boxes and soft shadows, rendered once per size and cached."""

from __future__ import annotations

from functools import lru_cache

import pygame

from sim.view.style import PANEL, PANEL_EDGE, SHADOW

RGBA = tuple[int, int, int, int]
BLUR = 10
"""Pixels the shadow extends beyond the box, at 100 %."""
MAX_BLUR = 14
"""Most pixels it extends at any text size: blending costs in proportion."""


@lru_cache(maxsize=300)
def box(size: tuple[int, int], radius: int, fill: RGBA, edge: RGBA | None = None) -> pygame.Surface:
    """A rounded box with antialiased corners and a thin edge. Cached: do not draw on it."""
    made = pygame.Surface(size, pygame.SRCALPHA)
    rect = made.get_rect()
    pygame.draw.rect(made, fill, rect, border_radius=radius)
    if edge:
        rim = pygame.Surface(size, pygame.SRCALPHA)
        pygame.draw.rect(rim, edge, rect, 1, border_radius=radius)
        made.blit(rim, (0, 0))
    _smooth_corners(made, radius)
    return made


def _smooth_corners(made: pygame.Surface, radius: int) -> None:
    """Multiply the four corners by an antialiased quarter disc."""
    r = min(radius, made.get_width() // 2, made.get_height() // 2)
    if r < 2:
        return
    disc = pygame.Surface((r * 8, r * 8), pygame.SRCALPHA)
    disc.fill((255, 255, 255, 0))
    pygame.draw.circle(disc, (255, 255, 255, 255), (r * 4, r * 4), r * 4)
    disc = pygame.transform.smoothscale(disc, (r * 2, r * 2))
    w, h = made.get_size()
    for x, y, cx, cy in ((0, 0, 0, 0), (w - r, 0, r, 0), (0, h - r, 0, r), (w - r, h - r, r, r)):
        made.blit(disc, (x, y), (cx, cy, r, r), special_flags=pygame.BLEND_RGBA_MULT)


@lru_cache(maxsize=60)
def shadow(size: tuple[int, int], radius: int, blur: int) -> pygame.Surface:
    """A shadow for a box of this size; blit it ``blur`` pixels up and left of the box."""
    w, h = size[0] + 2 * blur, size[1] + 2 * blur
    small = pygame.Surface((max(1, w // 4), max(1, h // 4)), pygame.SRCALPHA)
    steps = max(2, blur // 4)
    for i in range(steps + 1):
        rect = small.get_rect().inflate(-2 * i, -2 * i)
        pygame.draw.rect(small, (*SHADOW, int(70 * (i / steps) ** 2)), rect, border_radius=max(1, (radius + blur) // 4))
    soft = pygame.transform.smoothscale(small, (w, h))
    pygame.draw.rect(soft, (0, 0, 0, 0), pygame.Rect(blur, blur, *size), border_radius=radius)
    # All of its middle is empty: run-length encoding skips it.
    soft.set_alpha(255, pygame.RLEACCEL)
    return soft


def panel(to: pygame.Surface, rect: pygame.Rect, radius: int, blur: int) -> None:
    """Draw the shadow and background of a box that lies on others, and hides them, at ``rect``."""
    to.blit(shadow(rect.size, radius, blur), (rect.x - blur, rect.y - blur + max(1, blur // 4)))
    to.blit(box(rect.size, radius, (*PANEL[:3], 255), PANEL_EDGE), rect.topleft)
