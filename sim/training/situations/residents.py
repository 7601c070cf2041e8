"""Made-up residents: trade, traits, background, present concern, relationships and first memories.

Everything is drawn from dice and the banks of one part.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Occupation
from sim.language.text import article, fill, fillable
from sim.scenario.model import Look, Resident
from sim.training.situations.data_split import PartBanks, listed
from sim.training.situations.names import Person
from sim.types import Address

TRAITS = listed("traits")
BONDS = listed("bonds")
"""Relationships that are the same both ways; others are in ``STANCES``."""
STANCES = listed("stances")
"""What somebody is to a person with the first name ``{first}``."""
MEMORIES_OF_LIFE = (3, 3, 4, 4, 5, 5, 6, 6, 7, 8)
"""Levels of poignancy from which memories of a resident's own past are drawn."""
_GENDERED = re.compile(r"\b(?:he|she|him|her|his|hers)\b")
"""Lines that would give somebody a gender."""
Trade = tuple[Occupation, dict[str, Any]]


def trades_for(worlds: Sequence[str], count: int, banks: PartBanks, dice: Dice) -> list[Trade]:
    """``count`` occupations of these worlds (``""``: any town's), filled up with others; some twice where there are too few."""
    fitting = [trade for trade in banks.trades if str(trade[1].get("world") or "") in worlds]
    kept = dice.some(fitting, count)
    others = [trade for trade in banks.trades if trade not in kept]
    kept += dice.some(others, count - len(kept))
    return kept + [dice.pick(banks.trades) for _ in range(count - len(kept))]


class ResidentMaker:
    """Makes the residents of one world, one at a time."""

    def __init__(self, people: Sequence[Person], banks: PartBanks, dice: Dice) -> None:
        self.people, self.banks, self.dice = people, banks, dice

    def resident(self, i: int, trade: Trade, home: Address, work: Address | None, bonds: Mapping[str, str]) -> Resident:
        """Resident ``i`` of the people, whose slug is ``r<i>``."""
        dice = self.dice
        name, first = self.people[i]
        wakes = dice.pick((330, 360, 390, 405, 420, 420, 435, 450, 480, 510))
        return Resident(
            slug=slug(i),
            name=name,
            first=first,
            age=dice.between(9, 16) if trade[0].name in ("first-year pupil", "child") else dice.between(17, 88),
            traits=tuple(dice.some(TRAITS, dice.between(2, 4))),
            background=self._background(i, trade, work),
            currently=self._currently(i, trade, work),
            home=home,
            work=work,
            occupation=trade[0].name,
            wakes=wakes,
            sleeps=dice.pick((1260, 1290, 1320, 1335, 1350, 1380, 1410)),
            relationships=dict(bonds),
            memories=self._memories(i),
            look=Look(),
            start_at=home,
        )

    def _values(self, i: int, work: Address | None) -> dict[str, str]:
        dice = self.dice
        other = dice.pick([person for person in self.people if person != self.people[i]])
        topic = dice.pick(self.banks.topic_names)
        values = {"name": self.people[i][0], "other": other[0], "topic": topic, "time": dice.pick(("8 am", "3 pm", "7:30 pm"))}
        return values | ({"workplace": work[-1], "place": work[-1]} if work else {})

    def _background(self, i: int, trade: Trade, work: Address | None) -> tuple[str, ...]:
        """Their trade and up to two sentences of their past. The trade is always named: what a resident says of their work must
        stand on the card."""
        dice, values = self.dice, self._values(i, work)
        roles = fillable([f"{{name}} {role}" for role in trade[0].roles], values)
        past = fillable(trade[1].get("background") or (), values)
        chosen = [*dice.some(roles, 1), *dice.some(past, dice.between(0, 2))]
        told = [fill(_about(text), values) for text in chosen]
        named = any(trade[0].name.lower() in text.lower() for text in told)
        called = f"{values['name']} {dice.pick(('is', 'works as'))} {article(trade[0].name)}"
        return tuple(told if named else [called, *told])

    def _currently(self, i: int, trade: Trade, work: Address | None) -> str:
        values = self._values(i, work)
        texts = fillable(trade[1].get("currently") or (), values)
        return fill(_about(self.dice.pick(texts)), values) if texts and self.dice.chance(0.8) else ""

    def _memories(self, i: int) -> tuple[str, ...]:
        """Two to six memories of the banks, as far as their slots can be filled."""
        dice, banks = self.dice, self.banks
        lines = [dice.pick(banks.poignancy[dice.pick(MEMORIES_OF_LIFE)]) for _ in range(dice.between(2, 6))]
        found = []
        for line in lines:
            values = self._values(i, None)
            if fillable([line], values) and "{name}" in line and not _GENDERED.search(line):
                found.append(fill(line, values))
        return tuple(dict.fromkeys(found))


def slug(i: int) -> str:
    return f"r{i}"


def _about(text: str) -> str:
    """A line of the banks with its subject: ``{name}`` is put in front where it does not occur."""
    return text if text.startswith("{name}") or "{name}" in text else f"{{name}} {text}"


def bonds_of(people: Sequence[Person], dice: Dice) -> list[dict[str, str]]:
    """For each person slug -> relationship; 60 % of all pairs know each other."""
    found: list[dict[str, str]] = [{} for _ in people]
    for i in range(len(people)):
        for j in range(i):
            if not dice.chance(0.6):
                continue
            bond = dice.pick(BONDS)
            found[i][slug(j)], found[j][slug(i)] = _one_way(bond, i, people, dice), _one_way(bond, j, people, dice)
    return found


def _one_way(bond: str, i: int, people: Sequence[Person], dice: Dice) -> str:
    """The bond from person ``i``'s side; in one of five cases a one-sided stance instead."""
    if dice.chance(0.2):
        return dice.pick(STANCES).format(first=people[i][1])
    return {"teacher": "former pupil", "former pupil": "teacher"}.get(bond, bond) if dice.chance(0.5) else bond
