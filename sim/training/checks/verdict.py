"""Verdicts: how many cases a check judged in one reply, and what was wrong with those that failed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sim.prompts import Question, Reply


@dataclass(frozen=True, slots=True)
class Verdict:
    """``right`` is the number of cases that passed; ``wrong`` says of each other one what failed."""

    right: int
    wrong: tuple[str, ...] = ()

    @property
    def cases(self) -> int:
        return self.right + len(self.wrong)


Check = Callable[[Question[Any], Reply], Verdict | None]
"""A pure function of a question and a reply; None where the reply holds nothing that the check judges."""


def judged(wrong: str) -> Verdict:
    """One case: wrong for the reason given, right where there is none."""
    return Verdict(0, (wrong,)) if wrong else Verdict(1)


def counted(reasons: list[str]) -> Verdict | None:
    """Several cases, an empty reason for each that is right; None where there are none."""
    wrong = tuple(reason for reason in reasons if reason)
    return Verdict(len(reasons) - len(wrong), wrong) if reasons else None
