"""Filter expressions: their meaning, and that a bad one raises nothing but FilterError."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.memory import FilterError, HashingEmbedder, MemoryStream
from sim.memory.filters import COMPONENTS, MAX_DEPTH, WORDS, parse

TABLE: Mapping[str, Any] = {
    **{name: np.array([0.2, 0.5, 0.9]) for name in COMPONENTS},
    **{name: np.array([0, 1, 2]) for name in ("n", "at", "accessed", "depth")},
    "kind": np.array(["observation", "plan", "reflection"], object),
    "source": np.array(["", "ivo", "mara"], object),
    "text": np.array(["Bread", "the Fair", "music"], object),
}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("relevance > 0.5", [2]),
        ("relevance >= 0.5 and n != 2", [1]),
        ("0.1 < relevance < 0.6", [0, 1]),
        ("not kind == 'plan' & n < 2", [0]),
        ("kind == 'plan' | kind == \"reflection\"", [1, 2]),
        ("~(n == 0)", [1, 2]),
        ("importance + recency * 2 > 1.5 - .3", [1, 2]),
        ("-n < -1", [2]),
        ("'fair' in text", [1]),
        ("1 / n > 2", [0]),
        ("1 == 1", [0, 1, 2]),
    ],
)
def test_filter_expressions_select_the_expected_rows(text: str, kept: list[int]) -> None:
    assert np.flatnonzero(parse(text)(TABLE)).tolist() == kept


@pytest.mark.parametrize(
    "text",
    [
        "", "relevance", "relevance >", "relevance > 0.5)", "(relevance > 0.5", "age > 3", "kind > 'a'", "kind == 3",
        "1 + 'a' > 2", "__import__('os').system('true')", "relevance.real > 1", "n > 0; n < 1", "lambda: 1", "n and n > 1",
        "(" * 60 + "n > 1" + ")" * 60,
        "n > " + "-" * (MAX_DEPTH + 5) + "1", "n > 1 " * 200, "n == 'a", "relevance > 0.5 and", "@n > 1", "n\x00 > 1",
    ],
)  # fmt: skip
def test_anything_else_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(FilterError) as caught:
        parse(text)
    assert "\n" not in str(caught.value).replace(text, "") and str(caught.value)


PIECES = st.sampled_from(
    [*COMPONENTS[:4], *WORDS, "n", "0.5", "2", "'plan'", "and", "or", "not", "in", "<", "==", "(", ")", "-", "*", "~"]
)


@given(st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=14).map(" ".join)))
def test_no_text_does_anything_but_filter_or_be_refused(text: str) -> None:
    try:
        kept = parse(text)(TABLE)
    except FilterError:
        return
    assert kept.dtype == bool and kept.shape == (3,)


def test_a_filter_applies_before_the_best_are_taken() -> None:
    stream = MemoryStream("park", HashingEmbedder())
    for i in range(50):
        stream.add(f"the lantern fair {i}", "plan" if i < 3 else "observation", at=i, importance=1 + i % 10)
    hits = stream.retrieve("lantern fair", 100, k=5, where="kind == 'plan' and score >= 0")
    assert sorted(hit.memory.n for hit in hits) == [0, 1, 2]
    assert [hit.rank for hit in hits] == [0, 1, 2]
