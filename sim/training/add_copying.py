"""The command that adds the copying circuit to a model: ``python -m sim.training widen MODEL --out FILE``.

A model without a circuit gets all of it; one whose circuit looks two tokens back gets the longer look. The circuit has to stand
out against the model's residual stream, so the stream is measured here. The circuit itself is in ``copying``, ``longer_look``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

import torch

from sim.training.batches import tokenized
from sim.training.compose import examples
from sim.training.copying import shape_with_circuit, with_circuit
from sim.training.example import encode
from sim.training.gguf_file import ModelFile, read_gguf, write_gguf
from sim.training.longer_look import shape_with_longer_look, with_longer_look
from sim.training.model import Shape, Tensors, Transformer

SAMPLE = 24
"""Texts on which the stream is measured."""


def stream_energies(shape: Shape, weights: Tensors, texts: Iterable[torch.Tensor]) -> list[float]:
    """Mean square length of the residual stream before each layer and after the last; ``texts`` are token ids, shape (n,)."""
    mind, sums, count = Transformer(shape, weights, torch.float32), [0.0] * (shape.layers + 1), 0
    with torch.no_grad():
        for tokens in texts:
            streams = mind.streams(tokens)
            sums = [total + float(stream[1:].square().sum()) for total, stream in zip(sums, streams, strict=True)]
            count += len(tokens) - 1
    return [total / count for total in sums]


def complete_circuit(shape: Shape, weights: Tensors, texts: Sequence[torch.Tensor]) -> tuple[Shape, Tensors]:
    """The model with what it lacks of the circuit. Raises ``ValueError`` where it lacks nothing, or no circuit fits in."""
    if not shape.copying:
        shape, weights = with_circuit(shape, weights, stream_energies(shape, weights, texts))
    return with_longer_look(shape, weights, stream_energies(shape, weights, texts))


def completed(shape: Shape) -> Shape:
    """The shape that ``complete_circuit`` gives. Raises ``ValueError`` where it does."""
    return shape_with_longer_look(shape if shape.copying else shape_with_circuit(shape))


def main(argv: list[str]) -> int:
    """``python -m sim.training widen``."""
    made = argparse.ArgumentParser(prog="python -m sim.training widen", description="Lay a copying circuit into a mind.")
    made.add_argument("model", type=Path, help="a .gguf of ours")
    made.add_argument("--out", type=Path, required=True, help="the .gguf to write")
    args = made.parse_args(argv)
    try:
        file = read_gguf(args.model)
        completed(file.shape)  # what cannot be widened is refused before texts are composed for measuring
        rows = ((one.task, *encode(one)) for one in examples(0, "train"))
        texts = islice(tokenized(rows, file.vocabulary.reader(), file.shape.positions), SAMPLE)
        shape, weights = complete_circuit(
            file.shape, file.weights, [torch.from_numpy(text.ids.astype("int64")) for text in texts]
        )
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    write_gguf(args.out, ModelFile(shape, weights, file.vocabulary))
    print(f"{args.out}: {shape.parameters / 1e6:.1f} M parameters; train with --start {args.out}")
    return 0
