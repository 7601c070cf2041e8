"""Retrieval hits as one compact JSON text per retrieval: columns of whole numbers, millionths for the components.

Memories are named by n; the reader joins them back. Measured against a row per hit: half the bytes (README).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sim.record.pack import read_json, write_json
from sim.types import Hit, Memory

SCALE = 1_000_000
MOST = 10_000
"""Hits that one retrieval may have."""
PARTS = ("recency", "importance", "relevance", "norm_recency", "norm_importance", "norm_relevance", "score")


def pack_hits(hits: Sequence[Hit]) -> str:
    """``[[n, ...], [rank, ...] or [], [taken 0/1, ...], [millionths of recency, ...], ...]``; ranks 0, 1, 2 ... are ``[]``."""
    ranks = [hit.rank for hit in hits]
    columns = [[hit.memory.n for hit in hits], [] if ranks == list(range(len(hits))) else ranks]
    columns.append([int(hit.taken) for hit in hits])
    columns += [[round(getattr(hit, part) * SCALE) for hit in hits] for part in PARTS]
    return write_json(columns)


def taken(text: str) -> list[int]:
    """The n of the memories that a retrieval took."""
    columns = read_json(text)
    return [n for n, took in zip(columns[0], columns[2], strict=True) if took]


def unpack_hits(text: str, memory: Callable[[int], Memory]) -> tuple[Hit, ...]:
    """The hits, their memories looked up by n. Raises ValueError for anything malformed."""
    columns = read_json(text)
    if not isinstance(columns, list) or len(columns) != 3 + len(PARTS) or len(columns[0]) > MOST:
        raise ValueError("malformed retrieval")
    ns, ranks, took, *parts = columns
    rows = zip(ns, ranks or range(len(ns)), took, zip(*parts, strict=True), strict=True)
    return tuple(_hit(memory(int(n)), numbers, int(rank), bool(was)) for n, rank, was, numbers in rows)


def _hit(memory: Memory, parts: Sequence[int], rank: int, taken: bool) -> Hit:
    named = {part: int(value) / SCALE for part, value in zip(PARTS, parts, strict=True)}
    return Hit(memory=memory, rank=rank, taken=taken, **named)
