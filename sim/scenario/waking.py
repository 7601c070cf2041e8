"""Asks about residents who are awake for few hours of a day, or for nearly all: ``wakes`` and ``sleeps`` are easily swapped."""

from __future__ import annotations

from sim.scenario.model import Scenario
from sim.scenario.problems import ProblemReport
from sim.world.clock import clock_text

LEAST_AWAKE = 8 * 60
"""Minutes that anybody is awake, at least."""
MOST_AWAKE = 22 * 60


def ask_of_short_days(scenario: Scenario, report: ProblemReport) -> None:
    """Add a question to ``report`` for every such resident."""
    for one in scenario.residents:
        awake = (one.sleeps - one.wakes) % 1440 or 1440
        if not LEAST_AWAKE <= awake <= MOST_AWAKE:
            hours = f"{awake // 60} h {awake % 60} min".removesuffix(" 0 min")
            times = f"wakes at {clock_text(one.wakes)} and sleeps from {clock_text(one.sleeps)}"
            report.add(
                ("residents", one.slug, "wakes"), f"{one.name} {times}, so they are awake for {hours} of a day; is that meant?"
            )
