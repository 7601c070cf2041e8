"""Embedders, and streams that go on where they were."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from sim.memory import CachedEmbedder, Changes, EmbedderError, HashingEmbedder, MemoryStream, open_embedder
from sim.memory.embed import Vectors
from sim.types import Memory


class Counting:
    name, dim = "counting", 4

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        return np.array([[len(text), 1, 1 / 3, 0] for text in texts], np.float32)


def test_hashing_gives_unit_rows_and_similar_rows_for_shared_words() -> None:
    embedder = open_embedder("hash:128")
    rows = embedder.embed(["the lantern fair", "Lantern fairs!", "a cold stove", ""])
    assert rows.shape == (4, 128) and rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1, 1, 0], abs=1e-6)
    assert rows[0] @ rows[1] > 0.5 > 0.2 > abs(rows[0] @ rows[2])
    assert (embedder.embed(["the lantern fair"]) == HashingEmbedder(128).embed(["the lantern fair"])).all()


def test_the_none_embedder_gives_every_memory_relevance_0() -> None:
    stream = MemoryStream("park", open_embedder("none"))
    stream.add("a", importance=3)
    stream.add("b", importance=9)
    hits = stream.retrieve("b", 0)
    assert [(hit.memory.text, hit.relevance) for hit in hits] == [("b", 0.0), ("a", 0.0)]


def test_the_bundled_model_finds_meaning_offline() -> None:
    embedder = open_embedder("minilm")
    rows = embedder.embed(["she tuned her violin", "he practised the cello", "the soup is burning", ""])
    assert rows.shape == (4, 384) and np.linalg.norm(rows, axis=1) == pytest.approx([1, 1, 1, 0], abs=1e-5)
    assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.1


@pytest.mark.parametrize("name", ["hash:many", "hash:0", "no such thing", "/no/such/folder"])
def test_an_unknown_embedder_is_refused_by_name(name: str) -> None:
    with pytest.raises(EmbedderError, match=name.split(":")[0].strip("/").split("/")[0]):
        open_embedder(name)


def test_a_folder_without_a_model_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(EmbedderError, match=tmp_path.name):
        open_embedder(str(tmp_path))


def test_importing_the_memory_imports_no_model_library() -> None:
    code = "import sys, sim.memory; print(sorted({'torch', 'sentence_transformers', 'pandas'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_cache_asks_once_per_text_and_in_one_batch() -> None:
    inner = Counting()
    cache = CachedEmbedder(inner)
    cache.prefetch(["a", "bb", "a"])
    cache.embed(["bb", "a", "ccc"])
    assert inner.asked == [["a", "bb"], ["ccc"]]
    assert [text for text, _ in cache.drain()] == ["a", "bb", "ccc"] and cache.drain() == []


def test_a_restored_cache_gives_the_very_same_numbers_without_asking() -> None:
    cache = CachedEmbedder(Counting())
    before = cache.embed(["a", "bb"])
    rows = [(text, vector.astype("<f2").tobytes()) for text, vector in cache.drain()]
    silent = Counting()
    again = CachedEmbedder(silent)
    again.load(rows)
    assert (again.embed(["a", "bb"]) == before).all() and silent.asked == [] and again.drain() == []
    assert before[0, 2] == np.float32(np.float16(1 / 3))


def test_vectors_of_another_embedder_are_refused() -> None:
    with pytest.raises(EmbedderError, match="3 numbers"):
        CachedEmbedder(Counting()).load([("a", np.zeros(3, "<f2").tobytes())])


def test_a_vector_with_infinities_has_relevance_0() -> None:
    class Broken(Counting):
        def embed(self, texts: Sequence[str]) -> Vectors:
            return np.array([[np.inf, 0, 0, 0] if text == "bad" else [1, 0, 0, 0] for text in texts], np.float32)

    stream = MemoryStream("park", Broken())
    for text in ("bad", "good"):
        stream.add(text)
    assert [(hit.memory.text, hit.relevance) for hit in stream.retrieve("q", 0)] == [("good", 1.0), ("bad", 0.0)]


HOUR = 3600


def replay(batches: Sequence[Changes]) -> list[Memory]:
    """The memories as a run file would hold them after these commits."""
    held: dict[int, Memory] = {}
    for changes in batches:
        held |= {memory.n: memory for memory in changes.added}
        for n, importance in changes.rated:
            held[n] = replace(held[n], importance=importance)
        for retrieval in changes.retrievals:
            for hit in retrieval.hits:
                if hit.taken:
                    held[hit.memory.n] = replace(held[hit.memory.n], accessed=retrieval.at)
        for n in changes.removed:
            del held[n]
    return [held[n] for n in sorted(held)]


def test_drained_changes_restore_the_stream_at_any_tick() -> None:
    rng = np.random.default_rng(3)
    stream = MemoryStream("park", HashingEmbedder(64))
    batches: list[Changes] = []
    for tick in range(120):
        stream.add(f"thing {rng.integers(9)} at {rng.integers(9)}", at=tick * 60, importance=float(rng.integers(1, 11)))
        if tick % 3 == 0:
            late = stream.add(f"word {tick}", at=tick * 60)
            stream.rate(late.n, 4)
        if tick % 5 == 0:
            stream.retrieve(f"thing {tick % 9}", tick * 60, k=4)
        if tick % 30 == 29:
            stream.remove(tick // 2)
        batches.append(stream.drain())
        if tick % 20 == 19:
            memories = replay(batches)
            assert memories == list(stream)
            again = MemoryStream.restore("park", HashingEmbedder(64), memories, stream.state())
            assert again.budget() == stream.budget()
            assert again.retrieve("thing 3", tick * 60 + 9, touch=False) == stream.retrieve(
                "thing 3", tick * 60 + 9, touch=False
            )


def test_a_forgotten_number_is_not_given_again_after_a_restart() -> None:
    stream = MemoryStream("park", HashingEmbedder())
    stream.add("one")
    stream.add("two")
    stream.remove(1)
    again = MemoryStream.restore("park", HashingEmbedder(), list(stream), stream.state())
    assert again.add("three").n == 2 and len(again) == 2
    assert {hit.memory.n for hit in again.retrieve("two three", 0)} == {0, 2}


def test_unrated_memories_are_still_unrated_after_a_restart() -> None:
    stream = MemoryStream("park", HashingEmbedder())
    stream.add("a quarrel")
    stream.add("Ivo said to Mara: go", "utterance")
    again = MemoryStream.restore("park", HashingEmbedder(), list(stream), stream.state())
    assert [memory.n for memory in again.unrated()] == [0]


def test_nothing_is_embedded_before_it_is_searched_for_and_then_in_one_batch() -> None:
    class Counting:
        name, dim = "counting", 8
        batches: list[int] = []

        def embed(self, texts: Sequence[str]) -> Vectors:
            self.batches.append(len(texts))
            return np.ones((len(texts), 8), np.float32) / np.float32(8**0.5)

    embedder = Counting()
    stream = MemoryStream("park", embedder)
    for i in range(50):
        stream.add(f"thing {i}", importance=2)
    stream.drain()
    assert embedder.batches == [] and len(stream.unembedded()) == 50
    stream.retrieve("thing", 0)
    assert embedder.batches == [51] and stream.unembedded() == []


def test_a_hundred_thousand_memories_are_restored_within_a_second() -> None:
    memories = [Memory(n, f"thing {n % 500}", "observation", n, n, 3.0) for n in range(100_000)]
    start = time.process_time()
    stream = MemoryStream.restore("park", HashingEmbedder(16), memories, {})
    assert time.process_time() - start < 1
    assert len(stream) == 100_000 and stream[99_999].text == "thing 499"


def test_recent_is_oldest_first_and_of_the_kinds_asked() -> None:
    stream = MemoryStream("park", HashingEmbedder())
    for i in range(6):
        stream.add(str(i), "plan" if i % 2 else "observation")
    stream.remove(4)
    assert [memory.text for memory in stream.recent(3)] == ["2", "3", "5"]
    assert [memory.text for memory in stream.recent(9, ("observation",))] == ["0", "2"]
