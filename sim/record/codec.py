"""Encoding of stored values: canonical JSON, and raw deflate with an earlier text as its dictionary.

Short texts are stored as they are, readable in a shell. Decoding is bounded, since a file may come from anybody.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, NoReturn

MAX_PLAIN = 200
"""Characters up to which compression does not pay (MEASURED.md)."""
MAX_BYTES = 32 << 20
"""The most bytes that one text, state or file may have when decompressed."""
WINDOW = 32 << 10
"""Bytes of dictionary that deflate can use."""
SMALL_WINDOWS = (12, 13, 14)
"""Bits of smaller windows, for a text that fits into one with its dictionary: as small a result, faster (MEASURED.md)."""


def _plain(value: object) -> object:
    """Mappings of other types become dicts, for the encoder."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} cannot be stored in a run")


def _encoder(sort_keys: bool) -> json.JSONEncoder:
    return json.JSONEncoder(
        ensure_ascii=False, sort_keys=sort_keys, separators=(",", ":"), allow_nan=False, check_circular=False, default=_plain
    )


_CANONICAL = _encoder(sort_keys=True)
_IN_ORDER = _encoder(sort_keys=False)


def replace_surrogates(text: str) -> str:
    """``text`` with ``?`` for lone surrogates, which UTF-8 and SQLite cannot hold and a model's reply may have."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def write_json(value: object) -> str:
    """Canonical JSON: sorted keys, no blanks. Raises ValueError for NaN, TypeError for values that JSON does not have."""
    return replace_surrogates(_CANONICAL.encode(value))


def write_state(value: object) -> str:
    """JSON of a state, with its keys in the order in which they were given. Prompts and caches of minds follow that order:
    with sorted keys a resumed run would part from a run that was never stopped."""
    return replace_surrogates(_IN_ORDER.encode(value))


def _refuse(text: str) -> NoReturn:
    raise ValueError(f"{text} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse)


def read_json(text: str) -> Any:
    """The value of a JSON text of at most ``MAX_BYTES`` characters. Raises ValueError."""
    if len(text) > MAX_BYTES:
        raise ValueError("a stored text is too long")
    return _DECODER.decode(text)


def read_object(text: str) -> dict[str, Any]:
    """The JSON object in ``text``. Raises ValueError for any other value."""
    value = read_json(text)
    if not isinstance(value, dict):
        raise ValueError("a JSON object was expected")
    return value


def digest(text: str) -> bytes:
    """The 16-byte blake2b digest that identifies a text."""
    return blake2b(text.encode(), digest_size=16).digest()


def compress(text: str, base: bytes = b"") -> str | bytes:
    """``text`` itself if it is short, else raw deflate with ``base`` as dictionary."""
    if len(text) <= MAX_PLAIN:
        return text
    data = text.encode()
    bits = next((bits for bits in SMALL_WINDOWS if len(base) + len(data) <= (1 << bits) - 512), 15)
    deflate = zlib.compressobj(6, zlib.DEFLATED, -bits, 8, zlib.Z_DEFAULT_STRATEGY, base[-WINDOW:])
    return deflate.compress(data) + deflate.flush()


def decompress(data: str | bytes, base: bytes = b"") -> str:
    """The inverse of ``compress``, bounded by ``MAX_BYTES``. Raises ValueError or zlib.error for other data."""
    if isinstance(data, str):
        return data
    inflate = zlib.decompressobj(-15, zdict=base[-WINDOW:])
    raw = inflate.decompress(data, MAX_BYTES)
    if inflate.unconsumed_tail or not inflate.eof:
        raise ValueError("a stored text is cut short or too long")
    return raw.decode()
