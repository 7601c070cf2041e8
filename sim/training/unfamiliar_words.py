"""Strange words: examples in which what the prompt and the reply share is called by words never seen there before.

Towns talk about what our banks hold, so a small mind learns those words by heart instead of looking at its prompt, and is
lost among other people's. Here a word that both hold becomes another in both: the answer stays as true as it was, and only
who reads the prompt can give it. Knows nothing of tokens or of how examples are composed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from sim.answer.scripted.dice import Dice
from sim.training.batches import Row

COMMON = 0.04
"""Words in more than this share of the rows stay: they are the questions' own, or grammar."""
SWAPPED = 0.6
"""Of the words that may be swapped, how many are, in a row that is chosen."""
ASKED = 1
"""Lines of a user message that say what is asked; their words stay."""
ROOT = 4
"""Letters by which two words are taken for forms of one; such words stay, so that no text speaks of two things."""
_WORD = re.compile(r"(?<![<\w])[A-Za-z][a-z]{3,}(?![\w>])")
_STARTS = (
    "b",
    "br",
    "c",
    "cl",
    "d",
    "dr",
    "f",
    "fl",
    "g",
    "gr",
    "h",
    "j",
    "k",
    "l",
    "m",
    "n",
    "p",
    "pl",
    "r",
    "s",
    "st",
    "t",
    "tr",
    "v",
    "w",
    "z",
)
_VOWELS = ("a", "e", "i", "o", "u", "ai", "ea", "oo")
_ENDS = ("", "b", "ck", "d", "g", "ll", "m", "n", "nd", "p", "r", "rk", "sh", "st", "t", "th")


def with_unfamiliar_words(rows: Sequence[Row], dice: Dice, share: float) -> Iterator[Row]:
    """``rows``, a ``share`` of them with with_unfamiliar_words words; the same for the same dice."""
    common = _common(rows)
    pool = sorted({word for row in rows for word in _words(row[3]) if word not in common and word.islower()})
    for number, row in enumerate(rows):
        one = dice.fork(f"row {number}")
        yield _swap(row, one, common, pool) if one.chance(share) else row


def _words(text: str) -> list[str]:
    return [found.group().lower() for found in _WORD.finditer(text)]


def _common(rows: Sequence[Row]) -> frozenset[str]:
    held = Counter(word for _, system, user, reply in rows for word in set(_words(f"{system} {user} {reply}")))
    return frozenset(word for word, count in held.items() if count > COMMON * len(rows))


def _swap(row: Row, dice: Dice, common: frozenset[str], pool: Sequence[str]) -> Row:
    task, system, user, reply = row
    said, asked = set(_words(reply)), set(_words(" ".join(user.split("\n")[:ASKED])))
    here = sorted((set(_words(f"{system} {user}")) & said) - common - asked)
    roots = Counter(word[:ROOT] for word in set(_words(f"{system} {user}")) | said)
    new = {word: _another(word, dice, pool, roots) for word in here if roots[word[:ROOT]] == 1 and dice.chance(SWAPPED)}
    if not new:
        return row
    return task, _written(system, new), _written(user, new), _written(reply, new)


def _another(word: str, dice: Dice, pool: Sequence[str], roots: Iterable[str]) -> str:
    """A word from another example, or one that there is not; with a vowel first where the old one has."""
    for _ in range(8):
        found = dice.pick(pool) if dice.chance(0.5) else _made_up(dice)
        if (found[0] in "aeiou") == (word[0] in "aeiou") and found[:ROOT] not in roots:
            return found
    return word


def _made_up(dice: Dice) -> str:
    start = dice.pick(_STARTS) if dice.chance(0.8) else ""
    return (
        start
        + "".join(dice.pick(_VOWELS) + dice.pick(_ENDS) for _ in range(dice.pick((1, 2, 2, 3))))
        + dice.pick(("", "er", "ing", "y", "s"))
    )


def _written(text: str, new: dict[str, str]) -> str:
    def word(found: re.Match[str]) -> str:
        old = found.group()
        other = new.get(old.lower(), old)
        return other.capitalize() if old[0].isupper() and old.lower() in new else other

    return _WORD.sub(word, text)
