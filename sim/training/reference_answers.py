"""Reference replies: the script's replies that pass the exam's own checks. Only examples with such replies are learned from."""

from __future__ import annotations

import re
from functools import lru_cache

from sim.answer.small.suggestions import GIVEN
from sim.prompts import to_json
from sim.training import checks
from sim.training.checks.shown import full_names, written
from sim.training.example import Example

_SEAM = re.compile(r"\bthey (?:told|said to) (?:they|them)\b|\{|\}|\ba an?\b|\bthe (?:a|an|the)\b|  |\bundefined\b")
"""Places where texts were put together badly."""


def problems(example: Example) -> list[str]:
    """What is wrong with an example's reply, as ``check: reason``; empty for a reference reply.

    What is suggested counts as told, unless the whole reply is chosen among it.
    """
    shown = example.shown if example.task not in GIVEN else None
    found = checks.problems(example.question, example.reply, shown.suggestions if shown else ())
    if shown and not found and not shown.sound(example.reply):
        found = [f"shape: not among what is suggested: {to_json(example.reply)}"]
    return [*found, *(f"seam: {reason}" for reason in _seams(example))]


def _seams(example: Example) -> list[str]:
    """Texts with open slots, doubled articles, or an article before a name (``the Mara Lind dances``)."""
    named = _articled(tuple(sorted(full_names(example.question))))
    texts = written(example.question, example.reply)
    return [text for text in texts if _SEAM.search(text) or (named is not None and named.search(text))]


@lru_cache(maxsize=512)
def _articled(names: tuple[str, ...]) -> re.Pattern[str] | None:
    """``the`` in front of one of these full names."""
    people = sorted(re.escape(name) for name in names if " " in name and not name.startswith("The "))
    return re.compile(rf"\b[Tt]he (?:{'|'.join(people)})(?!['\u2019])\b") if people else None
