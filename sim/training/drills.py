"""Copying drills: examples whose reply repeats unrelated words of the prompt.

The subjects of talk are no pointers: a model has to copy them from its prompt. In a town's examples most words can be guessed,
so a small model learns to guess. In drills nothing can be guessed, so it learns where to look. Knows nothing of towns.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from sim.answer.scripted.dice import Dice
from sim.training.example import LIMITS
from sim.training.vocabulary import NORMAL, Vocabulary

COPY = "copy"
"""The kind that drills are counted under. Their prompts are noise, so only their replies count in the loss."""
SYSTEM = "You say again what was said, word for word."
FRAMES = (
    "{who} {words}",
    "{who} is holding a {words}",
    "{who} is hosting a {words} at {place}",
    "{who} told {other} that {words}",
    "{who} said to {other}: {words}",
    "{who} is thinking about the {words}",
    "{who} learned that the {words}",
    "{who} promised {other} the {words}",
    "at {place}, {who} saw the {words}",
)
ECHOES = 0.6
"""Share of drills that repeat one string of words; the others repeat some of several statements."""
_INITIAL = "Ġ"
"""The blank before a word, as byte-level vocabularies write it."""


def drills(vocabulary: Vocabulary, dice: Dice, count: int) -> Iterator[tuple[str, str, str, str]]:
    """``count`` rows of (task, system message, user message, reply), with words made of the vocabulary's tokens of letters."""
    letters = [t for t, kind in zip(vocabulary.tokens, vocabulary.types, strict=True) if kind == NORMAL]
    first = [t[1:] for t in letters if t.startswith(_INITIAL) and t[1:].isascii() and t[1:].isalpha()]
    later = [t for t in letters if t.isascii() and t.isalpha() and t.islower()]
    for number in range(count if first and later else 0):
        one = dice.fork(f"drill {number}")
        yield _echo(one, first) if one.chance(ECHOES) else _statements(one, first, later)


def _echo(dice: Dice, words: list[str]) -> tuple[str, str, str, str]:
    """A string of unrelated words, repeated as it is."""
    text = " ".join(dice.some(words, dice.pick((6, 10, 15, 25, 40, 60))))
    return COPY, SYSTEM, f"Task: Say this again.\n {text}", f" {text}"


def _statements(dice: Dice, first: list[str], later: list[str]) -> tuple[str, str, str, str]:
    """Two to ten statements about different people; the reply repeats those about the people asked for, in that order."""
    who = dice.order([f"<P{number}>" for number in range(LIMITS["P"])])[: dice.between(2, 10)]
    said = {one: _statement(dice, one, who, (first, later)) for one in who}
    asked = dice.some(who, dice.between(1, len(who)))
    lines = "\n".join(f"- {said[one]}" for one in who)
    user = f'Task: Say again what is known of {", ".join(asked)}.\nJSON: {{"lines": ["...", ...]}}\nLines:\n{lines}'
    return COPY, SYSTEM, user, json.dumps({"lines": [said[one] for one in asked]}, ensure_ascii=False)


def _statement(dice: Dice, who: str, people: list[str], words: tuple[list[str], list[str]]) -> str:
    text = " ".join(_word(dice, *words) for _ in range(dice.pick((1, 2, 3, 4, 6, 8, 10, 12))))
    other, place = dice.pick([one for one in people if one != who]), f"<L{dice.below(LIMITS['L'])}>"
    return dice.pick(FRAMES).format(who=who, words=text, other=other, place=place)


def _word(dice: Dice, first: list[str], later: list[str]) -> str:
    """One to three tokens as a word."""
    return dice.pick(first) + "".join(dice.pick(later) for _ in range(dice.pick((0, 0, 1, 1, 2))))
