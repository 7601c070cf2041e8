"""Answers ``questions`` (focal points), ``insights`` (what statements add up to) and ``condense`` (fewer insights).

Insights are ``conclusions`` that cite exactly the statements they were drawn from; where there are none, ``NOTHING``, which
nobody keeps.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from sim.answer.scripted.conclusions import Conclusion, conclusions, deed_told, thread_of
from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.gatherings import gathering_of
from sim.answer.scripted.english.news import same_news, split_teller
from sim.language.text import FULL_NAME, TIMETABLE, clip, stems, unique
from sim.prompts import Question
from sim.prompts.tasks.condense import CondenseInsights
from sim.prompts.tasks.insights import NOTHING, InferInsights, InsightRow, Insights
from sim.prompts.tasks.questions import AskFocalPoints, FocalPoints

CITED = 10
"""Statements that a condensed insight cites at most."""
GENERAL = (
    "What matters most to {name} at the moment?",
    "Whom does {name} feel close to, and why?",
    "What is {name} looking forward to?",
    "What has {name} learned lately?",
    "How does {name} feel about the way things are going?",
    "What should {name} do next?",
    "What do people in town expect of {name}?",
)


def questions(q: AskFocalPoints, banks: Banks, dice: Dice) -> Iterator[FocalPoints]:
    asked = [*_behind(q, banks), *(dice.pick(_questions_about(subject, q.card.name)) for subject in _subjects(q))]
    general = dice.order([line.replace("{name}", q.card.name) for line in GENERAL])
    for shift in range(4):
        kept = unique([clip(text, 140) for text in [*asked[shift:], *general[shift:], *asked[:shift], *general[:shift]]])
        yield FocalPoints(tuple(kept[i % len(kept)] for i in range(q.count)))


def _behind(q: AskFocalPoints, banks: Banks) -> list[str]:
    """Questions on what somebody has told twice of, and on what else adds up, and one has not concluded from yet."""
    told = [(who, deed, banks.thread_by_deed[deed]) for who, deed in map(deed_told, q.memories) if deed in banks.thread_by_deed]
    done = {thread_of(text, banks) for text in q.memories}
    again = [(who, deed) for who, deed, thread in told if deed == thread.again.deed and (thread, who) not in done]
    behind = [f"What is behind it that {who} {deed}?" for who, deed in again]
    open_ = (one for one in conclusions(q.card.name, q.memories, banks) if one.about[0] != "thread")
    return [*behind, *unique(f"What links these: {_both(one, q.memories)}?" for one in open_)]


def _both(one: Conclusion, memories: Sequence[str]) -> str:
    """What a conclusion would rest on, as what is to be remembered together."""
    return "; ".join(clip(split_teller(memories[n - 1])[0], 58) for n in one.numbers[:2])


def _subjects(q: AskFocalPoints) -> list[str]:
    """Occasions and people that the memories name, the most frequent first; occasions count double, whoever told something
    three times."""
    counted: Counter[str] = Counter()
    people = _people(q)
    for text in q.memories:
        occasion = None if TIMETABLE in text else gathering_of(text, q.names.places)
        counted.update([occasion.what, occasion.what] if occasion else [])
        named = [name for name in dict.fromkeys(FULL_NAME.findall(text)) if name in people]
        counted.update([name for name in named for _ in range(3 if f". {name} " in text else 1)])
    return [subject for subject, _ in counted.most_common()]


def _people(q: Question[Any]) -> set[str]:
    """The others by their full names."""
    return {name for name, _ in q.names.people} - {q.card.name}


def _questions_about(subject: str, me: str) -> tuple[str, ...]:
    if subject == me:
        return (
            f"What is {me} trying to achieve?",
            f"What does {me} care about most these days?",
            f"What keeps {me} busy, and does it satisfy?",
        )
    if subject.startswith("the "):
        return (
            f"What does {subject} mean to {me}?",
            f"Who will take part in {subject}?",
            f"What does {me} know about {subject}?",
        )
    return (
        f"How has the relationship between {me} and {subject} changed lately?",
        f"What does {subject} care about most?",
        f"What do {me} and {subject} have in common?",
        f"What is {subject} occupied with at the moment?",
    )


def insights(q: InferInsights, banks: Banks, dice: Dice) -> Iterator[Insights]:
    found = _relevant(conclusions(q.card.name, q.statements, banks), q.question)
    count = max(1, min(5, q.count))
    for n in range(4):
        chosen = found[:count] if n == 0 else found[: max(1, count - n)]
        rows = tuple(InsightRow(one.numbers[:5], _worded(one, q.card.name)) for one in chosen)
        yield Insights(rows or (InsightRow((1,), NOTHING),))


def _worded(one: Conclusion, me: str) -> str:
    """The same conclusion always in the same words, so that it is kept once however often one comes to it."""
    return one.texts[Dice(0, "|".join((me, *one.about))).below(len(one.texts))]


def _relevant(found: list[Conclusion], question: str) -> list[Conclusion]:
    """Those that name what the question names first."""
    words = stems(question)
    return sorted(found, key=lambda one: -len(words & stems(one.texts[0])))


def condense(q: CondenseInsights, banks: Banks, dice: Dice) -> Iterator[Insights]:
    found = findings(q)
    weighty = sorted(range(len(found)), key=lambda i: -len(found[i][1]))
    for most in (5, 4, 3, 2):
        rows = tuple(InsightRow(found[i][1][:CITED], found[i][0]) for i in sorted(weighty[:most]))
        yield Insights(rows or (InsightRow((1,), "nothing stands out"),))


def findings(q: CondenseInsights) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The insights given, each finding once, in its plain words, with all that was cited for it."""
    found: list[tuple[str, list[int]]] = []
    for text, because in q.insights:
        bare = clip(_bare(text), 160)
        known = next((row for row in found if _same(row[0], bare, q)), None)
        if known is None:
            known = (bare, [])
            found.append(known)
        known[1].extend(n for n in because if n not in known[1])
    return tuple((text, tuple(because)) for text, because in found)


def _same(text: str, other: str, q: Question[Any]) -> bool:
    return text.lower() == other.lower() or same_news(_nameless(text, q), _nameless(other, q))


def _nameless(text: str, q: Question[Any]) -> str:
    """Without the names of residents: two findings about the same people need not be one."""
    for name in (q.card.name, *(full for full, _ in q.names.people)):
        text = text.replace(name, "")
    return text


def _bare(text: str) -> str:
    """Without the padding of a repeated finding."""
    text = re.sub(r"^(?:It seems that|Again and again one sees that|Clearly,?|Overall,?) ", "", text)
    return re.sub(r", as several things show$", "", text)
