"""Whether two statements speak of the same thing, and a short name for what they speak of. Knows words, not people."""

from __future__ import annotations

from sim.language.news import same_news
from sim.language.occasions import occasion_of
from sim.language.text import stems


def same_matter(a: str, b: str) -> bool:
    """The same news, or news of the same gathering."""
    return same_news(a, b) or same_occasion(a, b)


def same_occasion(text: str, other: str) -> bool:
    """Whether ``other`` speaks of the gathering that ``text`` announces."""
    occasion = occasion_of(text)
    return occasion is not None and stems(occasion.what) <= stems(other)


def key_of(text: str) -> str:
    """What a statement is about, the same for its wordings as far as words show."""
    occasion = occasion_of(text)
    return " ".join(sorted(stems(occasion.what if occasion else text)))
