"""A whole town as YAML that a user could have written: comments over its parts, a blank line between people.

For towns that are made up and towns that a model writes. Knows the order of keys and no contents.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.dice import dice
from sim.scenario.yaml_writer import written

HEAD = """\
# A town that was made up: change whatever you like. Run it: python run_sim.py scenarios/THIS_FILE.yaml
# Check it: python run_sim.py validate THIS_FILE. All that may stand here: python run_sim.py schema
"""
RULES = {"reflection": 50}
"""Rules of all made-up towns: residents reflect several times a day."""
SMALL_TOWN = 6
"""The most people of a town with ``SMALL_TOWN_RULES``."""
SMALL_TOWN_RULES = {"chat_cooldown": 2400, "talks_a_day": 8}
"""In a small town the same two talk again after forty minutes, and more often a day."""
HAIR_AND_EXTRA: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "woman": ((1, 2, 3, 4, 5, 8, 9), (0, 0, 0, 1, 5, 8, 10)),
    "man": ((0, 1, 3, 6, 7, 9), (0, 0, 0, 1, 4, 5, 6)),
    "": ((1, 3, 9), (0, 0, 1, 5)),
}
"""Sex -> (hair styles, things worn), as numbers of ``assets/sprites/sprites.json``; 0 is nothing, 6 a beard."""
NOTES = {
    "rules": "# The importance after which residents reflect; where few live, how soon and how often the same two talk.",
    "residents": "",
    "news": "# What is worth telling, and who knows it at the start.",
    "events": "# What happens whatever anybody does.",
}
"""Parts with a blank line before them, and the comment over each."""


def town_text(town: Mapping[str, Any]) -> str:
    """The YAML of a town's plain data."""
    parts = [HEAD]
    rules = RULES | (SMALL_TOWN_RULES if len(town["residents"]) <= SMALL_TOWN else {})
    for key, value in _before("residents", {"rules": rules}, town).items():
        if key in NOTES:
            parts.append(f"\n{NOTES[key]}\n".replace("\n\n", "\n"))
        if key == "residents":
            people = (written({slug: card}, 2) for slug, card in value.items())
            parts.append("residents:\n" + "\n".join(people))
        else:
            parts.append(written({key: value}))
    return "".join(parts)


def _before(key: str, more: Mapping[str, Any], town: Mapping[str, Any]) -> dict[str, Any]:
    """``town`` with ``more`` in front of a key."""
    found: dict[str, Any] = {}
    for name, value in town.items():
        found |= {**more, name: value} if name == key else {name: value}
    return found


def drawn_look(seed: int, number: int, sex: str = "") -> dict[str, int]:
    """How the person of this number looks; where their ``sex`` ("woman", "man") is not known, a look that suits anybody."""
    hair, extra = HAIR_AND_EXTRA[sex]
    drawn = map(int, dice(seed, "new town", "look", str(number)).integers([5, len(hair), 6, 18, 4, len(extra)]))
    look = dict(zip(("skin", "hair", "hair_colour", "shirt", "trousers", "extra"), drawn, strict=True))
    return look | {"hair": hair[look["hair"]], "extra": extra[look["extra"]]}
