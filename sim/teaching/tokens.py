"""From examples to token ids, by the GGUF's own vocabulary and chat template, so that teaching reads what asking reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sim.llm.chat_template import read_template
from sim.llm.weights import Weights
from sim.teaching.examples import Example

MOST_TOKENS = 1024
"""Longer examples lose their last turns."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """``ids`` of one example and which of them are ``learned``: replies, and the token that ends each."""

    kind: str
    ids: NDArray[np.int64]
    learned: NDArray[np.bool_]


class Encoder:
    """The vocabulary and the template of one GGUF. ``close`` frees the model."""

    def __init__(self, path: Path) -> None:
        self._weights = weights = Weights(path)
        end = weights.pieces[weights.end_tokens[0]].decode("utf-8", "replace")
        self.template = read_template(weights.template, path.name, weights.start_text, end)
        after = weights.tokenize(self.template.again, special=True)[:1]
        self._end = after[0] if after and after[0] in weights.end_tokens else weights.end_tokens[0]
        self._starts = not (weights.start_text and self.template.before.startswith(weights.start_text))

    def encode(self, example: Example, most: int = MOST_TOKENS) -> Encoded:
        """The example as tokens, its last turns left out beyond ``most``."""
        template, end = self.template, self._end
        ids, learned = list[int](), list[bool]()
        for turn in range(0, len(example.turns), 2):
            head = f"{template.before}{example.system}{template.between}" if not turn else template.again
            asked = self._asked(f"{head}{example.turns[turn]}{template.after}", not turn, after_end=bool(turn))
            reply = [*self._weights.tokenize_continuation(example.turns[turn + 1]), end]
            if turn and len(ids) + len(asked) + len(reply) > most:
                break
            ids += [*asked, *reply]
            learned += [False] * len(asked) + [True] * len(reply)
        return Encoded(example.kind, np.array(ids, np.int64), np.array(learned))

    def _asked(self, text: str, first: bool, after_end: bool) -> list[int]:
        tokens = self._weights.tokenize(text, special=True, add_start=first and self._starts)
        return tokens[1:] if after_end and tokens[:1] == [self._end] else tokens  # the reply has brought its end along

    def all(self, examples: Sequence[Example]) -> list[Encoded]:
        return [self.encode(example) for example in examples]

    def close(self) -> None:
        self._weights.close()
