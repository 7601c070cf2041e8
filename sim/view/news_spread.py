"""Who knows a piece of news, since when and from whom, read from the run file one resident at a time.

The news come from the scenario's text (``news``). A resident knows an item from the first memory that contains all its signs:
the rule by which the analysis counts too.
"""

from __future__ import annotations

from dataclasses import dataclass

import yaml

from sim.record.read import Run

MAX_SCENARIO_LENGTH = 2_000_000
TRACED_WORDS = 3
"""Words by which a memory is traced."""
MAX_MATCHES = 5000
"""Most matching memories that are read to find the earliest."""


@dataclass(frozen=True)
class NewsItem:
    """An item of news; all ``signs`` (words) occur in a memory of whoever knows it."""

    id: str
    text: str
    signs: tuple[str, ...]


@dataclass(frozen=True)
class Learned:
    """How a resident learned an item: the tick, the memory's number, and from whom ("" = first hand)."""

    slug: str
    tick: int
    n: int
    source: str


def news_items(run: Run) -> tuple[NewsItem, ...]:
    """The news of the run's scenario; none where its text cannot be read."""
    text = run.scenario_text
    if len(text) > MAX_SCENARIO_LENGTH or "&" in text and text.count("*") > 1000:
        return ()
    try:
        found = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError):
        return ()
    listed = found.get("news") if isinstance(found, dict) else None
    firsts = {info.slug: info.first for info in run.residents}
    return tuple(_news_item(one, firsts) for one in listed or () if isinstance(one, dict) and one.get("text"))


def _news_item(said: dict[str, object], firsts: dict[str, str]) -> NewsItem:
    text = str(said["text"])
    signs = said.get("signs")
    if not isinstance(signs, list) or not signs:
        longest = max((word.strip(".,;:!?") for word in text.split()), key=len, default=text)
        signs = [firsts.get(str(said.get("host", "")), ""), longest]
    return NewsItem(str(said.get("id", text)), text, tuple(str(s) for s in signs if str(s)))


def news_item_from(text: str, names: frozenset[str]) -> NewsItem:
    """A memory's text as an item of news: its signs are its ``TRACED_WORDS`` longest words that are no names."""
    words = dict.fromkeys(word.strip(".,;:!?'\"()") for word in text.split())
    telling = sorted((word for word in words if word not in names and len(word) > 3), key=lambda word: (-len(word), word))
    return NewsItem(text, text, tuple(telling[:TRACED_WORDS]) or (text,))


class NewsSpread:
    """Finds out who knows ``item``: call ``step`` repeatedly. ``learned`` is sorted by tick."""

    def __init__(self, run: Run, item: NewsItem) -> None:
        self.run, self.item = run, item
        self.learned: tuple[Learned, ...] = ()
        self._todo: list[str] = [info.slug for info in run.residents]
        self._found: dict[str, Learned] = {}
        self._read_to = -1

    def step(self) -> bool:
        """Search one resident's memories; returns whether ``learned`` changed."""
        if not self._todo and self.run.last_tick > self._read_to:
            self._todo = [info.slug for info in self.run.residents if info.slug not in self._found]
        if not self._todo:
            return False
        slug = self._todo.pop(0)
        if not self._todo:
            self._read_to = self.run.last_tick
        words = " ".join(f'"{sign}"' for sign in self.item.signs)
        memories = self.run.memories(slug, self.run.last_tick, words=words, limit=MAX_MATCHES)
        if not memories:
            return False
        first = memories[-1]
        self._found[slug] = Learned(slug, self.run.memory_tick(slug, first.n), first.n, first.source)
        self.learned = tuple(sorted(self._found.values(), key=lambda one: (one.tick, one.n, one.slug)))
        return True

    def at(self, tick: int) -> dict[str, int]:
        """Slug -> since which tick, for whoever knows the item at ``tick``."""
        return {one.slug: one.tick for one in self.learned if one.tick <= tick}
