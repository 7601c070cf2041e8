"""Relationship sentences: turns a scenario's few words about a relationship into the sentence that prompts show.

Reads the words alone (``old friend``, ``lets him play for supper``, ``cards on Thursdays``); knows no town and no memory. Where
the words say neither what the other person is nor what they do, both are named and the words follow unchanged.
"""

from __future__ import annotations

import re

from sim.language.grammatical_person import is_verb
from sim.language.text import words

_OWNERS = ("his", "her", "their")
_ROLES = words(
    """
    friend friends neighbour neighbor colleague guest client patient pupil student boss assistant apprentice tenant landlord
    landlady rival enemy mentor nurse husband wife spouse aunt uncle cousin niece nephew mother father parent sister brother
    son daughter child grandson granddaughter godson goddaughter regular companion acquaintance ally hero idol confidant
    """
)
"""Nouns for what one person is to another; so are those in ``_ENDINGS``."""
_ENDINGS = ("mate", "er", "or", "ist", "ian", "man", "woman", "ee", "in-law")
_AFTER_NOUN = re.compile(
    r"\b(?:who|whom|whose|that|which|with|from|at|in|on|of|by|for|to|since|he|she|they|whenever|when)\b|[,;(]"
)
"""What may follow the noun that says what somebody is."""
_WHOLE = re.compile(r"^(?:(?!who|that|which)\S+ )+is ")
"""A sentence of its own: ``the song is about her``, but not ``the boy who is never late``."""
_FEELS = re.compile(r"^(?:trusts|wishes|respects|likes|loves|fears|admires|misses|envies|hopes|doubts|hates|suspects|thinks)\b")
"""Verbs of what the resident feels, not of what the other person does."""


def relationship_sentence(name: str, first: str, how: str) -> str:
    """The sentence about ``name`` (full name) from the view of ``first`` (first name); ``how`` are the scenario's words:
    ``old friend``, ``his wife``, ``a good neighbour``, ``bakes for her``, ``he likes her`` or ``cards on Thursdays``."""
    word, _, rest = how.partition(" ")
    if word in _OWNERS:
        return f"{name} is {first}'s {rest}"
    if word in ("he", "she", "they") or _WHOLE.match(how) or _FEELS.match(how):
        return f"{first} and {name}: {how}"
    if word in ("a", "an", "the", "like"):
        return f"{name} is {how}"
    if rest and (is_verb(word) or _does_to(word, rest)):
        return f"{name} {how}"
    return f"{name} is {first}'s {how}" if _is_role(how) else f"{first} and {name}: {how}"


def _does_to(word: str, rest: str) -> bool:
    """Whether the words read as something done to or for somebody: ``lets him play``, ``shares her coffee``."""
    told = ("him", "her", "them", "his", "their", "by", "me", "at", "to")
    return len(word) > 3 and word.endswith("s") and rest.split(" ", 1)[0] in told


def _is_role(how: str) -> bool:
    """Whether the words say what the other person is: their first noun is one for a person."""
    head = _AFTER_NOUN.split(how, maxsplit=1)[0].split()
    noun = head[-1].lower() if head else ""
    return noun in _ROLES or (len(noun) > 4 and noun.endswith(_ENDINGS))
