"""The panels of the main screen: which there are, in drawing order, and where each stands in a window of a given size.

The main screen calls ``arrange`` once a frame. Knows nothing of what a panel shows.
"""

from __future__ import annotations

import pygame

from sim.view.beside import Beside
from sim.view.context import ViewContext
from sim.view.panels.differences import DifferencesPanel
from sim.view.panels.feed import Feed
from sim.view.panels.inspector import Inspector
from sim.view.panels.minimap import MiniMap
from sim.view.panels.news import NewsPanel
from sim.view.panels.notice import Notice
from sim.view.panels.player_bar import PlayerBar
from sim.view.panels.roster import Roster
from sim.view.panels.timeline import Timeline
from sim.view.panels.topbar import TopBar
from sim.view.player import Player
from sim.view.widgets.panel import Panel

# All sizes are pixels at text size 100 %.
MARGIN = 10
TOPBAR_HEIGHT = 52
TIMELINE_HEIGHT = 116
LOW_TIMELINE = 84
"""The timeline's height in a low window."""
LOW_WINDOW = 600
"""A window lower than this is low."""
LISTS_WIDTH = 232
INSPECTOR_WIDTH = 384
MIN_TOWN_WIDTH = 200
"""The town's width between the lists and the inspector below which the lists are hidden."""
WALK_WIDTH = 620
"""The width beside the lists below which they are hidden while a telling is shown."""
PLAYER_BAR_WIDTH = 620
NOTICE_WIDTH = 560
MIN_MIDDLE_WIDTH = 420
"""The least width of the player's bar and of a notice."""
MIN_NOTICE_WIDTH = 320
"""The least width of a notice that lies on the lists, beside the inspector."""
LOW_COLUMN = 320
"""A column lower than this holds what happens, or the followed news, and no residents."""
NOWHERE = pygame.Rect(0, 0, 0, 0)


class Panels:
    """Every panel by name; ``all`` is their drawing order, the last one on top."""

    def __init__(self, context: ViewContext, player: Player, beside: Beside | None = None) -> None:
        self.context, self.beside = context, beside
        self.inspector, self.roster, self.feed = Inspector(context), Roster(context), Feed(context)
        self.timeline, self.minimap, self.news = Timeline(context, beside), MiniMap(context), NewsPanel(context, beside)
        self.differences = DifferencesPanel(context, beside)
        self.differences.visible = beside is not None
        if self.differences.visible:  # two towns need the width, and what differs is the news
            self.roster.visible = self.feed.visible = self.minimap.visible = False
        self.topbar, self.player_bar, self.notice = TopBar(context), PlayerBar(context, player), Notice(context)
        self.all: tuple[Panel, ...] = (
            *(self.topbar, self.roster, self.feed, self.differences, self.news, self.inspector, self.minimap, self.timeline),
            *(self.player_bar, self.notice),
        )
        self.crowded = False
        """Whether the inspector leaves no room for the lists at the left."""

    def has_keyboard(self) -> bool:
        """Whether a text box has the keyboard."""
        return self.player_bar.has_keyboard() or (self.inspector.visible and self.inspector.tab.has_keyboard())

    def arrange(self, size: tuple[int, int]) -> None:
        """Set the rectangle of every panel for a window of ``size`` pixels; the town fills the window behind them."""
        width, height = size
        px = self.context.renderer.px
        gap = px(MARGIN)
        self.topbar.rect = pygame.Rect(gap, gap, width - 2 * gap, px(TOPBAR_HEIGHT))
        low = height < px(LOW_WINDOW)
        high = px(LOW_TIMELINE if low else TIMELINE_HEIGHT)
        self.timeline.rect = pygame.Rect(gap, height - gap - high, width - 2 * gap, high)
        top, bottom = self.topbar.rect.bottom + gap, self.timeline.rect.top - gap
        right = min(px(INSPECTOR_WIDTH), width - 3 * gap - px(180))
        # Where the bar of a played resident and the inspector would overlap, the inspector is hidden.
        covers = self.player_bar.visible and width - right - 3 * gap < px(MIN_MIDDLE_WIDTH)
        self.inspector.visible = self.context.selected is not None and not covers
        self.inspector.rect = pygame.Rect(width - gap - right, top, right, bottom - top)
        if low and self.inspector.visible:  # the timeline gives way to it
            self.inspector.rect.height = height - gap - top
            self.timeline.rect.width = self.inspector.rect.left - 2 * gap
        column = pygame.Rect(gap, top, min(px(LISTS_WIDTH), width // 3), bottom - top)
        beside = self.inspector.rect.left - column.right
        # In a small window, or with large text, the inspector takes the place of the lists, and so do the words of a telling.
        worded = self.context.news.telling is not None and width - column.right < px(WALK_WIDTH)
        self.news.visible = self.context.news.story is not None and not worded
        self.crowded = worded or self.inspector.visible and not self.news.visible and beside < px(MIN_TOWN_WIDTH)
        if self.crowded:
            self.roster.rect = self.feed.rect = self.differences.rect = NOWHERE.copy()
        else:
            self._arrange_lists(column, gap)
        listed = not self.crowded and any(panel.visible for panel in (self.roster, self.feed, self.differences, self.news))
        left = column.right + gap if listed else gap
        edge = self.inspector.rect.left - gap if self.inspector.visible else width - gap
        middle_edge = self._arrange_minimap(pygame.Rect(left, top, edge - left, bottom - top), gap)
        self._arrange_middle(pygame.Rect(left, top, middle_edge - left, bottom - top), width, gap)
        free = pygame.Rect(left, top, max(1, edge - left), bottom - top)
        if self.beside is not None:
            self.beside.arrange(size, free, gap)
        else:
            self.context.camera.frame(pygame.Rect((0, 0), size), free)

    def _arrange_minimap(self, free: pygame.Rect, gap: int) -> int:
        """Place the small map in the lower right corner of ``free``; returns the right edge of what remains free."""
        wide, high = self.minimap.size()
        # A small map of a town that is in view as a whole would only cover a corner of the town.
        whole = self.context.camera.shows_all()
        tight = self.player_bar.visible and free.width < self.context.renderer.px(PLAYER_BAR_WIDTH) + wide + gap
        roomy = free.width > wide * 2 and free.height > high * 2.2
        fits = roomy and not whole and not tight and self.context.news.telling is None
        self.minimap.rect = pygame.Rect(free.right - wide, free.bottom - high, wide, high) if fits else NOWHERE.copy()
        self.context.minimap_rect = self.minimap.rect if self.minimap.visible else NOWHERE.copy()
        return self.minimap.rect.left - gap if fits and self.minimap.visible else free.right

    def _arrange_middle(self, middle: pygame.Rect, width: int, gap: int) -> None:
        """Place the bar of a played resident at the lower end of ``middle``, and a notice at its upper end."""
        px = self.context.renderer.px
        room = width - 2 * gap
        wide = min(px(PLAYER_BAR_WIDTH), max(middle.width, min(px(MIN_MIDDLE_WIDTH), room)))
        high = self.player_bar.preferred_height()
        x = max(gap, min((middle.left + middle.right - wide) // 2, width - gap - wide))
        self.player_bar.rect = pygame.Rect(x, middle.bottom - high, wide, high)
        # A notice keeps clear of the lists where it can, and of the inspector as long as it can be read.
        right = self.inspector.rect.left - gap if self.inspector.visible else width - gap
        ends = ((middle.left, right, MIN_MIDDLE_WIDTH), (gap, right, MIN_NOTICE_WIDTH), (gap, width - gap, 0))
        left, right = next((a, b) for a, b, least in ends if b - a >= px(least))
        wide = min(px(NOTICE_WIDTH), right - left)
        self.notice.rect = pygame.Rect(0, middle.top, wide, self.notice.preferred_height(wide))
        self.notice.rect.centerx = (left + right) // 2

    def _arrange_lists(self, column: pygame.Rect, gap: int) -> None:
        """Place the roster above and the feed below. Each takes the whole column when the other is hidden; so does a telling.
        A low column has no room for both."""
        wanted = self.roster.preferred_height()
        low = column.height < self.context.renderer.px(LOW_COLUMN)
        both = self.roster.visible and (self.feed.visible or self.differences.visible or self.news.visible)
        if both and low or self.news.visible and self.context.news.telling is not None:
            self.roster.rect = NOWHERE.copy()
        elif both:
            high = min(wanted, (column.height - gap) * 11 // 20)
            self.roster.rect = pygame.Rect(column.x, column.y, column.width, high)
            column = pygame.Rect(column.x, column.y + high + gap, column.width, column.height - high - gap)
        else:
            self.roster.rect = pygame.Rect(column.x, column.y, column.width, min(wanted, column.height))
        # The panel of followed news replaces the panel of differences, which replaces the feed.
        lower = self.news if self.news.visible else self.differences if self.differences.visible else self.feed
        self.feed.rect = self.differences.rect = NOWHERE.copy()
        lower.rect = pygame.Rect(column.x, column.y, column.width, min(lower.full_height(), column.height))
