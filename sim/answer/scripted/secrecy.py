"""Secrets: which statements a resident keeps to themselves, and when one is told all the same.

Finds them among the memories, one's own and other people's; whether one is told is ``telling``'s business.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sim.answer.scripted.conclusions import concludes, deed_told
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.grammatical_person import first_person
from sim.answer.scripted.english.news import NEWS_SOURCE, PRIVATE, overheard, split_teller
from sim.answer.scripted.english.third_person import third_person
from sim.answer.scripted.known_news import News
from sim.language.text import capital, overlap, stems
from sim.prompts import Question, TalkQuestion

_REPORT = re.compile(r"\btold (?!nobody)")
LONGEST = 150
WORTH = 3
"""As much as the least of news: whatever else there is comes first."""


def known_secrets(q: Question[Any], banks: Banks, sources: Mapping[str, str]) -> list[News]:
    """Those among the memories that can be put into words, one's own and others'; neither what one concluded nor a talk.
    ``sources`` as in ``Telling``."""
    found: dict[str, News] = {}
    for memory in q.memories:
        text, source = split_teller(memory, q.card.name)
        own = concludes(memory, banks) or deed_told(memory)[0]
        if text not in found and not own and _is_secret(text, q.card.name, q.first, q.names.called.get(q.card.name, "")):
            fresh = sources.get(memory) == NEWS_SOURCE
            found[text] = News(text, source, WORTH, overheard(memory), secret=True, fresh=fresh)
    return list(found.values())


def is_kept(q: TalkQuestion[Any], text: str) -> bool:
    """Whether a statement is private, or about what one has told nobody: it has half of the words with which one's past says
    so."""
    own = stems(f"{q.card.name} told nobody")
    return PRIVATE.search(text) is not None or any(
        overlap(stems(text) - own, stems(sentence) - own) >= 0.5 for sentence in q.telling.untold
    )


@lru_cache(maxsize=20_000)
def bears_on(text: str, secret: str, people: str) -> bool:
    """Whether a statement would set others thinking of a secret: both name the same thing, or share several words, those in the
    names of ``people`` aside."""
    names = {word for word in re.findall(r"(?<!^)\b[A-Z]\w+", secret) if word not in people}
    return any(re.search(rf"\b{name}\b", text) for name in names) or len((stems(text) & stems(secret)) - stems(people)) >= 3


@lru_cache(maxsize=20_000)
def _is_secret(text: str, me: str, first: str, called: str) -> bool:
    """A whole sentence on something kept quiet that comes back from the first person as it went."""
    if not PRIVATE.search(text) or len(text) > LONGEST or not text[:1].isupper() or '"' in text or _REPORT.search(text):
        return False
    said = capital(first_person(text, me, first))
    return said == text or capital(third_person(said, me, called)) == text
