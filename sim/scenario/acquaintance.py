"""Who knows whom at first without a tie of their own, and a hint where most people would meet as strangers."""

from __future__ import annotations

from itertools import combinations

from sim.scenario.model import Resident, Scenario
from sim.scenario.problems import ProblemReport

MIN_HINTED = 3
"""The fewest residents of a town that gets the hint: two need no ties."""
MAX_HINTED = 30
"""The most residents of a town that gets the hint: in a large town most pairs are strangers."""
_REMEDY = "give them ties, or write `acquainted: true`, and everybody knows everybody by sight and name"


def shared(resident: Resident, other: Resident) -> str:
    """What two residents have in common who know each other without a tie: a house, a place of work, or the home of the one is
    the workplace of the other; ``""`` for nothing."""
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
    if scenario.acquainted or not MIN_HINTED <= len(people) <= MAX_HINTED:
        return
    pairs = list(combinations(people, 2))
    met = sum(a.slug in b.relationships or b.slug in a.relationships or bool(shared(a, b)) for a, b in pairs)
    if 2 * met < len(pairs):
        report.add(("residents",), f"{len(pairs) - met} of {len(pairs)} pairs will meet as strangers; {_REMEDY}")
