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
KIN = re.compile(
    r"\b(?:husband|wife|spouse|(?:grand)?(?:mother|father|son|daughter|parent|child)|brother|sister|twin)\b(?!-| of\b)", re.I
)
