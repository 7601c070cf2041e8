"""Sampling a token from logits: mask, temperature and min-p. Pure numpy.

No state beyond the generator that the caller derives from the request's seed, so a reply does not depend on the other requests
of its batch.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MIN_P = 0.05
"""Tokens less likely than this share of the likeliest token are never sampled (llama.cpp's own default)."""


def random_generator(seed: int) -> np.random.Generator:
    """The random generator of one request; any integer will do as a seed."""
    return np.random.Generator(np.random.Philox(key=seed % 2**64))


def sample(logits: NDArray[np.float32], allowed: NDArray[np.bool_], temperature: float, generator: np.random.Generator) -> int:
    """A token id among ``allowed`` (bool, shape (vocab,)); -1 where nothing is allowed. ``temperature`` 0 takes the likeliest
    token, the lowest id on a tie. Min-p applies before the temperature, as in llama.cpp, so that a high temperature does not
    let nonsense in."""
    masked = np.where(allowed, logits, np.float32(-np.inf))
    best = int(masked.argmax())
    top = masked[best]
    if not np.isfinite(top):
        return -1
    if temperature <= 0:
        return best
    kept = np.flatnonzero(masked >= top + np.float32(np.log(MIN_P)))
    weights = np.exp((masked[kept].astype(np.float64) - float(top)) / temperature)
    cumulative = np.cumsum(weights)
    drawn = int(np.searchsorted(cumulative, generator.random() * cumulative[-1], side="right"))
    return int(kept[min(drawn, len(kept) - 1)])


def log_sum_exp(logits: NDArray[np.float32], block: int = 2**18) -> NDArray[np.float64]:
    """log(sum(exp(row))) of each row of an (n, vocab) array, computed in blocks that stay in the processor's cache."""
    count, width = logits.shape
    result = np.empty(count, np.float64)
    rows = max(1, block // max(1, width))
    for start in range(0, count, rows):
        part = logits[start : start + rows]
        peak = part.max(axis=1, keepdims=True)
        result[start : start + rows] = np.log(np.exp(part - peak).sum(axis=1, dtype=np.float64)) + peak[:, 0]
    return result
