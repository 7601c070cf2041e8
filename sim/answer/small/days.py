"""Days: the skeleton is the stand-in's (sleep, meals, work, errands, appointments); what is done in a stretch the
model writes as a phrase.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import sim.prompts.chat as chat
from sim.answer.small.asking import Answering, Worded, as_prompt, as_recorded, drafting, means, texts
from sim.answer.small.checks import repeats, ungrounded
from sim.answer.small.scenes import scene_of, secrets_of
from sim.answer.standin import days as plain
from sim.language.text import stems
from sim.llm.base import Score
from sim.prompts.planning import DayPlan, Entry
from sim.prompts.tasks.plan import PlanDay

MOST = 5
"""Stretches of a day that the model words: the first of each kind before those that go on. A day is to begin within seconds."""
DRAFTS = 3
TOKENS = 18
WARMTH = 0.6
SHORTEST, LONGEST = 2, 10
"""Words of a phrase."""
GAIN = 0.5
"""How much of a phrase's likelihood for anybody is taken off."""
FACTS = 6
"""What bears on a day: the memories that came to mind first."""
ROUTINE = ("having breakfast", "having lunch", "having supper", "night", "looking for", "something to eat", "rest")
"""Words of stretches that stay as they are: what is needed, and what the town acts on."""
KINDS = {"breakfast": "meal", "lunch": "meal", "supper": "meal", "night": "bed", "looking for": "visit"}
_PHRASE = re.compile(r"^[a-z]+ing\b[^.:;!?\"\[\]{}()]*$")
_OTHERS = re.compile(
    r"^(?:ask|tell|talk|say|hear|listen|buy|sell|giv|get|pay|send|hand|hid|call|lett|tak|wad|ly|go|com|wish|not|phon|warn|offer|"
    r"bring|invit|meet|see|notic|show|purchas|guid|think|know|lov|dream|liv|marry|bec|be|hav|try|want|hop|wait|sitt|stand|los|find|kill|"
    r"steal|di)(?:[a-z])?ing\b|"
    r"\b(?:mother|father|husband|wife|son|daughter|brother|sister|child|children|friends?|doctor|lawyer|man|men|woman|women|boy|"
    r"girl|boys|girls|people|him|them|with (?:his|her|the|a))\b|\d"
)
"""What a phrase may not do: it would be a deed with others, or is nothing that is done for an hour."""
_USUAL = stems("first last next new old day morning evening night hour work page part rest small long clean ready")
"""Words that any phrase may hold; all others stand in what it rests on."""
_MINE = re.compile(r"\b(?:I|my|me|we|our|you|your)\b", re.I)


@dataclass(frozen=True, slots=True)
class Open:
    """An entry of a plan whose phrase is the model's: its number, what is asked, and what the phrase may rest on."""

    n: int
    asked: chat.Chat
    anybody: chat.Chat
    around: tuple[str, str]


def plan_day(q: PlanDay) -> Answering:
    """The stand-in's plan with phrases of the model's for work and free hours: all are drafted at once, and taken in order."""
    plan = plain.plan_day(q)
    fixed = {line[6:].rpartition(" (")[0] for line in (*q.fixed, *q.open)}
    own = [text for text in q.card.background if text not in secrets_of(q)]
    facts = [*own, *(text for text in q.memories if text not in own and text not in secrets_of(q))][:FACTS]
    scene = scene_of(q, facts, place=False)
    able_ones = [(n, entry) for n, entry in enumerate(plan.plan) if _is_open(entry, fixed)]
    first = {(entry.activity, entry.place): n for n, entry in reversed(able_ones)}
    order = sorted(able_ones, key=lambda one: (one[0] not in first.values(), one[0]))[:MOST]
    open_ones = [_open(q, scene, n, entry, facts) for n, entry in sorted(order)]
    prompt = as_recorded(_first(q, scene, plan.plan[0], fixed))
    written = yield [request for one in open_ones for request in drafting(one.asked, DRAFTS, q.seed, TOKENS, WARMTH)]
    drafts = [_formed(text) for text in texts(written)]
    why = [_wrong(text, q, open_ones[n // DRAFTS].around) for n, text in enumerate(drafts)]
    able = [_able(drafts, why, n) for n in range(len(open_ones))]
    pairs = [(chosen, one) for one, some in zip(open_ones, able, strict=True) for chosen in (one.asked, one.anybody) if some]
    scored = yield [Score(as_prompt(asked), tuple(able[open_ones.index(one)])) for asked, one in pairs]
    entries, taken, at = list(plan.plan), list[str](), 0
    for one, some in zip(open_ones, able, strict=True):
        if not some:
            continue
        likely, anyhow = (means(result) or [0.0] * len(some) for result in scored[at : at + 2])
        at += 2
        worth = {
            text: known - GAIN * alone
            for text, known, alone in zip(some, likely, anyhow, strict=True)
            if not repeats(text, taken)
        }
        if worth:
            taken.append(max(worth, key=lambda text: worth[text]))
            entries[one.n] = replace(entries[one.n], activity=taken[-1])
    return Worded(DayPlan(tuple(entries)), prompt, bool(taken), tuple(drafts), tuple(why))


def _is_open(entry: Entry, fixed: set[str]) -> bool:
    """Whether the model says what is done: not what is needed, fixed, or acted on by the town."""
    return entry.activity not in fixed and not any(words in entry.activity for words in ROUTINE)


def _open(q: PlanDay, scene: chat.Scene, n: int, entry: Entry, facts: Sequence[str]) -> Open:
    bears, kind = _bearing(q, facts), _kind(q, entry, set())
    about = bears[kind][(n + q.seed) % len(bears[kind])] if bears.get(kind) else 0
    turn = chat.stretch(scene, entry.start, kind, entry.place, (about,) if about else ())
    anybody = chat.Chat(chat.system(chat.Scene(scene.me, ""), "day"), (turn,))
    return Open(n, chat.Chat(chat.system(scene, "day"), (turn,)), anybody, (facts[about - 1] if about else "", entry.place))


def _first(q: PlanDay, scene: chat.Scene, entry: Entry, fixed: set[str]) -> chat.Chat:
    """What is recorded as the prompt: the question for the first entry."""
    return chat.Chat(chat.system(scene, "day"), (chat.stretch(scene, entry.start, _kind(q, entry, fixed), entry.place),))


def _able(drafts: Sequence[str], why: Sequence[str], n: int) -> list[str]:
    """The drafts of an entry that pass, each once."""
    own = range(n * DRAFTS, (n + 1) * DRAFTS)
    return list(dict.fromkeys(drafts[i] for i in own if not why[i]))


def _bearing(q: PlanDay, facts: Sequence[str]) -> dict[str, list[int]]:
    """Which facts, by number from 1, bear on work and on other hours: those that share a word with the living or its place."""
    living = stems(f"{q.setting.occupation} {q.setting.work} {q.setting.kinds.get(q.setting.work, '')}")
    names = stems(" ".join(name for name, _ in q.names.people))
    at_work = [n for n, fact in enumerate(facts, 1) if (stems(fact) - names) & living]
    rest = [n for n in range(1, len(facts) + 1) if n not in at_work]
    return {"work": at_work, "home": rest, "free": rest}


def _kind(q: PlanDay, entry: Entry, fixed: set[str]) -> str:
    """What a stretch is called in the question."""
    if entry.activity in fixed:
        return "appointment"
    for words, kind in KINDS.items():
        if words in entry.activity:
            return kind
    place = entry.place.partition(":")[0]
    return "work" if place == q.setting.work else "home" if place == q.setting.home else "free"


def _formed(text: str) -> str:
    """A phrase as an activity: no full stop, a small letter."""
    text = text.strip().rstrip(".!")
    return f"{text[:1].lower()}{text[1:]}"


def _wrong(text: str, q: PlanDay, around: Sequence[str]) -> str:
    """Why a phrase may not be an activity."""
    if not _PHRASE.match(text) or not SHORTEST <= len(text.split()) <= LONGEST or _MINE.search(text):
        return "form"
    if _OTHERS.search(text) or re.search(r"[A-Z]", text):
        return "somebody else"
    if repeats(text, ()):
        return "loop"
    known = " ".join((*around, *q.card.background, q.card.currently, q.setting.occupation))
    if ungrounded(text, [known]):
        return "invented"
    near = f"{around[0]} {q.setting.occupation} {q.setting.kinds.get(around[-1], '')} {around[-1]} {q.card.currently}"
    things = stems(text.partition(" ")[2]) - _USUAL
    return "" if things and things <= stems(near) - stems(q.card.name) else "nobody's"
