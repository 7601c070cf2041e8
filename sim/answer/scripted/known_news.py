"""The news that a resident could tell: found in the memories of a question, most worth telling first.

Knows nothing of talk, nor of whom it has been told (``telling``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sim.answer.scripted.conclusions import concludes
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.gatherings import gathering_of, is_about
from sim.answer.scripted.english.grammatical_person import in_full
from sim.answer.scripted.english.happenings import kind_of
from sim.answer.scripted.english.news import LEAST, NEWS_SOURCE, overheard, split_tellers, tellable, worth_telling
from sim.answer.scripted.english.poignancy import HOSTING
from sim.answer.scripted.opinions import is_view
from sim.language.text import capital, stems
from sim.language.time_and_place import clock_in, day_in
from sim.prompts import Question, TalkQuestion


@dataclass(frozen=True, slots=True)
class News:
    """Something to tell. ``worth`` grows from 3; ``source`` is who told it (a full name) or ``""``, ``overheard`` whether
    they told it to somebody else; a ``secret`` is told seldom. ``fresh``: the town's own news that nobody had to tell."""

    text: str
    source: str
    worth: int
    overheard: bool = False
    secret: bool = False
    fresh: bool = False


MULLS = " keeps thinking "
"""What is in somebody's mind for good, by ``descriptions.focus``, and is no news."""


def seen_lately(q: TalkQuestion[Any]) -> list[News]:
    """What has happened in the last hours where one was, as news for whoever was not there; the weather is everybody's."""
    every = (text for text in reversed(tuple(q.telling.happened)) if not is_about(text, q.card.name))  # one's own arrival
    new = (text for text in every if tellable(text) and kind_of(text) != "weather")
    return [News(text, "", LEAST, fresh=True) for text in new]


def known_news(q: Question[Any], banks: Banks, sources: Mapping[str, str]) -> list[News]:
    """The news among the memories (and the card's current concern), most worth telling first; ``sources`` as in ``Telling``."""
    found: dict[str, News] = {}
    past = tuple(sentence.partition(" ")[2] or sentence for sentence in q.card.background)  # without the pronoun
    for memory in (*q.memories, *(text for text in q.card.concerns if MULLS not in text)):
        origin = sources.get(memory, "")
        for part, teller in split_tellers(memory, q.card.name):
            text, source = part if part == memory else _proper(part, q), teller or ("" if origin == NEWS_SOURCE else origin)
            worth = worth_telling(text, bool(source), q.card.name, banks)
            if part == memory and origin and tellable(text):
                worth = max(worth, LEAST)
            own_plan = text.startswith(f"{q.card.name} plans to ")
            if (
                worth >= LEAST
                and text
                and text not in found
                and not text.endswith(past)
                and not (own_plan or concludes(text, banks) or is_view(text))
            ):
                found[text] = News(text, source, worth, overheard(memory), fresh=origin == NEWS_SOURCE)
    return sorted(_fullest(list(found.values())), key=lambda news: -news.worth)


def _proper(text: str, q: Question[Any]) -> str:
    """What was told as a sentence of its own: with full names, and a capital unless it begins with a name written small."""
    text = in_full(text, q.names.people)
    names = (*q.names.me, *(name for pair in q.names.people for name in pair), q.card.name)
    return text if any(name and text.startswith(name) for name in names) else capital(text)


def _fullness(item: News) -> tuple[bool, int, int]:
    """Sorts what the host does before what others mean to do, then by how much of day and hour is said."""
    return not HOSTING.search(item.text), -bool(day_in(item.text)) - bool(clock_in(item.text)[0]), -len(item.text)


def _fullest(items: list[News]) -> list[News]:
    """Of several on the same gathering by the same person only the one that says most."""
    kept: list[News] = []
    for item in sorted(items, key=_fullness):
        occasion = gathering_of(item.text)
        if not any(occasion and stems(occasion.what) <= stems(other.text) for other in kept):
            kept.append(item)
    return kept
