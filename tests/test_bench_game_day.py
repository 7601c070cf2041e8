"""The game-day bench: every way lives the same life and writes the same words; a lesson costs what an own reply does."""

from __future__ import annotations

import importlib
import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast
from unittest import mock

import numpy as np
import pytest
from numpy.typing import NDArray

from sim.bench import game_day
from sim.bench.__main__ import BENCHMARKS
from sim.bench.__main__ import main as bench_main
from sim.bench.game_day import SHAPES, WAYS, Figures, Taught, live, way
from sim.bench.in_full import THOUGHT, whole
from sim.bench.random_gguf import make_random_gguf
from sim.llm import open_model
from sim.llm.base import Generate, Generated, Prompt
from sim.llm.decoder import Chunk
from sim.llm.jobs import GenerateJob
from sim.llm.lesson import Lesson
from sim.llm.llamacpp import LlamaModel
from sim.llm.trial import TOWN_MIND
from sim.prompts.schema import array, record, text

SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {"say": {"type": "string", "maxLength": 60}, "end": {"type": "boolean"}},
        "required": ["say", "end"],
        "additionalProperties": False,
    }
)
LISTED = json.dumps(record(focus=array(text(80), 3, 3)))


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bench") / "toy.gguf"
    return make_random_gguf(path, context=8192, words_of=TOWN_MIND, **SHAPES["toy"])


class OwnReply:
    """A model's own tokens as its lesson."""

    def __init__(self, tokens: Sequence[int], end: int) -> None:
        self._tokens, self._end = list(tokens), end

    def next(self, reply: Sequence[int], allowed: NDArray[np.bool_]) -> int:
        """The token that followed ``reply``, and the end token behind the last one."""
        assert reply == self._tokens[: len(reply)]
        token = self._tokens[len(reply)] if len(reply) < len(self._tokens) else self._end
        assert allowed[token]
        return token


@dataclass
class Cost:
    """What replies cost: what each read, reused and wrote, llama.cpp calls, tokens that these decoded, drafts among them."""

    usages: list[tuple[int, int, int]]
    calls: int = 0
    decoded: int = 0
    drafts: int = 0


def write(toy: Path, own: Sequence[Sequence[int]] = ()) -> tuple[list[list[int]], Cost, int]:
    """The tokens of replies, greedy and sampled, with and without a grammar; their cost, and how many were ended early. With
    ``own``, these are the lessons."""
    requests = [
        Generate(Prompt("You are Ada.", f"Say line {n}: the mill."), LISTED if n % 2 else "", 30, warmth, seed=n)
        for n, warmth in enumerate((0.0, 0.0, 0.0, 1.0, 5.0, 5.0))
    ]
    cost = Cost([])
    with closing(open_model(str(toy))) as model:
        assert isinstance(model, LlamaModel)
        jobs = [job for request in requests for job in model._prepare(request).jobs if isinstance(job, GenerateJob)]
        for job, tokens in zip(jobs, own, strict=False):
            job._settings = replace(job._settings, lesson=cast(Lesson, OwnReply(tokens, model._weights.end_tokens[0])))
        decode = model._decoder.decode

        def counted(chunks: Sequence[Chunk]) -> NDArray[np.float32]:
            cost.decoded += sum(len(chunk.tokens) for chunk in chunks)
            cost.drafts += sum(max(0, chunk.outputs - 1) for chunk in chunks)
            return decode(chunks)

        with mock.patch.object(model._decoder, "decode", counted):
            for batch in (jobs[2:], jobs[:1], jobs[1:2]):  # side by side, and alone, where drafts are decoded along
                model._batcher.add(batch)
                while not all(job.done for job in batch):
                    model._batcher.step()
        cost.usages = [(len(job.prompt), job.reused, job.generated) for job in jobs]
        cost.calls = model.timings.calls
        return [job.reply for job in jobs], cost, sum(job.ended_early for job in jobs)


def test_a_lesson_costs_what_the_models_own_reply_costs(toy: Path) -> None:
    replies, cost, ended_early = write(toy)
    taught, cost_taught, ended_by_job = write(toy, replies)
    assert (taught, cost_taught) == (replies, cost)
    assert cost.drafts and ended_early and any(reused for _, reused, _ in cost.usages)
    assert not ended_by_job  # the lesson holds the early end itself


def test_any_reply_can_be_taught_and_comes_back_word_for_word(toy: Path) -> None:
    text = json.dumps({"say": "Eleven years with nobody at the door?", "end": True})
    model = open_model(str(toy))
    assert isinstance(model, LlamaModel)
    model.teacher = lambda _: text
    replies = model.ask([Generate(Prompt("You are Ada.", f"Say line {n}."), SCHEMA, 60, seed=n) for n in range(5)])
    assert [reply.text for reply in replies if isinstance(reply, Generated)] == [text] * 5
    model.close()


def test_what_the_script_leaves_out_is_filled_in() -> None:
    schema = {
        "type": "object",
        "properties": {
            "thought": {"type": "string", "maxLength": 300},
            "say": {"type": "string", "minLength": 1, "maxLength": 5},
            "closer": {"type": "integer", "minimum": -3, "maximum": 3},
            "place": {"enum": ["Mill", ""]},
            "rows": {"type": "array", "items": {"type": "boolean"}, "maxItems": 2},
        },
    }
    made = whole({"say": 'a "word"', "rows": [1, 0, 1]}, schema)
    assert made == {"thought": THOUGHT, "say": "a 'wo", "closer": 0, "place": "", "rows": [True, False]}


@pytest.mark.parametrize("name", sorted({*WAYS} - {"talk", "without-drafts"}))
def test_every_way_lives_the_same_minutes(name: str, toy: Path) -> None:
    with way(name, toy) as taught:
        figures = live(taught, "07:02", 14.0)
    assert isinstance(taught, Taught) and isinstance(figures, Figures)
    assert figures.minutes == 14 and figures.questions and figures.usage.generated > 20
    assert (figures.usage.reused > 0) == (name != "without-prefix")
    assert "%" in game_day.row(name, figures, figures)


def test_a_model_that_lived_before_reads_less_of_the_same_minutes_anew(toy: Path) -> None:
    def counted(warm: float) -> Figures:
        with way("all", toy) as taught:
            return live(taught, "07:10", 6.0, warm=warm)

    cold, warm = counted(0), counted(8)
    assert (warm.questions, warm.usage.prompt) == (cold.questions, cold.usage.prompt), "what was before is not counted"
    assert warm.usage.reused > 1.1 * cold.usage.reused


def test_an_unknown_benchmark_gets_the_list_of_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_main(["rivals"]) == 2
    told = capsys.readouterr().err
    assert "no benchmark 'rivals'" in told and [line.split()[0].replace("-", "_") for line in told.splitlines()[1:]] == list(
        BENCHMARKS
    )
    assert all(callable(importlib.import_module(f"sim.bench.{name}").main) for name in BENCHMARKS)
