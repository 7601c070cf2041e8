"""What a question tells, piece by piece, before any register has put it into words: a label and what stands behind it.

Every kind of question lists its parts in the order of the protocol; ``brief`` and ``full`` write them as lines of a prompt. A
part also says what it is worth (``priority``), so that ``fit`` can tell less of it. Knows no kind of question.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, isinf

ALWAYS = inf
"""The priority of what is never left out."""
TOKEN = 3.6
"""Bytes of UTF-8 that count as a token. Real ones hold 3.3 (names, in small vocabularies) to 4.6 (prose, in large ones)."""
BLOCK = 2
"""Lines by which a talk is shortened at once, so that it begins with the same line for the next ones."""


def cost(lines: Iterable[str]) -> int:
    """About how many tokens lines take, each with its line break: by their bytes alone, in any language."""
    return sum(1 + int(len(line.encode()) / TOKEN) for line in lines)


@dataclass(frozen=True, slots=True)
class Told(ABC):
    """The base of all parts. Its items can be left out one by one: the one that is worth least first.

    ``priority`` is what the best item is worth, half of it the second, a third the third; so lists share a budget as parties
    share seats (D'Hondt). ``best`` are the items' indices from the best on (``()``: as they stand), and the first ``must`` of
    these stay whatever the budget.
    """

    label: str
    priority: float = field(default=ALWAYS, kw_only=True)
    best: tuple[int, ...] = field(default=(), kw_only=True)
    must: int = field(default=0, kw_only=True)

    @abstractmethod
    def items(self) -> list[str]:
        """What can be left out, each by itself."""

    def lines(self, gone: Container[int] = ()) -> list[str]:
        """The part as lines, without the items ``gone``; none where no item is left."""
        shown = [item for i, item in enumerate(self.items()) if i not in gone]
        return [f"{self.label}:", *shown] if shown and self.label else shown

    def worth(self) -> list[float]:
        """The priority of each item."""
        count = len(self.items())
        found = [0.0] * count
        for rank, i in enumerate(self.best or range(count)):
            found[i] = ALWAYS if rank < self.must else self.priority / (rank + 1)
        return found


@dataclass(frozen=True, slots=True)
class Text(Told):
    """A line as it stands, which may be empty; ``short`` stands there where it is left out."""

    short: str = ""

    def items(self) -> list[str]:
        return [self.label]

    def lines(self, gone: Container[int] = ()) -> list[str]:
        return list(filter(None, [self.short])) if 0 in gone else [self.label]


@dataclass(frozen=True, slots=True)
class Line(Told):
    """``Label: text``."""

    text: str

    def items(self) -> list[str]:
        return [f"{self.label}: {self.text}"] if self.text else []

    def lines(self, gone: Container[int] = ()) -> list[str]:
        return [] if 0 in gone else self.items()


@dataclass(frozen=True, slots=True)
class Joined(Told):
    """``Label: one; two; three``, or without a label the texts alone."""

    texts: tuple[str, ...]
    by: str = "; "

    def items(self) -> list[str]:
        return list(self.texts)

    def lines(self, gone: Container[int] = ()) -> list[str]:
        joined = self.by.join(text for i, text in enumerate(self.texts) if i not in gone)
        return [f"{self.label}: {joined}" if self.label else joined] if joined else []


@dataclass(frozen=True, slots=True)
class Bullets(Told):
    """A list, each text on a line of its own behind a dash."""

    texts: tuple[str, ...]

    def items(self) -> list[str]:
        return [f"- {text}" for text in self.texts]


@dataclass(frozen=True, slots=True)
class Numbered(Told):
    """A list with numbers to be cited: from 1, or these ``numbers`` (0 for a dash). Items keep theirs when others go."""

    texts: tuple[str, ...]
    numbers: tuple[int, ...] = ()

    def items(self) -> list[str]:
        numbers = self.numbers or range(1, len(self.texts) + 1)
        return [f"{n}. {text}" if n else f"- {text}" for n, text in zip(numbers, self.texts, strict=True)]


@dataclass(frozen=True, slots=True)
class Rows(Told):
    """Entries just as a reply has them, so that they can be taken over."""

    rows: tuple[Mapping[str, object], ...]

    def items(self) -> list[str]:
        return Line(self.label, in_json(self.rows)).lines()

    def lines(self, gone: Container[int] = ()) -> list[str]:
        return [] if 0 in gone else self.items()


@dataclass(frozen=True, slots=True)
class Conversation(Told):
    """The lines of a talk as (full name, line); ``()`` for one that has not begun, None for no talk. The last ``must`` lines
    stay (one at least), and the oldest go first, in blocks."""

    said: tuple[tuple[str, str], ...] | None

    def items(self) -> list[str]:
        return [f"{who}: {line}" for who, line in self.said or ()]

    def worth(self) -> list[float]:
        count = len(self.said or ())
        return [self.priority / (count - i) if i < count - max(1, self.must) else ALWAYS for i in range(count)]

    def lines(self, gone: Container[int] = ()) -> list[str]:
        if self.said is None:
            return []
        shown = self.items()
        first = next((i + 1 for i in reversed(range(len(shown))) if i in gone), 0)
        first = min(-(-first // BLOCK) * BLOCK, max(0, len(shown) - max(1, self.must)))
        return [f"{self.label}:", *shown[first:]] if shown else [f"{self.label}: (not started)"]


Part = Text | Line | Joined | Bullets | Numbered | Rows | Conversation


@dataclass(frozen=True, slots=True)
class Fitted:
    """The ``lines`` of parts within a budget, what they ``cost``, and those that may go too with what each is worth."""

    lines: tuple[str, ...]
    cost: int
    spare: tuple[tuple[float, str], ...]


def least_cost(parts: Iterable[Part]) -> int:
    """The tokens of what stays of parts whatever the budget."""
    return sum(cost(part.lines({i for i, worth in enumerate(part.worth()) if not isinf(worth)})) for part in parts)


def fit(parts: Iterable[Part], budget: float) -> Fitted:
    """Parts within ``budget`` tokens: what is worth least goes first (of equals the last), until the rest fits or must stay."""
    every = list(parts)
    gone = [set[int]() for _ in every]
    costs = [cost(part.lines()) for part in every]
    units = [(worth, -p, -i) for p, part in enumerate(every) for i, worth in enumerate(part.worth()) if not isinf(worth)]
    left = sorted(units, reverse=True)
    while left and sum(costs) > budget:
        _, p, i = left.pop()
        gone[-p].add(-i)
        costs[-p] = cost(every[-p].lines(gone[-p]))
    lines = [line for part, without in zip(every, gone, strict=True) for line in part.lines(without)]
    spare = ((worth, item) for worth, p, i in reversed(left) if (item := every[-p].items()[-i]) in lines)
    return Fitted(tuple(lines), sum(costs), tuple(spare))


def in_json(values: Sequence[object]) -> str:
    """Values as JSON, one after the other."""
    return ", ".join(json.dumps(value, ensure_ascii=False) for value in values)
