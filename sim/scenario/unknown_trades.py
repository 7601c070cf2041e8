"""Warns of occupations that the scripted mind has no days for, so that nobody wonders why a cheesemaker makes no cheese."""

from __future__ import annotations

from sim.language.banks import open_banks
from sim.language.trades import nearest_trades, trade_called
from sim.scenario.model import Scenario
from sim.scenario.problems import ProblemReport


def warn_of_unknown_trades(scenario: Scenario, report: ProblemReport) -> None:
    """Add a warning to ``report`` for everybody who works at something that no bank knows."""
    banks = open_banks()
    for one in scenario.residents:
        told = not one.occupation or one.mind or one.day or "retired" in one.occupation.lower()
        if told or trade_called(one.occupation, banks):
            continue
        near = ", ".join(nearest_trades(one.occupation, banks)) or "none"
        does = f"does general work at {one.work[1]}" if one.work else "does no work, as no work: says where"
        known = f"{one.occupation!r} is no trade that the scripted mind knows (the nearest: {near}); {one.first} {does}"
        report.add(("residents", one.slug, "occupation"), f"{known}; tell what they do with day:")
