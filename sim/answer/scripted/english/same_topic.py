"""Topic comparison: whether two statements are about the same thing, and a key for a statement's topic.

Compares word stems and announced gatherings; knows no people.
"""

from __future__ import annotations

from sim.answer.scripted.english.gatherings import gathering_of
from sim.answer.scripted.english.news import same_news
from sim.language.text import stems


def same_topic(a: str, b: str) -> bool:
    """Whether two statements are the same news or about the same gathering."""
    return same_news(a, b) or same_gathering(a, b)


def same_gathering(text: str, other: str) -> bool:
    """Whether ``other`` is about the gathering that ``text`` announces."""
    gathering = gathering_of(text)
    return gathering is not None and stems(gathering.what) <= stems(other)


def topic_key(text: str) -> str:
    """A key of the statement's topic: the sorted stems of its gathering, or of the whole text."""
    gathering = gathering_of(text)
    return " ".join(sorted(stems(gathering.what if gathering else text)))
