"""Who knows whom at first without a tie of their own, and a hint where most people would meet as strangers."""

from __future__ import annotations

from itertools import combinations

from sim.scenario.model import Resident, Scenario
from sim.scenario.problems import ProblemReport

FEW, MANY = 3, 30
"""Between how many residents it is noted that most are strangers: two need no ties, and in a large town they are few."""
_REMEDY = "give them ties, or write `acquainted: true`, and everybody knows everybody by sight and name"


def shared(resident: Resident, other: Resident) -> str:
    """What two have in common who know each other without the scenario's word: a house, a place of work, or that one works
    where the other lives; ``""`` for nothing."""
    work, others = (resident.work or ())[:2], (other.work or ())[:2]
    if resident.home[:2] == other.home[:2]:
        return f"lives at {resident.home[1]} too"
    if work and work == others:
        return f"works at {work[1]} too"
    if work == other.home[:2]:
        return f"lives at {work[1]}, where {resident.first} works"
    return f"works at {others[1]}, where {resident.first} lives" if others == resident.home[:2] else ""


def warn_of_strangers(scenario: Scenario, report: ProblemReport) -> None:
    """Add a hint to ``report`` where more than half of all pairs do not know each other at first."""
    people = scenario.residents
    if scenario.acquainted or not FEW <= len(people) <= MANY:
        return
    pairs = list(combinations(people, 2))
    met = sum(a.slug in b.relationships or b.slug in a.relationships or bool(shared(a, b)) for a, b in pairs)
    if 2 * met < len(pairs):
        report.add(("residents",), f"{len(pairs) - met} of {len(pairs)} pairs will meet as strangers; {_REMEDY}")
