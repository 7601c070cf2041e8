"""The piece of news that the window follows: which one, who knows it at the shown tick, and which telling is shown.

``context.news`` is the one ``FollowedNews``. It holds data only; ``news_walk`` changes it.
"""

from __future__ import annotations

from sim.record.news_story import NewsItem, NewsStory, NewsTelling, news_items
from sim.record.read import Run

ARROW_SECONDS = 0.9
"""Real seconds in which the arrows grow."""


class FollowedNews:
    """``story`` is the item that is followed, None without one. ``at`` is the number of the telling that is shown, -1 while
    no walk is on. ``number`` counts the scenario's items; it is -1 for a memory that is traced."""

    def __init__(self, run: Run, covered: int) -> None:
        self.story: NewsStory | None = None
        self.number = -1
        self.at = -1
        self.running = True
        """Whether the walk goes on by itself."""
        self.covered = covered
        """Pixels of the view's lower end that the last card took."""
        self.knows: dict[str, int] = {}
        """Slug of each resident who knows the item at the shown tick -> the tick since which they know it."""
        self.shown = 0.0
        """Real seconds for which the present telling has been shown."""
        self._run = run
        self._items: tuple[NewsItem, ...] | None = None

    @property
    def items(self) -> tuple[NewsItem, ...]:
        """The news of the scenario."""
        if self._items is None:
            self._items = news_items(self._run)
        return self._items

    @property
    def telling(self) -> NewsTelling | None:
        """The telling that is shown now."""
        return self.story.tellings[self.at] if self.story and 0 <= self.at < len(self.story.tellings) else None

    @property
    def arrow(self) -> float:
        """How far the arrows have grown, 0 to 1."""
        return min(1.0, self.shown / ARROW_SECONDS)
