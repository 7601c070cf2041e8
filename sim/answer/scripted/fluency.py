"""Whether a small mind's own line is plausible English: three words in a row are nearly always known ones.

The banks of talk say which: a line may recombine what people say, but not stammer. Names, places and times count as one
word whatever they are. Knows nothing of what a line means; ``checks`` asks it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.phrases.purposes import every_line

SLIP = 8
_BANKS = (
    "dialogue", "voices", "topics", "exchanges", "facts_public", "facts_personal", "scenes_a", "scenes_b", "scenes_c",
)  # fmt: skip
"""The banks that have people say something."""
_SLOT = re.compile(r"\{\w+\}")
_CLAUSE = re.compile(r"(?<=[.!?,;:])\s+")
_WORD = re.compile(r"[a-z']+|_|\d+")
_TIME = re.compile(r"\b\d{1,2}(?::\d\d)?\s?(?:am|pm)\b|\b\d{1,2}:\d\d\b", re.IGNORECASE)


def fluent(line: str, shown: Iterable[str], names: Iterable[str], banks: Banks) -> bool:
    """Whether the trigrams of ``line`` stand in the banks' talk or in what the prompt shows, but for one in ``SLIP``, and no
    three words come twice."""
    veiled = _names(names)
    own = {trigram for text in shown for trigram in _trigrams(_veil(text, veiled))}
    known = _known(banks)
    trigrams = list(_trigrams(_veil(line, veiled)))
    strange = sum(trigram not in known and trigram not in own for trigram in trigrams)
    inner = [trigram for trigram in trigrams if trigram[0] != "^" and trigram[2] != "$"]
    return strange <= len(trigrams) // SLIP and len(set(inner)) == len(inner)


def spelled(text: str, shown: str, names: Iterable[str], banks: Banks) -> bool:
    """Whether every word of ``text`` is one of the banks, of what the prompt shows (small), or a name."""
    known, here = _words(banks), frozenset(_WORD.findall(shown.replace("\u2019", "'")))
    words = _WORD.findall(_veil(text, _names(names)).lower().replace("\u2019", "'"))
    return all(word in known or word in here or not word.isalpha() for word in words)


@lru_cache(maxsize=2)
def _words(banks: Banks) -> frozenset[str]:
    """Every word that stands in any bank."""
    files = sorted(path.stem for path in banks.folder.glob("*.json"))
    texts = (text for name in files for text in _texts(banks.raw(name)))
    return frozenset(word for text in texts for word in _WORD.findall(text.lower().replace("\u2019", "'")))


@lru_cache(maxsize=2)
def _known(banks: Banks) -> frozenset[tuple[str, str, str]]:
    """Every trigram of the banks' talk: some hundred thousand, gathered on first use."""
    return frozenset(trigram for text in _talk(banks) for trigram in _trigrams(_SLOT.sub("_", text)))


def _talk(banks: Banks) -> Iterator[str]:
    """All that the banks have people say."""
    for name in _BANKS:
        yield from _texts(banks.raw(name))
    yield from every_line()
    for occupation in (*banks.raw("occupations"), *banks.raw("occupations_worlds")):
        for key in ("talk_about_work", "ask_about_work", "opinion"):
            yield from occupation[key]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _texts(inner)


def _trigrams(text: str) -> Iterator[tuple[str, str, str]]:
    """Three words in a row within each clause, its beginning and end counted as words."""
    for clause in _CLAUSE.split(text):
        words = ["^", *_WORD.findall(clause.lower().replace("\u2019", "'")), "$"]
        yield from zip(words, words[1:], words[2:], strict=False)


def _names(names: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted((re.escape(name) for name in names if name), key=len, reverse=True)
    return re.compile(r"\b(?:" + "|".join(longest_first) + r")\b") if longest_first else re.compile(r"(?!)")


def _veil(text: str, names: re.Pattern[str]) -> str:
    return _TIME.sub("_", names.sub("_", text))
