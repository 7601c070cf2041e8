"""Free answering by a small mind: in portions, and again where a reply does not pass the checks.

Knows how portions are made and joined (``decomposition``) only by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from sim.answer.protocol import Answer, write_schema
from sim.answer.scripted import checks
from sim.answer.scripted.english.banks import open_banks
from sim.answer.scripted.news_to_tell import tells_of, with_news
from sim.answer.tiny.decomposition import Portions, by_line, completed, dealt, joined, noted, portions
from sim.answer.tiny.register import SHORTHAND, WARMTH
from sim.answer.tiny.shown import Shown
from sim.answer.tiny.simplify import simplify
from sim.answer.tiny.suggestions import GIVEN, answers, best_line
from sim.answer.written import MODE, Asker
from sim.dice import derive
from sim.llm.base import Model, Usage
from sim.prompts import Question, Reply
from sim.prompts.brief import render
from sim.prompts.planning import PlanQuestion
from sim.prompts.tasks.say import Say, Utterance

TRIES = 4
"""How often a small mind is asked at most for a reply that passes the checks of its own lines."""
BEST = 2
"""The merit of a reply than which none is better."""


class FreeInPortions:
    """Answers by ``model``, a small mind."""

    mode = MODE
    prompts = "brief"

    def __init__(self, model: Model):
        self._asker, self._banks = Asker(model, SHORTHAND), open_banks()

    def answer(self, questions: Sequence[Question[Any]]) -> list[Answer]:
        """First what is to be noted of lines of talk, then everything in portions."""
        asked = [with_news(q, self._banks) for q in questions]
        lines = [by_line(q) for q in asked]
        noting = list(chain(*lines))
        notes = dealt(self._until_it_passes([simplify(line) for line in noting], noting), lines)
        learned = [noted(q, _facts(some)) for q, some in zip(asked, notes, strict=True)]
        split = [portions(q) for q in asked]
        meant = [part for q, some in zip(asked, split, strict=True) for part in some.meant(q)]
        parts = [some.questions for some in split]
        given = dealt(self._until_it_passes(list(chain(*parts)), meant), parts)
        replies = [
            joined(q, some, [answer.reply for answer in each], facts)
            for q, some, each, facts in zip(asked, split, given, learned, strict=True)
        ]
        return [_whole(*one) for one in zip(questions, split, replies, given, notes, strict=True)]

    def _until_it_passes(self, shown: Sequence[Shown], meant: Sequence[Question[Any]]) -> list[Answer]:
        """A small mind is asked again, a little warmer, for what is ``meant``; the best counts, or else what it was shown."""
        found = self._asker.ask(shown, WARMTH)
        merits = [self._merit(*one) for one in zip(shown, meant, found, strict=True)]
        for attempt in range(1, TRIES):
            again = [i for i, merit in enumerate(merits) if merit < BEST]
            warmer = [_with_seed(shown[i], attempt) for i in again]
            for i, answer in zip(again, self._asker.ask(warmer, WARMTH * (1 + attempt)), strict=True):
                merit, usage = self._merit(shown[i], meant[i], answer), found[i].usage + answer.usage
                found[i] = replace(answer if merit > merits[i] else found[i], usage=usage)
                merits[i] = max(merit, merits[i])
        return [_or_shown(*one) for one in zip(shown, meant, found, merits, strict=True)]

    def _merit(self, shown: Shown, q: Question[Any], answer: Answer) -> int:
        """0 for what does not pass the checks, 1 for what does, ``BEST`` if it also tells what could be told in words shown."""
        if answer.problem or answer.candidates or q.task in GIVEN:
            return BEST
        if not checks.passes(q, completed(q, answer.reply), self._banks):
            return 0
        if not isinstance(q, Say) or not isinstance(answer.reply, Utterance):
            return BEST
        if not answers(q, answer.reply.say):
            return 0
        untold = q.tell and not _tell(shown) and not tells_of(q, answer.reply.say)
        return 1 if untold else BEST


def _with_seed(shown: Shown, attempt: int) -> Shown:
    q = shown.question
    return replace(shown, question=replace(q, seed=derive(q.seed, "again", attempt)))


def _tell(shown: Shown) -> str:
    return shown.question.tell if isinstance(shown.question, Say) else ""


def _or_shown(shown: Shown, q: Question[Any], answer: Answer, merit: int) -> Answer:
    said = best_line(q) if merit < BEST and shown.suggestions else None
    if said and (not merit or (isinstance(q, Say) and isinstance(said, Utterance) and tells_of(q, said.say))):
        return replace(answer, reply=said, repaired=True)  # merit 1: a line that kept its news to itself
    return answer


def _facts(notes: Sequence[Answer]) -> list[str]:
    """What was learned, as the answers about single lines say."""
    return [fact for note in notes for fact in getattr(note.reply, "learned", ())]


def _whole(q: Question[Any], split: Portions, reply: Reply, given: Sequence[Answer], notes: Sequence[Answer]) -> Answer:
    """The answer to ``q``, whose ``reply`` came out of those to its portions and the notes made before. Its prompt is that of
    ``q`` where the one that was asked cannot be told from ``q`` alone (``sim/answer/recorded``)."""
    every = (*given, *notes)
    mended = isinstance(q, PlanQuestion) and reply != given[0].reply
    if len(every) == 1 and not split.numbers:
        return replace(given[0], reply=reply, repaired=mended or given[0].repaired)
    problem = next((answer.problem for answer in every if answer.problem), "")
    fallback, repaired = any(answer.fallback for answer in given), any(answer.repaired for answer in every)
    usage = sum((answer.usage for answer in every), Usage())
    return Answer(reply, render(q), write_schema(q.schema()), given[0].mode, (), problem, fallback, repaired, usage)
