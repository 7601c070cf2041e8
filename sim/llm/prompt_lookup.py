"""Prompt lookup decoding: draft tokens for a reply, taken from its own prompt, because replies repeat much of their prompts.

Where the last tokens stood before, the tokens that followed them there are the draft. Decoding several tokens together is
cheaper than one after the other. A form of speculative decoding (Leviathan et al. 2023, arXiv 2211.17192); ``jobs`` samples
every token as ever, so drafts change no reply. Knows tokens only.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

NGRAM_SIZES = (4, 3, 2)
"""How many last tokens are looked for, the largest number first."""


class PromptLookup:
    """The tokens of a prompt and its reply so far."""

    def __init__(self, prompt: NDArray[np.int32], least: int = NGRAM_SIZES[-1]) -> None:
        """``least``: how many last tokens must have stood before, of ``NGRAM_SIZES``."""
        self._sizes = [count for count in NGRAM_SIZES if count >= least]
        self._tokens = np.concatenate([prompt, np.zeros(len(prompt) + 64, np.int32)])
        self._end = len(prompt)

    def add(self, tokens: Sequence[int]) -> None:
        """Append tokens of the reply."""
        while self._end + len(tokens) > len(self._tokens):
            self._tokens = np.concatenate([self._tokens, np.zeros_like(self._tokens)])
        self._tokens[self._end : self._end + len(tokens)] = tokens
        self._end += len(tokens)

    def draft(self, longest: int) -> list[int]:
        """Up to ``longest`` tokens that followed the last tokens where those stood before, the latest such place; [] for
        none."""
        known = self._tokens[: self._end]
        for count in self._sizes:
            if longest < 1 or len(known) <= count:
                continue
            starts = len(known) - count
            same = known[:starts] == known[starts]
            for i in range(1, count):
                same &= known[i : starts + i] == known[starts + i]
            found = np.flatnonzero(same)
            if len(found):
                at = int(found[-1]) + count
                return [int(token) for token in known[at : at + longest]]
        return []
