"""Filters of retrieval, streams that are made smaller, and what a stream refuses."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.llm.base import Names
from sim.memory import FilterError, HashingEmbedder, MemoryStream, drive
from sim.memory.compress import DAY, Forgetting, Merging, forget, merging, tier
from sim.memory.embed import Vectors
from sim.memory.filters import COMPONENTS, MAX_DEPTH, WORDS, parse
from sim.memory.reflect import Thinker
from sim.prompts import Card

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


THINKER = Thinker(Card("Mara Bell", "Mara"), Names(), 30 * DAY, 1)


def old_life(**overrides: object) -> MemoryStream:
    stream = MemoryStream("park", HashingEmbedder(), **overrides)
    for i in range(6):
        stream.add(f"Mara sweeps the bakery floor, day {i}", at=i * DAY, importance=1)
    stream.add("Mara broke her arm", at=0, importance=9)
    stream.add("Ivo paints boats", at=0, importance=2)
    return stream


def test_nothing_is_compressed_unless_asked() -> None:
    stream = old_life()
    stream.retrieve("floor", 300 * DAY)
    assert len(stream) == 8 and not any(stream.is_cold(memory.n) for memory in stream)


def test_unimportant_old_unused_memories_are_forgotten() -> None:
    stream = old_life()
    stream.retrieve("day 2", 30 * DAY - 60, k=1, weights=(0, 0, 1))
    stream.drain()
    gone = forget(stream, 30 * DAY, Forgetting(importance=1))
    assert gone == [0, 1, 3, 4, 5] and stream.drain().removed == gone
    assert {memory.n for memory in stream} == {2, 6, 7}
    assert {hit.memory.n for hit in stream.retrieve("floor", 30 * DAY)} == {2, 6, 7}
    with pytest.raises(IndexError):
        stream[0]


def test_evidence_is_not_forgotten() -> None:
    stream = old_life()
    stream.add("Mara is tidy", "reflection", 6 * DAY, 5, evidence=(0, 1))
    assert 0 not in forget(stream, 30 * DAY) and stream[8].evidence == (0, 1)


def test_similar_memories_become_one_sentence_that_cites_them() -> None:
    stream = old_life()
    before = stream.budget()
    (made,) = drive(merging(stream, THINKER, Merging(similarity=0.7)), lambda q: q.fallback())
    assert (made.kind, made.evidence, made.importance, made.depth) == ("summary", (0, 1, 2, 3, 4, 5), 1, 1)
    assert stream.budget() == before
    found = {hit.memory.n for hit in stream.retrieve("sweeping the bakery floor", 30 * DAY)}
    assert made.n in found and not found & set(made.evidence)
    assert drive(merging(stream, THINKER, Merging(similarity=0.7)), lambda q: q.fallback()) == []


def test_merged_memories_are_removed_with_drop() -> None:
    stream = old_life()
    drive(merging(stream, THINKER, Merging(similarity=0.7, drop=True)), lambda q: q.fallback())
    assert {memory.n for memory in stream} == {6, 7, 8}


def test_cold_storage_is_searched_every_nth_time_and_hits_come_back_from_it() -> None:
    stream = old_life(cold_every=3)
    assert len(tier(stream, 40 * DAY)) == 8
    stream.add("a new day", at=40 * DAY)
    again = MemoryStream.restore("park", HashingEmbedder(), list(stream), stream.state(), cold_every=3)
    for held in (stream, again):
        sizes = [len(held.retrieve("Ivo paints boats", 40 * DAY, k=2)) for _ in range(4)]
        assert sizes == [1, 1, 2, 2]
        assert not held.is_cold(7) and held.is_cold(0)
    assert len(stream.retrieve("floor", 40 * DAY, k=99, cold=True)) == 9


def small() -> MemoryStream:
    stream = MemoryStream("park", HashingEmbedder(16))
    for n in range(4):
        stream.add(f"thing {n}", at=n, importance=n + 1)
    stream.retrieve("thing", 9)
    stream.drain()
    return stream


@pytest.mark.parametrize(
    ("how", "problem"),
    [
        ({"weights": (-1, 0, 1)}, "weights"),
        ({"weights": (math.nan, 0, 1)}, "weights"),
        ({"weights": (1, 1)}, "weights"),
        ({"weights": "abc"}, "weights"),
        ({"weights": (1e300, 1, 1)}, "million"),
        ({"k": 2.5}, "k is 2.5"),
        ({"at": math.nan}, "at is nan"),
        ({"at": 10**30}, "at is 1000"),
        ({"kinds": ("dream",)}, "dream"),
        ({"kinds": "observation"}, "kinds"),
        ({"where": "relevance >"}, "filter"),
    ],
)
def test_a_retrieval_that_makes_no_sense_is_refused_and_touches_nothing(how: dict[str, Any], problem: str) -> None:
    stream = small()
    with pytest.raises(ValueError, match=problem):
        stream.retrieve("thing", **({"at": 20} | how))
    assert not stream.drain() and {memory.accessed for memory in stream} == {9}


@pytest.mark.parametrize(
    ("how", "problem"),
    [
        ({"kind": "dream"}, "dream"),
        ({"at": 1.5}, "at is 1.5"),
        ({"at": 10**30}, "2\\*\\*60"),
        ({"importance": math.inf}, "from 0 to 10"),
        ({"importance": math.nan}, "from 0 to 10"),
        ({"importance": 55}, "from 0 to 10"),
        ({"importance": -1}, "from 0 to 10"),
        ({"importance": "high"}, "from 0 to 10"),
        ({"evidence": (1.0,)}, "evidence"),
        ({"evidence": (-1,)}, "evidence"),
        ({"evidence": (5,)}, "evidence"),
    ],
)
def test_a_memory_that_makes_no_sense_is_refused_before_it_is_kept(how: dict[str, Any], problem: str) -> None:
    stream = small()
    with pytest.raises(ValueError, match=problem):
        stream.add("a thing", **how)
    assert len(stream) == 4 and not stream.drain() and len(stream.retrieve("thing", 30)) == 4


@pytest.mark.parametrize(
    "setting",
    [
        {"k": -3}, {"missed": -5}, {"decay": 0}, {"decay": math.nan}, {"unit": 0},
        {"unit": 1e-320, "decay": 0.5}, {"scale": (5, 5)}, {"weights": (1, -1, 1)}, {"weights": (1, math.nan, 1)},
        {"normal": ("x", "fixed", "fixed")}, {"order": "random"},
        {"trigger": "x"}, {"threshold": math.nan}, {"rate": -1}, {"rate": "a"}, {"weights": None}, {"window": -2},
        {"questions": -1}, {"evidence": "x"}, {"reference": "x"}, {"constant": math.nan}, {"unrated": math.inf},
        {"cold_every": -1}, {"counted": ("dream",)}, {"kinds": ("dream",)}, {"reflect_where": "bogus("},
        {"duplicate": math.nan}, {"colour": 3},
    ],
)  # fmt: skip
def test_a_setting_that_makes_no_sense_is_refused_by_name(setting: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(setting))}|bogus"):
        MemoryStream("park", HashingEmbedder(16), **setting)


def test_an_embedder_of_another_width_is_named() -> None:
    class Wide:
        name, dim = "wide", 4

        def embed(self, texts: Sequence[str]) -> Vectors:
            return np.zeros((len(texts), 7), np.float32)

    with pytest.raises(ValueError, match="wide.*7"):
        MemoryStream("park", Wide()).retrieve("thing", 0)
