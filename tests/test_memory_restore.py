"""Drained changes and the state are enough to restore a stream."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sim.memory import Changes, HashingEmbedder, MemoryStream
from sim.memory.embed import Vectors
from sim.types import Memory

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
