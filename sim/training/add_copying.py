"""The longer look of the copying circuit, and the command that adds the circuit: ``python -m sim.training widen MODEL``.

Two tokens seldom tell which of several similar statements is being repeated: for the tokens of summaries that copying can give,
a match of two tokens is right in 86 % and one of three in 97 % (held-out examples). So the lane of two back also gets the codes
of three and four back, rotated and with smaller values: in the second layer the circuit's heads look one and two tokens back
into that lane. The last layer's copying head then compares these too. For the layers between, the codes were too small beside a
stream a thousand times as large; their norms are raised, so that training can make use of the codes.

A model without a circuit gets all of it; one whose circuit looks two tokens back gets the longer look. The circuit has to stand
out against the model's residual stream, so the stream is measured here. The circuit itself is in ``copying``.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import torch

from sim.training.batches import tokenized
from sim.training.compose import examples
from sim.training.copying import (
    BACK,
    CHANNELS,
    CODE,
    FAST,
    LANE,
    LOUDNESS,
    SLOWEST,
    STEADY,
    kernel,
    new_rows,
    shape_with_circuit,
    with_circuit,
)
from sim.training.example import encode
from sim.training.gguf_file import ModelFile, read_gguf, write_gguf
from sim.training.model import EMBEDDING, Shape, Tensors, Transformer

FURTHER = 2 * BACK
"""Tokens that are compared."""
FADE = 0.7
"""Factor of a code in the lane for each token further back than two, and of its weight in the comparison."""
CLEAR = 14.0
"""Nats by which the token looked for stands out; more than in the first layer, where all constants are equal."""
CODE_LENGTH = 1.5
"""Length of a code after the norms of the layers between; everything else there is four to eight long."""


def with_longer_look(shape: Shape, weights: Tensors, energy: Sequence[float], seed: int = 0) -> tuple[Shape, Tensors]:
    """The model with the longer look; ``energy`` is the mean square length of the stream before each layer and after the last.

    What the second layer's last group of heads had learned is lost. Raises ``ValueError`` where there is no circuit, where it
    looks so far already, and for fewer than three layers.
    """
    further = shape_with_longer_look(shape)
    made = {name: tensor.clone() for name, tensor in weights.items()}
    turn = torch.linalg.qr(torch.randn((CODE, CODE), generator=torch.Generator().manual_seed(seed)))[0]
    for layer in range(1, shape.layers - 1):
        _raise_codes(made, shape, f"blk.{layer}", energy[layer])
    _look_further(made, shape, energy[1], turn)
    _compare_further(made, shape, turn)
    return further, made


def shape_with_longer_look(shape: Shape) -> Shape:
    """``shape`` that looks further. Raises ``ValueError`` where it cannot, or does so already."""
    if shape.back != BACK or shape.layers < 3:
        raise ValueError("a longer look needs a copying circuit that looks two back, and at least three layers")
    return replace(shape, back=FURTHER)


def _raise_codes(made: Tensors, shape: Shape, layer: str, loud: float) -> None:
    """Raise the codes in the norms of one layer between, which does not use them yet."""
    own = shape.width - CHANNELS
    for norm, readers in (("attn_norm", ("attn_q", "attn_k", "attn_v")), ("ffn_norm", ("ffn_gate", "ffn_up"))):
        made[f"{layer}.{norm}.weight"][own:] = CODE_LENGTH / LOUDNESS * math.sqrt(loud / shape.width)
        for reader in readers:
            made[f"{layer}.{reader}.weight"][:, own:] = 0


def _look_further(made: Tensors, shape: Shape, loud: float, turn: torch.Tensor) -> None:
    """Second layer: heads look back by position; what they find in the lane of two back is added to it, rotated."""
    own, head, code = shape.width - CHANNELS, shape.head, torch.arange(CODE)
    lane = own + BACK * LANE + 2 + code
    q, k, v, out = (made[f"blk.1.{name}.weight"] for name in ("attn_q", "attn_k", "attn_v", "attn_output"))
    norm, (first_q, first_k) = made["blk.1.attn_norm.weight"], new_rows(shape)
    q[first_q:], k[first_k:], v[first_k:], out[:, first_q:] = 0, 0, 0, 0
    row_energy = float(made[EMBEDDING].square().sum(1).mean())
    constant = STEADY * math.sqrt(row_energy / loud) * float(norm[own])
    growth = math.sqrt(shape.width / loud)
    angle = shape.theta ** (-torch.arange(FAST) / (head // 2))
    share, level = kernel(angle, CLEAR)
    length = (share * math.sqrt(head)).sqrt() / constant
    pairs = 2 * torch.arange(FAST)
    k[first_k + pairs, own] = length
    # constants differ from token to token here; below a level scores are negative, so that none can grow into the first place
    k[first_k + 2 * SLOWEST, own] = 1 / constant
    v[first_k + code, lane] = 1 / (growth * norm[lane])
    for back in range(BACK):
        row = first_q + back * head
        q[row + pairs, own] = length * torch.cos((back + 1) * angle)
        q[row + pairs + 1, own] = -length * torch.sin((back + 1) * angle)
        q[row + 2 * SLOWEST, own] = -level * math.sqrt(head) / constant
        mixed = FADE ** (back + 1) * torch.linalg.matrix_power(turn, back + 1)
        out[lane[:, None], row + code] = mixed


def _compare_further(made: Tensors, shape: Shape, turn: torch.Tensor) -> None:
    """Last layer, copying head: queries for three and four back, in the rotated lane."""
    own, code, layer = shape.width - CHANNELS, torch.arange(CODE), f"blk.{shape.layers - 1}"
    q, norm = made[f"{layer}.attn_q.weight"], made[f"{layer}.attn_norm.weight"]
    query, _ = new_rows(shape)
    one, two = own + LANE + 2 + code, own + BACK * LANE + 2 + code
    rows = slice(query, query + shape.head)
    asked = q[rows][:, one] * norm[one]
    q[rows, two[0] : two[-1] + 1] += FADE * asked @ turn / norm[two]


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
