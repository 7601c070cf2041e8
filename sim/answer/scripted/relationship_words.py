"""Fond, cool or strangers: how two people stand, read from the words of a relationship sentence."""

from __future__ import annotations

import re

FOND = re.compile(
    r"\b(?:friend(?!ly word)|spouse|husband|wife|partner|sister|brother|sibling|mother|father|parent|daughter|sons?\b|cousin|"
    r"close|fond|love|likes|family|roommate|trusts|enjoy)",
    re.I,
)
COOL = re.compile(
    r"\b(?:rival|enemy|dislikes?|avoids?|quarrel|argued|annoy|distrust|cold(?! (?:hands|feet))|grudge|jealous|"
    r"(?:not|never) (?:spoken|speak|said) (?:\w+ ){0,2}(?:friendly|kind|word|to)|not speaking)",
    re.I,
)
MARRIED = re.compile(r"\b(?:husband|wife|spouse|partner|married|engaged)\b", re.I)
STRANGER = re.compile(r"^[^;]*\b(?:does not know|stranger|never met|not know)\b", re.I)
"""In the tie itself: what is known of somebody stands behind it, and may speak of strangers."""
_NEWLY = re.compile(
    r"\b(?:likes (?:talking with )?[^;,]+|enjoys (?:it|their talks)|getting to know|curious to hear more|trust each other)"
)
"""What a talk or two add to a tie."""
KIN = re.compile(
    r"\b(?:husband|wife|spouse|(?:grand)?(?:mother|father|son|daughter|parent|child)|brother|sister|twin)\b(?!-| of\b)", re.I
)


def old_friends(relationship: str) -> bool:
    """Whether two are fond of each other and have a past, beyond what a talk or two made of it."""
    return FOND.search(_NEWLY.sub("", relationship)) is not None and not COOL.search(relationship)
