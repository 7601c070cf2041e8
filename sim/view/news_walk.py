"""Following a piece of news in the window: which one, who knows it at the shown tick, and the walk from telling to telling.

``context.news`` is the one ``NewsWalk``. The story itself is computed by ``sim.record.news_story``; this moves time and camera.
Knows no panel: ``panels/news.py`` lists the tellings, ``telling.py`` draws the one that is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.record.news_story import NewsItem, NewsStory, Telling, news_item_from, news_items

if TYPE_CHECKING:
    from sim.view.context import ViewContext

BASE_SECONDS, WORD_SECONDS = 2.5, 0.25
"""Real seconds for which a telling is shown, and for each word of it in addition."""
ARROW_SECONDS = 0.9
"""Real seconds in which the arrows grow."""
CLOSEST_ZOOM, ZOOM_STEP = 4, 150
"""How close the camera comes at most; pixels of height that it takes for each step of zoom."""
COVERED = 110
"""Pixels (at 100 %) that a card takes from the view before the first is drawn."""


def reading_seconds(told: Telling) -> float:
    """Real seconds for which a telling is shown."""
    return BASE_SECONDS + WORD_SECONDS * len(told.core.split())


class NewsWalk:
    """``story`` is the item that is followed, None without one; ``at`` the number of the telling that is shown, -1 while nobody
    walks. ``number`` counts the scenario's items; it is -1 for a memory that is traced."""

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.story: NewsStory | None = None
        self.number, self.at = -1, -1
        self.running = True
        """Whether the walk goes on by itself."""
        self.covered = context.renderer.px(COVERED)
        """Pixels of the view's lower end that the last card took."""
        self.knows: dict[str, int] = {}
        """Slug of who knows the item at the shown tick -> since which."""
        self._items: tuple[NewsItem, ...] | None = None
        self.shown = 0.0
        """Real seconds for which the present telling has been shown."""

    @property
    def items(self) -> tuple[NewsItem, ...]:
        """The news of the scenario."""
        if self._items is None:
            self._items = news_items(self.context.run)
        return self._items

    @property
    def telling(self) -> Telling | None:
        """What is shown of the walk now."""
        return self.story.tellings[self.at] if self.story and 0 <= self.at < len(self.story.tellings) else None

    @property
    def arrow(self) -> float:
        """How far the arrows have grown, 0 to 1."""
        return min(1.0, self.shown / ARROW_SECONDS)

    def follow_next(self) -> None:
        """Follow the next item of news, or none after the last; a walk goes on with it."""
        walking = self.at >= 0
        if not self.items:
            self.context.notify("The scenario of this run has no news to follow.")
        elif self.number + 1 >= len(self.items):
            self.stop()
        else:
            self.follow(self.items[self.number + 1], self.number + 1)
            if walking:
                self.walk()

    def follow_text(self, text: str) -> None:
        """Follow what a memory says, by its most telling words."""
        names = frozenset(part for info in self.context.scene.info.values() for part in info.name.split())
        self.follow(news_item_from(text, names))

    def follow(self, item: NewsItem | None, number: int = -1) -> None:
        """Follow this item; None for nothing."""
        self.story = NewsStory(self.context.run, item) if item is not None else None
        self.number, self.at, self.knows = number, -1, {}

    def stop(self) -> None:
        """Follow nothing."""
        self.follow(None)

    def do(self, act: str) -> bool:
        """Do what an action of ``keys.py`` means during a walk; False where it means what it always does."""
        if self.at < 0 or act not in ("left", "right", "pause"):
            return False
        if act == "pause":
            self.running = not self.running
        else:
            self.step(1 if act == "right" else -1)
        return True

    # -- the walk -------------------------------------------------------------------------------------------------------
    def walk(self) -> None:
        """Begin at the first telling of what is followed, or of the first news; while walking, end it."""
        if self.at >= 0:
            self.leave()
            return
        if self.story is None:
            self.follow_next()
        if self.story is not None and not self.story.read().tellings:
            self.context.notify("Nobody knows of this yet.")
        elif self.story is not None:
            self.running = True
            self.go(0)

    def leave(self) -> None:
        """End the walk where it is; the news is still followed."""
        self.at = -1

    def step(self, by: int) -> None:
        """Go so many tellings on or back, from now on by hand."""
        self.running = False
        if self.story is not None:
            self.go(max(0, min(len(self.story.tellings) - 1, self.at + by)))

    def go(self, at: int) -> None:
        """Show a telling: its tick, and in the middle of the view those whom it is about."""
        context = self.context
        self.at, self.shown = at, 0.0
        if self.telling is None:
            return
        context.seek(self.telling.tick)
        context.release_camera()
        context.scene.update(context.playback)
        people = (context.scene.figure(slug) for slug in (self.telling.teller, *self.telling.learned))
        spots = [context.world_pixel(one.x + 0.5, one.y + 0.5) for one in people if one is not None]
        if spots:
            camera = context.camera
            camera.zoom_to(min(CLOSEST_ZOOM, camera.free.height // ZOOM_STEP))
            x, y = (sum(spot[i] for spot in spots) / len(spots) for i in (0, 1))
            camera.glide(x, y + self.covered / 2 / camera.zoom)

    def update(self, real: float) -> None:
        """Let ``real`` seconds pass: look into one more resident, and go to the next telling when this one was read. Whoever
        goes elsewhere in time has left the walk."""
        if self.story is None:
            return
        self.story.step()
        self.knows = self.story.known_at(self.context.playback.shown_tick)
        told = self.telling
        if told is None or self.context.playback.shown_tick != told.tick:
            self.leave()
            return
        self.shown += real
        if self.running and self.shown > reading_seconds(told):
            if self.at + 1 < len(self.story.tellings):
                self.go(self.at + 1)
            else:
                self.running = False
