"""A longer look back for the copying circuit: four tokens instead of two, so that of three parties "at" the right one goes on.

Two tokens seldom tell which of several like statements is being said again: of the tokens of what is kept of a talk that two
could give, two alone are right in 86 %, three in 97 % (measured on held-out examples). The lane of what stood two back is
made to hold, more quietly and turned, what stood three and four back as well: in the second layer the circuit's heads look
one and two tokens back into that very lane. The last layer's copying head then compares these too. No channel is added.

The layers between could not hear the codes before, under a stream a thousand times as loud: their norms make them audible
here, for training to find out what they are good for. Knows nothing of batches or optimizers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import torch

from sim.training.copying import BACK, CHANNELS, CODE, FAST, LANE, LOUDNESS, SLOWEST, STEADY, new_rows
from sim.training.model import EMBEDDING, Shape, Tensors

FURTHER = 2 * BACK
"""Tokens compared in the end."""
FADE = 0.7
"""How loud a token is in the lane for each place further back than two; and how loud it is asked for."""
CLEAR = 14.0
"""Nats by which the place looked at stands out; more than in the first layer, since there all constants are alike."""
HEARD = 1.5
"""Length of a code after the norms of the layers between; what else stands there is four to eight long."""


def furthered(shape: Shape, weights: Tensors, energy: Sequence[float], seed: int = 0) -> tuple[Shape, Tensors]:
    """The mind with the longer look; ``energy`` is the mean square length of its stream before each layer (and after the last).

    What its second layer's last group of heads had learned is lost. Raises ``ValueError`` where there is no circuit, where it
    looks so far already, and for fewer than three layers.
    """
    if shape.back != BACK or shape.layers < 3:
        raise ValueError("a longer look needs a copying circuit that looks two back, and at least three layers")
    made = {name: tensor.clone() for name, tensor in weights.items()}
    turn = torch.linalg.qr(torch.randn((CODE, CODE), generator=torch.Generator().manual_seed(seed)))[0]
    for layer in range(1, shape.layers - 1):
        _hear(made, shape, f"blk.{layer}", energy[layer])
    _look_further(made, shape, energy[1], turn)
    _compare_further(made, shape, turn)
    return replace(shape, back=FURTHER), made


def _hear(made: Tensors, shape: Shape, layer: str, loud: float) -> None:
    """Codes become audible to one layer between, which does not do anything with them yet."""
    own = shape.width - CHANNELS
    for norm, readers in (("attn_norm", ("attn_q", "attn_k", "attn_v")), ("ffn_norm", ("ffn_gate", "ffn_up"))):
        made[f"{layer}.{norm}.weight"][own:] = HEARD / LOUDNESS * math.sqrt(loud / shape.width)
        for reader in readers:
            made[f"{layer}.{reader}.weight"][:, own:] = 0


def _look_further(made: Tensors, shape: Shape, loud: float, turn: torch.Tensor) -> None:
    """Second layer: by place alone, as in the first; what is seen in the lane of two back is added to that lane, turned."""
    own, head, code = shape.width - CHANNELS, shape.head, torch.arange(CODE)
    lane = own + BACK * LANE + 2 + code
    q, k, v, out = (made[f"blk.1.{name}.weight"] for name in ("attn_q", "attn_k", "attn_v", "attn_output"))
    norm, (first_q, first_k) = made["blk.1.attn_norm.weight"], new_rows(shape)
    q[first_q:], k[first_k:], v[first_k:], out[:, first_q:] = 0, 0, 0, 0
    row_energy = float(made[EMBEDDING].square().sum(1).mean())
    constant = STEADY * math.sqrt(row_energy / loud) * float(norm[own])
    growth = math.sqrt(shape.width / loud)
    angle = shape.theta ** (-torch.arange(FAST) / (head // 2))
    share, level = _kernel(angle)
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


def _kernel(angle: torch.Tensor) -> tuple[torch.Tensor, float]:
    """Shares of the rotary pairs, and the level halfway between the place looked at and the next best, in nats."""
    share = torch.tensor([3.0, 3.0, 2.0, 2.0] + [1.0] * (FAST - 4))
    away = torch.arange(-2, 4096).float()
    scores = (share[:, None] * torch.cos(angle[:, None] * away)).sum(0)
    best, next_best = float(scores[2]), float(torch.cat((scores[:2], scores[3:])).max())
    scale = CLEAR / (best - next_best)
    return share * scale, scale * (best + next_best) / 2


def _compare_further(made: Tensors, shape: Shape, turn: torch.Tensor) -> None:
    """Last layer, copying head: what stood two back is asked for where the turned lane tells of three back, and so on."""
    own, code, layer = shape.width - CHANNELS, torch.arange(CODE), f"blk.{shape.layers - 1}"
    q, norm = made[f"{layer}.attn_q.weight"], made[f"{layer}.attn_norm.weight"]
    query, _ = new_rows(shape)
    one, two = own + LANE + 2 + code, own + BACK * LANE + 2 + code
    rows = slice(query, query + shape.head)
    asked = q[rows][:, one] * norm[one]
    q[rows, two[0] : two[-1] + 1] += FADE * asked @ turn / norm[two]
