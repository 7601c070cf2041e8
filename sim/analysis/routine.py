"""What the reuse of routine saves: stretches of the day broken into steps without a question, because the same was before.

Counted from ``step`` events, whose ``routine`` says so; each saves a call. Knows nothing of the rule (``sim/mind/plan.py``).
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.record.read import Run
from sim.world.clock import Clock


@dataclass(frozen=True, slots=True)
class Saved:
    """``calls`` saved in all, of ``stretches`` broken down; ``per_day`` per resident and game day."""

    calls: int
    stretches: int
    per_day: float


def saved(run: Run) -> Saved:
    """Over a whole run; days are those on which a resident broke down anything."""
    clock, step = Clock(run.meta.start), run.meta.tick_seconds
    events = run.events(0, run.last_tick, ("step",))
    calls = sum(bool(event.data.get("routine")) for event in events)
    days = {(event.key, clock.day(event.tick * step)) for event in events}
    return Saved(calls, len(events), calls / len(days) if days else 0.0)
