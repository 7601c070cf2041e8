"""Splits English prose into sentences, since each sentence of a backstory becomes a memory."""

from __future__ import annotations

import re

_SHORT = re.compile(r"(?:^|[\s(\"'])(?:Mr|Mrs|Ms|Dr|St|Prof|Rev|Capt|Lt|Sgt|Jr|Sr|vs|etc|e\.g|i\.e|No|approx|[A-Z])\.$")
"""Titles, initials and abbreviations, whose full stop does not end a sentence."""
_END = re.compile(r"(?<=[.!?…])[\"')\]’”]*\s+(?=[\"'(\[‘“]*(\w))")
"""A gap after which a sentence begins if the letter (group 1) is not lower case."""


def sentences(text: str) -> list[str]:
    """``"She bakes. Dr. Ames taught her."`` -> two sentences, with single blanks; [] for blank text."""
    text = " ".join(text.split())
    found: list[str] = []
    begin = 0
    for gap in _END.finditer(text):
        piece = text[begin : gap.end()].strip()
        if not gap[1].islower() and gap[1] != "_" and not _SHORT.search(piece):
            found.append(piece)
            begin = gap.end()
    last = text[begin:].strip()
    return [*found, last] if last else found
