"""The hash chain of a run: a tick's hash is blake2b over the previous hash and one canonical line per row of the tick.

``store`` computes the chain when it writes; ``verify`` computes it again from the stored rows. Lines are made from the stored
form of a row, so that reading a row back gives the same bytes. The hash covers events, memories, ratings, removals and
retrievals. It leaves out wall time, token counts, questions and replies (their effects are covered), ``run`` events, states,
vectors and interviews. A tick without lines keeps the previous hash, so it does not matter which empty ticks have a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from json.encoder import encode_basestring as quote

from sim.record.codec import write_json

START = bytes(16)
UNHASHED = "run"
"""The kind of event that is not hashed: it tells of the program, not of the town."""


def event_line(kind: str, key: str, data: str) -> str:
    """The line of an event; ``data`` is canonical JSON."""
    return f"event {kind} {quote(key)} {data}"


def memory_line(resident: str, n: int, row: Sequence[object], text: str) -> str:
    """The line of a memory; ``row`` is (at, accessed, kind, importance, evidence JSON, expires, source, depth, and
    the origin JSON where there is one) as stored."""
    return f"memory {resident} {n} {write_json(row)} {quote(text)}"


def rating_line(resident: str, n: int, importance: float) -> str:
    return f"rating {resident} {n} {importance!r}"


def removal_line(resident: str, n: int) -> str:
    return f"removal {resident} {n}"


def retrieval_line(resident: str, purpose: str, at: int, touch: int, query: str, hits: str) -> str:
    """The line of a retrieval; ``hits`` is the canonical JSON of ``hits.pack_hits``."""
    return f"retrieval {resident} {quote(purpose)} {at} {touch} {quote(query)} {hits}"


def link(previous: bytes, tick: int, lines: Sequence[str]) -> bytes:
    """The 16-byte hash of ``tick``; ``previous`` itself if there are no lines."""
    if not lines:
        return previous
    return blake2b(previous + f"{tick}\n".encode() + "\n".join(lines).encode(), digest_size=16).digest()
