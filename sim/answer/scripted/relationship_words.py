"""Fond, cool, kin or strangers: how two people stand, read from the words of a relationship sentence."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sim.language.text import NAME

_TITLE = re.compile(r"\b(?:Mother|Father|Brother|Sister|Aunt|Uncle) (?=[A-Z])")


def without_titles(text: str) -> str:
    """A text with bare names: ``Brother Odo`` is nobody's brother by that."""
    return _TITLE.sub("", text)


def the_tie(relationship: str) -> str:
    """A relationship sentence without titles, and without what is known of somebody, which stands behind the tie."""
    return without_titles(relationship.partition(";")[0])


@dataclass(frozen=True, slots=True)
class Tie:
    """The words of one kind of tie; they count where the tie itself has them."""

    words: re.Pattern[str]

    def search(self, relationship: str) -> re.Match[str] | None:
        return self.words.search(the_tie(relationship))


def _tie(words: str) -> Tie:
    return Tie(re.compile(words, re.I))


FOND = _tie(
    r"\b(?:friend(?!ly word)|spouse|husband|wife|partner|sister|brother|sibling|mother|father|parent|daughter|sons?\b|cousin|"
    r"close|fond|love|likes|family|roommate|trusts|enjoy)"
)
COOL = _tie(
    r"\b(?:rival|enem(?:y|ies)|dislikes?|avoids?|quarrel|argued|annoy|distrust|mistrust|hate[sd]?|despise[sd]?|resent(?:s|ed)?|"
    r"blame[sd]?|fears(?! (?:for|that)\b)|feud|sinister|(?:cannot|can['\u2019]t|could not) (?:stand|bear|abide|forgive)|"
    r"(?:not|n['\u2019]t) (?:trust|forgiven?|speak (?:to|with))|never (?:trusted|forgave|forgiven)|"
    r"no longer (?:speaks?|talks?|trusts?)|"
    r"not on speaking terms|(?:on|in) bad terms|cold(?! (?:hands|feet))|grudge|jealous|"
    r"(?:not|never) (?:spoken|speak|said|exchanged) (?:\w+ ){0,2}(?:friendly|kind|word|to|since)|not speaking|"
    r"(?:cannot|can['\u2019]t) look at|betray(?:s|ed)|cheat(?:s|ed)|accuse[sd]?|denounced|insult(?:s|ed))"
)
MARRIED = _tie(r"\b(?:husband|wife|spouse|partner|married|engaged)\b")
STRANGER = _tie(r"\b(?:(?:do|does) not know (?:.+ yet|each other|him|her|them)\b|stranger|never met)")
_NEWLY = re.compile(
    r"\b(?:likes (?:talking with )?[^;,]+|enjoys (?:it|their talks)|getting to know|curious to hear more|trust each other)"
)
"""What a talk or two add to a tie."""


_ONLY_LIKE = r"\b(?:like an?|former|half|godchild|knew|(?:mother|father|parent|son|daughter|child) of)\b|-in-law"
_WHOSE = r"(?:^|\b(?:is|are|as|and) |[:,] )(?:his|her|their|my|[A-Z][\w-]*(?: [A-Z][\w-]*)?'s) (?:[\w-]+ ){0,2}"


def _own(words: str) -> Tie:
    """Kin of one's own, and not only like it: ``his brother``, ``Ida's twin sister``; ``a brother`` may be a monk, and who
    comes ``with her husband`` is none."""
    return Tie(re.compile(rf"^(?!.*(?:{_ONLY_LIKE})).*?{_WHOSE}(?:{words})\b(?!-| of\b)"))


KIN_BY_BOND: Mapping[str, Tie] = {
    "couple": _own("husband|wife|spouse"),
    "sibling": _own("brother|sister|sibling|twin"),
    "child": _own("(?:grand)?(?:son|daughter|child)"),
    "parent": _own("(?:grand)?(?:mother|father|parent)"),
}
"""What the other is to oneself."""
KIN = _own("husband|wife|spouse|brother|sister|sibling|twin|(?:grand)?(?:mother|father|parent|son|daughter|child)")


def old_friends(relationship: str) -> bool:
    """Whether two are fond of each other and have a past, beyond what a talk or two made of it."""
    return FOND.search(_NEWLY.sub("", relationship)) is not None and not COOL.search(relationship)


KIN_TIE = re.compile(
    rf"^(?P<name>{NAME}) is \S+['\u2019]s (?:[a-z]+ )?(?P<kin>father|mother|husband|wife|son|daughter|brother|sister|grand\w+|"
    r"uncle|aunt|niece|nephew)\b"
)


@lru_cache(maxsize=8192)
def with_kin(statement: str, ties: Sequence[str]) -> str:
    """A statement about oneself with one's kin by name, where there is one of the sort: ``wants to tell her father that``."""
    found: dict[str, list[str]] = defaultdict(list)
    for tie in filter(None, map(KIN_TIE.match, ties)):
        found[tie["kin"]].append(tie["name"])
    for kin, names in found.items():
        if len(names) == 1 and kin in statement:
            statement = re.sub(rf"\b(?:his|her|their) (?:[a-z]+ )?{kin}\b(?! [A-Z])", names[0], statement)
    return statement
