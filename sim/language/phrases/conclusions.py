"""What several statements add up to, in words, and what is said of it later: to one of those it is about, and in answer.

``{me}`` concludes; ``{a}``, ``{b}`` and ``{c}`` are people, ``{what}`` an occasion or a matter, ``{topic}`` a further one,
``{way}`` a view or how somebody is, ``{ta}`` and ``{tb}`` what somebody did that shows it. The lines of ``said`` are for
``{a}``; where a kind is ``mutual`` they do for ``{b}`` as well, turned round. Knows no rule by which anything is concluded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sim.language.phrases import Lines, read


@dataclass(frozen=True, slots=True)
class Wording:
    """``insights``: what is concluded; ``said``: what one says of it to ``{a}``; ``answers``: what ``{a}`` says to that."""

    insights: Lines
    said: Lines = ()
    answers: Lines = ()
    mutual: bool = True


_BANK = read("conclusions")
BOTH: Mapping[str, str] = _BANK["both"]
"""What exchanges show of whoever begins them, as it is said of two who are alike (after "are both")."""
CONTRARY: Mapping[tuple[str, str], tuple[str, str]] = {(a, b): (does, other) for a, b, does, other in _BANK["contrary"]}
"""Traits that go about things in opposite ways, with what the one and the other does."""
RECALLED: Lines = _BANK["recalled"]
"""What one says first of the deed that one's conclusion rests on."""
CONCLUSIONS: Mapping[str, Wording] = {kind: Wording(**row) for kind, row in _BANK["conclusions"].items()}
"""By kind."""
