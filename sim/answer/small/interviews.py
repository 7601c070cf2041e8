"""A visitor's question: what bears on it is laid before the model as it would be said, and the answer has to hold some of it.

Where nothing bears on it the answer is that the resident does not know.
"""

from __future__ import annotations

import re
from dataclasses import replace

import sim.prompts.chat as chat
from sim.answer.small.asking import Answering, Worded, as_prompt, as_recorded, drafting, drafts_of, means
from sim.answer.small.checks import Known, content_of, refused, strange
from sim.answer.small.scenes import known_of, scene_of
from sim.answer.standin import interviews as plain
from sim.language.text import stems
from sim.llm.base import Score
from sim.prompts.tasks.answer import AnswerOpen, OpenAnswer

DRAFTS = 4
TOKENS = 72
WARMTH = 0.5
LENGTH = 0.01
STRANGE = 1
"""Words of an answer at most that stand in nothing that it rests on."""
LAID = 6
"""Sentences that the prompt shows."""


def answer(q: AnswerOpen) -> Answering:
    """An answer in one to three sentences."""
    asked, facts = _asked(q)
    prompt = as_recorded(asked)
    if not facts:
        return Worded(plain.answer(q), prompt, False)
    known = known_of(q, (), "answer", (q.question, *facts))
    drafts = drafts_of((yield drafting(asked, DRAFTS, q.seed, TOKENS, WARMTH)))
    why = [_refused(draft, facts, known) for draft in drafts]
    able = [draft for draft, reason in zip(drafts, why, strict=True) if not reason]
    if not able:
        return Worded(plain.answer(q), prompt, False, tuple(drafts), tuple(why))
    (scored,) = yield [Score(as_prompt(asked), tuple(able))]
    likely = means(scored) or [0.0] * len(able)
    worth = [one - LENGTH * len(text.split()) for one, text in zip(likely, able, strict=True)]
    return Worded(OpenAnswer(able[worth.index(max(worth))]), prompt, True, tuple(drafts), tuple(why))


def _asked(q: AnswerOpen) -> tuple[chat.Chat, list[str]]:
    """The question, and what its answer rests on."""
    facts = plain.rests_on(q)
    laid = list(dict.fromkeys((*facts, *(text for _, text in q.bearing))))[:LAID]
    scene = scene_of(q, tuple(reversed(laid)), (), q.here.activity if q.here else "", place=False)
    places = {text: n for n, text in enumerate(scene.facts, 1)}
    ending = chat.cue(scene, "answer", [places[text] for text in facts], "") if facts else chat.cue(scene, chat.CANNOT_SAY)
    return chat.question(scene, q.question, ending), facts


def _refused(draft: str, facts: list[str], known: Known) -> str:
    """Why an answer may not stand: it tells one of the facts as its owner would, and hardly a word from anywhere else."""
    told = max(facts, key=lambda fact: len(content_of(fact, known) & stems(draft)))
    reason = refused(draft, replace(known, facts=(told,)))
    if reason:
        return reason
    if strange(draft, replace(known, facts=tuple(facts), around=())) > STRANGE:
        return "more than it knows"
    denies = re.match(r"(?:No|Yes)\b", draft)
    return "yes or no" if denies and known.english else ""
