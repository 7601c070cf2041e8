"""What several statements add up to, in words, and what is said of it later: to one of those it is about, and in answer.

``{me}`` concludes; ``{a}``, ``{b}`` and ``{c}`` are people, ``{what}`` an occasion or a matter, ``{way}`` a view. The
lines of ``said`` are for ``{a}``. Knows no rule by which anything is concluded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sim.answer.scripted.english.phrases import Lines, read


@dataclass(frozen=True, slots=True)
class Wording:
    """``insights``: what is concluded; ``said``: what one says of it to ``{a}``; ``answers``: what ``{a}`` says to that;
    ``errand``: what for one looks for ``{a}`` because of it, "" for nothing."""

    insights: Lines
    said: Lines = ()
    answers: Lines = ()
    errand: str = ""


CONCLUSIONS: Mapping[str, Wording] = {kind: Wording(**row) for kind, row in read("conclusions").items()}
"""By kind."""
