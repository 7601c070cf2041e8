"""Bytes on disk: canonical JSON, deflate with an earlier text as its dictionary, and bounds for what strangers wrote.

Short texts stay plain (readable in a shell); longer ones are deflated raw, against the text they most resemble.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, NoReturn

PLAIN = 200
"""Characters up to which deflating does not pay (measured: README)."""
LONGEST = 32 << 20
"""Bytes that any one text, state or file may have when unpacked."""
WINDOW = 32 << 10
"""Bytes of dictionary that deflate can use."""
SMALL = (12, 13, 14)
"""Bits of smaller windows for what fits into them whole: as small, and at 12 in a third of the time (measured: README)."""


def _plain(value: object) -> object:
    """What JSON does not know but our records use: tuples are lists already, read-only mappings become dicts."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} cannot be stored in a run")


_ENCODER = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False, check_circular=False, default=_plain
)


def clean(text: str) -> str:
    """``text`` without lone surrogates, which UTF-8 and SQLite cannot hold (a model's reply may have them)."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def write_json(value: object) -> str:
    """Canonical JSON: sorted keys, no blanks. Raises ValueError for NaN, TypeError for what JSON cannot say."""
    return clean(_ENCODER.encode(value))


def _refuse(text: str) -> NoReturn:
    raise ValueError(f"{text} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse)


def read_json(text: str) -> Any:
    """The value of a JSON text of at most ``LONGEST`` characters."""
    if len(text) > LONGEST:
        raise ValueError("a stored text is too long")
    return _DECODER.decode(text)


def read_object(text: str) -> dict[str, Any]:
    """The JSON object in ``text``; ValueError for any other value."""
    value = read_json(text)
    if not isinstance(value, dict):
        raise ValueError("a JSON object was expected")
    return value


def digest(text: str) -> bytes:
    """16 bytes that identify a text."""
    return blake2b(text.encode(), digest_size=16).digest()


def pack(text: str, base: bytes = b"") -> str | bytes:
    """``text`` itself when short, else raw deflate with ``base`` as dictionary."""
    if len(text) <= PLAIN:
        return text
    data = text.encode()
    bits = next((bits for bits in SMALL if len(base) + len(data) <= (1 << bits) - 512), 15)
    deflate = zlib.compressobj(6, zlib.DEFLATED, -bits, 8, zlib.Z_DEFAULT_STRATEGY, base[-WINDOW:])
    return deflate.compress(data) + deflate.flush()


def unpack(data: str | bytes, base: bytes = b"") -> str:
    """The inverse of ``pack``; ValueError or zlib.error for anything else, never more than ``LONGEST`` bytes."""
    if isinstance(data, str):
        return data
    inflate = zlib.decompressobj(-15, zdict=base[-WINDOW:])
    raw = inflate.decompress(data, LONGEST)
    if inflate.unconsumed_tail or not inflate.eof:
        raise ValueError("a stored text is cut short or too long")
    return raw.decode()
