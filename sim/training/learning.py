"""One training step: the loss of a batch, its gradient, Muon for the matrices and AdamW for embeddings and norms.

Knows nothing of files, clocks or where batches come from.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

from sim.training.batches import PADDING, Batch
from sim.training.checkpoint import Progress
from sim.training.copying import FixedParts
from sim.training.model import EMBEDDING, Transformer
from sim.training.muon import Muon

Losses = dict[str, tuple[float, int]]
"""Kind of question -> (mean loss in nats per token of its replies, number of tokens); ``prompt``: the tokens of all prompts."""
PROMPT = "prompt"


class Learner:
    """A model that is trained. ``rates`` are the full learning rates of Muon and AdamW."""

    def __init__(self, progress: Progress, rates: tuple[float, float], device: str = "cpu", compiled: bool = False) -> None:
        self._device, self._rates = device, rates
        weights = {name: tensor.to(device).requires_grad_() for name, tensor in progress.weights.items()}
        self.mind = Transformer(progress.shape, weights, compiled=compiled)
        self._loss = torch.compile(_losses, dynamic=False) if compiled else _losses
        matrices = [tensor for name, tensor in weights.items() if tensor.ndim == 2 and name != EMBEDDING]
        self._rest = [tensor for name, tensor in weights.items() if tensor.ndim == 1 or name == EMBEDDING]
        self._muon = Muon(matrices, rates[0])
        self._adam = torch.optim.AdamW(self._rest, lr=rates[1], betas=(0.9, 0.95), weight_decay=0.0, fused=True)
        self._fixed = FixedParts(progress.shape, weights)
        if progress.optimizers:
            self._muon.restore(progress.optimizers["muon"])
            self._adam.load_state_dict(progress.optimizers["adam"])

    def step(self, batch: Batch, rate: float) -> Losses:
        """Take one step on a batch with ``rate`` (0 to 1) times the full learning rates."""
        targets, weights = self._put(batch.targets).long(), self._put(batch.weights)
        states = self.mind.states(self._put(batch.tokens).long(), batch.spans, self._put(batch.counted).long())
        each = self._loss(states, self.mind.weights[EMBEDDING], targets)
        ((each * weights).sum() / weights.sum()).backward()
        self._fixed.clear_gradients()
        torch.nn.utils.clip_grad_norm_(self._rest, 1.0)
        self._muon.rate = self._rates[0] * rate
        self._adam.param_groups[0]["lr"] = self._rates[1] * rate
        self._muon.step()
        self._adam.step()
        self._fixed.restore()
        self._adam.zero_grad()
        return by_task(batch, each.detach().cpu().numpy())

    def optimizers(self) -> dict[str, Any]:
        """The optimizers' state, for a checkpoint."""
        return {"muon": self._muon.state(), "adam": self._adam.state_dict()}

    def _put(self, values: Any) -> torch.Tensor:
        return torch.from_numpy(values).to(self._device, non_blocking=True)


def _losses(states: torch.Tensor, embedding: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """Nats per token, shape of ``targets``."""
    return F.cross_entropy(F.linear(states, embedding.to(states.dtype)).float(), targets, reduction="none")


def by_task(batch: Batch, each: Any) -> Losses:
    """The mean loss of each task's replies, and of the prompts' tokens that were counted."""
    replies = batch.replies
    text = np.searchsorted([end for _, end in batch.spans], batch.counted, side="right")
    losses: Losses = {}
    for task in sorted(set(batch.tasks) - {PADDING}):
        mine = replies & np.isin(text, [place for place, name in enumerate(batch.tasks) if name == task])
        if mine.any():
            losses[task] = (float(each[mine].mean()), int(mine.sum()))
    others = ~replies & (batch.weights > 0)
    if others.any():
        losses[PROMPT] = (float(each[others].mean()), int(others.sum()))
    return losses
