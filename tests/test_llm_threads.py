"""Several threads that ask one GGUF model: computed together, each gets its own replies, and closing waits for nobody's end.

On how many threads llama.cpp writes a token.
"""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from unittest import mock

import numpy as np
import pytest

from sim.bench.game_day import SHAPES
from sim.bench.random_gguf import make_random_gguf
from sim.llm import open_model
from sim.llm.base import Generate, Generated, ModelError, Prompt
from sim.llm.decoder import TRY_EVERY, Chunk, ContextSize, Decoder, Faster
from sim.llm.llamacpp import LlamaModel
from sim.llm.trial import TOWN_MIND
from sim.llm.weights import Weights

SCHEMA = json.dumps({"type": "object", "properties": {"say": {"type": "string", "maxLength": 80}}, "required": ["say"]})


def request(n: int) -> Generate:
    return Generate(Prompt("You are Ada.", f"Say line {n} of the play that you like best."), SCHEMA, 60, seed=n)


@pytest.fixture
def model(tmp_path: Path) -> LlamaModel:
    opened = open_model(str(make_random_gguf(tmp_path / "toy.gguf", context=2048, words_of=TOWN_MIND, **SHAPES["toy"])))
    assert isinstance(opened, LlamaModel)
    return opened


def test_threads_are_computed_together_and_get_their_own_replies(model: LlamaModel) -> None:
    alone = [model.ask([request(n)])[0] for n in range(6)]
    calls, found = model.timings.calls, dict[int, Generated]()

    def ask(n: int) -> None:
        (reply,) = model.ask([request(n)])
        assert isinstance(reply, Generated)
        found[n] = reply

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    texts = [reply.text for reply in alone if isinstance(reply, Generated)]
    assert sorted(found) == list(range(6))
    assert all(json.loads(found[n].text) and not found[n].problem for n in found)
    assert len({found[n].text for n in found}) == len(set(texts))
    assert model.timings.calls - calls < calls, "six threads cost as many calls as six questions one after another"
    model.close()


def test_a_thread_that_fails_leaves_the_others_alone(model: LlamaModel, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare = model._prepare

    def odd(asked: Generate) -> object:
        if asked.seed == 13:
            raise RuntimeError("odd")
        return prepare(asked)

    monkeypatch.setattr(model, "_prepare", odd)
    failed = []

    def ask() -> None:
        try:
            model.ask([request(13)])
        except RuntimeError as error:
            failed.append(str(error))

    thread = threading.Thread(target=ask)
    thread.start()
    (reply,) = model.ask([request(1)])
    thread.join(30)
    assert isinstance(reply, Generated) and reply.text and failed == ["odd"]
    model.close()


def test_closing_waits_only_for_the_step_that_computes(model: LlamaModel) -> None:
    ended = []

    def ask() -> None:
        try:
            for n in range(10_000):
                model.ask([request(n)])
        except ModelError as error:
            ended.append(str(error))

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    time.sleep(0.2)
    model.close()
    for thread in threads:
        thread.join(30)
    assert ended == ["The model has been closed."] * 3
    with pytest.raises(ModelError):
        model.ask([request(1)])


def test_a_token_is_written_on_as_many_threads_as_are_faster_just_then_and_the_same_on_all(tmp_path: Path) -> None:
    weights = Weights(make_random_gguf(tmp_path / "tiny.gguf"), 0)
    tokens = np.random.default_rng(0).integers(10, 200, 120).astype(np.int32)
    one, either = (Decoder(weights, ContextSize(256, 1, 512, 1, False, reading)) for reading in (1, 2))
    with mock.patch.object(one._lib, "llama_set_n_threads", wraps=one._lib.llama_set_n_threads) as chosen:
        for at, token in enumerate(tokens):
            logits = [decoder.decode([Chunk(token[None], at, 0, 1)]).copy() for decoder in (one, either)]
            assert np.array_equal(*logits)
    assert {call.args[1] for call in chosen.call_args_list} == {1, 2} and len(chosen.call_args_list) == len(tokens)
    for decoder in (one, either):
        decoder.close()
    weights.close()


def test_the_faster_number_of_threads_is_found_again_when_something_else_wants_a_core() -> None:
    seconds, faster, used = {1: 0.03, 2: 0.02}, Faster(1, 2), list[int]()
    for call in range(6 * TRY_EVERY):
        if call == 3 * TRY_EVERY:
            seconds[2] = 0.15
        used.append(faster.next())
        faster.took(used[-1], seconds[used[-1]])
    alone, beside = used[: 3 * TRY_EVERY], used[3 * TRY_EVERY :]
    assert alone.count(1) <= 4 and beside.count(2) <= 5
