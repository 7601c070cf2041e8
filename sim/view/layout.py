"""Where the panels stand, from the window's size and what is open. Pure arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from sim.view.states.watching import Watching

MARGIN, BAR, TIMELINE = 10, 52, 84
LEFT, RIGHT = 232, 384
LEAST = 200
"""The town's width between the lists and the inspector below which the lists make room."""


def arrange(watching: Watching) -> None:
    """Set the rectangle of every panel; the town fills the window behind them."""
    w = watching
    width, height = w.window.size
    px = w.desk.ink.px
    gap = px(MARGIN)
    w.topbar.rect = pygame.Rect(gap, gap, width - 2 * gap, px(BAR))
    w.timeline.rect = pygame.Rect(gap, height - gap - px(TIMELINE), width - 2 * gap, px(TIMELINE))
    top, bottom = w.topbar.rect.bottom + gap, w.timeline.rect.top - gap
    right = min(px(RIGHT), width - 3 * gap - px(180))
    w.inspector.visible = w.desk.selected is not None
    w.inspector.rect = pygame.Rect(width - gap - right, top, right, bottom - top)
    column = pygame.Rect(gap, top, min(px(LEFT), width // 3), bottom - top)
    # In a small window, or with large text, who is looked into takes the place of the lists.
    w.crowded = w.inspector.visible and not w.spread.visible and w.inspector.rect.left - column.right < px(LEAST)
    if w.crowded:
        w.roster.rect = w.feed.rect = pygame.Rect(0, 0, 0, 0)
    else:
        _left(w, column, gap)
    size = w.minimap.size()
    edge = w.inspector.rect.left - gap if w.inspector.visible else width - gap
    left = column.right + gap if not w.crowded and (w.roster.visible or w.feed.visible) else gap
    # A small map of what is in view as a whole would only cover a corner of it.
    whole = w.desk.camera.shows_all()
    tight = w.playbar.visible and edge - left < px(620) + size[0] + gap
    room = edge - left > size[0] * 2 and not whole and not tight
    w.minimap.rect = pygame.Rect(edge - size[0], bottom - size[1], *size) if room else pygame.Rect(0, 0, 0, 0)
    w.desk.covered = w.minimap.rect if w.minimap.visible else pygame.Rect(0, 0, 0, 0)
    _middle(w, left, w.minimap.rect.left - gap if room and w.minimap.visible else edge, top, bottom, gap)
    w.desk.camera.frame(pygame.Rect(0, 0, width, height), pygame.Rect(left, top, max(1, edge - left), bottom - top))


def _middle(w: Watching, left: int, right: int, top: int, bottom: int, gap: int) -> None:
    """The bar of a played resident at the lower end of what is free, a notice at its upper end."""
    px = w.desk.ink.px
    room = w.window.size[0] - 2 * gap
    wide = min(px(620), max(right - left, min(px(420), room)))
    high = w.playbar.high()
    x = max(gap, min((left + right - wide) // 2, w.window.size[0] - gap - wide))
    w.playbar.rect = pygame.Rect(x, bottom - high, wide, high)
    free = w.inspector.rect.left - gap - left if w.inspector.visible else w.window.size[0] - gap - left
    fits = free >= px(420)
    wide = min(px(560), free if fits else room)
    w.notice.rect = pygame.Rect(0, top, wide, w.notice.wanted(wide))
    w.notice.rect.centerx = left + free // 2 if fits else w.window.size[0] // 2


def _left(w: Watching, column: pygame.Rect, gap: int) -> None:
    """The roster above, the feed below; each takes the column when it is alone."""
    wanted = w.roster.wanted()
    if w.roster.visible and w.feed.visible:
        high = min(wanted, (column.height - gap) * 11 // 20)
        w.roster.rect = pygame.Rect(column.x, column.y, column.width, high)
        column = pygame.Rect(column.x, column.y + high + gap, column.width, column.height - high - gap)
    else:
        w.roster.rect = pygame.Rect(column.x, column.y, column.width, min(wanted, column.height))
    if w.spread.visible:
        # The news takes the feed's place while it is followed.
        w.spread.rect = pygame.Rect(column.x, column.y, column.width, min(w.spread.full_height(), column.height))
        w.feed.rect = pygame.Rect(0, 0, 0, 0)
        return
    w.feed.rect = pygame.Rect(column.x, column.y, column.width, min(w.feed.full_height(), column.height))
