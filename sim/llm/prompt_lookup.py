"""What a reply may go on with, guessed from what its prompt says: replies repeat a good part of it.

Where the last tokens stood before, what followed them there is the guess. A guess costs little, because tokens that are decoded
together are cheaper than one after the other, and changes nothing: each is drawn as ever, and the first that was guessed
wrong ends it (prompt lookup, a form of speculative decoding: Leviathan et al. 2023, arXiv 2211.17192). Knows tokens only.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

NEAREST = (4, 3, 2)
"""How many last tokens are looked for, the most first."""


class Lookup:
    """The tokens so far, of a prompt and its reply."""

    def __init__(self, prompt: NDArray[np.int32]) -> None:
        self._tokens = np.concatenate([prompt, np.zeros(len(prompt) + 64, np.int32)])
        self._end = len(prompt)

    def add(self, tokens: Sequence[int]) -> None:
        """The reply goes on with these."""
        while self._end + len(tokens) > len(self._tokens):
            self._tokens = np.concatenate([self._tokens, np.zeros_like(self._tokens)])
        self._tokens[self._end : self._end + len(tokens)] = tokens
        self._end += len(tokens)

    def guess(self, most: int) -> list[int]:
        """Up to ``most`` tokens that followed where the last ones stood before, most of them and latest; [] for nowhere."""
        known = self._tokens[: self._end]
        for count in NEAREST:
            if most < 1 or len(known) <= count:
                continue
            starts = len(known) - count
            same = known[:starts] == known[starts]
            for i in range(1, count):
                same &= known[i : starts + i] == known[starts + i]
            found = np.flatnonzero(same)
            if len(found):
                at = int(found[-1]) + count
                return [int(token) for token in known[at : at + most]]
        return []
