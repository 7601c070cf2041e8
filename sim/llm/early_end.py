"""How a reply under a grammar can be ended soon: which tokens close what is open, and how much room that may need.

A reply is wound up when its tokens run out, so that it ends as valid JSON instead of in the middle. Pure; knows neither
grammars nor models.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

_UNKNOWN = 16
"""Characters that end a number, a word or a pattern such as a clock time."""


class Closers:
    """The tokens that end things, best first: a closing quote, letters (to fill what must not be empty), closing brackets,
    digits, then every other single byte. They are few, and together they can end any reply."""

    def __init__(self, pieces: Sequence[bytes], limit: NDArray[np.bool_]) -> None:
        """``pieces`` are the bytes of every token, ``limit`` (same length) which of them a reply may hold."""
        singles = [token for token, piece in enumerate(pieces) if len(piece) == 1 and limit[token]]
        self._order = np.array(sorted(singles, key=lambda token: (_rank(pieces[token]), token)), np.int64)
        self._lengths = np.array([len(piece) or 2**15 for piece in pieces], np.int32)

    def first(self, allowed: NDArray[np.bool_]) -> int:
        """The best of ``allowed`` (shape (vocab,)); the shortest where none of ours is allowed; -1 for none at all."""
        ours = np.flatnonzero(allowed[self._order])
        if len(ours):
            return int(self._order[ours[0]])
        others = np.flatnonzero(allowed)
        return int(others[self._lengths[others].argmin()]) if len(others) else -1


def _rank(piece: bytes) -> int:
    traits = (piece == b'"', piece.isalpha(), piece in b"}]", piece.isdigit())
    return traits.index(True) if True in traits else len(traits)


def reach(schema: str) -> int:
    """The most characters, and so tokens, that the shortest end of a reply needs from wherever in it one stands.

    ``schema`` is JSON text; 0 where it is not.
    """
    return _reach(_read(schema))


def leap(schema: str) -> int:
    """By how many characters, and so tokens, the shortest end of a reply can grow at most while it is written: somebody begins
    another item, or a longer option. 0 where ``schema`` is not JSON."""
    return _leap(_read(schema))


def _read(schema: str) -> Any:
    try:
        return json.loads(schema)
    except ValueError:
        return None


def _reach(schema: Any) -> int:
    if not isinstance(schema, dict):
        return 0
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    if values:
        return max(len(json.dumps(value)) for value in values)
    if schema.get("type") == "object":
        return 2 + sum(len(json.dumps(name)) + 4 + _reach(part) for name, part in schema.get("properties", {}).items())
    if "prefixItems" in schema:
        return 2 + sum(2 + _reach(part) for part in schema["prefixItems"])
    if schema.get("type") == "array":
        return 2 + (_count(schema, "minItems") + 1) * (2 + _reach(schema.get("items")))
    return _count(schema, "minLength") + _UNKNOWN


def _leap(schema: Any) -> int:
    if isinstance(schema, dict) and schema.get("type") == "object":
        return max([_leap(part) for part in schema.get("properties", {}).values()] + [_UNKNOWN])
    if isinstance(schema, dict) and "prefixItems" in schema:
        return max([_leap(part) for part in schema["prefixItems"]] + [_UNKNOWN])
    if isinstance(schema, dict) and schema.get("type") == "array":
        return 2 + _reach(schema.get("items"))
    return _reach(schema)


def _count(schema: dict[str, Any], name: str) -> int:
    value = schema.get(name, 0)
    return value if isinstance(value, int) else 0
