"""Every preset reproduces its system's numbers. The expected values are computed here from the formulas."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from sim.memory import PRESETS, MemoryStream, Preset
from sim.memory.embed import Vectors
from sim.types import Hit

HOUR, DAY = 3600, 86400


class Named:
    """Three texts with known cosines to the query ``q``: same 1, half 0.5, other 0, away -1."""

    name, dim = "named", 2
    rows = {"q": (1, 0), "same": (1, 0), "half": (0.5, math.sqrt(0.75)), "other": (0, 1), "away": (-1, 0)}

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.array([self.rows.get(text, (0, 0)) for text in texts], np.float32)


def town(preset: str, *rows: tuple[str, int, float], **overrides: object) -> MemoryStream:
    stream = MemoryStream(preset, Named(), **overrides)
    for text, at, importance in rows:
        stream.add(text, at=at, importance=importance)
    return stream


def scores(hits: Sequence[Hit]) -> dict[str, float]:
    return {hit.memory.text: hit.score for hit in hits}


def test_park_decays_per_game_hour_and_sums_three_min_max_components() -> None:
    stream = town("park", ("same", 0, 1), ("half", 5 * HOUR, 10), ("away", 10 * HOUR, 4))
    found = {hit.memory.text: hit for hit in stream.retrieve("q", 10 * HOUR)}
    oldest, middle = 0.995**10, 0.995**5
    assert found["same"].recency == pytest.approx(oldest, abs=1e-6)
    assert found["same"].score == pytest.approx(0 + 0 + 1, abs=1e-6)
    assert found["half"].score == pytest.approx((middle - oldest) / (1 - oldest) + 1 + 0.75, abs=1e-4)
    assert found["away"].score == pytest.approx(1 + 3 / 9 + 0, abs=1e-6)


def test_streams_weighs_exponential_recency_scaled_importance_and_the_cosine_itself() -> None:
    stream = town("streams", ("same", 0, 10), ("other", 0, 1), rate=0.1, weights=(2.0, 3.0, 0.5))
    found = scores(stream.retrieve("q", 7 * HOUR))
    assert found["same"] == pytest.approx(2 * math.exp(-0.7) + 3 * 1 + 0.5 * 1, abs=1e-9)
    assert found["other"] == pytest.approx(2 * math.exp(-0.7) + 3 * 0 + 0.5 * 0, abs=1e-9)


@pytest.mark.parametrize(("rate", "hours"), [(0.01, 69.3), (0.05, 13.9), (0.1, 6.93), (0.5, 1.386)])
def test_streams_half_life_table(rate: float, hours: float) -> None:
    stream = town("streams", ("same", 0, 5), rate=rate)
    assert stream.retrieve("q", round(hours * HOUR))[0].recency == pytest.approx(0.5, abs=1e-3)


def test_streams_without_a_rate_keeps_the_papers_decay() -> None:
    assert town("streams", ("same", 0, 5)).retrieve("q", HOUR)[0].recency == pytest.approx(0.995, abs=1e-12)


def test_agents_lab_recency_is_0_79_after_a_day_and_0_18_after_a_week() -> None:
    stream = town("agents-lab", ("same", 0, 9), ("other", 6 * DAY, 2))
    found = {hit.memory.text: hit.recency for hit in stream.retrieve("q", 7 * DAY)}
    assert found["same"] == pytest.approx(0.99 ** (7 * 24), abs=1e-9)
    assert found["other"] == pytest.approx(0.99**24, abs=1e-9)
    assert (round(found["other"], 2), round(found["same"], 2)) == (0.79, 0.18)


def test_agents_lab_without_recency_and_importance_is_a_vector_store() -> None:
    stream = town("agents-lab", ("away", 0, 10), ("same", DAY, 1), ("half", 9 * DAY, 9), ("other", 2 * DAY, 5))
    ranked = [hit.memory.text for hit in stream.retrieve("q", 9 * DAY, weights=(0, 0, 1))]
    assert ranked == ["same", "half", "other", "away"]


def test_agents_lab_takes_an_importance_function_and_reflects_at_thirty() -> None:
    stream = MemoryStream("agents-lab", Named(), judge=lambda text: 9.0 if "important" in text else 2.0)
    for _ in range(3):
        stream.add("an important thing")
    assert (stream.budget(), stream.due()) == (27.0, False)
    stream.add("an important thing")
    assert stream.due()


def test_llm_stream_decays_per_second_and_leaves_importance_as_a_tenth() -> None:
    stream = town("llm-stream", ("same", 0, 0.3), ("half", 60, 0.9), ("away", 100, 0.5))
    found = scores(stream.retrieve("q", 100))
    low, middle, high = 0.99**100, 0.99**40, 1.0
    assert found["same"] == pytest.approx(0 + 0.3 + 1, abs=1e-6)
    assert found["half"] == pytest.approx((middle - low) / (high - low) + 0.9 + 0.75, abs=1e-4)
    assert found["away"] == pytest.approx(1 + 0.5 + 0, abs=1e-6)


def test_llm_stream_triggers_on_the_last_n_and_never_resets() -> None:
    stream = town("llm-stream", *[("same", i, 0.2) for i in range(20)])
    assert stream.budget() == pytest.approx(15 * 0.2)
    stream.spend()
    assert stream.due()


def test_genagents_scores_relevance_and_half_importance_and_answers_in_order_of_time() -> None:
    stream = town("genagents", ("half", 3, 100), ("same", 1, 0), ("away", 2, 50))
    hits = stream.retrieve("q", 0)
    assert [hit.memory.text for hit in hits] == ["same", "away", "half"]
    assert scores(hits) == pytest.approx({"same": 1.0, "half": 0.5 + 0.75, "away": 0.25}, abs=1e-4)


def test_genagents_measures_recency_from_the_latest_retrieval_in_steps() -> None:
    stream = town("genagents", ("same", 1, 10), ("other", 5, 10))
    hits = stream.retrieve("q", 1000, weights=(1, 0, 0))
    assert {hit.memory.text: hit.recency for hit in hits} == pytest.approx({"same": 0.99**4, "other": 1.0})


def test_genagents_puts_equal_values_in_the_middle() -> None:
    hits = town("genagents", ("same", 1, 40), ("same", 1, 40)).retrieve("q", 0)
    assert {(h.norm_recency, h.norm_importance, h.norm_relevance) for h in hits} == {(0.5, 0.5, 0.5)}


def test_genagents_defaults_can_be_overridden_per_call() -> None:
    stream = town("genagents", *[("same", i, 10) for i in range(200)])
    stream.add("half", "reflection", 9, 90)
    assert len(stream.retrieve("q", 0)) == 120
    assert [hit.memory.text for hit in stream.retrieve("q", 0, k=5, kinds=("reflection",))] == ["half"]
    assert [(found.touched, len(found.hits) >= 1) for found in stream.drain().retrievals] == [(False, True)] * 2
    assert {memory.accessed for memory in stream} == {*range(200)}, "what is recorded is not touched"
    stream.retrieve("q", 500, k=1, touch=True)
    assert [memory.accessed for memory in stream].count(500) == 1


def test_npc_adds_decay_significance_and_similarity() -> None:
    stream = town("npc", ("same", 0, 8))
    assert stream.retrieve("q", 3 * HOUR)[0].score == pytest.approx(0.99**3 + 0.15 * 0.8 + 1, abs=1e-9)


def test_presets_are_opened_by_name_or_value() -> None:
    with pytest.raises(ValueError, match="agents-lab"):
        MemoryStream("stanford", Named())
    assert MemoryStream(Preset(name="mine", k=3), Named()).preset.k == 3
    assert list(PRESETS)[0] == "park"
