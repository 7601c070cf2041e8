"""Muon: an optimizer for matrices that makes the momentum orthogonal (Jordan et al. 2024).

All matrices of one size are computed in one batch of products. Knows nothing of models; what is no matrix goes to AdamW
(``learning``).
"""

from __future__ import annotations

from typing import Any

import torch

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
