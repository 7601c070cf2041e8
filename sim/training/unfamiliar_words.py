"""Unfamiliar words: examples in which words that prompt and reply share are replaced by others in both.

Towns talk about what our content banks hold, so a small model learns those words by heart and fails where users write others.
After the replacement the reply is as true as before, but only a model that reads the prompt can give it. Knows nothing of
tokens, or of how examples are composed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from sim.answer.scripted.dice import Dice
from sim.training.batches import Row

COMMON = 0.04
"""Words in more than this share of the rows stay: they belong to the questions' wording, or to grammar."""
SWAPPED = 0.6
"""Share of the replaceable words that are replaced in a chosen row."""
ASKED = 1
"""Lines at the beginning of a user message that say what is asked; their words stay."""
ROOT = 4
"""Letters at the beginning by which two words count as forms of one. Such words stay, so that both forms stay alike."""
_WORD = re.compile(r"(?<![<\w])[A-Za-z][a-z]{3,}(?![\w>])")
_STARTS = (
    *("b", "br", "c", "cl", "d", "dr", "f", "fl", "g", "gr", "h", "j", "k", "l", "m", "n"),
    *("p", "pl", "r", "s", "st", "t", "tr", "v", "w", "z"),
)
_VOWELS = ("a", "e", "i", "o", "u", "ai", "ea", "oo")
_ENDS = ("", "b", "ck", "d", "g", "ll", "m", "n", "nd", "p", "r", "rk", "sh", "st", "t", "th")


def with_unfamiliar_words(rows: Sequence[Row], dice: Dice, share: float) -> Iterator[Row]:
    """The rows, a ``share`` of them with unfamiliar words."""
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
    """A word of another example or a made-up one; it begins with a vowel where the old one does."""
    for _ in range(8):
        found = dice.pick(pool) if dice.chance(0.5) else _made_up(dice)
        if (found[0] in "aeiou") == (word[0] in "aeiou") and found[:ROOT] not in roots:
            return found
    return word


def _made_up(dice: Dice) -> str:
    start = dice.pick(_STARTS) if dice.chance(0.8) else ""
    middle = "".join(dice.pick(_VOWELS) + dice.pick(_ENDS) for _ in range(dice.pick((1, 2, 2, 3))))
    return start + middle + dice.pick(("", "er", "ing", "y", "s"))


def _written(text: str, new: dict[str, str]) -> str:
    def word(found: re.Match[str]) -> str:
        old = found.group()
        other = new.get(old.lower(), old)
        return other.capitalize() if old[0].isupper() and old.lower() in new else other

    return _WORD.sub(word, text)
