"""The bundled model in PyTorch: a llama (RMS norm, rotary positions in pairs, grouped queries, SwiGLU, tied embeddings).

Weights are a plain dict under the names and in the layout of a GGUF file. A batch is one row of tokens with several texts one
after the other (``spans``). Knows nothing of text, files, losses or learning.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F

from sim.training.attention import Span, attend

Tensors = dict[str, torch.Tensor]
EMBEDDING, LAST_NORM = "token_embd.weight", "output_norm.weight"


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a model. ``positions`` is the longest text in tokens, ``hidden`` the width inside the feed-forward part.

    ``head_width`` 0 means width / heads. ``copying`` is the number of channels, the last ones, that the copying circuit has
    (``copying.py``; 0: no circuit); ``back`` is the number of tokens that it compares, 2 or 4 (``add_copying.py``).
    """

    width: int
    layers: int
    heads: int
    kv_heads: int
    hidden: int
    vocabulary: int = 4224
    positions: int = 1024
    theta: float = 10000.0
    epsilon: float = 1e-5
    head_width: int = 0
    copying: int = 0
    back: int = 0

    @property
    def head(self) -> int:
        """The width of one head."""
        return self.head_width or self.width // self.heads

    @property
    def parameters(self) -> int:
        """The number of weights."""
        return sum(math.prod(size) for size in sizes(self).values())


SIZES = {"7m": Shape(256, 8, 4, 2, 768), "25m": Shape(512, 8, 8, 2, 1408)}
"""Named shapes: the shipped one (11 million weights with the copying circuit), and a larger one for a GPU."""


def sizes(shape: Shape) -> dict[str, tuple[int, ...]]:
    """Name -> size of each tensor, in the order of a GGUF file; matrices are (out, in)."""
    queries, keys = shape.heads * shape.head, shape.kv_heads * shape.head
    layer = {
        "attn_q": (queries, shape.width),
        "attn_k": (keys, shape.width),
        "attn_v": (keys, shape.width),
        "attn_output": (shape.width, queries),
        "ffn_gate": (shape.hidden, shape.width),
        "ffn_up": (shape.hidden, shape.width),
        "ffn_down": (shape.width, shape.hidden),
        "attn_norm": (shape.width,),
        "ffn_norm": (shape.width,),
    }
    found: dict[str, tuple[int, ...]] = {EMBEDDING: (shape.vocabulary, shape.width), LAST_NORM: (shape.width,)}
    return found | {f"blk.{i}.{name}.weight": size for i in range(shape.layers) for name, size in layer.items()}


def initial_weights(shape: Shape, seed: int) -> Tensors:
    """New weights: normal with deviation 0.02, divided by sqrt(2 * layers) where they write into the stream (GPT-2)."""
    rng = torch.Generator().manual_seed(seed)
    weights: Tensors = {}
    for name, size in sizes(shape).items():
        if len(size) == 1:
            weights[name] = torch.ones(size)
            continue
        quiet = name.endswith(("attn_output.weight", "ffn_down.weight"))
        weights[name] = torch.randn(size, generator=rng) * (0.02 / math.sqrt(2 * shape.layers) if quiet else 0.02)
    return weights


class Transformer:
    """The model's computation. ``precision`` is that of the activations (weights stay float32). ``compiled`` fuses the parts
    between the attentions, which starts slowly and needs a C++ compiler."""

    def __init__(self, shape: Shape, weights: Tensors, precision: Any = torch.bfloat16, compiled: bool = False) -> None:
        self.shape, self.weights, self.precision = shape, weights, precision
        self._begin, self._between, self._end = (_maybe(part, compiled) for part in (_attention_inputs, _between, _end))
        device = weights[EMBEDDING].device
        powers = torch.arange(0, shape.head, 2, device=device).float() / shape.head
        angles = torch.outer(torch.arange(shape.positions, device=device).float(), 1 / shape.theta**powers)
        self._rotations = (angles.cos(), angles.sin())

    def states(self, tokens: torch.Tensor, spans: list[Span], keep: torch.Tensor | None = None) -> torch.Tensor:
        """The final states of ``tokens`` (n,), shape (n, width); with ``keep`` (k,) only those positions, shape (k, width).

        ``spans`` cut the row into texts, in order and without gaps; each sees only itself, from position 0.
        """
        places = torch.cat([torch.arange(end - begin) for begin, end in spans]).to(tokens.device)
        rotations = (self._rotations[0][places], self._rotations[1][places])
        stream = F.embedding(tokens, self.weights[EMBEDDING]).to(self.precision)
        queries, keys, values = self._begin(stream, self._part(0, _ATTENTION), rotations, self.shape)
        for index in range(self.shape.layers - 1):
            output = attend(queries, keys, values, spans)
            parts = (self._part(index, _FEED_FORWARD), self._part(index + 1, _ATTENTION))
            stream, queries, keys, values = self._between(stream, output, parts, rotations, self.shape)
        output = attend(queries, keys, values, spans)
        if keep is not None:
            stream, output = stream[keep], output[:, keep]
        last = self._part(self.shape.layers - 1, _FEED_FORWARD)
        return self._end(stream, output, last, self.weights[LAST_NORM], self.shape)

    def streams(self, tokens: torch.Tensor) -> list[torch.Tensor]:
        """The residual stream of one text (n,) before each layer and after the last, each (n, width); not optimised."""
        rotations, spans = (self._rotations[0][: len(tokens)], self._rotations[1][: len(tokens)]), [(0, len(tokens))]
        found = [F.embedding(tokens, self.weights[EMBEDDING]).to(self.precision)]
        for index in range(self.shape.layers):
            queries, keys, values = _attention_inputs(found[-1], self._part(index, _ATTENTION), rotations, self.shape)
            output = attend(queries, keys, values, spans)
            found.append(_feed_forward(found[-1], output, self._part(index, _FEED_FORWARD), self.shape))
        return found

    def logits(self, states: torch.Tensor) -> torch.Tensor:
        """Scores of the next token, float32, shape (n, vocabulary)."""
        return F.linear(states, self.weights[EMBEDDING].to(self.precision)).float()

    def _part(self, layer: int, names: tuple[str, ...]) -> Tensors:
        return {name: self.weights[f"blk.{layer}.{name}.weight"] for name in names}


_ATTENTION = ("attn_norm", "attn_q", "attn_k", "attn_v")
_FEED_FORWARD = ("attn_output", "ffn_norm", "ffn_gate", "ffn_up", "ffn_down")


def _maybe(part: Callable[..., Any], compiled: bool) -> Any:
    return torch.compile(part, dynamic=False) if compiled else part


def _norm(stream: torch.Tensor, weight: torch.Tensor, epsilon: float) -> torch.Tensor:
    wide = stream.float()
    return (wide * torch.rsqrt(wide.square().mean(-1, keepdim=True) + epsilon) * weight).to(stream.dtype)


def _attention_inputs(stream: torch.Tensor, part: Tensors, rotations: tuple[torch.Tensor, torch.Tensor], shape: Shape) -> Any:
    """Queries (kv_heads, n, group, head), already divided by sqrt(head), keys and values (kv_heads, n, head)."""
    count, head, kv = stream.shape[0], shape.head, shape.kv_heads
    matrices = (_halves(part["attn_q"], head), _halves(part["attn_k"], head), part["attn_v"])
    joined = torch.cat([matrix.to(stream.dtype) for matrix in matrices])
    rows = F.linear(_norm(stream, part["attn_norm"], shape.epsilon), joined)
    queries, keys, values = rows.split([shape.heads * head, kv * head, kv * head], dim=1)
    turned = (_rotate(queries.view(count, shape.heads, head), rotations) / math.sqrt(head)).to(stream.dtype)
    queries = turned.view(count, kv, shape.heads // kv, head).transpose(0, 1)
    keys = _rotate(keys.view(count, kv, head), rotations).to(stream.dtype).transpose(0, 1)
    return queries.contiguous(), keys.contiguous(), values.view(count, kv, head).transpose(0, 1).contiguous()


def _between(stream: torch.Tensor, output: torch.Tensor, parts: tuple[Tensors, Tensors], rotations: Any, shape: Shape) -> Any:
    """From what one layer saw to what the next one asks: one piece, so that compiling fuses the stream's sums."""
    stream = _feed_forward(stream, output, parts[0], shape)
    return stream, *_attention_inputs(stream, parts[1], rotations, shape)


def _end(stream: torch.Tensor, output: torch.Tensor, part: Tensors, norm: torch.Tensor, shape: Shape) -> torch.Tensor:
    return _norm(_feed_forward(stream, output, part, shape), norm, shape.epsilon)


def _halves(matrix: torch.Tensor, head: int) -> torch.Tensor:
    """Rows of each head from adjacent pairs (0, 1), (2, 3) .. to halves: the same products, and rotating them is contiguous."""
    return matrix.view(-1, head // 2, 2, matrix.shape[1]).transpose(1, 2).reshape(matrix.shape)


def _rotate(rows: torch.Tensor, rotations: tuple[torch.Tensor, torch.Tensor]) -> torch.Tensor:
    """Rotary positions (Su et al. 2021) on (n, heads, head) in halves; float32."""
    first, second = rows.float().chunk(2, dim=-1)
    cosine, sine = rotations[0][:, None], rotations[1][:, None]
    return torch.cat((first * cosine - second * sine, first * sine + second * cosine), -1)


def _feed_forward(stream: torch.Tensor, output: torch.Tensor, part: Tensors, shape: Shape) -> torch.Tensor:
    """The stream (n, width) after the attention's output (kv_heads, n, group, head) and the feed-forward part."""
    kind = stream.dtype
    stream = stream + F.linear(output.transpose(0, 1).reshape(len(stream), -1), part["attn_output"].to(kind))
    joined = torch.cat((part["ffn_gate"].to(kind), part["ffn_up"].to(kind)))
    gate, up = F.linear(_norm(stream, part["ffn_norm"], shape.epsilon), joined).chunk(2, dim=1)
    return stream + F.linear(F.silu(gate) * up, part["ffn_down"].to(kind))
