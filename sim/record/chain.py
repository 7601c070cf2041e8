"""The hash of a tick: blake2b over the previous hash and canonical lines of what happened. The store links, verify re-links.

Lines are made from the stored form of a row, so that what is read back gives the same bytes. Outside the hash: wall time,
token counts, questions and replies (their effects are inside), ``run`` events (they tell of the running, not of the town),
states, vectors, interviews. A tick without lines leaves the hash as it was, so it does not matter which empty ticks have a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from json.encoder import encode_basestring as quote

from sim.record.pack import write_json

START = bytes(16)
UNHASHED = "run"


def event_line(kind: str, key: str, data: str) -> str:
    """``data`` is canonical JSON."""
    return f"event {kind} {quote(key)} {data}"


def memory_line(resident: str, n: int, row: Sequence[object], text: str) -> str:
    """``row`` is (at, accessed, kind, importance, evidence JSON, expires, source, depth) as stored."""
    return f"memory {resident} {n} {write_json(row)} {quote(text)}"


def rating_line(resident: str, n: int, importance: float) -> str:
    return f"rating {resident} {n} {importance!r}"


def removal_line(resident: str, n: int) -> str:
    return f"removal {resident} {n}"


def retrieval_line(resident: str, purpose: str, at: int, touch: int, query: str, hits: str) -> str:
    """``hits`` is the canonical JSON of ``hits.pack_hits``."""
    return f"retrieval {resident} {quote(purpose)} {at} {touch} {quote(query)} {hits}"


def link(previous: bytes, tick: int, lines: Sequence[str]) -> bytes:
    """The 16-byte hash of ``tick``; ``previous`` itself where nothing happened."""
    if not lines:
        return previous
    return blake2b(previous + f"{tick}\n".encode() + "\n".join(lines).encode(), digest_size=16).digest()
