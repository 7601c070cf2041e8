"""How many composed replies pass the checks before any is sorted out, by kind of question: ``python -m sim.training gold``."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from itertools import islice

from sim.training.compose import composed, problems
from sim.training.example import Example
from sim.training.situations.data_split import PARTS

GOAL = 0.995
"""Share of the composed replies of each kind that must pass."""


class Tally:
    """Numbers of examples, of those that pass, and of problems, by kind of question."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.passed: Counter[str] = Counter()
        self.faults: Counter[tuple[str, str]] = Counter()
        self.shown: dict[tuple[str, str], str] = {}

    def count(self, stream: Iterable[Example]) -> None:
        """Check every example of a stream."""
        for example in stream:
            found = problems(example)
            self.seen[example.task] += 1
            self.passed[example.task] += not found
            for reason in found:
                check, _, told = reason.partition(": ")
                self.faults[example.task, check] += 1
                self.shown.setdefault((example.task, check), told)

    def rows(self) -> list[str]:
        """The table: one line per kind of question, then one per kind of problem with an example."""
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
    """Print the table; returns 1 where a kind is below the goal."""
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
