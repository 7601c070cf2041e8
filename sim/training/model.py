"""The bundled mind in PyTorch: a llama (RMS norm, rotary positions in pairs, grouped queries, SwiGLU, tied embeddings).

Weights are a plain dict under the names and in the layout of a GGUF file, so reading and writing files is copying. A batch is
one flat row of tokens in which several texts stand one after the other (``spans``): nothing is padded. Knows nothing of text,
files, losses or learning.
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
    """The sizes of a model. ``positions`` is the longest text; ``hidden`` the width inside the feed-forward part.

    ``head_width`` 0 means width / heads; ``copying`` is how many of the last channels are kept for the copying circuit
    (``copying.py``), 0 where there is none; ``back`` how many tokens back it compares, 2, or 4 (``further.py``).
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
        """How many numbers the weights are."""
        return sum(math.prod(size) for size in sizes(self).values())


SIZES = {"7m": Shape(256, 8, 4, 2, 768), "25m": Shape(512, 8, 8, 2, 1408)}
"""Named shapes: the shipped one (11 million with the copying circuit), and one for a GPU or for patience."""


def sizes(shape: Shape) -> dict[str, tuple[int, ...]]:
    """Name -> size of every tensor, in the order of a GGUF file; matrices are (out, in)."""
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
    """New weights: normal with deviation 0.02, what writes into the stream smaller by sqrt(2 * layers) (GPT-2)."""
    chance = torch.Generator().manual_seed(seed)
    weights: Tensors = {}
    for name, size in sizes(shape).items():
        if len(size) == 1:
            weights[name] = torch.ones(size)
            continue
        quiet = name.endswith(("attn_output.weight", "ffn_down.weight"))
        weights[name] = torch.randn(size, generator=chance) * (0.02 / math.sqrt(2 * shape.layers) if quiet else 0.02)
    return weights


class Transformer:
    """Weights and what they compute. ``precision`` is that of the sums (weights stay float32); ``compiled`` fuses the parts
    between the attentions (slow to start, and it wants a C++ compiler)."""

    def __init__(self, shape: Shape, weights: Tensors, precision: Any = torch.bfloat16, compiled: bool = False) -> None:
        self.shape, self.weights, self.precision = shape, weights, precision
        self._begin, self._between, self._end = (_maybe(part, compiled) for part in (_ask, _between, _end))
        device = weights[EMBEDDING].device
        powers = torch.arange(0, shape.head, 2, device=device).float() / shape.head
        angles = torch.outer(torch.arange(shape.positions, device=device).float(), 1 / shape.theta**powers)
        self._turns = (angles.cos(), angles.sin())

    def states(self, tokens: torch.Tensor, spans: list[Span], keep: torch.Tensor | None = None) -> torch.Tensor:
        """The last states of ``tokens`` (n,), shape (n, width); with ``keep`` (k,) only of those positions, shape (k, width).

        ``spans`` cut the row into texts, in order and without gaps; each sees only itself, from position 0.
        """
        places = torch.cat([torch.arange(end - begin) for begin, end in spans]).to(tokens.device)
        turns = (self._turns[0][places], self._turns[1][places])
        stream = F.embedding(tokens, self.weights[EMBEDDING]).to(self.precision)
        queries, keys, values = self._begin(stream, self._part(0, _ASKING), turns, self.shape)
        for index in range(self.shape.layers - 1):
            seen = attend(queries, keys, values, spans)
            parts = (self._part(index, _THINKING), self._part(index + 1, _ASKING))
            stream, queries, keys, values = self._between(stream, seen, parts, turns, self.shape)
        seen = attend(queries, keys, values, spans)
        if keep is not None:
            stream, seen = stream[keep], seen[:, keep]
        last = self._part(self.shape.layers - 1, _THINKING)
        return self._end(stream, seen, last, self.weights[LAST_NORM], self.shape)

    def streams(self, tokens: torch.Tensor) -> list[torch.Tensor]:
        """The stream of one text (n,) before each layer and after the last, each (n, width); for looking inside, not fast."""
        turns, spans = (self._turns[0][: len(tokens)], self._turns[1][: len(tokens)]), [(0, len(tokens))]
        found = [F.embedding(tokens, self.weights[EMBEDDING]).to(self.precision)]
        for index in range(self.shape.layers):
            queries, keys, values = _ask(found[-1], self._part(index, _ASKING), turns, self.shape)
            seen = attend(queries, keys, values, spans)
            found.append(_think(found[-1], seen, self._part(index, _THINKING), self.shape))
        return found

    def logits(self, states: torch.Tensor) -> torch.Tensor:
        """Scores of the next token, float32, shape (n, vocabulary)."""
        return F.linear(states, self.weights[EMBEDDING].to(self.precision)).float()

    def _part(self, layer: int, names: tuple[str, ...]) -> Tensors:
        return {name: self.weights[f"blk.{layer}.{name}.weight"] for name in names}


_ASKING = ("attn_norm", "attn_q", "attn_k", "attn_v")
_THINKING = ("attn_output", "ffn_norm", "ffn_gate", "ffn_up", "ffn_down")


def _maybe(part: Callable[..., Any], compiled: bool) -> Any:
    return torch.compile(part, dynamic=False) if compiled else part


def _norm(stream: torch.Tensor, weight: torch.Tensor, epsilon: float) -> torch.Tensor:
    wide = stream.float()
    return (wide * torch.rsqrt(wide.square().mean(-1, keepdim=True) + epsilon) * weight).to(stream.dtype)


def _ask(stream: torch.Tensor, part: Tensors, turns: tuple[torch.Tensor, torch.Tensor], shape: Shape) -> Any:
    """Queries (kv_heads, n, group, head), already divided by sqrt(head), keys and values (kv_heads, n, head)."""
    count, head, kv = stream.shape[0], shape.head, shape.kv_heads
    matrices = (_halves(part["attn_q"], head), _halves(part["attn_k"], head), part["attn_v"])
    joined = torch.cat([matrix.to(stream.dtype) for matrix in matrices])
    rows = F.linear(_norm(stream, part["attn_norm"], shape.epsilon), joined)
    queries, keys, values = rows.split([shape.heads * head, kv * head, kv * head], dim=1)
    turned = (_turn(queries.view(count, shape.heads, head), turns) / math.sqrt(head)).to(stream.dtype)
    queries = turned.view(count, kv, shape.heads // kv, head).transpose(0, 1)
    keys = _turn(keys.view(count, kv, head), turns).to(stream.dtype).transpose(0, 1)
    return queries.contiguous(), keys.contiguous(), values.view(count, kv, head).transpose(0, 1).contiguous()


def _between(stream: torch.Tensor, seen: torch.Tensor, parts: tuple[Tensors, Tensors], turns: Any, shape: Shape) -> Any:
    """From what one layer saw to what the next one asks: one piece, so that compiling fuses the stream's sums."""
    stream = _think(stream, seen, parts[0], shape)
    return stream, *_ask(stream, parts[1], turns, shape)


def _end(stream: torch.Tensor, seen: torch.Tensor, part: Tensors, norm: torch.Tensor, shape: Shape) -> torch.Tensor:
    return _norm(_think(stream, seen, part, shape), norm, shape.epsilon)


def _halves(matrix: torch.Tensor, head: int) -> torch.Tensor:
    """Rows of each head from adjacent pairs (0, 1), (2, 3) .. to halves: the same products, and rotating them is contiguous."""
    return matrix.view(-1, head // 2, 2, matrix.shape[1]).transpose(1, 2).reshape(matrix.shape)


def _turn(rows: torch.Tensor, turns: tuple[torch.Tensor, torch.Tensor]) -> torch.Tensor:
    """Rotary positions (Su et al. 2021) on (n, heads, head) in halves; float32."""
    first, second = rows.float().chunk(2, dim=-1)
    cosine, sine = turns[0][:, None], turns[1][:, None]
    return torch.cat((first * cosine - second * sine, first * sine + second * cosine), -1)


def _think(stream: torch.Tensor, seen: torch.Tensor, part: Tensors, shape: Shape) -> torch.Tensor:
    """The stream (n, width) after what was seen (kv_heads, n, group, head) and the feed-forward part."""
    kind = stream.dtype
    stream = stream + F.linear(seen.transpose(0, 1).reshape(len(stream), -1), part["attn_output"].to(kind))
    joined = torch.cat((part["ffn_gate"].to(kind), part["ffn_up"].to(kind)))
    gate, up = F.linear(_norm(stream, part["ffn_norm"], shape.epsilon), joined).chunk(2, dim=1)
    return stream + F.linear(F.silu(gate) * up, part["ffn_down"].to(kind))
