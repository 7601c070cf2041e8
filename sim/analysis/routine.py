"""How many calls the reuse of routine saves: stretches of the day that were decomposed into steps without a question.

Counted from the ``routine`` flag of ``step`` events. The rule itself is in ``sim/mind/plan.py``.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.record.read import Run
from sim.world.clock import Clock


@dataclass(frozen=True, slots=True)
class RoutineSavings:
    """``calls`` saved in all, of ``stretches`` decomposed; ``per_day``: per resident and game day."""

    calls: int
    stretches: int
    per_day: float


def routine_savings(run: Run) -> RoutineSavings:
    """The savings over a whole run; a resident's day counts if anything was decomposed on it."""
    clock, step = Clock(run.meta.start), run.meta.tick_seconds
    events = run.events(0, run.last_tick, ("step",))
    calls = sum(bool(event.data.get("routine")) for event in events)
    days = {(event.key, clock.day(event.tick * step)) for event in events}
    return RoutineSavings(calls, len(events), calls / len(days) if days else 0.0)
