"""Whether a composed answer is gold: the exam's own checks on it. What has a problem is no example to learn from.

``python -m sim.training gold --count N`` prints per task which share of composed answers passes before anything is sorted out,
and the most frequent problems with an example of each.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import Any

from sim.answer.small.suggestions import GIVEN
from sim.prompts import Question, to_json
from sim.training import checks
from sim.training.checks.shown import full_names, written
from sim.training.example import Example
from sim.training.situations.data_split import PARTS

GOAL = 0.995
"""Share of composed answers of each task that must pass before the filter."""
_TALE = re.compile(r"\bthey (?:told|said to) (?:they|them)\b|\{|\}|\ba an?\b|\bthe (?:a|an|the)\b|  |\bundefined\b")
"""Seams where texts were put together badly."""


def problems(example: Example) -> list[str]:
    """What is wrong with an example's reply, as ``check: reason``; empty for gold.

    What is suggested counts as told, unless the whole reply is chosen among it.
    """
    shown = example.shown if example.task not in GIVEN else None
    found = checks.problems(example.question, example.reply, shown.suggestions if shown else ())
    if shown and not found and not shown.sound(example.reply):
        found = [f"shape: not among what is suggested: {to_json(example.reply)}"]
    return [*found, *(f"seam: {reason}" for reason in _seams(example))]


def _seams(example: Example) -> list[str]:
    """Slots left open, doubled articles, a name taken for a thing (``the Mara Lind dances``)."""
    named = _articled(example.question)
    texts = written(example.question, example.reply)
    return [text for text in texts if _TALE.search(text) or (named is not None and named.search(text))]


def _articled(question: Question[Any]) -> re.Pattern[str] | None:
    return _the(tuple(sorted(full_names(question))))


@lru_cache(maxsize=512)
def _the(names: tuple[str, ...]) -> re.Pattern[str] | None:
    """``the`` in front of a resident's full name."""
    people = sorted(re.escape(name) for name in names if " " in name and not name.startswith("The "))
    return re.compile(rf"\b[Tt]he (?:{'|'.join(people)})(?!['\u2019])\b") if people else None


class Tally:
    """Counts of examples, of those that pass, and of problems by task."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.passed: Counter[str] = Counter()
        self.faults: Counter[tuple[str, str]] = Counter()
        self.shown: dict[tuple[str, str], str] = {}

    def count(self, stream: Iterable[Example]) -> None:
        """Judge a stream to its end."""
        for example in stream:
            found = problems(example)
            self.seen[example.task] += 1
            self.passed[example.task] += not found
            for reason in found:
                check, _, told = reason.partition(": ")
                self.faults[example.task, check] += 1
                self.shown.setdefault((example.task, check), told)

    def rows(self) -> list[str]:
        """One line per task, then one per kind of problem."""
        lines = [f"{'task':14}{'answers':>8}{'pass':>9}"]
        for task, seen in self.seen.most_common():
            share = self.passed[task] / seen
            lines.append(f"{task:14}{seen:8}{share:9.2%}{'' if share >= GOAL else '  below the goal'}")
        total, passed = sum(self.seen.values()), sum(self.passed.values())
        lines.append(f"{'all':14}{total:8}{passed / max(1, total):9.2%}")
        return lines + [
            f"{task} {check} {n}: {self.shown[task, check][:200]}" for (task, check), n in self.faults.most_common()
        ]


def main(argv: list[str]) -> int:
    """``python -m sim.training gold``: the table; 1 where a task is below the goal."""
    from sim.training.compose import composed  # here, since composing sorts out by this module

    parser = argparse.ArgumentParser(prog="python -m sim.training gold", description="Check composed answers.")
    parser.add_argument("--count", type=int, default=2000, help="answers (default 2000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--part", choices=PARTS, default="train")
    options = parser.parse_args(argv)
    if options.count < 1:
        parser.error("--count is at least 1")
    tally = Tally()
    tally.count(islice(composed(options.seed, options.part), options.count))
    print("\n".join(tally.rows()))
    return 0 if all(tally.passed[task] >= GOAL * seen for task, seen in tally.seen.items()) else 1
