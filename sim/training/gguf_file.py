"""Models as GGUF files, written and read: shape, weights, vocabulary and chat template; and the command ``export``.

Names and layout are llama.cpp's for ``llama``: rotary positions in adjacent pairs, tied embeddings, norms in F32. Knows nothing
of training.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from sim.training import checkpoint
from sim.training.model import Shape, Tensors, sizes
from sim.training.vocabulary import MARKS, Vocabulary, from_json

KINDS = ("F16", "Q8_0", "F32")
"""How matrices may be stored."""
CHATML = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)

COPYING, BACK = "town.copying_channels", "town.copying_back"
"""Keys of our own: ``Shape.copying`` and ``Shape.back``."""


@dataclass(frozen=True, slots=True)
class ModelFile:
    """What a model's file holds; weights in float32."""

    shape: Shape
    weights: Tensors
    vocabulary: Vocabulary


def write_gguf(path: Path, file: ModelFile, kind: str = "F16") -> None:
    """Write ``file`` to ``path``, matrices as ``kind``. The write is atomic."""
    import gguf

    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".unfinished")
    writer = gguf.GGUFWriter(unfinished, "llama")
    _describe(writer, file, kind)
    for tensor, size in sizes(file.shape).items():
        values = np.ascontiguousarray(file.weights[tensor].detach().float().cpu().numpy())
        if len(size) == 1 or kind == "F32":
            writer.add_tensor(tensor, values)
        elif kind == "F16":
            writer.add_tensor(tensor, values.astype(np.float16))
        else:
            stored = gguf.GGMLQuantizationType[kind]
            writer.add_tensor(tensor, gguf.quants.quantize(values, stored), raw_dtype=stored)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    os.replace(unfinished, path)


def _describe(writer: Any, file: ModelFile, kind: str) -> None:
    import gguf

    shape, vocabulary = file.shape, file.vocabulary
    writer.add_name("town-mind")
    writer.add_context_length(shape.positions)
    writer.add_embedding_length(shape.width)
    writer.add_block_count(shape.layers)
    writer.add_feed_forward_length(shape.hidden)
    writer.add_head_count(shape.heads)
    writer.add_head_count_kv(shape.kv_heads)
    writer.add_key_length(shape.head)
    writer.add_value_length(shape.head)
    writer.add_rope_dimension_count(shape.head)
    writer.add_uint32(COPYING, shape.copying)
    writer.add_uint32(BACK, shape.back)
    writer.add_rope_freq_base(shape.theta)
    writer.add_layer_norm_rms_eps(shape.epsilon)
    writer.add_vocab_size(shape.vocabulary)
    writer.add_file_type(gguf.LlamaFileType.ALL_F32 if kind == "F32" else gguf.LlamaFileType[f"MOSTLY_{kind}"])
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("smollm")
    writer.add_token_list(list(vocabulary.tokens))
    writer.add_token_types(list(vocabulary.types))
    writer.add_token_merges(list(vocabulary.merges))
    begin, _, end = (vocabulary.tokens.index(mark) for mark in MARKS)
    writer.add_bos_token_id(begin)
    writer.add_eos_token_id(end)
    writer.add_eot_token_id(end)
    writer.add_pad_token_id(begin)
    writer.add_add_bos_token(True)
    writer.add_chat_template(CHATML)


def read_gguf(path: Path) -> ModelFile:
    """The model in ``path``. Raises ``ValueError`` where it is no GGUF, or not made by this package."""
    import gguf

    try:
        reader = gguf.GGUFReader(path)
        fields = {key: field.contents() for key, field in reader.fields.items()}
        shape = _shape(fields)
        lists = (fields[f"tokenizer.ggml.{key}"] for key in ("tokens", "token_type", "merges"))
        vocabulary = Vocabulary(*(tuple(values) for values in lists))
        weights = {tensor.name: _values(tensor) for tensor in reader.tensors}
    except (OSError, ValueError, KeyError, IndexError) as error:
        raise ValueError(f"{path} is no mind of ours ({error!r}); take assets/mind/town-mind.gguf or an export") from None
    wrong = [name for name, size in sizes(shape).items() if name not in weights or tuple(weights[name].shape) != size]
    wrong += [name for name in weights if name not in sizes(shape)]
    if wrong or vocabulary.tokens[: len(MARKS)] != MARKS:
        raise ValueError(f"{path} is of another make than ours ({(wrong or ['chat marks'])[0]}); take an export of our own")
    return ModelFile(shape, weights, vocabulary)


def _shape(fields: dict[str, Any]) -> Shape:
    keys = ("embedding_length", "block_count", "attention.head_count", "attention.head_count_kv", "feed_forward_length")
    width, layers, heads, kv_heads, hidden = (int(fields[f"llama.{key}"]) for key in keys)
    positions, theta = int(fields["llama.context_length"]), float(fields["llama.rope.freq_base"])
    epsilon = float(f"{fields['llama.attention.layer_norm_rms_epsilon']:.3g}")  # float32 in the file, 1e-5 in the mind
    words, head = len(fields["tokenizer.ggml.tokens"]), int(fields["llama.rope.dimension_count"])
    own = 0 if head * heads == width else head
    copying = int(fields.get(COPYING, 0))
    back = int(fields.get(BACK, 2 if copying else 0))  # files from before the longer look have no such key
    return Shape(width, layers, heads, kv_heads, hidden, words, positions, theta, epsilon, own, copying, back)


def _values(tensor: Any) -> torch.Tensor:
    import gguf

    return torch.from_numpy(np.array(gguf.quants.dequantize(tensor.data, tensor.tensor_type), np.float32))


def read_vocabulary(path: Path) -> Vocabulary:
    """The vocabulary of a ``.gguf`` model or a tokenizer ``.json``. Raises ``ValueError`` with what to do instead."""
    if path.suffix == ".gguf":
        return read_gguf(path).vocabulary
    try:
        return from_json(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} is no tokenizer ({error}); make one with: python -m sim.training tokenizer") from None


def main(argv: list[str]) -> int:
    """Export a training's folder, or another GGUF. Returns 2 where the source cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m sim.training export", description="Write a mind as a GGUF file.")
    parser.add_argument("source", type=Path, help="the folder of a training, or a .gguf of ours")
    parser.add_argument("--out", type=Path, required=True, help="the .gguf to write")
    parser.add_argument("--kind", choices=KINDS, default="Q8_0", help="how matrices are stored (%(default)s)")
    args = parser.parse_args(argv)
    try:
        file, told = _read(args.source)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    write_gguf(args.out, file, args.kind)
    print(f"{args.out}: {args.out.stat().st_size / 1e6:.1f} MB, {args.kind}\n{told}", end="")
    return 0


def _read(source: Path) -> tuple[ModelFile, str]:
    if source.suffix == ".gguf":
        return read_gguf(source), ""
    progress = checkpoint.load(source)
    if progress is None:
        raise ValueError(f"{source} holds no training; give the --dir of one, or a .gguf")
    return ModelFile(progress.shape, progress.weights, progress.vocabulary), checkpoint.card(progress)
