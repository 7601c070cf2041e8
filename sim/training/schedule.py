"""How far a training is and how fast it learns there: warm-up, stable, decay, on tokens or on the clock.

Knows nothing of models. The clock counts working time only, across stops and starts.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """When a training ends: after ``tokens``, or after ``seconds`` of work; exactly one is not 0."""

    tokens: int = 0
    seconds: float = 0.0

    def share(self, tokens: int, seconds: float) -> float:
        """How much of it is used, 0 to 1."""
        return min(1.0, tokens / self.tokens if self.tokens else seconds / self.seconds)


def rate(step: int, share: float, warm: int, decay: float) -> float:
    """The part of the full rate at ``step`` (from 0) and ``share`` of the budget: up in ``warm`` steps, then 1, and linear to 0
    over the last ``decay`` of the budget."""
    return min(1.0, (step + 1) / max(1, warm)) * min(1.0, (1 - share) / decay if decay else 1.0)
