"""One training step: the loss of a batch, its gradient, Muon for the matrices and AdamW for embeddings and norms.

Muon is an optimizer that makes the momentum of matrices orthogonal (Jordan et al. 2024); all matrices of one size are computed
in one batch of products. Knows nothing of files, clocks or where batches come from.
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

_A, _B, _C = 3.4445, -4.7750, 2.0315
"""Coefficients of the quintic Newton-Schulz step (Jordan et al. 2024)."""
STEPS = 5


class Muon:
    """Nesterov momentum whose update has all singular values near 1. ``rate`` is set by the caller before each step."""

    def __init__(self, matrices: list[torch.Tensor], rate: float, momentum: float = 0.95, decay: float = 0.01) -> None:
        self.rate, self._momentum, self._decay = rate, momentum, decay
        self._groups: dict[tuple[int, int], list[torch.Tensor]] = {}
        for matrix in matrices:
            self._groups.setdefault((matrix.shape[0], matrix.shape[1]), []).append(matrix)
        self._means = {size: torch.zeros_like(torch.stack(group)) for size, group in self._groups.items()}

    def step(self) -> None:
        """Change all matrices by their gradients, and drop the gradients."""
        with torch.no_grad():
            for size, group in self._groups.items():
                slope = torch.stack([matrix.grad for matrix in group])
                mean = self._means[size].lerp_(slope, 1 - self._momentum)
                update = orthogonal(slope.lerp_(mean, self._momentum))
                scale = -self.rate * max(1.0, size[0] / size[1]) ** 0.5
                for matrix, change in zip(group, update, strict=True):
                    matrix.mul_(1 - self.rate * self._decay).add_(change, alpha=scale)
                    matrix.grad = None

    def state(self) -> dict[str, Any]:
        """The momenta, for a checkpoint."""
        return {f"{rows}x{columns}": mean for (rows, columns), mean in self._means.items()}

    def restore(self, state: dict[str, Any]) -> None:
        """Take over a ``state()`` of matrices of the same sizes."""
        for (rows, columns), mean in self._means.items():
            mean.copy_(state[f"{rows}x{columns}"])


def orthogonal(batch: torch.Tensor) -> torch.Tensor:
    """(n, rows, columns) -> the nearest matrices whose singular values are 0.7 to 1.2, in float32; computed in bfloat16."""
    tall = batch.shape[1] > batch.shape[2]
    wide = (batch.transpose(1, 2) if tall else batch).bfloat16()
    wide = wide / (wide.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(STEPS):
        square = torch.bmm(wide, wide.transpose(1, 2))
        mixed = torch.baddbmm(square, square, square, beta=_B, alpha=_C)
        wide = torch.baddbmm(wide, mixed, wide, beta=_A)
    return (wide.transpose(1, 2) if tall else wide).float()


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
