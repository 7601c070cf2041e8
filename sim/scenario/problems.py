"""Collects the problems of a scenario with their positions: ``ProblemReport``, and the ``ScenarioError`` that it raises.

Used by every other module of ``sim.scenario``.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from sim.world.map_records import one_line

Path = tuple[str | int, ...]
"""The path of a value in the data, such as ``("residents", "mara", "home")``."""

MAX_LIKENED = 200
"""Characters up to which a word is compared with those that may be meant."""
MAX_TOLD = 100
"""The most problems that are told at a time."""


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A position in a file; line and column start at 1. ``plain`` is how a number, true, false or null is
    written there."""

    file: str
    line: int
    column: int
    plain: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Problem(NamedTuple):
    """What is wrong (or worth another look), where it stands, and the path of the value it is about."""

    mark: Mark
    message: str
    path: Path


class ScenarioError(ValueError):
    """A scenario that cannot be run. ``problems`` are lines ``file:line:column: what; what to do``; ``found`` has those about
    values of a readable file with their paths."""

    def __init__(self, problems: Iterable[str], found: Iterable[Problem] = ()) -> None:
        told = list(problems)
        self.problems = [one_line(problem) for problem in told[:MAX_TOLD]]
        if len(told) > MAX_TOLD:
            self.problems.append(f"{len(told) - MAX_TOLD:,} more like these; mend the first, and ask again.")
        self.found = tuple(found)
        super().__init__("\n".join(self.problems))


@dataclass(slots=True)
class ProblemReport:
    """Collects problems by their path in the data. ``marks`` has the position of every value and ``keys`` of every key; a path
    without a position gets that of its nearest parent."""

    file: str
    marks: Mapping[Path, Mark]
    keys: Mapping[Path, Mark]
    found: list[Problem] = field(default_factory=list)
    numbers: dict[str, list[int]] = field(default_factory=dict)
    """Top-level list -> the indices in the file of its entries that are left after invalid ones were removed."""

    def add(self, path: Path, message: str, at_key: bool = False) -> None:
        """Add ``message`` about the value at ``path`` (or about its key)."""
        if len(path) > 1 and isinstance(path[1], int) and path[0] in self.numbers:
            path = (path[0], self.numbers[str(path[0])][path[1]], *path[2:])
        self.found.append(Problem(self.where(path, at_key), message, path))

    def where(self, path: Path, at_key: bool = False) -> Mark:
        """The position of ``path`` in the file, or of its nearest parent that has one."""
        if at_key and path in self.keys:
            return self.keys[path]
        for length in range(len(path), -1, -1):
            if path[:length] in self.marks:
                return self.marks[path[:length]]
        return Mark(self.file, 1, 1)

    def lines(self) -> list[str]:
        """All problems in order of position, without duplicates."""
        return list(
            dict.fromkeys(f"{problem.mark}: {problem.message}" for problem in sorted(self.found, key=lambda it: it[:2]))
        )

    def check(self) -> None:
        """Raise ScenarioError if there are problems."""
        if self.found:
            raise ScenarioError(self.lines(), self.found)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``"; did you mean 'mara'?"``, or the list of names if it is short and none is similar, or ""."""
    names = list(known)
    folded = {name.casefold(): name for name in names}
    close = difflib.get_close_matches(word.casefold(), folded, n=1, cutoff=0.55) if len(word) <= MAX_LIKENED else []
    if close:
        return f"; did you mean {folded[close[0]]!r}?"
    return f"; there are {', '.join(names)}" if 0 < len(names) <= 12 else ""


def dotted(path: Path) -> str:
    """``("news", 0, "at")`` -> ``"news[0].at"``."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.lstrip(".")
