"""What was asked of a model, counted per task: calls, tokens, seconds, fallbacks. Data only; the engine fills them in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from sim.llm.base import Generated, Scored


@dataclass(slots=True)
class Count:
    """Sums over the calls of one task. ``dropped`` are droppable prompt lines that did not fit, ``wound`` replies that were
    ended early because their tokens ran out."""

    calls: int = 0
    prompt: int = 0
    reused: int = 0
    generated: int = 0
    dropped: int = 0
    seconds: float = 0.0
    fallbacks: int = 0
    wound: int = 0

    @property
    def reuse(self) -> float:
        """Share of prompt tokens that were copied instead of computed, 0 to 1."""
        return self.reused / self.prompt if self.prompt else 0.0

    def add(self, other: Count) -> None:
        for name in Count.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass
class Counters:
    """Counts by task name, in the order in which tasks were first asked."""

    tasks: dict[str, Count] = field(default_factory=dict)

    def record(self, task: str, reply: Generated | Scored, fallback: bool = False) -> None:
        """Count one reply; ``fallback`` says that it was not used."""
        usage = reply.usage
        count = Count(1, usage.prompt, usage.reused, usage.generated, usage.dropped, usage.seconds, int(fallback), usage.wound)
        self.tasks.setdefault(task, Count()).add(count)

    @property
    def total(self) -> Count:
        total = Count()
        for count in self.tasks.values():
            total.add(count)
        return total

    def as_dict(self) -> Mapping[str, Mapping[str, float]]:
        return {task: asdict(count) for task, count in self.tasks.items()}
