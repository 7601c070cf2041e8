"""Ratings by the probability of each number, beside the stand-in's rule."""

from __future__ import annotations

import math
from dataclasses import replace

import sim.prompts.chat as chat
from sim.answer.small.asking import Answering, Request, Worded, as_prompt, as_recorded, means
from sim.answer.standin import thoughts as plain
from sim.llm.base import Score
from sim.prompts.tasks.rate import Rate, Ratings

SCALE = tuple(str(n) for n in range(1, 11))
SURE = 0.5
"""What the stand-in's rating counts beside the model's."""


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
