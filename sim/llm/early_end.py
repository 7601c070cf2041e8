"""How a reply under a grammar can be ended early: which tokens close what is open, and how many tokens an end may need.

When the tokens of a reply run out, it is ended early as valid JSON instead of being cut off. Pure functions on schemas and
token bytes; ``grammar`` and ``llamacpp`` use them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

_SCALAR = 16
"""Characters that end a number, a word or a pattern such as a clock time."""


class ClosingTokens:
    """The tokens that end things, best first: a closing quote, letters (for text that must not be empty), closing brackets,
    digits, then every other single byte. They are few, and together they can end any reply."""

    def __init__(self, pieces: Sequence[bytes], allowed: NDArray[np.bool_]) -> None:
        """``pieces`` are the bytes of every token; ``allowed`` (same length) says which of them a reply may hold."""
        singles = [token for token, piece in enumerate(pieces) if len(piece) == 1 and allowed[token]]
        self._order = np.array(sorted(singles, key=lambda token: (_rank(pieces[token]), token)), np.int64)
        self._lengths = np.array([len(piece) or 2**15 for piece in pieces], np.int32)

    def first(self, candidates: NDArray[np.bool_]) -> int:
        """The best closing token among ``candidates`` (bool, shape (vocab,)); the shortest candidate where none is a closing
        token; -1 where there is no candidate."""
        ours = np.flatnonzero(candidates[self._order])
        if len(ours):
            return int(self._order[ours[0]])
        others = np.flatnonzero(candidates)
        return int(others[self._lengths[others].argmin()]) if len(others) else -1


def _rank(piece: bytes) -> int:
    traits = (piece == b'"', piece.isalpha(), piece in b"}]", piece.isdigit())
    return traits.index(True) if True in traits else len(traits)


def max_end_length(schema: str) -> int:
    """The most characters, and so tokens, that the shortest end of a reply can need at any point of it. ``schema`` is JSON
    text; 0 where it is not."""
    return _end_length(_parse(schema))


def max_end_growth(schema: str) -> int:
    """By how many characters, and so tokens, the shortest end can grow at most with one token: the reply begins another item,
    or a longer option. 0 where ``schema`` is not JSON."""
    return _end_growth(_parse(schema))


def _parse(schema: str) -> Any:
    try:
        return json.loads(schema)
    except ValueError:
        return None


def _end_length(schema: Any) -> int:
    if not isinstance(schema, dict):
        return 0
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    if values:
        return max(len(json.dumps(value)) for value in values)
    if schema.get("type") == "object":
        return 2 + sum(len(json.dumps(name)) + 4 + _end_length(part) for name, part in schema.get("properties", {}).items())
    if "prefixItems" in schema:
        return 2 + sum(2 + _end_length(part) for part in schema["prefixItems"])
    if schema.get("type") == "array":
        return 2 + (_count(schema, "minItems") + 1) * (2 + _end_length(schema.get("items")))
    return _count(schema, "minLength") + _SCALAR


def _end_growth(schema: Any) -> int:
    if isinstance(schema, dict) and schema.get("type") == "object":
        return max([_end_growth(part) for part in schema.get("properties", {}).values()] + [_SCALAR])
    if isinstance(schema, dict) and "prefixItems" in schema:
        return max([_end_growth(part) for part in schema["prefixItems"]] + [_SCALAR])
    if isinstance(schema, dict) and schema.get("type") == "array":
        return 2 + _end_length(schema.get("items"))
    return _end_length(schema)


def _count(schema: dict[str, Any], name: str) -> int:
    value = schema.get(name, 0)
    return value if isinstance(value, int) else 0
