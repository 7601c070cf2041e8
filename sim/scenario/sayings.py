"""A hint where a sentence of a resident's ``speech:`` was cut at its comma: YAML reads ``[Well, there it is.]`` as two.

Knows the words alone.
"""

from __future__ import annotations

from sim.scenario.model import Scenario
from sim.scenario.problems import ProblemReport


def warn_of_cut_sayings(scenario: Scenario, report: ProblemReport) -> None:
    """Add a hint to ``report`` for every sentence that begins with a small letter after a sentence without a full stop."""
    for resident in scenario.residents:
        said = resident.speech
        for kind, lines in (("says", said.says), ("asks", said.asks), ("greets", said.greets)):
            for number, (before, line) in enumerate(zip(lines, lines[1:], strict=False), 1):
                if line[:1].islower() and not before.endswith((".", "!", "?")):
                    at = ("residents", resident.slug, "speech", kind, number)
                    report.add(at, f"is {before!r} and {line!r} one sentence? Then put it into quotes, for a comma parts them")
