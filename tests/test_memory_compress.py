"""Forgetting, merging and cold storage."""

from __future__ import annotations

import pytest

from sim.llm.base import Names
from sim.memory import HashingEmbedder, MemoryStream, drive
from sim.memory.compress import DAY, Forgetting, Merging, forget, merging, tier
from sim.memory.reflect import Thinker
from sim.prompts import Card

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
