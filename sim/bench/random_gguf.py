"""Random-weights GGUF files of any shape, for tests and benches: valid, instruct-like, and senseless.

A byte-level BPE tokeniser (alphabet, a few merges, optionally many made-up words to reach a real vocabulary's size) and a
ChatML template, so that everything which works with these works with any instruct model.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gguf
import numpy as np

CHATML = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
MARKS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
MERGES = ("Ġ t", "h e", "Ġt he", "i n", "e r", "a n", "Ġ a", "o n", "r e", "e n", "i s", "o u")
POINTERS = tuple(f"<{kind}{n}>" for kind in "PpLDT" for n in range(8))

WINDOW = 64
"""Positions that a sliding-window layer sees."""

HALF: dict[str, Any] = {"d": 896, "layers": 24, "heads": 14, "kv_heads": 2, "ff": 4864, "vocab": 151936, "context": 4096}
"""Shape of a 0.5B model (Qwen2.5's), for ``make_random_gguf``."""


def main(argv: Sequence[str]) -> int:
    """``python -m sim.bench random_gguf FILE [--half]``: write one."""
    parser = argparse.ArgumentParser(prog="python -m sim.bench random_gguf", description="Write a model of random weights.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--half", action="store_true", help="the shape of a 0.5B model (530 MB)")
    asked = parser.parse_args(argv)
    shape = HALF if asked.half else {}
    print(make_random_gguf(asked.file, quantised=asked.half, **shape))
    return 0


def make_random_gguf(
    path: Path,
    *,
    vocab_texts: Sequence[str] | None = None,
    d: int = 64,
    layers: int = 2,
    heads: int = 4,
    kv_heads: int = 2,
    ff: int = 128,
    context: int = 1024,
    vocab: int = 0,
    quantised: bool = False,
    template: str = CHATML,
    words_of: Path | None = None,
    seed: int = 0,
    arch: str = "llama",
) -> Path:
    """Write a model and return its path. ``arch`` is ``llama``, ``gemma2`` (a sliding window in every other layer) or
    ``mamba`` (recurrent: no attention at all).

    ``vocab_texts`` are extra user-defined tokens (``POINTERS`` makes a model with pointers); ``vocab`` pads the vocabulary to
    that many tokens; ``quantised`` writes Q8_0 instead of F16. ``words_of`` is a GGUF whose merges are taken, so
    that texts become as few tokens as they do in a real model.
    """
    writer = gguf.GGUFWriter(path, arch)
    merges = _merges_of(words_of) if words_of else MERGES
    texts = _write_vocabulary(writer, tuple(vocab_texts or ()), merges, vocab, template)
    writer.add_name("random")
    writer.add_context_length(context)
    writer.add_embedding_length(d)
    writer.add_block_count(layers)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(len(texts))
    (_write_recurrence if arch == "mamba" else _write_attention)(writer, d, heads, kv_heads, ff)
    kind = gguf.GGMLQuantizationType.Q8_0 if quantised else gguf.GGMLQuantizationType.F16
    per_layer = _recurrent(d) if arch == "mamba" else _attending(d, d // heads * kv_heads, ff, arch)
    for name, shape in _tensors(len(texts), d, layers, per_layer).items():
        _write_tensor(writer, name, shape, kind, np.random.default_rng([seed, len(name), *shape]))
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
    if writer.arch == "gemma2":
        writer.add_sliding_window(WINDOW)
        writer.add_key_length(d // heads)
        writer.add_value_length(d // heads)


def _write_recurrence(writer: gguf.GGUFWriter, d: int, *_: int) -> None:
    writer.add_feed_forward_length(0)
    writer.add_head_count(0)
    writer.add_ssm_conv_kernel(4)
    writer.add_ssm_inner_size(2 * d)
    writer.add_ssm_state_size(16)
    writer.add_ssm_time_step_rank(d // 16)


def _alphabet() -> list[str]:
    """The 256 printable stand-ins of byte-level BPE, in byte order."""
    shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
    hidden = {byte: 256 + n for n, byte in enumerate(b for b in range(256) if b not in set(shown))}
    return [chr(hidden.get(byte, byte)) for byte in range(256)]


def _merges_of(path: Path) -> tuple[str, ...]:
    """The merges of another byte-level model."""
    stored = gguf.GGUFReader(path).fields["tokenizer.ggml.merges"]
    return tuple(bytes(stored.parts[part]).decode("utf-8") for part in stored.data)


def _write_vocabulary(
    writer: gguf.GGUFWriter, extra: Sequence[str], merges: Sequence[str], size: int, template: str
) -> list[str]:
    normal = list(dict.fromkeys([*_alphabet(), *("".join(merge.split()) for merge in merges)]))
    texts = [*MARKS, *extra, *normal]
    texts += [f"Ġword{n}" for n in range(max(0, size - len(texts)))]
    kinds = [gguf.TokenType.CONTROL] * len(MARKS) + [gguf.TokenType.USER_DEFINED] * len(extra)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("smollm")
    writer.add_token_list(texts)
    writer.add_token_types(kinds + [gguf.TokenType.NORMAL] * (len(texts) - len(kinds)))
    writer.add_token_merges(list(merges))
    writer.add_bos_token_id(0)
    writer.add_eos_token_id(2)
    writer.add_eot_token_id(2)
    writer.add_add_bos_token(True)
    if template:
        writer.add_chat_template(template)
    return texts


def _tensors(vocab: int, d: int, layers: int, per_layer: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    shapes: dict[str, tuple[int, ...]] = {"token_embd.weight": (vocab, d), "output_norm.weight": (d,)}
    for layer in range(layers):
        shapes |= {f"blk.{layer}.{name}": shape for name, shape in per_layer.items()}
    return shapes


def _attending(d: int, kv: int, ff: int, arch: str) -> dict[str, tuple[int, ...]]:
    more = {"post_attention_norm": (d,), "post_ffw_norm": (d,)} if arch == "gemma2" else {}
    shapes = {
        "attn_norm": (d,),
        "ffn_norm": (d,),
        "attn_q": (d, d),
        "attn_k": (kv, d),
        "attn_v": (kv, d),
        "attn_output": (d, d),
        "ffn_gate": (ff, d),
        "ffn_up": (ff, d),
        "ffn_down": (d, ff),
        **more,
    }
    return {f"{name}.weight": shape for name, shape in shapes.items()}


def _recurrent(d: int) -> dict[str, tuple[int, ...]]:
    inner, rank, state = 2 * d, d // 16, 16
    return {
        "attn_norm.weight": (d,),
        "ssm_in.weight": (2 * inner, d),
        "ssm_conv1d.weight": (inner, 4),
        "ssm_conv1d.bias": (inner,),
        "ssm_x.weight": (rank + 2 * state, inner),
        "ssm_dt.weight": (inner, rank),
        "ssm_dt.bias": (inner,),
        "ssm_a": (inner, state),
        "ssm_d": (inner,),
        "ssm_out.weight": (d, inner),
    }


def _write_tensor(
    writer: gguf.GGUFWriter,
    name: str,
    shape: tuple[int, ...],
    kind: gguf.GGMLQuantizationType,
    generator: np.random.Generator,
) -> None:
    if len(shape) == 1:
        writer.add_tensor(name, np.ones(shape, np.float32))
        return
    values = generator.standard_normal(shape, np.float32) * np.float32(shape[1] ** -0.5)
    if name.endswith("ssm_a"):  # decay must be negative
        writer.add_tensor(name, -np.abs(values))
    elif "conv1d" in name:
        writer.add_tensor(name, values)
    elif kind == gguf.GGMLQuantizationType.F16:
        writer.add_tensor(name, values.astype(np.float16))
    else:
        writer.add_tensor(name, gguf.quants.quantize(values, kind), raw_dtype=kind)
