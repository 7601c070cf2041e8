"""Invented names: of several cultures, made up from syllables, and unusual ones such as users write.

Within a town all names differ, first names too, so that nobody is mistaken for another.
"""

from __future__ import annotations

import re

from sim.answer.scripted.dice import Dice
from sim.training.situations.data_split import belongs, draw, listed

GIVEN, FAMILY = listed("given"), listed("family")
"""First and family names, the names of a culture in one text."""
ODD = listed("odd")
"""First and family names such as users write."""
ONSETS, VOWELS = listed("onsets"), listed("vowels")
CODAS = ("", "", "", "", "", "", "n", "r", "l", "s", "m", "k", "th", "nd", "rn")
_RUDE = re.compile("porn|fu[ck]|shit|[ck]unt|nig|rape|naz|tit|di[ck]k|ars|pis|slut|whor|fag|co[ck]k|[ck]um|poo|sex|wank|kill")
ACCENTS = str.maketrans({"e": "é", "o": "ö", "a": "á", "i": "í", "u": "ü", "n": "ñ"})
Person = tuple[str, str]
"""(full name, first name)."""


def people(dice: Dice, count: int, part: str) -> list[Person]:
    """``count`` people; no word of a name occurs in another name."""
    found: list[Person] = []
    while len(found) < count:
        full, first = person(dice, part)
        taken = {word for pair in found for word in (*pair[0].split(" "), pair[1])}
        if not taken & {*full.split(" "), first}:
            found.append((full, first))
    return found


def person(dice: Dice, part: str) -> Person:
    """One person: first name and family name, of one culture or mixed; one in twenty has a single name."""
    style = dice.below(20)
    if style < 9:
        given, family = _listed(dice)
    elif style < 15:
        given, family = coined(dice, 2), coined(dice, 2)
    elif style < 17:
        given, family = dice.pick(ODD[0].split()), dice.pick(ODD[1].split())
    elif style < 18:
        given, family = _accented(dice), coined(dice, 2)
    elif style < 19:
        given, family = coined(dice, 2), f"{coined(dice, 1)}-{coined(dice, 1)}"
    else:
        given, family = coined(dice, dice.between(2, 3)), ""
    given = given if belongs(given, part) else draw(_another, dice, part)
    return f"{given} {family}".strip(), given


def coined(dice: Dice, syllables: int) -> str:
    """A made-up word with a capital: ``Brailun``."""
    return _clean(dice, syllables).capitalize()


def word(dice: Dice, part: str) -> str:
    """A made-up word: ``glimmel``."""
    return draw(lambda d: _clean(d, d.between(2, 3)), dice, part)


def _clean(dice: Dice, syllables: int) -> str:
    """Syllables that make no rude word."""
    made = "".join(dice.pick(ONSETS) + dice.pick(VOWELS) + dice.pick(CODAS) for _ in range(syllables))
    return _clean(dice, syllables) if _RUDE.search(made) else made


def _listed(dice: Dice) -> Person:
    given = dice.below(len(GIVEN))
    family = given if dice.chance(0.7) else dice.below(len(FAMILY))
    return dice.pick(GIVEN[given].split()), dice.pick(FAMILY[family].split())


def _accented(dice: Dice) -> str:
    name = dice.pick(dice.pick(GIVEN).split())
    at = dice.between(1, len(name) - 1)
    return name[:at] + name[at].translate(ACCENTS) + name[at + 1 :]


def _another(dice: Dice) -> str:
    return dice.pick(dice.pick(GIVEN).split()) if dice.chance(0.5) else coined(dice, 2)
