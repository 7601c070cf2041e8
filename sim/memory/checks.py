"""Checks the arguments of a memory stream: moments, whole numbers, kinds and weights. Everything here raises ValueError.

Knows nothing of streams. ``presets`` checks settings with it.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, get_args

from sim.types import MemoryKind

MAX_NUMBER = 1e6
"""The largest importance and weight: float32 must still tell neighbours apart."""
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
        raise ValueError(f"{what} is {value!r}; a whole_number number is needed") from None


def known_kinds(kinds: Sequence[str], what: str = "kinds") -> None:
    """Refuse anything but a list of kinds of memory; a single word is not a list."""
    if isinstance(kinds, str) or any(kind not in KINDS for kind in kinds):
        raise ValueError(f"{what} is {kinds!r}; a list out of {', '.join(KINDS)} is needed")


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
