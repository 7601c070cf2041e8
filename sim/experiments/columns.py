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


_NUMBER = Column("number", "how many")
_WHO = "a resident's slug"
COLUMNS = {
    "town": Column("", "the run"),
    "pair": Column("", "towns of one pair differ in their settings alone"),
    "scenario": Column("", "the scenario's id"),
    "seed": Column("number", "the run's seed"),
    "settings": Column("", "what was changed in the scenario"),
    "setting": Column("", "how memories were retrieved"),
    "condition": Column("", "what was taken from the residents' memory"),
    "hash": Column("hexadecimal", "the run's hash at its last tick"),
    "resident": Column("slug", _WHO),
    "residents": Column("residents", "of the town, or those whose mean it is"),
    "other": Column("slug", "the resident asked about"),
    "person": Column("slug", _WHO),
    "people": Column("people", "who answered on both sides, or gave this answer"),
    "question": Column("", "its id in the questionnaire, or its words"),
    "questions": Column("questions", "asked"),
    "answer": Column("", "as given; of a scale in its points"),
    "answers": Column("answers", "asked for"),
    "answered by": Column("", "scripted and standin are rules; small, guided, free and own are minds"),
    "no datum": Column("", "why the answer tells nothing of the resident; empty where it does"),
    "memories": Column("", "behind the answer"),
    "moment": Column("", "when it was asked"),
    "category": Column("", "of the question, as in the paper"),
    "score": Column("", "the name of the score"),
    "verdict": Column("", "the answer checked in memory: knows, missed, hallucinated, does not know"),
    "news": Column("", "the news item's id"),
    "tick": Column("ticks since the start", "when it was learned"),
    "when": Column("day and time of the game", "when it was learned"),
    "how": Column("", "start, told, overheard; or by which method"),
    "method": Column("", "how it was found"),
    "of": Column("", "of whom the row tells"),
    "from": Column("", "who told it, or the answer before"),
    "to": Column("", "the answer after"),
    "talk": Column("", "the talk in which it was told"),
    "memory": Column("number", "of the resident's memory that holds it"),
    "text": Column("", "that memory"),
    "hours": Column("game hours since the start", "when the share changed"),
    "share": _share("mean over `count` cases"),
    "mean": Column("as `unit` says, or the table's subject", "mean over `count` cases"),
    "low": Column("as the mean", "the lower end of the 95 % interval; empty where there is none"),
    "high": Column("as the mean", "the upper end of the 95 % interval; empty where there is none"),
    "count": Column("cases", "towns, or people or residents of a single town"),
    "over": Column("", "what `count` counts"),
    "hits": Column("answers", "of this verdict"),
    "edges": Column("pairs of residents", "who are joined"),
    "density": Column("density, 0 to 1", "edges of all that are possible", 0, 1),
    "step": Column("", "from hearing to coming"),
    "heard": Column("true or false", "knew of it when it began"),
    "invited": Column("true or false", "by anybody"),
    "said_yes": Column("true or false", "to an invitation, or promised to come"),
    "declined": Column("true or false", "an invitation"),
    "planned": Column("true or false", "a plan had the resident there"),
    "came": Column("true or false", "was there for five minutes"),
    "invited by the host": Column("true or false", "by whoever gives it"),
    "came, of those the host invited": Column("true or false", "both"),
    "minutes": Column("game minutes", "at the place during the event"),
    "instead": Column("", "where the resident was"),
    "why": Column("", "what the resident says"),
    "reason": Column("", "as far as the run shows"),
    "kind": Column("", "of what was asked for"),
    "right": Column("numbers", "of the memories that answer it"),
    "rank": Column("number", "of the first right memory, from 1; empty where it is not found"),
    "mrr": _share("mean reciprocal rank of the first right memory"),
    "chi2": Column("number", "Friedman's statistic"),
    "df": Column("number", "degrees of freedom"),
    "blocks": Column("people", "with a value under every condition"),
    "p": Column("probability", "of the test", 0, 1),
    "p_adjusted": Column("probability", "adjusted by Benjamini and Hochberg", 0, 1),
    "difference": Column("as the score", "to the full mind, mean over people"),
    "effect": Column("standard deviations", "the mean difference in those of the difference"),
    "first": Column("as `unit` says", "the mean under the first setting"),
    "differ": Column("pairs", "that differ at all"),
    "measure": Column("", "its name"),
    "unit": Column("", "of the row's numbers"),
    "act otherwise": Column("residents", "who act or speak otherwise than in the town without it"),
    "since": Column("day and time of the game", "when the first begins to"),
    "who": Column("slugs", "these residents"),
    "moved by": Column("", "without what these said, saw or concluded the answer is another"),
    "behind": Column("", "memories behind the new answer that were not behind the old one"),
    "times": _NUMBER,
    "letter": Column("", "in ranking.md"),
    "left out": Column("", "of whom there is no value, and why"),
    "accuracy": _share("choices that are the person's own"),
    "correlation": Column("-1 to 1", "of numbers with the person's own", -1, 1),
    "error": Column("share of the scale, 0 to 1", "mean absolute error of numbers", 0, 1),
    "paper": Column("as `measure` says", "the paper's number; empty where it has none by this method"),
    "here": Column("as `measure` says", "the same in these towns"),
    "n": Column("cases", "towns or residents"),
    "problem": Column("", "why the town could not be lived"),
}
"""Column of a table -> what it holds."""
PATTERNS = (
    (r"first \d+", _share("questions whose answer is among so many first memories")),
    (r".*, again", Column("as without `again`", "people with themselves, asked a second time")),
    (r".*, normalised", Column("ratio", "the residents' value divided by the people's own")),
)
"""Pattern of a column's name -> what it holds."""


def column(name: str) -> Column | None:
    """What a column of a table holds; None for a measure, or a score by its name (``described``)."""
    return COLUMNS.get(name) or next((found for pattern, found in PATTERNS if re.fullmatch(pattern, name)), None)
