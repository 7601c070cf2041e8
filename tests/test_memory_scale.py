"""One scale of importance inside, each system's own at the door; what is unrated is not worthless; what is set wins."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from memory_reference import fallback
from town import write_town

from sim import Town
from sim.analysis.memory_use import memory_metrics
from sim.analysis.run_context import RunContext
from sim.cli import main
from sim.engine.minds import _stream_settings
from sim.engine.parts import Parts
from sim.llm.base import Names
from sim.memory import PRESETS, HashingEmbedder, MemoryStream, drive, open_preset
from sim.memory.compress import DAY, Forgetting, Merging, forget, similar
from sim.memory.genagents import GenerativeAgent
from sim.memory.reflect import Thinker, rate_texts
from sim.prompts import Card, Question, Reply
from sim.prompts.check import satisfies
from sim.prompts.tasks.answer_scale import AnswerScale
from sim.prompts.tasks.insights import InferInsights
from sim.prompts.tasks.rate import Rate, Ratings
from sim.record.read import Run
from sim.scenario.model import Rules
from sim.scenario.personas import read_persona

MARA = Card("Mara Bell", "Mara")
every = pytest.mark.parametrize("preset", list(PRESETS))


def rated(value: int) -> Callable[[Question[Any]], Reply]:
    return lambda q: Ratings((value,) * len(q.events)) if isinstance(q, Rate) else fallback(q)


@every
def test_the_highest_importance_is_ten_inside_whatever_the_systems_own_scale(preset: str) -> None:
    stream = MemoryStream(preset, HashingEmbedder())
    top = stream.preset.top
    assert stream.add("a death", importance=top).importance == 10
    assert stream.add("a yawn", importance=0).importance == 0
    for outside in (top * 1.01, -0.1, float("nan"), "much"):
        with pytest.raises(ValueError, match=f"from 0 to {top:g}"):
            stream.add("x", importance=outside)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match=f"from 0 to {top:g}"):
            stream.rate(0, outside)  # type: ignore[arg-type]
    assert len(stream) == 2


@every
def test_a_rating_by_a_model_is_worth_the_same_in_every_preset(preset: str) -> None:
    stream = MemoryStream(preset, HashingEmbedder())
    stream.add("a death")
    drive(stream.rating(MARA, Names(), 0, 1), rated(10))
    stream.add("a birth")
    drive(stream.rating(MARA, Names(), 0, 1), rated(5))
    assert [memory.importance for memory in stream] == [10, 5]
    hits = stream.retrieve("x", 0, k=2)
    assert max(hits, key=lambda hit: hit.norm_importance).memory.n == 0


@every
def test_a_town_rates_from_one_to_ten_whatever_the_preset(preset: str) -> None:
    own = Parts.of().memory("ana", Rules(preset=preset))  # type: ignore[arg-type]
    assert own.top == 10
    stream = MemoryStream(own, HashingEmbedder())
    assert stream.add("a death", importance=10).importance == 10
    alone = MemoryStream(preset, HashingEmbedder())
    assert alone.preset.stored(alone.preset.threshold) == pytest.approx(own.threshold)
    assert alone.preset.stored(alone.preset.unrated) == pytest.approx(own.unrated)


def test_what_goes_out_to_genagents_comes_back_as_it_was(tmp_path: Path) -> None:
    stream = MemoryStream("genagents", HashingEmbedder())
    for n in range(101):
        stream.add(f"thing {n}", importance=n)
    GenerativeAgent.of(stream, {"first_name": "Ann"}).save(tmp_path / "ann")
    again = GenerativeAgent(tmp_path / "ann")
    assert [memory.importance for memory in again.stream] == [memory.importance for memory in stream]
    town = read_persona(tmp_path / "ann").keys["remembered"]
    assert town[100]["importance"] == 10 and town[73]["importance"] == 7.3


def test_a_window_is_reflected_on_once_in_a_town() -> None:
    stream = MemoryStream(Parts.of().memory("ana", Rules(preset="llm-stream")), HashingEmbedder())
    for n in range(15):
        stream.add(f"thing {n}", at=n, importance=3)
    assert stream.due() and stream.is_window_new()
    stream.spend()
    assert stream.due() and not stream.is_window_new(), "the source never resets the window; the town looks at each once"
    again = MemoryStream.restore(stream.preset, HashingEmbedder(), list(stream), stream.state())
    assert not again.is_window_new()
    for n in range(15):
        again.add(f"more {n}", at=20 + n, importance=3)
    assert again.is_window_new()


# -- None is not zero ---------------------------------------------------------------------------------------------------


@every
def test_forgetting_takes_what_is_low_and_seldom_found_in_every_preset_and_nothing_unrated(preset: str) -> None:
    stream = MemoryStream(preset, HashingEmbedder())
    tenth = stream.preset.top / 10
    for text, importance in (("dull", 1), ("a quarrel", 8), ("never rated", None), ("dull but asked after", 1)):
        stream.add(text, importance=None if importance is None else importance * tenth)
    for day in range(50):
        stream.retrieve("asked after", day, 1, weights=(0, 0, 1), purpose="look")
    assert stream.uses(3) == 50
    assert forget(stream, 30 * DAY, Forgetting(idle=0)) == [0]
    assert [memory.text for memory in stream] == ["a quarrel", "never rated", "dull but asked after"]


def test_merging_may_take_what_is_unrated() -> None:
    stream = MemoryStream("park", HashingEmbedder())
    for _ in range(3):
        stream.add("sweeping the yard")
    assert [len(group) for group in similar(stream, 9 * DAY, Merging())] == [3]


def test_a_look_that_leaves_no_trace_is_no_use() -> None:
    stream = MemoryStream("park", HashingEmbedder())
    stream.add("a quarrel", importance=3)
    stream.retrieve("quarrel", 1, touch=False)
    assert stream.uses(0) == 0


# -- Unset is not default -------------------------------------------------------------------------------------------------


def in_town(**rules: Any) -> MemoryStream:
    made: Any = SimpleNamespace(rules=Rules(**rules), language="English", start=dt.datetime(2026, 5, 8, 7))
    return MemoryStream(Parts.of().memory("ana", made.rules), HashingEmbedder(), **_stream_settings(made))


def test_what_a_scenario_sets_wins_even_where_it_equals_the_usual() -> None:
    assert in_town(preset="agents-lab", reflection=150).preset.threshold == 150
    assert in_town(preset="genagents", memory_weights=(1.0, 1.0, 1.0)).preset.weights == (1, 1, 1)
    assert in_town(preset="agents-lab").preset.threshold == 30
    assert in_town(preset="genagents").preset.weights == PRESETS["genagents"].weights
    assert in_town().preset.name == Rules().preset and in_town().preset.weights == PRESETS["town"].weights


def test_settings_reach_interviews_and_reflection() -> None:
    stream = MemoryStream("genagents", HashingEmbedder(), k=3, insights=2)
    for n in range(9):
        stream.add(f"step {n}", at=n, importance=50)
    asked: list[Any] = []

    def answer(question: Question[Any]) -> Reply:
        asked.append(question)
        return fallback(question)

    made = drive(stream.reflecting(MARA, Names(), 9, 1, anchor="step"), answer)
    assert [len(memory.evidence) for memory in made] == [3] and asked[0].count == 2
    assert open_preset("genagents", {"k": 3}).reflect_k is None and open_preset("npc", {"k": 3}).reflect_k == 30


# -- What is asked for is what comes --------------------------------------------------------------------------------------


def test_ten_insights_that_are_asked_for_may_come() -> None:
    question = InferInsights(card=MARA, statements=("a", "b"), count=10)
    rows = [{"because": [1], "insight": f"insight {n}"} for n in range(10)]
    assert satisfies({"insights": rows}, question.schema())
    assert question.tokens == 2 * InferInsights(card=MARA, statements=("a",), count=5).tokens


@pytest.mark.parametrize("reply", [Ratings(()), Ratings((4, 4, 4)), Ratings((0, 4)), Ratings((4, 11))])
def test_a_rating_of_another_shape_is_no_rating(reply: Ratings) -> None:
    with pytest.raises(ValueError, match="2 ratings from 1 to 10"):
        drive(rate_texts(Thinker(MARA, Names(), 0, 1), ["a", "b"]), lambda _: reply)


def test_a_wide_range_is_written_and_not_chosen() -> None:
    assert AnswerScale(card=MARA, range=(0, 200_000)).options() == ()
    assert AnswerScale(card=MARA, range=(0, 100)).options() == tuple(range(101))


# -- Recorded retrievals --------------------------------------------------------------------------------------------------


@every
def test_every_retrieval_is_recorded_with_its_arithmetic_and_touches_where_the_preset_does(preset: str) -> None:
    stream = MemoryStream(preset, HashingEmbedder())
    stream.add("a quarrel")
    (hit,) = stream.retrieve("quarrel", 9, purpose="ask")
    stream.record("quarrel", 10, "meet", [replace(hit, rank=0)])
    found = stream.drain().retrievals
    assert [(one.purpose, one.at, one.touched) for one in found] == [
        ("ask", 9, stream.preset.touch),
        ("meet", 10, stream.preset.touch),
    ]
    assert [one.hits[0].score for one in found] == [hit.score] * 2
    assert stream[0].accessed == (10 if stream.preset.touch else 0)


def test_a_town_records_the_retrievals_of_a_preset_that_touches_nothing(tmp_path: Path) -> None:
    scenario, path = write_town(tmp_path), tmp_path / "run.sqlite"
    scenario.write_text(scenario.read_text() + "rules: {preset: genagents}\n")
    with Town.load(scenario, model="fake", embedder="hash", run=path) as town:
        town.run(ticks=400)
    with Run(path) as run:
        found = [one.retrieval for slug in ("ana", "ben") for one in run.retrievals(slug, run.last_tick, 999)]
        assert found and not any(one.touched for one in found) and any(hit.score for one in found for hit in one.hits)
        assert all(memory.accessed == memory.at for memory in run.memories("ana", run.last_tick))
        measured = {metric.name: metric.value for metric in memory_metrics(RunContext(run))}
        assert 0 < (measured["memories retrieved"] or 0) < 1, "counted by recorded retrievals, not by last access"
    assert main(["verify", str(path)]) == 0


def test_of_one_moment_the_better_memory_stands_first_in_order_of_time() -> None:
    stream = MemoryStream("genagents", HashingEmbedder())
    for text in ("nothing of the kind", "the lantern fair", "the fair"):
        stream.add(text, at=5, importance=50)
    assert [hit.memory.n for hit in stream.retrieve("the lantern fair", 9)] == [1, 2, 0]
