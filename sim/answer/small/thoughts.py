"""Ratings by the probability of each number, what a talk was about, and what follows from statements laid side by side."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace

import sim.prompts.chat as chat
from sim.answer.small.asking import Answering, Request, Worded, as_prompt, as_recorded, drafting, means, texts
from sim.answer.small.checks import Known, content_of, repeats, ungrounded
from sim.answer.small.scenes import Shown, known_of, lines_of_talk, person_of, scene_of
from sim.answer.standin import thoughts as plain
from sim.language.text import stems
from sim.llm.base import Score
from sim.prompts.tasks.insights import InferInsights, InsightRow, Insights, merged
from sim.prompts.tasks.rate import Rate, Ratings
from sim.prompts.tasks.takeaway import TakeFromTalk

SCALE = tuple(str(n) for n in range(1, 11))
SURE = 0.5
"""What the stand-in's rating counts beside the model's."""
DRAFTS = 5
TOKENS = 44
WARMTH = 0.6
LAID = 3
"""Statements that an insight may rest on."""
COPIED = 0.75
"""Share of one statement's words from which an insight only repeats it."""
LENGTH = 0.01


def rate(q: Rate) -> Answering:
    """How much each event matters: the mean of the model's probabilities and of the stand-in's rule."""
    by_rule = plain.rate(q)
    work = f", {q.setting.occupation}" if q.setting.occupation else ""
    scene = chat.Scene(chat.Person(f"{q.card.name}, {q.card.age}{work}, {', '.join(q.card.traits[:2])}", ""), "")
    chats = [chat.Chat(chat.system(scene, "rating"), (f"{text.rstrip('.')}.",)) for text in q.events]
    requests: list[Request] = [Score(as_prompt(one), SCALE) for one in chats]
    results = yield requests
    rates = []
    for result, rule in zip(results, by_rule.ratings, strict=True):
        scores = means(result)
        odds = [math.exp(score - max(scores)) for score in scores]
        expected = sum(n * one for n, one in enumerate(odds, 1)) / sum(odds) if odds else float(rule)
        rates.append(round(SURE * rule + (1 - SURE) * expected))
    shown = chats[0] if chats else chat.Chat(chat.system(scene, "rating"), ("",))
    prompt = as_recorded(replace(shown, turns=("\n".join(q.events),)))
    return Worded(Ratings(tuple(rates)), prompt, bool(chats))


def take_away(q: TakeFromTalk) -> Answering:
    """What a talk leaves: the stand-in's, with the model's own sentence on what it was about."""
    whole = plain.take_away(q)
    others = tuple(person_of(q, name) for name in q.talking_with)
    scene = scene_of(q, (), others)
    asked = chat.next_line(scene, lines_of_talk(q, Shown(scene, {})), chat.SUM_UP)
    prompt = as_recorded(asked)
    if len(q.conversation or ()) < 3:
        return Worded(whole, prompt, False)
    known = known_of(q)
    written = texts((yield drafting(asked, DRAFTS, q.seed, TOKENS, WARMTH)))
    drafts = list(dict.fromkeys(written))
    why = [_summary_wrong(text, q, known) for text in drafts]
    able = [text for text, reason in zip(drafts, why, strict=True) if not reason]
    if not able:
        return Worded(whole, prompt, False, tuple(drafts), tuple(why))
    (scored,) = yield [Score(as_prompt(asked), tuple(able))]
    likely = means(scored) or [0.0] * len(able)
    return Worded(replace(whole, summary=able[likely.index(max(likely))]), prompt, True, tuple(drafts), tuple(why))


def _summary_wrong(text: str, q: TakeFromTalk, known: Known) -> str:
    said = [words for _, words in q.conversation or ()]
    if not 5 <= len(text.split()) <= 40 or not text.endswith(".") or re.search(r"\b(?:I|my|you|your)\b", text):
        return "form"
    first = q.card.first
    if not re.search(rf"\b{re.escape(first)}\b", text) or not any(name.split(" ", 1)[0] in text for name in q.talking_with):
        return "names"
    if ungrounded(text, [*said, *known.around, *(name for pair in known.people for name in pair)]) or repeats(text, ()):
        return "invented"
    bears = content_of(text, known) & content_of(" ".join(said), known)
    return "" if len(bears) >= 2 else "beside the point"


def insights(q: InferInsights) -> Answering:
    """What follows from statements about the same person, in a sentence; the stand-in's sum where nothing passes."""
    whole = plain.insights(q)
    rows = _pairs(q)
    scene = chat.Scene(chat.Person(q.card.name, q.card.first), scene_of(q).card, scene_of(q).town)
    chats = [_reflection(q, row, scene) for row in rows]
    prompt = as_recorded(chats[0]) if chats else as_recorded(chat.Chat(chat.system(scene, "reflection"), ("",)))
    if not chats:
        return Worded(whole, prompt, False)
    kept, drafts, refused = list[InsightRow](), list[str](), list[str]()
    for n, (row, asked) in enumerate(zip(rows, chats, strict=True)):
        written = list(dict.fromkeys(texts((yield drafting(asked, DRAFTS, q.seed + n, TOKENS, WARMTH)))))
        laid = _laid(q, row)
        why = [_insight_wrong(text, q, laid) for text in written]
        able = [text for text, reason in zip(written, why, strict=True) if not reason]
        drafts, refused = drafts + written, refused + why
        if able:
            (scored,) = yield [Score(as_prompt(asked), tuple(able))]
            likely = means(scored) or [0.0] * len(able)
            row = replace(row, insight=able[likely.index(max(likely))][:240].rstrip("."))
            kept.append(row)
    if not kept:
        return Worded(whole, prompt, False, tuple(drafts), tuple(refused))
    return Worded(merged(Insights(tuple(kept))), prompt, True, tuple(drafts), tuple(refused))


def _pairs(q: InferInsights) -> list[InsightRow]:
    """Which statements may say something together, for each insight asked for: those about one person that have most in
    common besides names, of different moments; none where they have nothing."""
    names = stems(" ".join(name for name, _ in q.names.people))
    words = [stems(text) - names if _says(text) else frozenset[str]() for text in q.statements]
    people = [{name for name, _ in q.names.people if name in text} for text in q.statements]
    found = list[tuple[int, int, int]]()
    for j in range(len(words)):
        for i in range(j):
            common, both = len(words[i] & words[j]), people[i] & people[j]
            if common and both and q.statements[i] != q.statements[j] and common < len(words[i] | words[j]) / 2:
                asked = any(name in q.question for name in both)
                found.append((common + asked, -i, -j))
    best = sorted(found, reverse=True)[: max(1, q.count)]
    return [InsightRow((1 - i, 1 - j), "", 5) for _, i, j in best]


def _says(text: str) -> bool:
    """Whether a statement says something that lasts: no words of a talk, no doing of the hour, no gathering."""
    idle = text.endswith("'") or " talked. " in text or "; " in text or " is giving " in text or "looking for" in text
    return not idle and 4 < len(text.split()) < 30


def _laid(q: InferInsights, row: InsightRow) -> list[str]:
    return [q.statements[n - 1] for n in row.because[:LAID]]


def _reflection(q: InferInsights, row: InsightRow, scene: chat.Scene) -> chat.Chat:
    statements = [f"{text.rstrip('.')}." for text in _laid(q, row)]
    return chat.Chat(chat.system(scene, "reflection"), (chat.reflection(q.card.name, statements),))


def _insight_wrong(text: str, q: InferInsights, laid: Sequence[str]) -> str:
    if not 6 <= len(text.split()) <= 36 or not text.endswith(".") or re.search(r"\b(?:I|my|you|your)\b", text):
        return "form"
    if ungrounded(text, [*laid, q.card.name, *(name for pair in q.names.people for name in pair)]) or repeats(text, ()):
        return "invented"
    said = stems(text) - stems(q.card.name)
    if any(len(said & stems(one)) >= COPIED * len(said) for one in laid):
        return "a statement again"
    used = sum(len(said & (stems(one) - stems(q.card.name))) >= 2 for one in laid)
    return "" if used >= 2 else "rests on one"
