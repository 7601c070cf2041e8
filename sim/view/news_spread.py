"""Who knows a piece of news, since when and from whom: read out of the run file in small steps.

The pieces come from the scenario's text (``news``); a resident knows one from the first memory that has all its signs. The
same rule is used for counting by the analysis room; here it only colours.
"""

from __future__ import annotations

from dataclasses import dataclass

import yaml

from sim.record.read import Run

LONGEST_SCENARIO = 2_000_000
TRACED_WORDS = 3
"""Words that a memory is traced by."""
EARLIEST = 5000
"""Memories with the signs that are looked through for the earliest."""


@dataclass(frozen=True)
class NewsItem:
    """A piece of news: ``signs`` must all occur in a memory of those who know it."""

    id: str
    text: str
    signs: tuple[str, ...]


@dataclass(frozen=True)
class Learned:
    """When a resident came to know it: the tick, the memory, and who from ("" = first hand)."""

    slug: str
    tick: int
    n: int
    source: str


def news_items(run: Run) -> tuple[NewsItem, ...]:
    """The news of the run's scenario; none where its text cannot be read."""
    text = run.scenario_text
    if len(text) > LONGEST_SCENARIO or "&" in text and "*" in text and text.count("*") > 1000:
        return ()
    try:
        found = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError):
        return ()
    listed = found.get("news") if isinstance(found, dict) else None
    firsts = {info.slug: info.first for info in run.residents}
    return tuple(_piece(one, firsts) for one in listed or () if isinstance(one, dict) and one.get("text"))


def _piece(said: dict[str, object], firsts: dict[str, str]) -> NewsItem:
    text = str(said["text"])
    signs = said.get("signs")
    if not isinstance(signs, list) or not signs:
        longest = max((word.strip(".,;:!?") for word in text.split()), key=len, default=text)
        signs = [firsts.get(str(said.get("host", "")), ""), longest]
    return NewsItem(str(said.get("id", text)), text, tuple(str(s) for s in signs if str(s)))


def news_item_from(text: str, names: frozenset[str]) -> NewsItem:
    """What a memory says as a piece of news: its signs are its ``TRACED_WORDS`` longest words that are nobody's name."""
    words = dict.fromkeys(word.strip(".,;:!?'\"()") for word in text.split())
    telling = sorted((word for word in words if word not in names and len(word) > 3), key=lambda word: (-len(word), word))
    return NewsItem(text, text, tuple(telling[:TRACED_WORDS]) or (text,))


class NewsSpread:
    """Finds out who knows ``piece``, a resident per ``step``; ``learned`` is sorted by when."""

    def __init__(self, run: Run, piece: NewsItem) -> None:
        self.run, self.piece = run, piece
        self.learned: tuple[Learned, ...] = ()
        self._todo: list[str] = [info.slug for info in run.residents]
        self._found: dict[str, Learned] = {}
        self._upto = -1

    def step(self) -> bool:
        """Look into one resident's memories; whether anything changed."""
        if not self._todo:
            if self.run.last_tick <= self._upto:
                return False
            self._todo = [info.slug for info in self.run.residents if info.slug not in self._found]
            if not self._todo:
                return False
        slug = self._todo.pop(0)
        if not self._todo:
            self._upto = self.run.last_tick
        words = " ".join(f'"{sign}"' for sign in self.piece.signs)
        memories = self.run.memories(slug, self.run.last_tick, words=words, limit=EARLIEST)
        if not memories:
            return False
        first = memories[-1]
        self._found[slug] = Learned(slug, self.run.memory_tick(slug, first.n), first.n, first.source)
        self.learned = tuple(sorted(self._found.values(), key=lambda one: (one.tick, one.n, one.slug)))
        return True

    def at(self, tick: int) -> dict[str, int]:
        """Who knows it at a tick, and since when."""
        return {one.slug: one.tick for one in self.learned if one.tick <= tick}
