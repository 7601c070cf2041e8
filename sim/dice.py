"""Stateless random numbers: every draw comes from a seed derived from (run seed, tick, resident, purpose).

Resume and fork therefore need no generator state, and viewing a run never changes it. Does not know what the draws are for.
"""

from __future__ import annotations

import hashlib

import numpy as np


def derive(*parts: int | str) -> int:
    """An integer from 0 to 2**63 - 1 that depends on the parts alone (blake2b over their text)."""
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 1


def dice(*parts: int | str) -> np.random.Generator:
    """A generator seeded by ``derive``: Philox, which is the same on every platform."""
    return np.random.Generator(np.random.Philox(derive(*parts)))
