"""Mutations of a text or a tree of plain data by a seeded generator, and the base of all fuzzing targets.

Knows nothing of what the texts mean. A target hands in pieces that its reader finds meaningful, so that mutated inputs get
past the first check.
"""

from __future__ import annotations

import copy
import random
import traceback
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

LONGEST_LINE = 600
"""Characters that one line of a message may have."""

UNEXPECTED: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 2**31, 2**63, -(2**63), 10**30, 0.5, -0.0, 1e308, float("nan"), float("inf")),
    *("", " ", "\x00", "ü" * 50, "\ud800", "x" * 5000, "../../../etc/passwd", "/dev/zero", "25:99", "day -9 24:00", "a:b:c:d"),
    *("{}", "[]", "%s%n", "=1+1", "<script>", "${x}", "99999999999999999999", "1e999", "NaN", ":", "::", "#"),
    *([], {}, [[]], [None], {"": None}, [{}], {"x": {"y": {"z": []}}}, [1] * 300),
)
"""Values that no reader expects."""


class Target(ABC):
    """A reader under test. ``read`` counts the inputs that it accepted."""

    def __init__(self, refusals: tuple[type[Exception], ...]) -> None:
        self.read = 0
        self._refusals = refusals

    def attempt(self, seed: int) -> str:
        """Make the input of this seed and read it; returns what went wrong, or ""."""
        try:
            self.one(random.Random(seed))
        except self._refusals as refusal:
            return message_problem(str(refusal))
        except Exception:  # the very thing looked for
            return traceback.format_exc()
        self.read += 1
        return ""

    @abstractmethod
    def one(self, dice: random.Random) -> None:
        """Mutate and read one input."""


def message_problem(message: str) -> str:
    """What is wrong with the message of a refusal: it must say something, in lines of bounded length."""
    lines = message.splitlines()
    if not message.strip() or any(len(line) > LONGEST_LINE for line in lines):
        return f"a poor message: {message[:2000]!r}"
    return ""


def mutate_text(text: str, dice: random.Random, pieces: Sequence[str]) -> str:
    """A few cuts, copies, swaps and insertions, of characters or of whole lines."""
    for _ in range(dice.choice((1, 1, 1, 2, 4, 12))):
        text = dice.choice((_cut, _copy, _insert, _insert, _replace, _lines))(text, dice, pieces)
    return text


def _span(text: str, dice: random.Random) -> tuple[int, int]:
    start = dice.randrange(len(text) + 1)
    return start, min(len(text), start + dice.choice((1, 1, 2, 5, 20, 200)))


def _cut(text: str, dice: random.Random, _: Sequence[str]) -> str:
    start, end = _span(text, dice)
    return text[:start] if dice.random() < 0.05 else text[:start] + text[end:]


def _copy(text: str, dice: random.Random, _: Sequence[str]) -> str:
    start, end = _span(text, dice)
    where = dice.randrange(len(text) + 1)
    return text[:where] + text[start:end] * dice.choice((1, 1, 3)) + text[where:]


def _insert(text: str, dice: random.Random, pieces: Sequence[str]) -> str:
    where = dice.randrange(len(text) + 1)
    return text[:where] + dice.choice(pieces) + text[where:]


def _replace(text: str, dice: random.Random, pieces: Sequence[str]) -> str:
    start, end = _span(text, dice)
    new = chr(dice.choice((0, 9, 10, 13, 34, 39, 92, 127, 160, 0x2028, 0xFEFF, 0x1F600, dice.randrange(32, 127))))
    return text[:start] + (new if dice.random() < 0.5 else dice.choice(pieces)) + text[end:]


def _lines(text: str, dice: random.Random, _: Sequence[str]) -> str:
    """Two lines change places, or one is there twice, or its indentation changes."""
    lines = text.split("\n")
    a, b = dice.randrange(len(lines)), dice.randrange(len(lines))
    how = dice.randrange(3)
    if how == 0:
        lines[a], lines[b] = lines[b], lines[a]
    elif how == 1:
        lines.insert(a, lines[b])
    else:
        lines[a] = dice.choice((" ", "  ", "\t", "")) + lines[a].lstrip() if dice.random() < 0.5 else "  " + lines[a]
    return "\n".join(lines)


def mutate_data(data: Any, dice: random.Random, pieces: Sequence[Any]) -> Any:
    """A copy of a tree of dictionaries and lists with a few of its parts replaced, removed, doubled, renamed or moved."""
    data = copy.deepcopy(data)
    for _ in range(dice.choice((1, 1, 1, 2, 5))):
        _bend(data, dice, pieces)
    return data


def _bend(data: Any, dice: random.Random, pieces: Sequence[Any]) -> None:
    nodes = _nodes(data)
    if not nodes:
        return
    parent, key = dice.choice(nodes)
    how = dice.randrange(6)
    if how < 2:
        parent[key] = copy.deepcopy(dice.choice(UNEXPECTED if how else pieces))
    elif how == 2:
        other, name = dice.choice(nodes)
        parent[key] = copy.deepcopy(other.get(name) if isinstance(other, dict) else other[name] if name < len(other) else None)
    elif how == 3:
        del parent[key]
    elif isinstance(parent, list):
        parent.insert(dice.randrange(len(parent) + 1), copy.deepcopy(parent[key]))
    else:
        parent[str(dice.choice(pieces))] = parent.pop(key) if how == 4 else copy.deepcopy(parent[key])


def _nodes(data: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) of a tree."""
    found: list[tuple[Any, Any]] = []
    waiting = [data]
    while waiting:
        node = waiting.pop()
        keys: Sequence[Any] = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
        for key in keys:
            found.append((node, key))
            waiting.append(node[key])
    return found
