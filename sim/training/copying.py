"""A copying circuit set by hand in a model's weights, and the parts of it that training must not change.

A small model learns to copy from its prompt only after more tokens than a CPU can read in a day (MEASURED.md). So the circuit
is set by hand: the residual stream gets channels that nothing else writes into, and every layer one more group of heads.

- The embedding holds a code for each token in the first of the new channels, and a constant.
- In the first layer the two new heads look one and two tokens back, by rotary angles alone, and copy the codes found there.
- In the last layer a new head looks for the place whose two preceding tokens are the current one and the one before, and writes
  the code of the token at that place; tied embeddings make that token likelier. The other new head looks where training teaches
  it to. Where nothing fits, both attend to the first token of the text, which has no code.

Queries and keys of the last layer, and all other weights, go on learning. This is the induction circuit of Olsson et al. 2022;
``add_copying`` makes it compare four tokens. Knows nothing of batches or optimizers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import torch
import torch.nn.functional as F

from sim.training.model import EMBEDDING, LAST_NORM, Shape, Tensors, sizes

Part = tuple[slice, ...]
"""A part of a tensor."""

CODE, LANE = 30, 32
"""Numbers in a token's code, and channels of a lane. There are three lanes: own code and constant, one back, two back."""
CHANNELS = 3 * LANE
BACK = 2
"""Tokens that the first layer's new heads look back, one each; a group has at least as many heads."""
LOUDNESS = 0.3
"""Length of a code in the embedding; the rest of a row is about 2.7 long."""
STEADY = 0.5
"""Value of the constant channel after the first norm, the same for every token."""
FAST = 16
"""Number of the fastest rotary pairs; they tell one and two tokens back from all other distances."""
CLEAR = 10.0
"""Nats by which the token looked for stands out."""
SLOW, SLOWEST = range(20, 31), 31
"""Rotary pairs slow enough to compare codes over hundreds of tokens, and the pair of the resting place."""
FAR = 250.0
"""Distance in tokens at which codes compare best."""
SHARP, REST, BOOST = 12.0, 14.0, 2.5
"""Nats for one of two matching tokens, nats for the resting place, and logits that a copied token gains."""


def with_circuit(shape: Shape, weights: Tensors, energy: Sequence[float], seed: int = 0) -> tuple[Shape, Tensors]:
    """The model with the circuit; otherwise it computes what it did before.

    ``energy`` ends with the mean square lengths of the stream before and after the last layer. Raises ``ValueError`` where
    heads are not 64 wide, or there is a circuit already.
    """
    wide = shape_with_circuit(shape)
    chance = torch.Generator().manual_seed(seed)
    made = {name: _enlarged(name, weights[name], size, chance) for name, size in sizes(wide).items()}
    _embed(made[EMBEDDING], wide)
    _look_back(made, wide)
    _look_up(made, wide, energy, chance)
    return wide, made


def shape_with_circuit(shape: Shape) -> Shape:
    """``shape`` with room for the circuit. Raises ``ValueError`` where none fits in, or there is one already."""
    if shape.copying or shape.head != 64 or group_size(shape) < BACK:
        raise ValueError("copying needs a mind with heads of 64 in groups of two or more, and no circuit yet")
    heads, kv, width = shape.heads + group_size(shape), shape.kv_heads + 1, shape.width + CHANNELS
    return replace(shape, width=width, heads=heads, kv_heads=kv, head_width=shape.head, copying=CHANNELS, back=BACK)


def group_size(shape: Shape) -> int:
    """Heads that share keys and values; one such group is added to every layer."""
    return shape.heads // shape.kv_heads


def new_rows(shape: Shape) -> tuple[int, int]:
    """The first row of the new heads in a matrix of queries, and in those of keys and values."""
    return (shape.heads - group_size(shape)) * shape.head, (shape.kv_heads - 1) * shape.head


def _enlarged(name: str, old: torch.Tensor, size: tuple[int, ...], chance: torch.Generator) -> torch.Tensor:
    """The old values in the corner of a larger tensor. New heads have random queries and write nothing; norms are rescaled for
    the new width."""
    new = torch.zeros(size)
    if len(size) == 1:
        new += old.mean()
        new[: len(old)] = old
        return new * math.sqrt(len(old) / len(new))
    if name.endswith(("attn_q.weight", "attn_k.weight", "attn_v.weight")):
        new[old.shape[0] :] = torch.randn((size[0] - old.shape[0], size[1]), generator=chance) * old.std()
    new[: old.shape[0], : old.shape[1]] = old
    return new


def codes(words: int, seed: int = 0) -> torch.Tensor:
    """A unit vector for each token, as far apart as can be, shape (words, CODE); the first token's is 0."""
    found = F.normalize(torch.randn((words, CODE), generator=torch.Generator().manual_seed(seed)), dim=1)
    for _ in range(40):
        near = (found @ found.T).fill_diagonal_(-1.0)
        push = torch.softmax(near * 40, dim=1) @ found
        found = F.normalize(found - 0.3 * push, dim=1)
    found[0] = 0.0
    return found


def _embed(rows: torch.Tensor, shape: Shape) -> None:
    own = shape.width - CHANNELS
    rows[:, own:] = 0
    rows[0, own + 1] = LOUDNESS
    rows[:, own + 2 : own + 2 + CODE] = LOUDNESS * codes(len(rows))
    set_constant(rows, shape)


def set_constant(rows: torch.Tensor, shape: Shape) -> None:
    """Set the constant channel so that it is ``STEADY`` for each token after a plain norm."""
    own = shape.width - CHANNELS
    rows[:, own] = 0
    rows[:, own] = STEADY * (rows.square().sum(1) / (shape.width - STEADY**2)).sqrt()


def _look_back(made: Tensors, shape: Shape) -> None:
    """First layer: two new heads look back by position alone and write into the lanes of one and two back."""
    own, head = shape.width - CHANNELS, shape.head
    q, k, v, out = (made[f"blk.0.{name}.weight"] for name in ("attn_q", "attn_k", "attn_v", "attn_output"))
    made["blk.0.attn_norm.weight"][own:] = 1.0
    first_q, first_k = new_rows(shape)
    q[first_q:], k[first_k:], v[first_k:] = 0, 0, 0
    angle = shape.theta ** (-torch.arange(head // 2) / (head // 2))
    share, _ = kernel(angle[:FAST], CLEAR)
    length = (share * math.sqrt(head)).sqrt() / STEADY
    pairs = 2 * torch.arange(FAST)
    k[first_k + pairs, own] = length
    v[first_k + torch.arange(CODE), own + 2 + torch.arange(CODE)] = 1.0
    # after the norm a code is longer than in the stream by sqrt(width / mean square length of a row)
    growth = math.sqrt(shape.width / float(made[EMBEDDING].square().sum(1).mean()))
    for back in range(BACK):
        row, lane = first_q + back * head, own + (back + 1) * LANE + 2
        q[row + pairs, own] = length * torch.cos((back + 1) * angle[:FAST])
        q[row + pairs + 1, own] = -length * torch.sin((back + 1) * angle[:FAST])
        out[lane + torch.arange(CODE), row + torch.arange(CODE)] = 1 / growth


def kernel(angle: torch.Tensor, clear: float) -> tuple[torch.Tensor, float]:
    """Shares of the rotary pairs, shape of ``angle`` (FAST,), by which the position looked for stands out by ``clear`` nats,
    and the score halfway between it and the next best."""
    share = torch.tensor([3.0, 3.0, 2.0, 2.0] + [1.0] * (FAST - 4))
    away = torch.arange(-2, 4096).float()
    scores = (share[:, None] * torch.cos(angle[:, None] * away)).sum(0)
    best, next_best = float(scores[2]), float(torch.cat((scores[:2], scores[3:])).max())
    scale = clear / (best - next_best)
    return share * scale, scale * (best + next_best) / 2


def _look_up(made: Tensors, shape: Shape, energy: Sequence[float], chance: torch.Generator) -> None:
    """Last layer: the first new head compares codes, the second learns its queries; both write the code they find."""
    own, head, layer, code = shape.width - CHANNELS, shape.head, f"blk.{shape.layers - 1}", torch.arange(CODE)
    q, k, v, out = (made[f"{layer}.{name}.weight"] for name in ("attn_q", "attn_k", "attn_v", "attn_output"))
    made[f"{layer}.attn_norm.weight"][own:] = math.sqrt(energy[-2] / shape.width) / LOUDNESS
    query, key = new_rows(shape)
    q[:, own:], k[:, own:], v[:, own:] = 0, 0, 0
    q[query : query + head], k[key + 2 * SLOW[0] :], v[key:] = 0, 0, 0
    _compare(q[query:], k[key:], shape, chance)
    # the norm's weight has just made codes of length 1 and left the constant as quiet as it is in the embedding
    rest = math.sqrt(REST * math.sqrt(head)) * LOUDNESS
    steady_now = STEADY * math.sqrt(float(made[EMBEDDING].square().sum(1).mean()) / shape.width)
    k[key + 2 * SLOWEST, own + 1] = rest / LOUDNESS
    v[key + code, own + 2 + code] = LOUDNESS
    for row in range(query, len(q), head):
        q[row + 2 * SLOWEST, own] = rest / steady_now
        out[:, row : row + head] = 0
        out[own + 2 + code, row + code] = 1 / LOUDNESS
    made[LAST_NORM][own : own + LANE] = BOOST / LOUDNESS * math.sqrt(energy[-1] / shape.width)


def _compare(q: torch.Tensor, k: torch.Tensor, shape: Shape, chance: torch.Generator) -> None:
    """Queries and keys of one head: own code against one back, and one back against two back, on the slow pairs."""
    own, code = shape.width - CHANNELS, torch.arange(CODE)
    slow = torch.tensor([2 * pair + half for pair in SLOW for half in (0, 1)])
    turn = torch.linalg.qr(torch.randn((CODE, CODE), generator=chance))[0]
    other = torch.linalg.qr(torch.randn((CODE, CODE), generator=chance))[0]
    size = math.sqrt(SHARP * math.sqrt(shape.head) * CODE / len(slow))
    looks = ((turn[: len(slow)], own + 2, own + LANE + 2), (other[: len(slow)], own + LANE + 2, own + 2 * LANE + 2))
    ahead = _turned(shape, slow)
    for mix, asked, told in looks:
        q[slow[:, None], asked + code] = size * ahead @ mix
        k[slow[:, None], told + code] = size * mix


def _turned(shape: Shape, slow: torch.Tensor) -> torch.Tensor:
    """The rotation of the ``slow`` channels by ``FAR`` tokens, shape (slow, slow)."""
    angle = FAR * shape.theta ** (-(slow // 2).float() * 2 / shape.head)
    matrix = torch.diag(torch.cos(angle))
    for place in range(0, len(slow), 2):
        matrix[place, place + 1], matrix[place + 1, place] = torch.sin(angle[place]), -torch.sin(angle[place])
    return matrix


class FixedParts:
    """The weights that training must not change: codes, the look back, and what writes into the new channels."""

    def __init__(self, shape: Shape, weights: Tensors) -> None:
        self._shape, self._weights = shape, weights
        self._kept = [(name, part, weights[name].detach()[part].clone()) for name, part in _pinned(shape)]

    def clear_gradients(self) -> None:
        """Set their gradients to 0; call before a step."""
        for name, part, _ in self._kept:
            slope = self._weights[name].grad
            if slope is not None:
                slope[part] = 0

    def restore(self) -> None:
        """Put their values back; call after a step."""
        with torch.no_grad():
            for name, part, values in self._kept:
                self._weights[name][part] = values
            if self._shape.copying:
                set_constant(self._weights[EMBEDDING], self._shape)


def _pinned(shape: Shape) -> list[tuple[str, Part]]:
    """(tensor name, part) of each; none where there is no circuit."""
    if not shape.copying:
        return []
    every, own = slice(None), slice(shape.width - CHANNELS, None)
    asks, tells = (slice(begin, None) for begin in new_rows(shape))
    last = f"blk.{shape.layers - 1}"
    found: list[tuple[str, Part]] = [(EMBEDDING, (every, own)), ("blk.0.attn_norm.weight", (own,))]
    found += [("blk.0.attn_q.weight", (asks,)), ("blk.0.attn_k.weight", (tells,)), ("blk.0.attn_v.weight", (tells,))]
    found += [("blk.0.attn_output.weight", (every, asks)), (f"{last}.attn_v.weight", (tells,))]
    found += [(f"blk.{i}.{name}.weight", (own,)) for i in range(shape.layers) for name in ("attn_output", "ffn_down")]
    found.remove((f"{last}.attn_output.weight", (own,)))
    found.append((f"{last}.attn_output.weight", (own, slice(0, asks.start))))
    if shape.back > BACK:
        found += [("blk.1.attn_norm.weight", (own,)), ("blk.1.attn_output.weight", (every, asks))]
        found += [("blk.1.attn_q.weight", (asks,)), ("blk.1.attn_k.weight", (tells,)), ("blk.1.attn_v.weight", (tells,))]
    return found
