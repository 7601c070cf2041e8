"""Checks the arguments of a memory stream: moments, whole numbers, kinds and weights. Everything here raises ValueError.

Knows nothing of streams. ``presets`` checks settings with it.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, get_args

from sim.types import MemoryKind

MAX_NUMBER = 1e6
"""The largest weight: float32 must still tell neighbours apart."""
TOP = 10.0
"""The highest importance as it is stored, the lowest being 0. A preset's own scale goes from 0 to its ``top``."""
MAX_SECONDS = 2**60
"""Game seconds: the difference of two moments must fit into 64 bits."""
KINDS: tuple[MemoryKind, ...] = get_args(MemoryKind)


def moment(value: Any, what: str = "at") -> int:
    """Game seconds as a plain int."""
    made = whole_number(value, what)
    if abs(made) > MAX_SECONDS:
        raise ValueError(f"{what} is {value!r}; game seconds within 2**60 are needed")
    return made


def whole_number(value: Any, what: str) -> int:
    """A whole number as a plain int."""
    try:
        return operator.index(value)
    except TypeError:
        raise ValueError(f"{what} is {value!r}; a whole number is needed") from None


def known_kinds(kinds: Sequence[str], what: str = "kinds") -> None:
    """Refuse anything but a list of kinds of memory; a single word is not a list."""
    if isinstance(kinds, str) or any(kind not in KINDS for kind in kinds):
        raise ValueError(f"{what} is {kinds!r}; a list out of {', '.join(KINDS)} is needed")


def importance(value: Any, top: float, whose: str) -> float:
    """An importance from 0 to ``top`` as it is stored, from 0 to ``TOP``; ``whose`` it is, for the message."""
    try:
        made = float(value)
    except (TypeError, ValueError, OverflowError):
        made = -1.0
    if not 0 <= made <= top:
        raise ValueError(f"the importance of {whose} is {value!r}; a number from 0 to {top:g} is needed")
    return made if top == TOP else made * TOP / top


def weights(value: Any) -> tuple[float, float, float]:
    """Three floats from 0 to a million."""
    try:
        made = tuple(float(w) for w in value)
    except (TypeError, ValueError):
        made = ()
    if len(made) != 3 or not all(0 <= w <= MAX_NUMBER for w in made):
        wanted = "recency, importance and relevance need numbers from 0 to a million"
        raise ValueError(f"weights are {value!r}; {wanted}")
    return made[0], made[1], made[2]
