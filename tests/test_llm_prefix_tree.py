"""The prefix cache as a tree: real states of real contexts, cut and joined; what is kept when there is room for little."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import numpy as np
import pytest

from sim.bench.random_gguf import make_random_gguf
from sim.llm.base import Generate, Generated, Prompt
from sim.llm.cells import Cells
from sim.llm.decoder import Chunk, ContextSize, Decoder
from sim.llm.llamacpp import LlamaModel
from sim.llm.prefix_cache import PrefixCache
from sim.llm.weights import Weights

TOKENS = np.random.default_rng(0).integers(10, 200, 120).astype(np.int32)
SCHEMA = '{"type": "object", "properties": {"say": {"type": "string", "maxLength": 40}}, "required": ["say"]}'


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_random_gguf(tmp_path_factory.mktemp("tree") / "tiny.gguf")


@pytest.fixture(params=[False, True], ids=["values by channel", "flash attention"])
def decoder(path: Path, request: pytest.FixtureRequest) -> Iterator[Decoder]:
    weights = Weights(path, 0)
    opened = Decoder(weights, ContextSize(256, 3, 512, 1, request.param))
    yield opened
    opened.close()
    weights.close()


def test_a_state_is_cut_and_joined_byte_for_byte_and_goes_on_in_another_slot(decoder: Decoder) -> None:
    decoder.decode([Chunk(TOKENS[:100], 0, 1, 1)])
    state = decoder.save(1)
    cells = Cells.of(state, 100)
    assert cells and np.array_equal(cells.join([cells.cut(state, 100, 0, 60), cells.cut(state, 100, 60, 100)]), state)
    begun = cells.cut(state, 100, 0, 60)
    assert decoder.restore(2, cells.join([cells.part(begun, 0, 20), cells.part(begun, 20, 60)]), 60)
    resumed = decoder.decode([Chunk(TOKENS[60:110], 60, 2, 1)]).copy()
    decoder.decode([Chunk(TOKENS[:60], 0, 0, 1)])
    assert np.allclose(decoder.decode([Chunk(TOKENS[60:110], 60, 0, 1)]), resumed, atol=0.01)


def test_what_is_no_state_of_that_many_cells_is_not_cut(decoder: Decoder) -> None:
    decoder.decode([Chunk(TOKENS, 0, 0, 1)])
    state = decoder.save(0)
    damaged = state.copy()
    damaged[20] ^= 1
    for one, count in ((state, 119), (state[:-1], 120), (damaged, 120), (state[:10], 120), (np.zeros(500, np.uint8), 1)):
        assert Cells.of(one, count) is None


def test_a_shared_beginning_is_held_once_and_outlives_what_follows_it(decoder: Decoder) -> None:
    prompts = [np.concatenate([TOKENS[:80], np.full(20, 10 + n, np.int32)]) for n in range(4)]
    decoder.decode([Chunk(prompts[0], 0, 0, 1)])
    whole = len(decoder.save(0))
    cache = PrefixCache(256, max_bytes=round(whole * 1.3), thorough=True)
    for prompt in prompts:
        decoder.truncate(0)
        decoder.decode([Chunk(prompt, 0, 0, 1)])
        cache.add(prompt, decoder.save(0), len(prompt))
    assert cache.held <= cache.max_bytes, "eighty tokens once, and twenty for each"
    found = [cache.match(np.append(prompt, np.int32(9)))[0] for prompt in prompts]
    assert found == [80, 80, 100, 100], "the two that were used last are whole, of the others the beginning is left"
    count, state, held = cache.match(TOKENS[:50])
    assert (count, held) == (49, 49) and decoder.restore(1, state, held) and decoder.length(1) == 49


def test_a_thorough_cache_changes_no_reply_and_serves_a_second_prompt_at_once(path: Path) -> None:
    asked = [Prompt("You are Ann of Millbrook. " * 3, f"The talk goes on. {'Well? ' * n}Now reply.") for n in range(3)]
    texts, served = {}, {}
    for least in (0, 2**60):  # from how many parameters on every prompt is kept
        with mock.patch("sim.llm.llamacpp.LARGE_MODEL", least):
            model = LlamaModel(path)
        replies = [model.ask([Generate(prompt, SCHEMA, 20, 0.0)])[0] for prompt in asked]
        texts[least] = [reply.text for reply in replies if isinstance(reply, Generated)]
        served[least] = [reply.usage.reused for reply in replies]
        model.close()
    assert texts[0] == texts[2**60] and all(texts[0])
    assert served[2**60][1] == 0 < served[0][1] < served[0][2], "else a prompt must share its beginning with two others first"
