"""English verbs and pronouns: which words are verbs, their forms, and how a text calls somebody."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import yaml

from sim.language.text import words

_BANK = Path(__file__).resolve().parents[2] / "assets" / "banks" / "words.yaml"
VERBS = words(yaml.safe_load(_BANK.read_text(encoding="utf-8"))["verbs"])
"""Verbs in their base form."""
_BEGINS = re.compile(r"(She|He|They|Her|His|Their)\b")
_CALLED = {"Her": "she", "His": "he", "Their": "they"}


def pronoun_in(background: Iterable[str]) -> str:
    """``she``, ``he`` or ``they``, as sentences about somebody call them; ``""`` where none begins with a pronoun."""
    found = next(filter(None, map(_BEGINS.match, background)), None)
    return _CALLED.get(found[0], found[0].lower()) if found else ""


def bare_verb(verb: str) -> str:
    """``hosts`` -> ``host``, ``teaches`` -> ``teach``, ``carries`` -> ``carry``."""
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if verb.endswith(("ches", "shes", "sses", "xes", "zes", "oes")):
        return verb[:-2]
    return verb[:-1]


NO_VERB = ("ways", "times", "haps", "wards", "ss", "us", "was", "is", "as", "days", "ours", "yes")
"""Endings of words after ``she`` that are no verbs, or are irregular verbs."""


def is_verb(word: str) -> bool:
    """Whether a word is a known verb in the third person singular: ``bakes``."""
    return word.endswith("s") and bare_verb(word) in VERBS


def third_verb(verb: str) -> str:
    """``host`` -> ``hosts``, ``carry`` -> ``carries``."""
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("ch", "sh", "ss", "x", "z", "o")) else "s")
