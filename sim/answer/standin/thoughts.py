"""What the stand-in notices, weighs and concludes: reactions, ratings, what a talk leaves, and reflections as plain sums.

Conclusions lay statements side by side and say how many there are; they add nothing that no statement says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.answer.standin.speech import taken
from sim.answer.standin.words import GRAVE, WEIGHTY
from sim.prompts.question import Question
from sim.prompts.records import LineDone
from sim.prompts.tasks.condense import CondenseInsights
from sim.prompts.tasks.focus import Focus, UpdateFocus
from sim.prompts.tasks.identity import Identity, UpdateIdentity
from sim.prompts.tasks.insights import NOTHING, InferInsights, InsightRow, Insights, merged
from sim.prompts.tasks.questions import AskFocalPoints, FocalPoints
from sim.prompts.tasks.rate import Rate, Ratings
from sim.prompts.tasks.react import React, Reaction
from sim.prompts.tasks.recap import SummariseTalk, TalkSummary
from sim.prompts.tasks.relation import DescribeRelationship, Relationship
from sim.prompts.tasks.summary import SelfSummary, SummariseSelf
from sim.prompts.tasks.takeaway import TakeAway, TakeFromTalk, Tie

SAID_OF_A_TALK = 3
"""Deeds of a talk that its summary tells at most."""
CLOSER = {"accept": 1, "promise": 1, "thank": 1, "comfort": 1, "refuse": -1}
"""What acts of the other change in a tie, once a talk each."""
DEEDS = {
    "invite": "asked {you} to this",
    "tell": "told {you} this",
    "ask": "asked {you} about this",
    "answer": "answered with this",
}
"""How a summary tells an act with its fact."""
PLAIN = {
    "accept": "said yes to it", "decline": "said no to it", "promise": "meant to go as well", "refuse": "would not speak of it",
    "thank": "thanked {you}", "comfort": "was kind about it",
}  # fmt: skip
"""The same without one."""


def react(q: React) -> Reaction:
    """The weightiest intent that is among the options; for a talk its first fact is the reason."""
    able = [intent for intent in q.intents if intent.act in q.options()]
    intent = taken(able, q.seed)
    if intent is None or intent.act == q.options()[0]:
        return Reaction(q.options()[0], "", importance=_noticed(q))
    fact = next((fact.text for n in intent.facts[:1] for fact in q.facts if fact.n == n), "")
    reason = f"to speak of this: {fact}" if fact and intent.act == "talk" else ""
    if not q.full:
        return q.chosen(intent.act)
    return Reaction(intent.act, reason[:200] or q.chosen(intent.act).reason[:200], importance=_noticed(q))


def _noticed(q: React) -> int:
    """What is seen or heard is worth: a person or thing little, a happening more."""
    return 1 if q.partners or q.everyday else 4


def rate(q: Rate) -> Ratings:
    """Ratings by a short word list, the names of others, and whether it is the resident's own routine."""
    return Ratings(tuple(importance(q, text) for text in q.events))


def importance(q: Question[Any], text: str) -> int:
    """How much an event matters, 1 to 10."""
    low = text.casefold()
    if any(word in low for word in GRAVE):
        return 8
    routine = text.startswith((f"{q.card.name} is ", "the "))
    if any(word in low for word in WEIGHTY) and not routine:
        return 6
    if routine:
        return 1
    others = [name for name, first in q.names.people if name != q.card.name and (name in text or f"{first} " in text)]
    watched = any(text.startswith(f"{name} is ") for name in others)
    return 2 if watched else 5 if others and q.card.first in text else 4 if others else 3


# After a talk ----------------------------------------------------------------------------------------------------------


def take_away(q: TakeFromTalk) -> TakeAway:
    """What the lines did, in order of weight; ties come nearer by what the others did."""
    me, others = q.card.name, q.talking_with
    deeds = [deed for line in q.done if (deed := _deed(q, line))]
    who = " and ".join(others) or "somebody"
    told = f"{me} and {who} talked. {' '.join(dict.fromkeys(deeds[:SAID_OF_A_TALK]))}".strip()
    weights = [fact.importance or 3.0 for line in q.done for fact in line.told]
    matters = int(max([3.0, *weights]))
    ties = tuple(tie for name in others if (tie := _tie(q, name)).closer)
    return TakeAway(_cut(told, 320), min(10, matters), (), (), (), ties, "", "")


def _deed(q: TakeFromTalk, line: LineDone) -> str:
    """What a line did, as a sentence: ``Ann Reed told Ben this: ...``."""
    others = [name for name in (q.card.name, *q.talking_with) if name != line.who]
    you = dict(q.names.people).get(others[0], others[0].split(" ", 1)[0]) if others else "them"
    fact = line.told[0] if line.told else None
    if fact is not None and line.act in DEEDS:
        return f"{line.who} {DEEDS[line.act].format(you=you)}: {fact.text.rstrip('.')}."
    return f"{line.who} {PLAIN[line.act].format(you=you)}." if line.act in PLAIN and line.act != "thank" else ""


def _tie(q: TakeFromTalk, name: str) -> Tie:
    acts = {line.act for line in q.done if line.who == name}
    known = next((tie for tie in q.setting.ties if name in tie and "does not know" not in tie), "")
    tie = known or f"{q.card.name} has talked with {name}"
    return Tie(name, _cut(tie, 240), max(-3, min(3, sum(CLOSER.get(act, 0) for act in sorted(acts)))))


def recap(q: SummariseTalk) -> TalkSummary:
    """In brief: that there was a talk."""
    return q.fallback()


def relation(q: DescribeRelationship) -> Relationship:
    """What was thought before, where something was."""
    known = q.relationship if q.relationship and "does not know" not in q.relationship else ""
    return Relationship(_cut(known, 200)) if known else q.fallback()


# Reflection --------------------------------------------------------------------------------------------------------------


def focal_points(q: AskFocalPoints) -> FocalPoints:
    """Those whom the memories name most, and the present concern."""
    names = _most_named(q, q.memories)
    asked = [f"What is there between {q.card.name} and {name}?" for name in names]
    asked += [f"What has come of this: {concern}?" for concern in q.card.concerns[:1]]
    asked = [text if len(text) <= 140 else f"{text[:139].rsplit(' ', 1)[0]}?" for text in asked]
    return FocalPoints(tuple(dict.fromkeys((*asked[: q.count], *q.fallback().questions)))[: q.count])


def _most_named(q: Question[Any], texts: Sequence[str]) -> list[str]:
    """Full names of others, the one that most texts name first."""
    others = [(name, first) for name, first in q.names.people if name != q.card.name]
    count = {name: sum(name in text or f"{first} " in text for text in texts) for name, first in others}
    return [name for name in sorted(count, key=lambda one: (-count[one], one)) if count[name] > 1]


def insights(q: InferInsights) -> Insights:
    """Two statements about the same person laid side by side, and how many there are in all."""
    names = _most_named(q, [text for text in q.statements if not text.endswith("'")])
    asked = [name for name in names if name in q.question] or names
    rows = tuple(row for name in asked[: max(1, q.count)] if (row := _sum_of(q, name)) is not None)
    if not rows:
        return Insights((InsightRow((1,), NOTHING, 1 if q.full else 0),))
    return merged(Insights(rows[: max(1, min(5, q.count))]))


def _sum_of(q: InferInsights, name: str) -> InsightRow | None:
    """What a resident knows of somebody, as a sum of the statements that name them: who else speaks of them, what they have
    told themselves, or what comes together."""
    first, me, longest = dict(q.names.people).get(name, name), q.card.first, 240 if q.full else 160
    order = q.nearest if q.full and q.nearest else range(len(q.statements))
    bears = [i for i in order if _bears_on(q.statements[i], name, first)]
    found = [i for n, i in enumerate(bears) if q.statements[i] not in {q.statements[j] for j in bears[:n]}]
    teller = {i: q.scene.recalled[q.statements[i]].source for i in found if q.scene and q.statements[i] in q.scene.recalled}
    others = {teller[i]: i for i in found if teller.get(i) not in ("", None, name)}
    told = [i for i in found if teller.get(i) == name]
    if len(others) > 1:
        chosen = list(others.values())[:2]
        who = " and ".join(list(others)[:2])
        text = f"{who} have both spoken to {me} of {name}: {_list(q, chosen)}"
    elif len(told) > 1:
        chosen = sorted(told, key=lambda i: len(q.statements[i]))[:2]
        text = f"{name} has told {me} {_number(len(told))} things lately: {_list(q, chosen)}"
    elif len(found) > 1:
        chosen = sorted(found[:4], key=lambda i: len(q.statements[i]))[:2]
        text = f"Two things come together for {me} when it is about {name}: {_list(q, chosen)}"
    else:
        return None
    return InsightRow(tuple(i + 1 for i in sorted(chosen)), _cut(text, longest), 5 if q.full else 0)


def _list(q: InferInsights, chosen: Sequence[int]) -> str:
    return "; ".join(q.statements[i].rstrip(".") for i in sorted(chosen))


def _bears_on(text: str, name: str, first: str) -> bool:
    """Whether a statement says something about somebody: no words of a talk, no sum, no looking for them."""
    idle = text.endswith("'") or f"looking for {name}" in text or "; " in text or " talked. " in text
    return (name in text or f"{first} " in text) and not idle and len(text) < 140


def _number(n: int) -> str:
    return {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}.get(n, "many")


def condense(q: CondenseInsights) -> Insights:
    """The first of them as they are."""
    return q.fallback()


def identity(q: UpdateIdentity) -> Identity:
    """Who the resident is by their traits, and the concern as it stands."""
    return q.fallback()


def summary(q: SummariseSelf) -> SelfSummary:
    return q.fallback()


def focus(q: UpdateFocus) -> Focus:
    return q.fallback()


def _cut(text: str, longest: int) -> str:
    """A text within its length, at a word's end."""
    return text if len(text) <= longest else f"{text[: longest - 3].rsplit(' ', 1)[0]}..."
