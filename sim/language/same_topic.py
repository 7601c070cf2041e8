"""Whether two statements speak of the same thing, and a short name for what they speak of. Knows words, not people."""

from __future__ import annotations

from sim.language.gatherings import gathering_of
from sim.language.news import same_news
from sim.language.text import stems


def same_topic(a: str, b: str) -> bool:
    """The same news, or news of the same gathering."""
    return same_news(a, b) or same_gathering(a, b)


def same_gathering(text: str, other: str) -> bool:
    """Whether ``other`` speaks of the gathering that ``text`` announces."""
    occasion = gathering_of(text)
    return occasion is not None and stems(occasion.what) <= stems(other)


def topic_key(text: str) -> str:
    """What a statement is about, the same for its wordings as far as words show."""
    occasion = gathering_of(text)
    return " ".join(sorted(stems(occasion.what if occasion else text)))
