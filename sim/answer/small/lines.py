"""A line of talk: what it does is chosen first, then the words are written several times, checked, and the best one is taken.

Where no draft passes, the stand-in's plain line for the same intent stands.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

import sim.prompts.chat as chat
from sim.answer.small.asking import Answering, Result, Worded, as_prompt, as_recorded, drafting, means, texts
from sim.answer.small.checks import Known, refused
from sim.answer.small.scenes import Shown, known_of, lines_of, talk_scene
from sim.answer.standin.speech import NEAR_BEST, Speaker
from sim.llm.base import Prompt, Score
from sim.prompts.tasks.say import Say, Utterance
from sim.types import Fact, Intent

DRAFTS = 6
"""Drafts of a line."""
TOKENS = 44
"""Tokens of a draft at most."""
WARMTH = 0.7
SAYS = 0.5
"""What the model's preference counts beside the weight of an intent, in natural logarithms."""
LENGTH = 0.02
"""What each word of a draft costs it, in mean log-probability: one plain sentence is right more often than two."""
GAIN = 0.5
"""How much of a draft's likelihood without its facts is taken off: loops and phrases are likely anyway."""


def say(q: Say) -> Answering:
    """The next line."""
    shown = talk_scene(q)
    intent = yield from _chosen(q, shown)
    plain = Speaker(q).line(intent)
    facts = _to_tell(q, intent, plain)
    asked = _asked(q, shown, intent, facts)
    known = known_of(q, [fact.text for fact in facts], intent.act, _around(q, shown))
    written = texts((yield drafting(asked, DRAFTS, q.seed, TOKENS, WARMTH)))
    drafts = list(dict.fromkeys(part for text in written for part in _parts(text)))
    why = [refused(draft, known) for draft in drafts]
    able = [draft for draft, reason in zip(drafts, why, strict=True) if not reason]
    prompt = as_recorded(asked)
    if not able:
        return Worded(plain, prompt, False, tuple(drafts), tuple(why))
    bare = _asked(q, shown, intent, ())
    scored = yield [Score(as_prompt(asked), tuple(able)), *([Score(as_prompt(bare), tuple(able))] if facts else [])]
    best = able[_best(able, scored)]
    numbers = {fact.n: i for i, fact in enumerate(q.facts, 1)}
    told = tuple(numbers[fact.n] for fact in facts if fact.n in numbers) or plain.told
    return Worded(Utterance(best, intent.act == "leave", intent.act, told), prompt, True, tuple(drafts), tuple(why))


def prompts_of(q: Say) -> Iterator[Prompt]:
    """How a question may have been asked, by the intent that was chosen."""
    shown = talk_scene(q)
    for intent in _able(q):
        yield as_recorded(_asked(q, shown, intent, _to_tell(q, intent, Speaker(q).line(intent))))


def _able(q: Say) -> list[Intent]:
    """The intents that can be put into words, the weightiest first."""
    speaker = Speaker(q)
    return [intent for intent in q.intents if speaker.can_say(intent)] or [Intent("leave", (), "")]


def _chosen(q: Say, shown: Shown) -> Answering:  # type: ignore[type-arg]
    """The intent: of those that are nearly as weighty as the weightiest, the one that weight and model together prefer."""
    able = _able(q)
    near = [intent for intent in able if intent.weight >= NEAR_BEST * able[0].weight]
    labels = list(dict.fromkeys(chat.label(intent.act, shown.numbers(intent.facts)) for intent in near))
    if len(near) == 1 or len(labels) < len(near):
        return near[0]
    (result,) = yield [Score(as_prompt(chat.next_line(shown.scene, lines_of(q, shown), chat.choice(labels))), tuple(labels))]
    scores = means(result) or [0.0] * len(near)
    worth = [math.log(intent.weight) + SAYS * score for intent, score in zip(near, scores, strict=True)]
    return near[worth.index(max(worth))]


def _to_tell(q: Say, intent: Intent, plain: Utterance) -> list[Fact]:
    """The speaker's own memories that a line states: those that the plain line of the intent voices, without what was just
    heard."""
    heard = {fact.n for fact in q.heard}
    if intent.act in ("accept", "promise", "thank", "comfort", "leave", "refuse"):
        return []
    if intent.act == "decline":
        return [fact for n in intent.facts[1:2] for fact in q.facts if fact.n == n]
    told = [q.facts[number - 1] for number in plain.told if 0 < number <= len(q.facts)]
    return [fact for fact in told if fact.n not in heard][:1]


def _asked(q: Say, shown: Shown, intent: Intent, facts: Sequence[Fact]) -> chat.Chat:
    ending = chat.cue(shown.scene, intent.act, shown.numbers(fact.n for fact in facts))
    return chat.next_line(shown.scene, lines_of(q, shown), ending)


def _around(q: Say, shown: Shown) -> tuple[str, ...]:
    """Texts beside the talk whose names and numbers a line may hold: the names of those who are there."""
    return (*q.talking_with, *(other.first for other in shown.scene.others), *(fact.text for fact in q.heard))


def _parts(draft: str) -> Iterator[str]:
    """A draft whole, and its first sentence alone."""
    draft = draft.strip().strip("'\"")
    yield draft
    first = re.match(r".{8,}?[.!?](?= [A-Z'])", draft)
    if first:
        yield first[0]


def _best(able: Sequence[str], scored: Sequence[Result]) -> int:
    """The draft that its facts make likely."""
    whole = means(scored[0]) or [0.0] * len(able)
    bare = means(scored[1]) if len(scored) > 1 else []
    without = [GAIN * one for one in bare] if bare else [0.0] * len(able)
    worth = [w - b - LENGTH * len(text.split()) for w, b, text in zip(whole, without, able, strict=True)]
    return worth.index(max(worth))


def checked(line: str, known: Known) -> str:
    """Why a line may not be said; for the exam."""
    return refused(line, known)
