"""Random-weights GGUF files of any shape, for tests and benchmarks: valid, with the parts of an instruct model.

Small tokenisers of the two kinds that go round, and chat templates, so that everything which works with these works with any
instruct model.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import gguf
import numpy as np

from sim.bench.families import CHATML, MARKS, MERGES, Shapes, Vocabulary, by_score, byte_level, layer

POINTERS = tuple(f"<{kind}{n}>" for kind in "PpLDTS" for n in range(8))

WINDOW = 64
"""Positions that a sliding-window layer sees."""


def make_random_gguf(
    path: Path,
    *,
    vocab_texts: Sequence[str] | None = None,
    marks: Sequence[str] = MARKS,
    d: int = 64,
    layers: int = 2,
    heads: int = 4,
    kv_heads: int = 2,
    ff: int = 128,
    context: int = 1024,
    vocab: int = 0,
    padding: int = 0,
    kind: str = "F16",
    template: str = CHATML,
    words_of: Path | None = None,
    pre: str = "smollm",
    arch: str = "llama",
) -> Path:
    """Write a model and return its path. ``arch`` is ``llama``, ``qwen2``, ``qwen3``, ``phi3``, ``gemma2`` or ``gemma3``
    (a sliding window in some layers), or ``mamba`` (recurrent: no attention at all).

    ``vocab_texts`` are extra user-defined tokens (``POINTERS`` makes a model with pointers); ``marks`` are the control tokens
    that ``template`` needs, in the order of ``families.MARKS``; ``vocab`` fills the vocabulary with made-up words to that many
    tokens; ``padding`` are unused tokens after them; ``pre`` is how texts are cut before byte-level merges, or ``spm`` or
    ``unigram`` for a SentencePiece vocabulary; ``kind`` is the type of the matrices: ``F16``, ``Q8_0`` or ``Q4_0``.
    ``words_of`` is a GGUF whose merges are taken, so that texts become as few tokens as they do in a real model.
    """
    writer = gguf.GGUFWriter(path, arch)
    extra, merges = tuple(vocab_texts or ()), _merges_of(words_of) if words_of else ()
    if pre in _SENTENCEPIECE:
        known = by_score(extra, padding, merges, vocab, marks)
    else:
        known = byte_level(extra, merges or MERGES, vocab, padding, marks)
    _write_vocabulary(writer, known, pre, template)
    writer.add_name("random")
    writer.add_context_length(context)
    writer.add_embedding_length(d)
    writer.add_block_count(layers)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(len(known.texts))
    (_write_recurrence if arch == "mamba" else _write_attention)(writer, d, heads, kv_heads, ff)
    weights = gguf.GGMLQuantizationType[kind]
    shapes: Shapes = {"token_embd.weight": (len(known.texts), d), "output_norm.weight": (d,)}
    if arch == "phi3":
        shapes["output.weight"] = (len(known.texts), d)
    for number in range(layers):
        shapes |= {f"blk.{number}.{name}": shape for name, shape in layer(arch, d, heads, kv_heads, ff).items()}
    for name, shape in shapes.items():
        _write_tensor(writer, name, shape, weights)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _write_attention(writer: gguf.GGUFWriter, d: int, heads: int, kv_heads: int, ff: int) -> None:
    writer.add_feed_forward_length(ff)
    writer.add_head_count(heads)
    writer.add_head_count_kv(kv_heads)
    writer.add_rope_dimension_count(d // heads)
    writer.add_key_length(d // heads)
    writer.add_value_length(d // heads)
    if writer.arch in ("gemma2", "gemma3"):
        writer.add_sliding_window(WINDOW)


def _write_recurrence(writer: gguf.GGUFWriter, d: int, *_: int) -> None:
    writer.add_feed_forward_length(0)
    writer.add_head_count(0)
    writer.add_ssm_conv_kernel(4)
    writer.add_ssm_inner_size(2 * d)
    writer.add_ssm_state_size(16)
    writer.add_ssm_time_step_rank(d // 16)


def _merges_of(path: Path) -> tuple[str, ...]:
    """The merges of another byte-level model."""
    stored = gguf.GGUFReader(path).fields["tokenizer.ggml.merges"]
    return tuple(bytes(stored.parts[part]).decode("utf-8") for part in stored.data)


_SENTENCEPIECE = {"spm": "llama", "unigram": "t5"}
"""The tokenisers with scores, and what llama.cpp calls them."""


def _write_vocabulary(writer: gguf.GGUFWriter, known: Vocabulary, pre: str, template: str) -> None:
    writer.add_tokenizer_model(_SENTENCEPIECE.get(pre, "gpt2"))
    writer.add_tokenizer_pre("default" if pre in _SENTENCEPIECE else pre)
    writer.add_token_list(known.texts)
    writer.add_token_types(known.kinds)
    if known.scores:
        writer.add_token_scores(known.scores)
        writer.add_unk_token_id(0)
    else:
        writer.add_token_merges(list(known.merges))
    writer.add_bos_token_id(known.start)
    writer.add_eos_token_id(2)
    writer.add_eot_token_id(2)
    writer.add_add_bos_token(True)
    if template:
        writer.add_chat_template(template)


def _write_tensor(writer: gguf.GGUFWriter, name: str, shape: tuple[int, ...], kind: gguf.GGMLQuantizationType) -> None:
    """The same values for the same name and shape, always."""
    if len(shape) == 1:
        writer.add_tensor(name, np.ones(shape, np.float32))
        return
    generator = np.random.default_rng([0, len(name), *shape])
    values = generator.standard_normal(shape, np.float32) * np.float32(shape[1] ** -0.5)
    if name.endswith("ssm_a"):  # decay must be negative
        writer.add_tensor(name, -np.abs(values))
    elif "conv1d" in name:
        writer.add_tensor(name, values)
    elif kind == gguf.GGMLQuantizationType.F16:
        writer.add_tensor(name, values.astype(np.float16))
    else:
        writer.add_tensor(name, gguf.quants.quantize(values, kind), raw_dtype=kind)
