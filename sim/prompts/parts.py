"""What a question tells, piece by piece, before any register has put it into words: a label and what stands behind it.

Every kind of question lists its facts in the order of the protocol; ``brief`` writes them as lines of a prompt. Knows no kind
of question.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """``Label: text``."""

    label: str
    text: str

    def lines(self) -> list[str]:
        return [f"{self.label}: {self.text}"] if self.text else []


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list, each text on a line of its own behind a dash."""

    label: str
    texts: tuple[str, ...]

    def lines(self) -> list[str]:
        return [f"{self.label}:", *self.items()] if self.texts else []

    def items(self) -> list[str]:
        return [f"- {text}" for text in self.texts]


@dataclass(frozen=True, slots=True)
class Numbered:
    """A list with numbers from 1, to be cited."""

    label: str
    texts: tuple[str, ...]

    def lines(self) -> list[str]:
        return [f"{self.label}:", *self.items()] if self.texts else []

    def items(self) -> list[str]:
        return [f"{i}. {text}" for i, text in enumerate(self.texts, 1)]


@dataclass(frozen=True, slots=True)
class Rows:
    """Entries just as a reply has them, so that they can be taken over."""

    label: str
    rows: tuple[Mapping[str, object], ...]

    def lines(self) -> list[str]:
        return Line(self.label, in_json(self.rows)).lines()


@dataclass(frozen=True, slots=True)
class Conversation:
    """The lines of a talk as (full name, line); ``()`` for one that has not begun, None for no talk."""

    said: tuple[tuple[str, str], ...] | None
    label: str = "Conversation"

    def lines(self) -> list[str]:
        if self.said is None:
            return []
        head = f"{self.label}:" if self.said else f"{self.label}: (not started)"
        return [head, *(f"{who}: {line}" for who, line in self.said)]


Part = Line | Bullets | Numbered | Rows | Conversation


def in_json(values: Sequence[object]) -> str:
    """Values as JSON, one after the other."""
    return ", ".join(json.dumps(value, ensure_ascii=False) for value in values)
