"""Known mistakes of other systems: one test per mistake, which shows that this stream does not make it."""

from __future__ import annotations

import math
from typing import Any

import pytest
from memory_reference import fallback

from sim.llm.base import Names
from sim.memory import HashingEmbedder, MemoryStream, drive
from sim.prompts import Card, Question, Reply
from sim.prompts.tasks.insights import InferInsights, InsightRow, Insights

HOUR, DAY = 3600, 86400
MARA = Card("Mara Bell", "Mara")


def test_recency_is_not_inverted() -> None:
    stream = MemoryStream("park", HashingEmbedder(), weights=(1, 0, 0))
    for hour in range(5):
        stream.add(f"thing {hour}", at=hour * HOUR)
    assert [hit.memory.n for hit in stream.retrieve("thing", 5 * HOUR)] == [4, 3, 2, 1, 0]


def test_recency_follows_hours_not_ranks() -> None:
    stream = MemoryStream("park", HashingEmbedder())
    for at in (0, 100 * HOUR, 101 * HOUR):
        stream.add("thing", at=at)
    assert [hit.recency for hit in sorted(stream.retrieve("x", 101 * HOUR), key=lambda h: h.memory.n)] == pytest.approx(
        [0.995**101, 0.995, 1.0], abs=1e-6
    )


def test_last_access_survives_a_restart() -> None:
    stream = MemoryStream("park", HashingEmbedder())
    for i in range(4):
        stream.add(f"thing {i}", importance=3)
    stream.retrieve("thing 2", 9 * HOUR, k=1)
    again = MemoryStream.restore("park", HashingEmbedder(), list(stream), stream.state())
    assert [memory.accessed for memory in again] == [0, 0, 9 * HOUR, 0]
    assert again.retrieve("thing", 10 * HOUR) == stream.retrieve("thing", 10 * HOUR)


def test_retrieval_refreshes_last_access_and_scoring_reads_the_same_field() -> None:
    stream = MemoryStream("park", HashingEmbedder())
    stream.add("the harbour")
    stream.retrieve("harbour", 50 * HOUR)
    assert stream[0].accessed == 50 * HOUR
    assert stream.retrieve("harbour", 51 * HOUR)[0].recency == pytest.approx(0.995, abs=1e-6)


def test_equal_recency_and_importance_give_no_nan_and_keep_relevance() -> None:
    stream = MemoryStream("park", HashingEmbedder())
    for text in ("a walk", "the lantern fair", "a nap"):
        stream.add(text, importance=5)
    hits = stream.retrieve("lantern fair", 0)
    assert hits[0].memory.text == "the lantern fair"
    assert not any(math.isnan(hit.score) for hit in hits)


def test_expiry_is_read() -> None:
    stream = MemoryStream("park", HashingEmbedder())
    stream.add("the shop is closed today", expires=DAY)
    stream.add("the shop sells rope")
    assert {hit.memory.n for hit in stream.retrieve("shop", DAY - 1)} == {0, 1}
    assert [hit.memory.n for hit in stream.retrieve("shop", DAY)] == [1]


def test_citations_are_parsed_and_stored_as_evidence() -> None:
    stream = MemoryStream("park", HashingEmbedder())
    for text in ("Mara tuned the violin", "Mara played until dark", "rain fell on the harbour"):
        stream.add(text, importance=5)

    def answer(question: Question[Any]) -> Reply:
        if isinstance(question, InferInsights):
            wanted = [i for i, text in enumerate(question.statements, 1) if "Mara" in text]
            return Insights((InsightRow((*wanted, 99), "Mara lives for music"),))
        return fallback(question)

    made = drive(stream.reflecting(MARA, Names(), HOUR, 1), answer)
    assert [sorted(memory.evidence) for memory in made] == [[0, 1]]
    assert made[0].depth == 1


def test_an_insight_without_citations_still_has_depth_1() -> None:
    """It has no evidence to walk down to, but is inferred, so that a limit on levels counts it."""
    stream = MemoryStream("park", HashingEmbedder())
    stream.add("Mara tuned the violin", importance=5)

    def answer(question: Question[Any]) -> Reply:
        if isinstance(question, InferInsights):
            return Insights((InsightRow((), "Mara lives for music"),))
        return fallback(question)

    made = drive(stream.reflecting(MARA, Names(), HOUR, 1), answer)
    assert [(memory.evidence, memory.depth) for memory in made] == [((), 1)]


def test_names_are_found_whatever_their_case() -> None:
    stream = MemoryStream("park", HashingEmbedder(), weights=(0, 0, 1))
    stream.add("ISABELLA is hanging lanterns")
    stream.add("the stove is cold")
    assert stream.retrieve("what does Isabella do", 0, 1)[0].memory.n == 0


def test_reflecting_on_nothing_asks_nothing() -> None:
    assert drive(MemoryStream("park", HashingEmbedder()).reflecting(MARA, Names(), 0, 1), fallback) == []


def test_talk_is_remembered_but_not_rated_and_not_in_the_budget() -> None:
    stream = MemoryStream("park", HashingEmbedder())
    stream.add("Ivo said to Mara: the fair is on Friday", "utterance", source="ivo")
    assert (stream.unrated(), stream.budget()) == ([], 0)
    assert stream.retrieve("when is the fair", 0)[0].memory.source == "ivo"


def test_importance_counts_once_and_only_what_happened() -> None:
    stream = MemoryStream("park", HashingEmbedder())
    stream.add("a quarrel", importance=8)
    stream.add("to buy bread", "plan", importance=5)
    stream.add("Mara is hot-headed", "reflection", importance=9)
    stream.add("Mara grew up by the sea", importance=6, source="backstory")
    late = stream.add("a kiss")
    stream.rate(late.n, 7)
    stream.rate(late.n, 9)
    assert stream.budget() == 15


def test_a_memory_of_the_future_is_fresh_not_infinite() -> None:
    stream = MemoryStream("park", HashingEmbedder())
    stream.add("a visit", at=10 * DAY)
    assert stream.retrieve("visit", 0)[0].recency == 1.0


def test_a_retrieval_without_touch_leaves_no_trace() -> None:
    stream = MemoryStream("park", HashingEmbedder())
    stream.add("a visit")
    stream.drain()
    stream.retrieve("visit", DAY, touch=False)
    assert not stream.drain()
    assert stream[0].accessed == 0
