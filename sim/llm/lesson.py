"""A lesson: a reply that a model is made to write, so that what writing it costs can be measured with any weights.

The model reads its prompt, computes and samples every token as ever; only then is the sampled token replaced by the lesson's.
Used by benchmarks; knows tokens only.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


class Speller:
    """Spells texts in the tokens of one vocabulary, the longest piece first."""

    def __init__(self, pieces: Sequence[bytes], control: NDArray[np.bool_], ends: Sequence[int]) -> None:
        self.pieces, self.ends = pieces, ends
        self._tokens = {piece: token for token, piece in enumerate(pieces) if piece and not control[token]}
        self._longest = max(map(len, self._tokens), default=0)

    def next(self, rest: bytes, allowed: NDArray[np.bool_]) -> int:
        """The allowed token with the longest beginning of ``rest``, an end token where nothing is left; -1 for none."""
        if not rest:
            return next((token for token in self.ends if allowed[token]), -1)
        for length in range(min(self._longest, len(rest)), 0, -1):
            token = self._tokens.get(rest[:length], -1)
            if token >= 0 and allowed[token]:
                return token
        return -1


class Lesson:
    """``text`` as the reply to one request."""

    def __init__(self, text: str, speller: Speller) -> None:
        self._text, self._speller = text.encode(), speller

    def next(self, reply: Sequence[int], allowed: NDArray[np.bool_]) -> int:
        """The token that follows ``reply``; -1 where the reply has left the lesson."""
        written = b"".join(self._speller.pieces[token] for token in reply)
        return self._speller.next(self._text[len(written) :], allowed) if self._text.startswith(written) else -1
