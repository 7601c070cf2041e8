"""Filter expressions: words of the grammar in any order, good expressions mutated, and noise."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np

from fuzz.mutate import Target, mutate_text
from sim.memory.filters import COMPONENTS, NUMBERS, WORDS, FilterError, parse

WORDS_AND_SIGNS = (
    *(*NUMBERS, *WORDS, "and", "or", "not", "in", "&", "|", "~", "<", "<=", ">", ">=", "==", "!=", "+", "-", "*", "/"),
    *("(", ")", "((", "))", "'plan'", '"the fair"', "''", "0.5", "1e308", ".3", "0", "10", "1e999", "9" * 40),
    *("__import__('os')", "lambda: 0", "text.__class__", "[0]", "{}", "\x00", "é", "\n", "@", "n" * 60, "'", '"', "#"),
)
GOOD = (
    "relevance > 0.5 and kind == 'plan'",
    "0.1 < relevance < 0.6 or not (n >= 2 & 'fair' in text)",
    '(importance + recency * 2) / 3 > 1.5 - .3 | ~(source == "ivo")',
)
TABLE: dict[str, Any] = {
    **{name: np.array([0.2, 0.5, 0.9]) for name in COMPONENTS},
    **{name: np.array([0, 1, 2]) for name in ("n", "at", "accessed", "depth")},
    "kind": np.array(["observation", "plan", "reflection"], object),
    "source": np.array(["", "ivo", "mara"], object),
    "text": np.array(["Bread", "the Fair", "music"], object),
}


class Filters(Target):
    """Parsed, and where that works applied to a small table."""

    def __init__(self, _: Path) -> None:
        super().__init__((FilterError,))

    def one(self, dice: random.Random) -> None:
        kept = parse(_expression(dice))(TABLE)
        if kept.shape != (3,) or kept.dtype != np.bool_:
            raise AssertionError(f"a filter gave {kept!r}")


def _expression(dice: random.Random) -> str:
    how = dice.random()
    if how < 0.5:
        return " ".join(dice.choices(WORDS_AND_SIGNS, k=dice.choice((1, 2, 3, 4, 5, 7, 12, 60))))
    if how < 0.9:
        return mutate_text(dice.choice(GOOD), dice, WORDS_AND_SIGNS)
    return "".join(chr(dice.randrange(1, 0x2000)) for _ in range(dice.randrange(40)))
