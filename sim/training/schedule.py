"""The learning rate schedule (warm-up, stable, decay) and the budget of tokens or time that it runs over.

Only working time counts, across stops and starts. Knows nothing of models.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """When a training ends: after ``tokens``, or after ``seconds`` of work. Exactly one of them is not 0."""

    tokens: int = 0
    seconds: float = 0.0

    def share(self, tokens: int, seconds: float) -> float:
        """The share that is used up, 0 to 1."""
        return min(1.0, tokens / self.tokens if self.tokens else seconds / self.seconds)


def rate(step: int, share: float, warm: int, decay: float) -> float:
    """The factor of the full rate (0 to 1) at ``step`` (from 0) and ``share`` of the budget. It rises over ``warm`` steps and
    falls linearly to 0 over the last ``decay`` (a share) of the budget."""
    return min(1.0, (step + 1) / max(1, warm)) * min(1.0, (1 - share) / decay if decay else 1.0)
