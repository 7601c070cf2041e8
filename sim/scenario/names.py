"""How names may be written: which characters they hold, and which blanks. Knows no resident."""

from __future__ import annotations

import re
import unicodedata

from sim.types import JOINERS

_BLANK = re.compile("[^\\S\t-\r\x1c-\x1f\x85]|[\u200b\u2060\ufeff]")
"""Blanks of any width, line and paragraph marks; not the control characters among them."""
_STRAY = re.compile(rf"(?<!\S)[{JOINERS}]+|[{JOINERS}]+(?!\S)")
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Marks that turn the direction in which everything behind them is shown."""


def plain_name(text: str) -> str:
    """A name with single plain blanks between its words, and joiners inside of words alone."""
    return " ".join(part for part in _STRAY.sub("", _BLANK.sub(" ", text.strip())).strip().split(" ") if part)


def unwritable(name: str) -> str:
    """The first character that no name may hold, as ``U+202E (right-to-left override)``; "" where there is none."""
    for sign in name:
        if unicodedata.category(sign) == "Cc" or _BIDI.match(sign):
            return f"U+{ord(sign):04X} ({unicodedata.name(sign, 'control character').lower()})"
    return ""
