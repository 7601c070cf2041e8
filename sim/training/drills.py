"""Copying drills: statements of words that nobody ever put together, to be said again word for word.

What people talk about does not reach a mind as a pointer, it has to be repeated from the prompt. In towns most words can be
guessed, so a small mind learns to guess; here nothing can be guessed but who is meant, so that the only thing to learn is
where to look. Knows nothing of towns.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from sim.answer.scripted.dice import Dice
from sim.training.example import LIMITS
from sim.training.vocabulary import NORMAL, Vocabulary

COPY = "copy"
"""The drills' task. Their prompts are noise, so only their replies count in the loss."""
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
"""Share of drills that are one string of words; the others pick statements out of several."""
_INITIAL = "Ġ"
"""How byte-level vocabularies write the blank before a word."""


def drills(vocabulary: Vocabulary, dice: Dice, count: int) -> Iterator[tuple[str, str, str, str]]:
    """``count`` rows of (task, system message, user message, reply), words from the letters-only tokens of ``vocabulary``."""
    letters = [t for t, kind in zip(vocabulary.tokens, vocabulary.types, strict=True) if kind == NORMAL]
    first = [t[1:] for t in letters if t.startswith(_INITIAL) and t[1:].isascii() and t[1:].isalpha()]
    later = [t for t in letters if t.isascii() and t.isalpha() and t.islower()]
    for number in range(count if first and later else 0):
        one = dice.fork(f"drill {number}")
        yield _echo(one, first) if one.chance(ECHOES) else _statements(one, first, later)


def _echo(dice: Dice, words: list[str]) -> tuple[str, str, str, str]:
    """A string of unrelated words, said again as it is: where to look is the plainest, and every word counts."""
    text = " ".join(dice.some(words, dice.pick((6, 10, 15, 25, 40, 60))))
    return COPY, SYSTEM, f"Task: Say this again.\n {text}", f" {text}"


def _statements(dice: Dice, first: list[str], later: list[str]) -> tuple[str, str, str, str]:
    """Three to ten statements by different people; the reply repeats some of them in another order, named by who spoke."""
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
    """A token that is a word, or one made up of two or three."""
    return dice.pick(first) + "".join(dice.pick(later) for _ in range(dice.pick((0, 0, 1, 1, 2))))
