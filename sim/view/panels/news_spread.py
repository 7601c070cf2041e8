"""The news panel: who knows an item of news at the shown tick, since when, from whom."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from sim.view.context import ViewContext
from sim.view.news_spread import Learned, NewsItem, NewsSpread, news_item_from, news_items
from sim.view.style import FAINT, LIVE, MUTED, TEXT
from sim.view.widgets.flow import Chip, Flow
from sim.view.widgets.panel import Panel


class NewsSpreadPanel(Panel):
    """Shown while an item of news is followed (``context.knows`` is then set); K goes from one item to the next."""

    scrolls = True

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context.renderer)
        self.context = context
        self.visible = False
        context.follow_news = self.follow_text
        self.items: tuple[NewsItem, ...] | None = None
        self.index = -1
        self.news_spread: NewsSpread | None = None

    def follow_next(self) -> None:
        """Follow the next item of news, or none after the last."""
        if self.items is None:
            self.items = news_items(self.context.run)
        if not self.items:
            self.context.notify("The scenario of this run has no news to follow.")
            return
        self.index += 1
        if self.index >= len(self.items):
            self.stop()
            return
        self._follow(self.items[self.index])

    def follow_text(self, text: str) -> None:
        """Follow what a memory says, by its most telling words."""
        names = frozenset(part for info in self.context.scene.info.values() for part in info.name.split())
        self.index = -1
        self._follow(news_item_from(text, names))

    def _follow(self, item: NewsItem) -> None:
        self.news_spread, self.visible, self.scroll = NewsSpread(self.context.run, item), True, 0.0
        self.context.knows = {}

    def stop(self) -> None:
        """Follow nothing."""
        self.index, self.news_spread, self.visible, self.context.knows = -1, None, False, None

    def step(self) -> None:
        """Search one more resident's memories; called each frame while news is followed."""
        if self.news_spread is not None:
            self.news_spread.step()
            self.context.knows = self.news_spread.at(self.context.playback.shown_tick)

    def key(self) -> Hashable:
        item = self.news_spread.item if self.news_spread else None
        return item, tuple(self.context.knows or ()), self.news_spread.learned if self.news_spread else ()

    def paint(self, flow: Flow) -> None:
        if self.news_spread is None:
            return
        known = self.context.knows or {}
        title = f"News {self.index + 1} of {len(self.items or ())}" if self.index >= 0 else "Who else knows"
        flow.heading(title, f"{len(known)} of {len(self.context.scene.info)} know")
        flow.text(self.news_spread.item.text, "small", TEXT, lines=4)
        flow.text(f"by the words: {', '.join(self.news_spread.item.signs)}", "tiny", FAINT)
        flow.gap(5)
        flow.chips([Chip("next", self.follow_next), Chip("stop", self.stop)])
        for one in self.news_spread.learned:
            self._learned(flow, one, one.slug in known)

    def _learned(self, flow: Flow, one: Learned, already: bool) -> None:
        d = self.context
        with flow.card(partial(d.seek, one.tick, one.slug), LIVE if already else None, f"learned {one.slug}"):
            origin = f" from {d.scene.name(one.source)}" if one.source else ""
            flow.text(f"{d.scene.name(one.slug)}{origin}", "label", TEXT if already else FAINT)
            when = d.day_and_time(one.tick)
            flow.text(when if already else f"will, {when}", "tiny", MUTED if already else FAINT)
