"""The hits of a retrieval as one compact JSON text: columns of integers, with the score components in millionths.

A hit names its memory by n; the reader looks the memory up. This takes half the bytes of one row per hit (MEASURED.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter

from sim.record.codec import read_json, write_json
from sim.types import Hit, Memory

SCALE = 1_000_000
MAX_HITS = 10_000
"""The most hits that one retrieval may have."""
COMPONENTS = ("recency", "importance", "relevance", "norm_recency", "norm_importance", "norm_relevance", "score")
BLENDED = ("words", "near")
"""Written only where a hit has them: for presets under which words count."""
_COMPONENTS = attrgetter(*COMPONENTS)
_BLENDED = attrgetter(*BLENDED)
_WIDTHS = (len(COMPONENTS), len(COMPONENTS + BLENDED))
NO_HITS = write_json([[]] * (3 + len(COMPONENTS)))


def pack_hits(hits: Sequence[Hit]) -> str:
    """``[[n, ...], [rank, ...], [taken 0/1, ...], [millionths of recency, ...], ...]``; the ranks 0, 1, 2 ... become ``[]``."""
    if not hits:
        return NO_HITS
    ranks = [hit.rank for hit in hits]
    columns = [[hit.memory.n for hit in hits], [] if ranks == list(range(len(hits))) else ranks]
    columns.append([int(hit.taken) for hit in hits])
    columns += _millionths(map(_COMPONENTS, hits))
    if any(hit.words or hit.near for hit in hits):
        columns += _millionths(map(_BLENDED, hits))
    return write_json(columns)


def _millionths(rows: Iterable[tuple[float, ...]]) -> list[list[int]]:
    """Rows of numbers as columns of integers."""
    return [[round(number * SCALE) for number in column] for column in zip(*rows, strict=True)]


def unpack_hits(text: str, memory: Callable[[int], Memory]) -> tuple[Hit, ...]:
    """The hits of ``pack_hits`` text; ``memory`` finds a memory by its n. Raises ValueError for malformed text."""
    ns, ranks, took, *parts = _columns(text)
    rows = zip(ns, ranks or range(len(ns)), took, zip(*parts, strict=True), strict=True)
    return tuple(_hit(memory(int(n)), numbers, int(rank), bool(was)) for n, rank, was, numbers in rows)


def taken_hits(text: str) -> list[int]:
    """The n of the hits of ``pack_hits`` text that were returned. Raises ValueError for malformed text."""
    ns, _, took, *_ = _columns(text)
    return [int(n) for n, was in zip(ns, took, strict=True) if was]


def _columns(text: str) -> list[list[int]]:
    columns = read_json(text)
    if not isinstance(columns, list) or len(columns) - 3 not in _WIDTHS or len(columns[0]) > MAX_HITS:
        raise ValueError("malformed retrieval")
    return columns


def _hit(memory: Memory, parts: Sequence[int], rank: int, taken: bool) -> Hit:
    named = {part: int(value) / SCALE for part, value in zip(COMPONENTS + BLENDED, parts, strict=False)}
    return Hit(memory=memory, rank=rank, taken=taken, **named)
