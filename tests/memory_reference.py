"""Reference implementation of retrieval: the formulas in plain Python, one memory after the other.

The fast search is tested against it. Slow on purpose (about 40 microseconds a memory of 384 dimensions). Shares no code with
``search``, ``scoring`` or ``vector_index``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import methodcaller

import numpy as np

from sim.memory.embed import Embedder
from sim.memory.presets import MIN_RECENCY, Preset
from sim.memory.words import index_words
from sim.types import Memory


@dataclass(frozen=True, slots=True)
class Ranked:
    """A memory's number, its raw components, their normalised values and the score."""

    n: int
    raw: tuple[float, float, float]
    normal: tuple[float, float, float]
    score: float


def rank(
    preset: Preset,
    embedder: Embedder,
    memories: Sequence[Memory],
    query: str,
    at: int,
    weights: tuple[float, float, float] | None = None,
    kinds: Sequence[str] | None = None,
) -> list[Ranked]:
    """Every eligible memory, best first; ties go to the lower number."""
    kinds = preset.kinds if kinds is None else kinds
    eligible = [m for m in memories if (m.expires is None or m.expires > at) and (kinds is None or m.kind in kinds)]
    if not eligible:
        return []
    now = at if preset.reference == "now" else max(m.accessed for m in eligible)
    recency = [faded(preset, max(0, now - m.accessed)) for m in eligible]
    importance = [preset.unrated * 10 / preset.top if m.importance is None else m.importance for m in eligible]
    relevance = cosines(embedder, [m.text for m in eligible], query)
    raw = list(zip(recency, importance, relevance, strict=True))
    columns = [normalise(preset, i, [r[i] for r in raw]) for i in range(3)]
    if preset.words:
        columns[2] = blended(preset, memories, eligible, relevance, query)
    normal = list(zip(*columns, strict=True))
    w = preset.weights if weights is None else weights
    ranked = [
        Ranked(m.n, r, (a, b, c), w[0] * a + w[1] * b + w[2] * c) for m, r, (a, b, c) in zip(eligible, raw, normal, strict=True)
    ]
    return sorted(ranked, key=lambda row: (-row.score, row.n))


def faded(preset: Preset, age: int) -> float:
    """Recency after ``age`` seconds."""
    made = preset.decay ** (age / preset.unit)
    return made if made >= MIN_RECENCY else 0.0


def normalise(preset: Preset, component: int, values: Sequence[float]) -> list[float]:
    """Min-max over the values, or the preset's fixed scale."""
    low, high = min(values), max(values)
    if preset.normal[component] == "fixed":
        low, high = (one * 10 / preset.top for one in preset.scale) if component == 1 else (0.0, 1.0)
    if low == high:
        return [preset.constant for _ in values]
    return [(value - low) / (high - low) for value in values]


def blended(
    preset: Preset, memories: Sequence[Memory], eligible: Sequence[Memory], cosine: Sequence[float], query: str
) -> list[float]:
    """Relevance from cosines, words and neighbours."""
    told = {m.n: set(index_words(found_by(preset, m), preset.stems)) for m in memories}
    asked = list(dict.fromkeys(index_words(query, preset.stems)))
    having = {word: sum(word in words for words in told.values()) for word in asked}
    rarity = {word: round(math.log(1 + (len(told) - n + 0.5) / (n + 0.5)), 6) for word, n in having.items()}
    mean = max(1, sum(map(len, told.values()))) / len(told)
    own = []
    for memory, near in zip(eligible, cosine, strict=True):
        words = told[memory.n]
        bm25 = sum(rarity[word] for word in asked if word in words) / (1 + 0.9 * (0.8 + 0.2 * len(words) / mean))
        most = sum(rarity.values()) / (1 + 0.9 * 0.8)
        own.append((1 - preset.words) * max(0.0, near) + preset.words * (bm25 / most if most else 0.0))
    made = list(own)
    for i, memory in enumerate(eligible):
        for distance, weight in enumerate(preset.near, 1):
            places = [place for place in (i - distance, i + distance) if 0 <= place < len(own)]
            close = [own[place] for place in places if abs(eligible[place].at - memory.at) <= preset.near_seconds]
            made[i] += weight * max(close, default=0.0)
    return [value / (1 + sum(preset.near)) for value in made]


def found_by(preset: Preset, memory: Memory) -> str:
    return memory.text if preset.calendar is None else f"{memory.text} {preset.calendar(memory.at)}"


def cosines(embedder: Embedder, texts: Sequence[str], query: str) -> list[float]:
    """Inner products of the stored float16 vectors, each summed exactly."""
    if not embedder.dim:
        return [0.0 for _ in texts]
    rows = [_stored(row) for row in np.asarray(embedder.embed([*texts, query]))]
    asked = rows.pop()
    return [min(1.0, max(-1.0, math.fsum(a * b for a, b in zip(row, asked, strict=True)))) for row in rows]


def _stored(row: Sequence[float]) -> list[float]:
    """A vector as it is stored: rounded to float16; zero where a number is not finite."""
    numbers = [float(np.float16(x)) for x in row]
    return numbers if all(math.isfinite(x) for x in numbers) else [0.0 for _ in numbers]


fallback = methodcaller("fallback")
"""Answers a question as nobody does."""
