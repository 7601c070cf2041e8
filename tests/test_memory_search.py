"""The fast search equals the reference implementation for every preset and any stream."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_reference import rank

from sim.memory import PRESETS, MemoryStream, search, vector_index
from sim.memory.byte_index import ByteIndex
from sim.memory.embed import Embedder, HashingEmbedder, NoEmbedder, Vectors
from sim.memory.vector_index import quantise
from sim.types import Hit


class GridEmbedder:
    """A text's number gives its direction: few directions, so that there are many ties and duplicates; some are zero or NaN."""

    name, dim = "grid", 3

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.array([self._row(text) for text in texts], np.float32)

    def _row(self, text: str) -> list[float]:
        digit = int(text or 0) % 12
        if digit == 11:
            return [float("nan"), 0.0, 1.0]
        if digit == 10:
            return [0.0, 0.0, 0.0]
        angle = digit * 0.5
        return [float(np.cos(angle)), float(np.sin(angle)), 0.0]


MOMENTS = st.integers(-4, 4).map(lambda hours: hours * 7200)
ROWS = st.lists(
    st.tuples(
        st.integers(0, 11),
        st.sampled_from(["observation", "utterance", "plan", "reflection", "summary"]),
        MOMENTS,
        st.one_of(st.none(), st.integers(1, 10).map(float)),
        st.one_of(st.none(), MOMENTS),
    ),
    max_size=40,
)
KINDS = st.sampled_from([None, ("observation",), ("reflection", "plan")])
WEIGHTS = st.sampled_from([None, (0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.5, 2.0, 3.0), (0.0, 0.0, 0.0)])


Row = tuple[int, str, int, float | None, int | None]


def build(preset: str, embedder: Embedder, rows: Sequence[Row]) -> MemoryStream:
    stream = MemoryStream(PRESETS[preset].on_scale(), embedder)
    for text, kind, at, importance, expires in rows:
        stream.add(str(text), kind, at, importance, expires=expires)  # type: ignore[arg-type]
    return stream


def check(stream: MemoryStream, hits: Sequence[Hit], query: str, at: int, k: int, **how: object) -> None:
    """The hits are the first k of the reference, number for number."""
    expected = rank(stream.preset, stream.embedder, list(stream), query, at, **how)[:k]  # type: ignore[arg-type]
    by_rank = sorted(hits, key=lambda hit: hit.rank)
    assert [hit.memory.n for hit in by_rank] == [row.n for row in expected]
    for hit, row in zip(by_rank, expected, strict=True):
        assert (hit.recency, hit.importance, hit.relevance) == pytest.approx(row.raw, abs=1e-9)
        assert (hit.norm_recency, hit.norm_importance, hit.norm_relevance) == pytest.approx(row.normal, abs=1e-9)
        assert hit.score == pytest.approx(row.score, abs=1e-9)


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("large", [1, 10**6])
@settings(max_examples=30, deadline=None)
@given(rows=ROWS, query=st.integers(0, 11).map(str), at=MOMENTS, k=st.integers(1, 12), kinds=KINDS, weights=WEIGHTS)
def test_any_stream_ranks_as_the_reference_does(
    large: int, preset: str, rows: list[Row], query: str, at: int, k: int, kinds: object, weights: object
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vector_index, "BYTE_INDEX_FROM", large)
        patch.setattr(search, "BYTES_BLENDED_FROM", large)
        patch.setattr(search, "REFINE_ABOVE", 0)
        patch.setattr(search, "REFINE_BLENDED_ABOVE", 0)
        check_any(preset, rows, query, at, k, kinds, weights)


def check_any(preset: str, rows: list[Row], query: str, at: int, k: int, kinds: object, weights: object) -> None:
    stream = build(preset, GridEmbedder(), rows)
    hits = stream.retrieve(query, at, k, weights, kinds, touch=False)  # type: ignore[arg-type]
    check(stream, hits, query, at, k, weights=weights, kinds=kinds)


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize(("size", "dim", "large"), [(1, 96, 10**6), (500, 50, 10**6), (250, 384, 1), (500, 64, 200)])
def test_larger_streams_rank_as_the_reference_does_while_retrievals_touch_them(
    preset: str, size: int, dim: int, large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With and without the byte index; 384 and 64 dimensions use FAISS's whole-number kernels."""
    monkeypatch.setattr(vector_index, "BYTE_INDEX_FROM", large)
    monkeypatch.setattr(search, "BYTES_BLENDED_FROM", large)
    rng = np.random.default_rng(size)
    words = ["bread", "lantern", "fair", "doctor", "violin", "rain", "garden", "quarrel", "letter", "harbour", "cat", "debt"]
    stream = MemoryStream(PRESETS[preset].on_scale(), HashingEmbedder(dim))
    for _ in range(size):
        text = " ".join(rng.choice(words, 3))
        stream.add(text, at=int(rng.integers(0, 90)) * 3600, importance=float(rng.integers(1, 11)))
    at = 100 * 3600
    for query in ("lantern fair", "the doctor's debt", "nothing of this kind", ""):
        expected = rank(stream.preset, stream.embedder, list(stream), query, at)
        hits = stream.retrieve(query, at, 20, touch=True)
        assert [hit.memory.n for hit in sorted(hits, key=lambda hit: hit.rank)] == [row.n for row in expected[:20]]
        at += 1800


class Rows:
    """Made-up vectors: a text is the number of its row."""

    name = "rows"

    def __init__(self, rows: Vectors) -> None:
        self.rows, self.dim = rows, rows.shape[1]

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self.rows[[int(text or 0) for text in texts]]


def shaped(rng: np.random.Generator, size: int) -> Vectors:
    """Vectors of any length, some repeated, some zero, or all the same."""
    rows = rng.standard_normal((size, int(rng.choice([2, 8, 64, 128])))).astype(np.float32)
    if rng.random() < 0.6:
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    rows *= rng.choice([1, 1, 1e-3, 30])
    if rng.random() < 0.3:
        rows = rows[rng.integers(0, 1 + size // 10, size)]
    if rng.random() < 0.2:
        rows[::3] = 0
    return np.repeat(rows[:1], size, axis=0) if rng.random() < 0.1 else rows


@pytest.mark.parametrize("seed", range(24))
def test_vectors_of_any_shape_rank_as_the_reference_does(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug found once: vectors slightly longer than 1, whose products were cut to 1 but whose bounds were not."""
    rng = np.random.default_rng(seed)
    monkeypatch.setattr(vector_index, "BYTE_INDEX_FROM", int(rng.choice([1, 100, 10**6])))
    monkeypatch.setattr(vector_index, "SUBSET_DIVISOR", int(rng.choice([1, 4])))
    monkeypatch.setattr(search, "REFINE_ABOVE", int(rng.choice([0, 16, 512])))
    monkeypatch.setattr(search, "REFINE_BLENDED_ABOVE", search.REFINE_ABOVE)
    monkeypatch.setattr(search, "BYTES_BLENDED_FROM", vector_index.BYTE_INDEX_FROM)
    size, span = int(rng.choice([5, 60, 250])), int(rng.choice([1, 3600, 10**9]))
    stream = MemoryStream(PRESETS[str(rng.choice(list(PRESETS)))].on_scale(), Rows(shaped(rng, size + 1)))
    for n in range(size):
        kind = "plan" if rng.random() < 0.4 else "observation"
        stream.add(str(n), kind, int(rng.integers(-span, span)), float(rng.choice([1, 5, 9.5])))  # type: ignore[arg-type]
    for k, weights, kinds in ((5, None, None), (30, (0.0, 0.0, 1.0), ("plan",)), (1, (0.3, 0.9, 0.6), ("plan",))):
        hits = stream.retrieve(str(size), span, k, weights, kinds, touch=False)  # type: ignore[arg-type]
        check(stream, hits, str(size), span, k, weights=weights, kinds=kinds)


@pytest.mark.parametrize("preset", list(PRESETS))
def test_ranks_stay_exact_when_time_jumps_and_retrievals_touch(preset: str) -> None:
    """Recency is cached between retrievals. A jump of years, a touch, a memory of the future, a rating or a removal must not
    make it wrong."""
    rng = np.random.default_rng(5)
    stream, at = MemoryStream(PRESETS[preset].on_scale(), HashingEmbedder(32)), 0
    for turn in range(60):
        at += int(rng.choice([0, 1, 60, 3600, 86400, 10**9, -(10**9), -3600]))
        for n in range(3):
            moment = at + int(rng.choice([0, -5, -7200, 4000, 10**8]))
            stream.add(f"the {rng.choice(['fair', 'boat', 'rain'])} {n}", at=moment, importance=float(rng.integers(1, 10)))
        stream.rate(3 * turn + 2 - 3 * int(rng.integers(1 + turn // 3)), float(rng.integers(1, 11)))
        if turn == 30:
            stream.remove(7)
        query = str(rng.choice(["fair", "the boat", ""]))
        expected = rank(stream.preset, stream.embedder, list(stream), query, at)[:6]
        before = {memory.n: memory.accessed for memory in stream}
        hits = sorted(stream.retrieve(query, at, 6, touch=True), key=lambda hit: hit.rank)
        assert [hit.memory.n for hit in hits] == [row.n for row in expected]
        assert all(stream[hit.memory.n].accessed == max(at, before[hit.memory.n]) for hit in hits), "never back in time"


def test_the_relevance_of_unit_vectors_is_exact_to_the_last_bit() -> None:
    """So that it is the same on every processor, in any order of summation."""
    rows = np.random.default_rng(3).standard_normal((301, 384))
    rows = quantise(rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    stream = MemoryStream("park", Rows(rows))
    for n in range(300):
        stream.add(str(n), importance=3)
    asked = rows[300].astype(float).tolist()
    for hit in stream.retrieve("300", 0, 300):
        row = rows[hit.memory.n].astype(float).tolist()
        assert hit.relevance == math.fsum(a * b for a, b in zip(row, asked, strict=True))


def test_hits_are_frozen_records_like_any_other() -> None:
    stream = MemoryStream("park", HashingEmbedder(16))
    stream.add("a walk", importance=2)
    stream.retrieve("walk", 50)
    (hit,) = stream.retrieve("walk", 90)
    assert type(hit) is Hit and hit == replace(hit) and hit.memory == replace(stream[0], accessed=50)
    with pytest.raises(FrozenInstanceError):
        hit.score = 2.0  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        hit.memory.text = ""  # type: ignore[misc]


def test_equal_memories_come_oldest_first_without_a_division_by_zero() -> None:
    stream = MemoryStream("park", HashingEmbedder(32))
    for _ in range(400):
        stream.add("the kettle is on", importance=5)
    hits = stream.retrieve("the kettle is on", 3600, 30)
    assert [hit.memory.n for hit in hits] == list(range(30))
    assert {(hit.norm_recency, hit.norm_importance, hit.norm_relevance, hit.score) for hit in hits} == {(0.0, 0.0, 0.0, 0.0)}


def test_a_vector_with_a_larger_component_than_any_before_is_found() -> None:
    """The byte index is rebuilt when a component is too large for its codes."""

    class Spike:
        name, dim = "spike", 64

        def embed(self, texts: Sequence[str]) -> Vectors:
            rows = np.full((len(texts), 64), 0.125, np.float32)
            for row, text in zip(rows, texts, strict=True):
                if text == "spike":
                    row[:] = 0
                    row[7] = 1
                elif text:
                    row[int(text)] *= -1
            return rows

    stream = MemoryStream("park", Spike(), weights=(0, 0, 1))
    for n in range(50):
        stream.add(str(n))
    assert stream.retrieve("3", 0, 1)[0].memory.text == "3"
    stream.add("spike")
    assert stream.retrieve("spike", 0, 1)[0].memory.text == "spike"
    assert stream.retrieve("3", 0, 1)[0].memory.text == "3"


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("dim", [50, 64, 96, 384])
def test_the_byte_index_is_never_wrong_by_more_than_its_error_bound(dim: int, whole: bool) -> None:
    """On some processors FAISS computes 64 and 384 dimensions in whole numbers and drops a query's fractions. Rows that bytes
    hold exactly (``whole``) leave no slack that could hide this."""
    rng = np.random.default_rng(dim)
    rows = rng.standard_normal((3000, dim)) * rng.choice([0.1, 1, 5], (3000, 1)) / dim**0.5
    rows[::7] = 0
    rows[5, 3] = 1.5
    if whole:
        rows = rng.integers(-127, 128, (3000, dim)) / 1024
        rows[0, 0] = 127 / 1024
    vectors = quantise(rows)
    bytes_index = ByteIndex(dim, float(np.abs(vectors).max()))
    bytes_index.add(vectors.astype(np.float32))
    for query in quantise(rng.standard_normal((20, dim))).astype(np.float64):
        found = bytes_index.approximate(query, float(np.linalg.norm(query)))
        off = np.abs(found.cosines - np.clip(vectors.astype(np.float64) @ query, -1, 1))
        assert off.max() <= found.error
        query /= 40 * np.linalg.norm(query)  # and where nothing is cut
        found = bytes_index.approximate(query, float(np.linalg.norm(query)))
        assert 0 < np.abs(found.cosines - vectors.astype(np.float64) @ query).max() <= found.error < 0.01


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("size", [0, 1, 2])
def test_streams_of_0_1_and_2_memories_return_what_they_have(preset: str, size: int) -> None:
    stream = MemoryStream(PRESETS[preset].on_scale(), HashingEmbedder(16))
    for n in range(size):
        stream.add(f"thing {n}", at=n, importance=3)
    for k, found in ((-1, 0), (0, 0), (1, min(size, 1)), (10**9, size)):
        assert len(stream.retrieve("thing", 5, k)) == found
    check(stream, stream.retrieve("thing", 5, touch=False), "thing", 5, 3)


def test_a_query_that_is_nan_ranks_by_recency_and_importance() -> None:
    """NaN from an embedder: relevance 0 for every memory, and no NaN in any score."""
    stream = MemoryStream("park", GridEmbedder())
    for n in range(5):
        stream.add(str(n), at=n * 3600, importance=1.0 + n)
    hits = stream.retrieve("11", 9 * 3600)
    assert [hit.memory.n for hit in hits] == [4, 3, 2, 1, 0] and {hit.relevance for hit in hits} == {0.0}


def test_an_empty_stream_returns_no_hits() -> None:
    for embedder in (NoEmbedder(), HashingEmbedder(16)):
        stream = MemoryStream("park", embedder)
        assert stream.retrieve("anything", 0) == []
        assert stream.retrieve("anything", 0, where="relevance > 0.5") == []
