"""Which sentences of a line were said before in a talk. Knows lines alone, not who talks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sim.language.text import bare

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def repeats(line: str, said: frozenset[str]) -> bool:
    """Whether a line, or a sentence of it that says something, was said in this talk."""
    return bare(line) in said


def parts_said(lines: Sequence[tuple[str, str]]) -> frozenset[str]:
    """Every sentence of the talk, small; for choosing parts that are new."""
    return frozenset(bare(part) for _, line in lines for part in _SENTENCE_END.split(line))


def sentence_said(part: str, said: frozenset[str]) -> bool:
    """Whether all sentences of a part of a line were said."""
    return all(bare(p) in said for p in _SENTENCE_END.split(part)) if part else False
