"""How many plain questions a mind answers rightly: ``python -m sim.bench asked [SCENARIO...] --model MODEL``.

``asked.yaml`` holds questions to the people of each scenario that ships: most are answered by their cards, ties and news, some
by nothing. Each is asked when the first plans are made. An answer is right that holds one of the pieces of text named for it,
whatever the case; where none is named, one that says that the resident does not know.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from sim.town import Town

QUESTIONS = Path(__file__).with_suffix(".yaml")
SCENARIOS = Path(__file__).parents[2] / "scenarios"
PLANNED = 40
"""Ticks until the people of a scenario have made their plans."""
UNKNOWN = re.compile(
    r"\b(?:not that I know|(?:do not|don't) know|could(?:n't| not) say|can(?:'t|not) (?:say|tell)|no idea)\b", re.I
)


@dataclass(frozen=True, slots=True)
class Answered:
    """A question to ``who`` (a slug), what was ``answered``, and whether that is right."""

    who: str
    question: str
    answered: str
    right: bool


def ask(scenario: str, model: str) -> Iterator[Answered]:
    """The questions of one scenario, by its name, asked of the people of its first minute."""
    asked = questions()[scenario]
    with Town.load(SCENARIOS / f"{scenario}.yaml", model=model, embedder="minilm") as town:
        town.run(ticks=PLANNED)
        for who, own in asked.items():
            for question, right in own.items():
                answer = town[who].interview(question)
                yield Answered(who, question, answer, is_right(answer, right))


def questions() -> Mapping[str, Mapping[str, Mapping[str, Sequence[str]]]]:
    """Scenario -> slug -> question -> the pieces of which a right answer holds one."""
    found: Mapping[str, Mapping[str, Mapping[str, Sequence[str]]]] = yaml.safe_load(QUESTIONS.read_text(encoding="utf-8"))
    return found


def is_right(answer: str, right: Sequence[str]) -> bool:
    """Whether an answer holds one of the pieces, or where there are none, says that it does not know."""
    return any(piece.casefold() in answer.casefold() for piece in right) if right else bool(UNKNOWN.search(answer))


def main(words: Sequence[str]) -> int:
    """Ask and print; returns the exit code."""
    known = sorted(questions())
    parser = argparse.ArgumentParser(prog="python -m sim.bench asked", description="Plain questions to people who ship.")
    parser.add_argument("scenario", nargs="*", default=known, help=f"of {', '.join(known)}; default all")
    parser.add_argument("--model", default="bundled")
    options = parser.parse_args(words)
    for scenario in options.scenario:
        if scenario not in known:
            parser.error(f"{scenario}: there are questions for {', '.join(known)}")
        found = list(ask(scenario, options.model))
        for one in found:
            print(f"{'right' if one.right else 'WRONG'}  {scenario} {one.who}: {one.question}\n       {one.answered}")
        print(f"{scenario}, {options.model}: {sum(one.right for one in found)} of {len(found)} right")
    return 0
