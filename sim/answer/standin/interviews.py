"""The stand-in under questions from outside: the memory that has most to do with a question, as it stands, in the first person.

What a question plainly asks for (``words``) comes first: the plan, what is being done, who they are; where nothing bears on it,
the resident does not know.
"""

from __future__ import annotations

import re
from typing import Any

from sim.answer.standin.speech import addressed, bare, own_words
from sim.answer.standin.words import CLOSED, DAY, DOING, MIND, SELF
from sim.dice import derive
from sim.prompts.planning import clock
from sim.prompts.question import Question
from sim.prompts.tasks.answer import AnswerOpen, OpenAnswer
from sim.prompts.tasks.answer_choice import AnswerChoice, ChosenAnswer
from sim.prompts.tasks.answer_scale import AnswerScale, ScaleAnswer

BEARS = 0.38
"""How much a sentence must bear on a question to answer it (``sim.memory.bearing``): found on interviews written for teaching,
where it keeps four of five that can be answered."""
ALSO = 0.9
"""A second sentence is said as well where it bears nearly as much on the question."""
STEM = 5
"""Letters of a word that are compared."""
_ASKING = """
what which where when whose would could about there their think know your yours have does will with that this remember tell feel
today from been they them right most anything something anybody somebody
"""
"""Words that ask, and are about nothing."""


def answer(q: AnswerOpen) -> OpenAnswer:
    """What the question plainly asks for, else what bears most on it, in the first person."""
    if DAY.search(q.question) and q.day:
        plan = "; ".join(f"at {clock(one.minutes)} {one.activity}" for one in q.day[:8])
        return _said(q, f"This is my day: {plan}.")
    rests = rests_on(q)
    if not rests:
        return _said(q, "Not that I know of." if CLOSED.search(q.question) else "I do not know.")
    name = f"I am {q.card.name}. " if SELF.search(q.question) else ""
    return _said(q, name + " ".join(_first_person(q, text) for text in rests))


def rests_on(q: AnswerOpen) -> list[str]:
    """The sentences that an answer rests on: what the question plainly asks for, else the one that bears most on it, with a
    second that bears nearly as much; none where nothing does."""
    if q.here and DOING.search(q.question):
        return [f"{q.card.name} is {q.here.activity} at {q.here.place} now"]
    if SELF.search(q.question):
        life = [_named(q, text.rstrip(".")) for text in q.card.background]
        plain = [text for text in life if own_words(q, text) is not None]
        return [*(plain or life)[:2], *(text.rstrip(".") for text in q.card.concerns[:1])]
    best = [(score, text) for score, text in q.bearing if score >= BEARS][:2]
    if not best and MIND.search(q.question):
        return [text.rstrip(".") for text in q.card.concerns[:1]]
    return [text for score, text in best if score >= ALSO * best[0][0]]


def choice(q: AnswerChoice) -> ChosenAnswer:
    """The option that shares most words with what is remembered and the card; by luck where none does."""
    if not q.among:
        return q.fallback()
    best = favoured(q) or q.among
    return ChosenAnswer(best[derive(q.seed, "choice") % len(best)])


def favoured(q: AnswerChoice) -> tuple[str, ...]:
    """The options that share most words with what is remembered and the card; () where none shares any."""
    known = _words(" ".join((*q.memories, *q.card.background, *q.card.traits, q.card.currently)))
    score = [len(_words(option) & known) for option in q.among]
    return tuple(option for option, n in zip(q.among, score, strict=True) if n and n == max(score))


def scale(q: AnswerScale) -> ScaleAnswer:
    """The middle, a little higher where memories bear on the question."""
    low, high = q.scale()
    bears = sum(bool(_words(text) & _words(q.question)) for text in q.memories[:4])
    middle = (low + high) // 2 if q.whole else (low + high) / 2
    return ScaleAnswer(min(high, middle + bears * (high - low) // 10))


def _words(text: str) -> frozenset[str]:
    words = (word for word in re.findall(r"[^\W\d_]+", text.casefold()) if len(word) >= 4 and word not in _ASKING.split())
    return frozenset(word[:STEM] for word in words)


def _first_person(q: Question[Any], text: str) -> str:
    """A memory as it is said to an outsider, with its full stop."""
    words = own_words(q, _named(q, addressed(bare(text), q.card.name)))
    return f"{words if words is not None else bare(text)}."


def _named(q: Question[Any], sentence: str) -> str:
    """A sentence of the card with the name for a pronoun at its beginning."""
    pronoun, _, rest = sentence.partition(" ")
    called = {"She": q.card.name, "He": q.card.name, "They": q.card.name, "Her": f"{q.card.name}'s", "His": f"{q.card.name}'s"}
    return f"{called[pronoun]} {rest}" if pronoun in called else sentence


def _said(q: AnswerOpen, words: str) -> OpenAnswer:
    longest = 600 if q.full else 300
    return OpenAnswer(words if len(words) <= longest else f"{words[: longest - 3].rsplit(' ', 1)[0]}...")
