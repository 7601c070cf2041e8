"""What every column of an experiment's tables holds, with its unit, and every measure with its unit and bounds.

The data dictionary beside the tables (``tables/dictionary.csv``) is made of this, and so are the bounds of intervals.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

SHARE = "share, 0 to 1"


@dataclass(frozen=True, slots=True)
class Column:
    """The ``unit`` of a column or a measure ("" for words), what it means, and the bounds that no value can pass."""

    unit: str
    meaning: str
    low: float | None = None
    high: float | None = None

    @property
    def widest(self) -> float | None:
        """The largest difference of two values; None where there is none."""
        return None if self.low is None or self.high is None else self.high - self.low


def _share(meaning: str) -> Column:
    return Column(SHARE, meaning, 0, 1)


MEASURES = (
    (r"failures: .*", Column("failures", "of this check, in the whole run (`run_sim.py evaluate`)", 0)),
    (r"talks per resident and 24 game hours", Column("talks per resident and 24 game hours", "talks that began", 0)),
    (r"calls per resident and 24 game hours", Column("calls per resident and 24 game hours", "questions to the mind", 0)),
    (r"density .*", Column("density, 0 to 1", "edges of the graph of residents, of all that are possible", 0, 1)),
    (r"knows .*|.*: know", _share("residents of the town with a memory of the news at the end")),
    (r".*: know, over time", _share("residents who know the news, mean over the run's time")),
    (r".*: longest chain", Column("tellers", "the longest chain of who told whom", 0)),
    (r".*: (?:heard|invited|said_yes|planned|came)", Column("residents", "of the town, the host left out, at this step", 0)),
    (r"residents who act otherwise", _share("residents who do, say or plan anything else than in the town without it")),
    (r".*: changed", _share("residents who gave more than one answer to this question")),
)
"""Pattern of a measure's name -> what it is. All others are shares: the metrics of ``evaluate``, scores, answers of a poll."""
_SCALE = re.compile(r".* \((-?[\d.]+) to (-?[\d.]+)\), .*")
_OTHER = _share("a metric of `evaluate` (its rule stands there), a score, or the share of an answer")


def described(name: str) -> Column:
    """What a measure is, by its name."""
    if scale := _SCALE.fullmatch(name):
        low, high = map(float, scale.groups())
        return Column("points of the scale", f"the mean answer, on a scale from {low:g} to {high:g}", low, high)
    return next((column for pattern, column in MEASURES if re.fullmatch(pattern, name)), _OTHER)
