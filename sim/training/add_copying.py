"""The command that lays the copying circuit into a mind: ``python -m sim.training widen MODEL --out FILE``.

A mind without one gets it whole; one whose circuit looks two tokens back gets the longer look. Knows how loud the mind's own
stream is, which the circuit must be heard over; nothing of the circuit itself (``copying``, ``further``).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

import torch

from sim.training.batches import texts_of
from sim.training.compose import examples
from sim.training.copying import widened
from sim.training.example import encode
from sim.training.further import furthered
from sim.training.gguf_file import File, read_gguf, write_gguf
from sim.training.model import Mind, Shape, Tensors

SAMPLE = 24
"""Texts that the stream is measured on."""


def energies(shape: Shape, weights: Tensors, texts: Iterable[torch.Tensor]) -> list[float]:
    """Mean square length of the stream before each layer and after the last, over ``texts`` (token ids each)."""
    mind, sums, count = Mind(shape, weights, torch.float32), [0.0] * (shape.layers + 1), 0
    with torch.no_grad():
        for tokens in texts:
            streams = mind.streams(tokens)
            sums = [total + float(stream[1:].square().sum()) for total, stream in zip(sums, streams, strict=True)]
            count += len(tokens) - 1
    return [total / count for total in sums]


def whole(shape: Shape, weights: Tensors, texts: Sequence[torch.Tensor]) -> tuple[Shape, Tensors]:
    """The mind with all of the circuit that it lacks. Raises ``ValueError`` where it lacks nothing, or where none fits in."""
    if not shape.copying:
        shape, weights = widened(shape, weights, energies(shape, weights, texts))
    return furthered(shape, weights, energies(shape, weights, texts))


def main(argv: list[str]) -> int:
    """``python -m sim.training widen``."""
    made = argparse.ArgumentParser(prog="python -m sim.training widen", description="Lay a copying circuit into a mind.")
    made.add_argument("model", type=Path, help="a .gguf of ours")
    made.add_argument("--out", type=Path, required=True, help="the .gguf to write")
    args = made.parse_args(argv)
    try:
        file = read_gguf(args.model)
        rows = ((one.task, *encode(one)) for one in examples(0, "train"))
        texts = islice(texts_of(rows, file.vocabulary.reader(), file.shape.positions), SAMPLE)
        shape, weights = whole(file.shape, file.weights, [torch.from_numpy(text.ids.astype("int64")) for text in texts])
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    write_gguf(args.out, File(shape, weights, file.vocabulary))
    print(f"{args.out}: {shape.parameters / 1e6:.1f} M parameters; train with --start {args.out}")
    return 0
