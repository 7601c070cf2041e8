"""Random weights behind the tokenisers and chat templates that instruct models have: each lives two hours of a town freely.

Noise is all that such a model writes. What keeps it in shape is ours: template, vocabulary, grammar. So nothing may fail.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from chat_templates import ALWAYS_THINKING, CHATML, GEMMA, LLAMA_3, MARKS, MISTRAL, QWEN_3, THINKING_TOKENS
from make_gguf import make_random_gguf
from town import FIRST_MORNING, live, rows, stop

from sim.engine import build
from sim.engine.backend import model_backend
from sim.llm import Prompt, open_model
from sim.llm.llamacpp import LlamaModel
from sim.llm.trial import TOWN_MIND
from sim.record.read import Run
from sim.record.store import RunStore
from sim.scenario import load
from sim.world.tilemap import TileMap

HOURS = 2
CONTEXT = 8192
BYTES_32K: dict[str, Any] = {"pre": "gpt-2", "vocab": 32_000, "arch": "qwen2"}
BYTES_128K: dict[str, Any] = {"pre": "llama-bpe", "vocab": 128_256}
BYTES_152K: dict[str, Any] = {"pre": "qwen2", "vocab": 151_936, "arch": "qwen3"}
SENTENCEPIECE: dict[str, Any] = {"pre": "spm", "vocab": 32_000}
UNIGRAM: dict[str, Any] = {"pre": "unigram", "vocab": 32_000}


class Kind(NamedTuple):
    """A vocabulary, a template, and how a prompt of "Be kind." and "Speak." ends under it."""

    vocabulary: dict[str, Any]
    template: str
    prompt_end: str


KINDS = {
    "ChatML, bytes 32k": Kind(BYTES_32K, CHATML, "user\nSpeak.<|im_end|>\n<|im_start|>assistant\n"),
    "Llama 3, bytes 128k": Kind(BYTES_128K, LLAMA_3, "\n\nSpeak.<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n"),
    "Qwen 3, bytes 152k": Kind(BYTES_152K, QWEN_3, "<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n"),
    "always thinking, bytes 32k": Kind(BYTES_32K, ALWAYS_THINKING, "<|im_start|>assistant\n<think>\n\n</think>\n\n"),
    "Gemma, SentencePiece": Kind(
        {**SENTENCEPIECE, "arch": "gemma3"}, GEMMA, "Be kind.\n\nSpeak.<end_of_turn> \n<start_of_turn> model\n"
    ),
    "Mistral, SentencePiece": Kind({**SENTENCEPIECE, "arch": "phi3"}, MISTRAL, "Be kind.\n\nSpeak. [/INST]"),
    "Mistral, unigram": Kind({**UNIGRAM, "arch": "gemma2"}, MISTRAL, "<s>[INST] Be kind.\n\nSpeak. [/INST]"),
}
"""Every architecture (llama, qwen2, qwen3, phi3, gemma2, gemma3), vocabulary and template at least once; all combinations of
them would take minutes."""


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


def _open(folder: Path, kind: Kind) -> LlamaModel:
    shape = {"d": 32, "layers": 1, "heads": 2, "kv_heads": 1, "ff": 32, "context": CONTEXT, "words_of": TOWN_MIND}
    own = THINKING_TOKENS if "<think>" in kind.template else ()
    path = make_random_gguf(
        folder / "random.gguf",
        template=kind.template,
        marks=MARKS[kind.template],
        vocab_texts=own,
        **{**shape, **kind.vocabulary},
    )
    model = open_model(str(path), threads=1, context=CONTEXT, guided=False)
    assert isinstance(model, LlamaModel)
    return model


def test_two_hours_of_a_town_without_one_fallback(tmp_path: Path, kind: Kind) -> None:
    model, path = _open(tmp_path, kind), tmp_path / "lived.sqlite"
    tokens, _ = model._encode(Prompt("Be kind.", "Speak."))
    said = b"".join(model._weights.pieces[token] for token in tokens).decode()
    assert said.endswith(kind.prompt_end) and said.count("Be kind.") == 1
    loaded = load(FIRST_MORNING)
    tilemap, backend = TileMap.load(loaded.map), model_backend(model, "random", "hash")
    store = RunStore.create(path, build.header(loaded, tilemap, backend, "lived", "random"))
    engine = build.begin(loaded, tilemap, store, backend, lambda _: None)
    live(engine, HOURS * 3600 // loaded.rules.tick)
    stop(store, engine)
    backend.close()
    with Run(path) as run:
        counters = run.counters()
    assert rows(path, "SELECT DISTINCT mode FROM questions") == [("free",)]
    assert rows(path, "SELECT task, problem FROM questions WHERE problem <> ''") == []
    assert sum(row.fallbacks + row.problems for row in counters) == 0 < sum(row.calls for row in counters)
