"""What is wrong with a scenario, all at once: positions, problems and the error that carries them.

Knows nothing of YAML or of towns (its messages are kept as short as those about maps); used by every
other module of ``sim.scenario``.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sim.world.records import one_line

Path = tuple[str | int, ...]
"""Where something stands in the data: ``("residents", "mara", "home")``."""


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A position in a file; line and column count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class ScenarioError(ValueError):
    """A scenario that cannot be run. ``problems``: one line each, ``file:line:column: what; what to do``."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = [one_line(problem) for problem in problems]
        super().__init__("\n".join(self.problems))


@dataclass(slots=True)
class Report:
    """Collects problems by where they stand in the data. ``marks`` has the position of every value and ``keys`` of every key;
    what has none is given that of the nearest thing around it."""

    file: str
    marks: Mapping[Path, Mark]
    keys: Mapping[Path, Mark]
    found: list[tuple[Mark, str]] = field(default_factory=list)
    numbers: dict[str, list[int]] = field(default_factory=dict)
    """Top-level list -> the numbers in the file of the entries that are still there once mistaken ones were cut out."""

    def add(self, path: Path, message: str, at_key: bool = False) -> None:
        """Notes ``message`` about the value at ``path`` (or about its key)."""
        self.found.append((self.where(path, at_key), message))

    def where(self, path: Path, at_key: bool = False) -> Mark:
        """The position of ``path`` or of the nearest thing around it that has one."""
        if len(path) > 1 and isinstance(path[1], int) and path[0] in self.numbers:
            path = (path[0], self.numbers[str(path[0])][path[1]], *path[2:])
        if at_key and path in self.keys:
            return self.keys[path]
        for length in range(len(path), -1, -1):
            if path[:length] in self.marks:
                return self.marks[path[:length]]
        return Mark(self.file, 1, 1)

    def lines(self) -> list[str]:
        """All problems by position, each once."""
        return list(dict.fromkeys(f"{mark}: {message}" for mark, message in sorted(self.found)))

    def check(self) -> None:
        """Raises ScenarioError if anything was found."""
        if self.found:
            raise ScenarioError(self.lines())


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``"; did you mean 'mara'?"``, or the whole list where it is short and nothing is alike, or ""."""
    names = list(known)
    folded = {name.casefold(): name for name in names}
    close = difflib.get_close_matches(word.casefold(), folded, n=1, cutoff=0.55)
    if close:
        return f"; did you mean {folded[close[0]]!r}?"
    return f"; there are {', '.join(names)}" if 0 < len(names) <= 12 else ""


def dotted(path: Path) -> str:
    """``("news", 0, "at")`` -> ``"news[0].at"``."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.lstrip(".")
