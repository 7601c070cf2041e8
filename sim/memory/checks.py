"""What a memory stream refuses where it comes in, with messages for people: moments, kinds, weights and settings.

Knows nothing of streams. Everything here raises ValueError.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, get_args

from sim.memory import filters
from sim.types import MemoryKind

if TYPE_CHECKING:
    from sim.memory.presets import Preset, Weights

LARGEST = 1e6
"""The largest importance and weight: single precision must still tell neighbours apart."""
LATEST = 2**60
"""Game seconds: differences of two moments fit into 64 bits."""
FASTEST = 1e30
"""The largest rate of decay a second: single precision must hold it."""
KINDS: tuple[MemoryKind, ...] = get_args(MemoryKind)

_WORDS: Mapping[str, tuple[str, ...]] = {
    "reference": ("now", "latest"),
    "order": ("score", "chronological"),
    "trigger": ("budget", "window"),
    "evidence": ("cited", "retrieved", "none"),
}
_LEAST = {"k": 0, "missed": 0, "cold_every": 0, "window": 0, "questions": 0, "insights": 0, "reflect_k": 0}


def moment(value: Any, what: str = "at") -> int:
    """Game seconds as a plain int."""
    made = whole(value, what)
    if abs(made) > LATEST:
        raise ValueError(f"{what} is {value!r}; game seconds within 2**60 are needed")
    return made


def whole(value: Any, what: str) -> int:
    """A whole number as a plain int."""
    try:
        return operator.index(value)
    except TypeError:
        raise ValueError(f"{what} is {value!r}; a whole number is needed") from None


def known_kinds(kinds: Sequence[str], what: str = "kinds") -> None:
    """Nothing but kinds of memory, not a single word instead of a list of one."""
    if isinstance(kinds, str) or any(kind not in KINDS for kind in kinds):
        raise ValueError(f"{what} is {kinds!r}; a list out of {', '.join(KINDS)} is needed")


def weights(value: Any) -> Weights:
    """Three floats from 0 to a million."""
    try:
        made = tuple(float(w) for w in value)
    except (TypeError, ValueError):
        made = ()
    if len(made) != 3 or not all(0 <= w <= LARGEST for w in made):
        wanted = "recency, importance and relevance need numbers from 0 to a million"
        raise ValueError(f"weights are {value!r}; {wanted}")
    return made[0], made[1], made[2]


def settings(preset: Preset) -> None:
    """Every field of a preset."""
    weights(preset.weights)
    for name in ("decay", "unit", "threshold", "constant", "unrated", "duplicate"):
        _number(name, getattr(preset, name))
    if not 0 < preset.decay <= 1:
        raise ValueError(f"decay is {preset.decay!r}; it must lie in (0, 1]")
    if not preset.unit > 0 or -math.log(preset.decay) > FASTEST * preset.unit:
        raise ValueError(f"unit is {preset.unit!r}; it must be a positive number of seconds")
    if not -LARGEST <= preset.scale[0] < preset.scale[1] <= LARGEST:
        raise ValueError(f"scale is {preset.scale!r}; the first must be lower than the second, within a million")
    for name, least in _LEAST.items():
        if whole(getattr(preset, name), name) < least:
            raise ValueError(f"{name} is {getattr(preset, name)!r}; at least {least} is needed")
    _choices(preset)


def _choices(preset: Preset) -> None:
    for name, words in _WORDS.items():
        _one_of(name, getattr(preset, name), words)
    for rule in preset.normal:
        _one_of("normal", rule, ("minmax", "fixed"))
    known_kinds(preset.counted, "counted")
    if preset.kinds is not None:
        known_kinds(preset.kinds)
    if preset.reflect_where:
        filters.parse(preset.reflect_where)


def _number(name: str, value: Any) -> None:
    """Infinity is a threshold that is never reached."""
    if value is None and name == "duplicate":
        return
    if not isinstance(value, int | float) or math.isnan(value) or (math.isinf(value) and name != "threshold"):
        raise ValueError(f"{name} is {value!r}; a number is needed")


def _one_of(name: str, value: Any, words: Collection[str]) -> None:
    if value not in words:
        raise ValueError(f"{name} has {value!r}; there are {', '.join(words)}")
