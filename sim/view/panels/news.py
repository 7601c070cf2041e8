"""The news panel: the tellings of a piece of news as a tree, with the words. The telling at the shown tick stands out."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from sim.record.news_story import NewsTelling, as_tree, difference, title
from sim.view import news_walk
from sim.view.beside import Beside
from sim.view.context import ViewContext
from sim.view.style import ACCENT, FAINT, LIVE, MUTED, TEXT
from sim.view.widgets.flow import Chip, Flow
from sim.view.widgets.panel import Panel

INDENT = 9
"""Pixels (at 100 %) by which a telling stands further in than the telling that it came from."""
MAX_INDENTS = 5
"""Steps of depth that are shown by indenting."""


class NewsPanel(Panel):
    """Shown while an item of news is followed (``context.news``); a click on a telling goes there."""

    scrolls = True

    def __init__(self, context: ViewContext, beside: Beside | None) -> None:
        super().__init__(context.renderer)
        self.context, self.beside = context, beside
        self._spot = (0, 0)
        """Top and bottom of the telling that is shown, in pixels of the content."""
        self._revealed = -1

    def refresh(self) -> None:
        """Scroll to the telling that is shown, once."""
        at = self.context.news.at
        if at != self._revealed and self.rect.height:
            self._revealed = at
            top, bottom = self._spot
            if at >= 0 and not self.scroll <= top <= bottom <= self.scroll + self.area().height:
                self.scroll = float(max(0, min(top - self.renderer.px(40), self.content - self.area().height)))

    def key(self) -> Hashable:
        news, beside = self.context.news, self.beside
        return (
            news.story and (news.story.item, news.story.tellings),
            news.at,
            tuple(news.knows),
            beside and len(beside.other.news.knows),
        )

    def paint(self, flow: Flow) -> None:
        news = self.context.news
        if news.story is None:
            return
        head = f"News {news.number + 1} of {len(news.items)}" if news.number >= 0 else "Who else knows"
        beside, context = self.beside, self.context
        there = f", {len(beside.other.news.knows)} there" if beside is not None else ""
        flow.heading(head, f"{len(news.knows)} of {len(self.context.scene.info)} know{there}")
        flow.text(news.story.item.text, "small", TEXT, lines=4)
        if news.number < 0:
            flow.text(f"recognised by the words: {', '.join(news.story.item.signs)}", "tiny", FAINT)
        flow.gap(5)
        chips = [
            Chip("watch it pass", partial(news_walk.walk, context), news.at >= 0),
            Chip("next", partial(news_walk.follow_next, context)),
            Chip("stop", partial(news_walk.stop, context)),
        ]
        flow.chips(chips if len(news.items) > 1 else [chips[0], chips[2]])
        for i in as_tree(news.story.tellings):
            self._telling(flow, i, news.story.tellings[i])

    def _telling(self, flow: Flow, i: int, told: NewsTelling) -> None:
        context, top = self.context, flow.height
        shown, happened = i == context.news.at, told.tick <= context.playback.shown_tick
        edge = ACCENT if shown else LIVE if happened else None
        with flow.card(partial(news_walk.go, context, i), edge, f"telling {i}", INDENT * min(told.depth, MAX_INDENTS)):
            flow.text(title(told, context.scene.name), "label", TEXT if happened else FAINT)
            if told.core:
                flow.text(f"“{told.core}”", "small", MUTED if happened else FAINT, lines=2)
            if told.left_out or told.new:
                flow.text(difference(told), "tiny", LIVE if happened else FAINT, lines=2)
            flow.text(context.day_and_time(told.tick), "tiny", FAINT)
        if shown:
            self._spot = (top, flow.height)
