"""The exam's table of measures, and their rows from examples and answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.answer.protocol import Answer
from sim.prompts.tasks.rate import Ratings
from sim.training.checks import CHECKS
from sim.training.exam import news_passing
from sim.training.exam.statistics import Row, share, spearman
from sim.training.example import Example


@dataclass(frozen=True, slots=True)
class Measure:
    """A check as a line of the table. ``goal`` is the bundled model's when it answers freely."""

    check: str
    name: str
    rule: str
    goal: float | None = None


MEASURES = (
    Measure(
        "names", "names spelled right", "a reply with a proper name: each stands in the prompt, with the right surname", 1.0
    ),
    Measure(
        "words", "other words of the news right", "a sentence with an occasion's day or hour and place or host: what it is", 0.9
    ),
    Measure(
        "news",
        "news passed on right",
        "a sentence on a known occasion: host, place, day and hour; all in an announcement",
        0.95,
    ),
    Measure("unknown", "'don't know' when nothing is known", "a question of fact on which the prompt holds no word", 0.95),
    Measure("answered", "answered when a memory tells", "a question of fact all of whose words one memory holds"),
    Measure("learned", "learned facts supported", "a fact learned, or promise with place or time: said in the talk", 0.98),
    Measure("promised", "promises of a talk kept in mind", "a talk in which one promised something: when and where"),
    Measure("reactions", "reactions right", "a reaction whose prompt says what fits", 0.9),
    Measure("urgent", "  of them to trouble, or a taken thing", "the same where going on as before is wrong"),
    Measure(
        "planned", "known events planned", "an own or promised thing of the day, or an occasion gone to: hour and place", 0.95
    ),
    Measure("fitting", "work and steps of one's own trade", "work of a trade in a plan, a step of some work: it is one's own"),
    Measure("citations", "citations right", "an insight: what is cited speaks of what it speaks of", 0.9),
    Measure("wellformed", "kept statements whole, third person", "a reply that is kept in mind"),
    Measure("faithful", "days, hours, numbers from the prompt", "a reply with a day, hour or number in its own words"),
)


def rows(examples: Sequence[Example], answers: Sequence[Answer]) -> list[Row]:
    """Every measure on the answers to ``examples``."""
    found = [measure(one, examples, answers) for one in MEASURES]
    found[3:3] = news_passing.rows(examples, answers)
    found.insert(9, poignancy(examples, answers))
    return [*found, *_usable(answers)]


def measure(one: Measure, examples: Sequence[Example], answers: Sequence[Answer]) -> Row:
    """One check over all answers: cases right of cases judged."""
    verdicts = [CHECKS[one.check](e.question, a.reply) for e, a in zip(examples, answers, strict=True)]
    right = sum(verdict.right for verdict in verdicts if verdict)
    return share(one.name, right, sum(verdict.cases for verdict in verdicts if verdict), one.goal, one.rule)


def poignancy(examples: Sequence[Example], answers: Sequence[Answer]) -> Row:
    """Rank correlation of the ratings with the script's, over single events."""
    pairs = [pair for e, a in zip(examples, answers, strict=True) for pair in rated(e, a)]
    return spearman("poignancy, rank correlation", pairs, 0.85, "an event: its rating and the scripted one")


def rated(example: Example, answer: Answer) -> list[tuple[float, float]]:
    """(rating given, rating expected) for each event; none where no events were rated."""
    given, expected = answer.reply, example.reply
    if not (isinstance(given, Ratings) and isinstance(expected, Ratings)):
        return []
    return [(float(a), float(b)) for a, b in zip(given.ratings, expected.ratings, strict=True)]


def _usable(answers: Sequence[Answer]) -> list[Row]:
    """Shares of replies that were replaced, and that were repaired."""
    replaced, mended = sum(a.fallback for a in answers), sum(a.repaired for a in answers)
    return [
        share("replaced by a fallback", replaced, len(answers), rule="a reply that could not be used"),
        share(
            "mended",
            mended,
            len(answers),
            rule="a reply whose times, minutes or order were put right, or a line that the script had to say",
        ),
    ]
