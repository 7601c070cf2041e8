"""Lexical measures of English text: stems of content words, n-grams, proper names, sentences that claim a fact.

The rules are simple on purpose, so that every number can be checked by hand. They know English and nothing of towns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
SENTENCE = re.compile(r"(?<=[.!?])\s+")
NAME = re.compile(r"(?<![.!?:\"'] )(?<!^)\b[A-Z][a-z][\w-]*")
"""A capitalised word that does not begin a sentence."""
NUMBER = re.compile(r"\b\d+(?::\d\d)?\b")
_STOP = """
    a about after all also am an and any are aren't as at be because been before being but by can can't could did didn't do does
    doesn't doing don't for from get got had has hasn't have having he he's her here hers him his how i i'd i'll i'm i've if in
    into is isn't it it's its just know let's like me mine more most much my no nor not now of off on once one only or other our
    out over own really she she's so some such than that that's the their them then there these they they're this those through
    to too told up us very was wasn't we we're well were what when where which while who whom why will with won't would yes yet
    you you're your
    """
STOP_WORDS = frozenset(_STOP.split())
MIN_CLAIM_WORDS = 3
"""The fewest content words of a claim: ``I'm fine`` claims nothing that a memory could hold."""


def phrase_pattern(phrases: str) -> re.Pattern[str]:
    """A pattern that finds any of the phrases (regular expressions separated by `` / ``) as whole words, ignoring case."""
    parts = [part.strip() for part in " ".join(phrases.split()).split("/")]
    return re.compile(rf"\b(?:{'|'.join(part for part in parts if part)})\b", re.IGNORECASE)


IGNORANCE = phrase_pattern(
    """don't know / do not know / couldn't (?:say|tell) / can't say / no idea / not that i know / haven't (?:heard|met)
    / never heard
    / never met / news to me / nobody (?:has )?told me / only be guessing / wish i knew / know nothing"""
)
"""Phrases by which a speaker says that they do not know."""
HEDGES = phrase_pattern(
    """not sure / i think / i believe / i feel / i hope / i wish / i suppose / i guess / i'd / i would / maybe / perhaps"""
)
"""Phrases of opinions and wishes, which claim no fact."""


def words(text: str) -> list[str]:
    """The words in lower case, with plain apostrophes."""
    return WORD.findall(text.replace("\u2019", "'").lower())


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """A word without the commonest English endings: ``running``, ``runs`` -> ``run``."""
    word = word.removesuffix("'s").removesuffix("'")
    for ending, least in (("ing", 6), ("ied", 5), ("ies", 5), ("ed", 5), ("es", 5), ("s", 4)):
        if word.endswith(ending) and len(word) >= least:
            word = word[: -len(ending)] + ("y" if ending in ("ied", "ies") else "")
            break
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]
    return word.removesuffix("e")


@lru_cache(maxsize=100_000)
def content_words(text: str) -> frozenset[str]:
    """The stems of all words that are not stop words."""
    return frozenset(stem(word) for word in words(text) if word not in STOP_WORDS)


def ngrams(text: str, n: int) -> list[tuple[str, ...]]:
    """All n-grams: the sequences of ``n`` words in a row."""
    found = words(text)
    return [tuple(found[i : i + n]) for i in range(len(found) - n + 1)]


def proper_names(text: str) -> list[str]:
    """The capitalised words inside sentences, without possessive endings, in order."""
    return [name.removesuffix("'s") for name in NAME.findall(text.replace("\u2019", "'"))]


def numbers(text: str) -> list[str]:
    """The numbers and times of day, as written."""
    return NUMBER.findall(text)


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [part.strip() for part in SENTENCE.split(text) if part.strip()]


def claims(text: str) -> list[str]:
    """The sentences that claim a fact; questions, hedges, opinions and courtesies are left out."""
    return [
        s
        for s in sentences(text)
        if not s.endswith("?") and not HEDGES.search(s) and not IGNORANCE.search(s) and len(content_words(s)) >= MIN_CLAIM_WORDS
    ]


def contains_all(text: str, signs: Iterable[str]) -> bool:
    """Whether all signs occur in a text, ignoring case. A memory with all signs of a news item counts as knowing it."""
    folded = text.casefold()
    return all(sign.casefold() in folded for sign in signs)
