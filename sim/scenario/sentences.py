"""Prose to sentences: a backstory becomes memories, one per sentence. Knows English full stops and nothing else."""

from __future__ import annotations

import re

_SHORT = re.compile(r"(?:^|[\s(\"'])(?:Mr|Mrs|Ms|Dr|St|Prof|Rev|Capt|Lt|Sgt|Jr|Sr|vs|etc|e\.g|i\.e|No|approx|[A-Z])\.$")
"""Endings after which a full stop ends no sentence: titles, initials, abbreviations."""
_END = re.compile(r"(?<=[.!?…])[\"')\]’”]*\s+(?=[\"'(\[‘“]*(\w))")
"""A gap after which a sentence may begin; it does where the letter (group 1) is none of the small ones."""


def sentences(text: str) -> list[str]:
    """``"She bakes. Dr. Ames taught her."`` -> two sentences, blanks made single. [] for blank text."""
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
