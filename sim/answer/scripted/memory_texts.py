"""Answers ``observe`` (prose to observations), ``merge`` (memories to one) and ``queries``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sim.answer.scripted.dice import Dice
from sim.answer.scripted.english.banks import Banks
from sim.answer.scripted.english.gatherings import gathering_of
from sim.answer.scripted.english.news import quoted, split_teller
from sim.answer.scripted.english.poignancy import DOING
from sim.language.text import (
    FULL_NAME,
    NAME,
    SMALL,
    WORD_OF_NAME,
    as_clause,
    clip,
    expression,
    join,
    sentences,
    unique,
    words,
)
from sim.prompts.tasks.merge import MergedMemory, MergeMemories
from sim.prompts.tasks.observe import Observations, Observe
from sim.prompts.tasks.queries import Queries, WriteQueries

_LEAD = SMALL | words(
    """
    he she we then when as while by with without for to of from once twice if because since until under over behind beside
    """
)
_CLAUSE = re.compile(
    rf"(?:; |, (?:and|but|so) (?=(?:the [a-z]+|{WORD_OF_NAME}|he|she|they|it|nobody|everybody|somebody|there) [a-z]+))"
)


def observe(q: Observe, banks: Banks, dice: Dice) -> Iterator[Observations]:
    """Each sentence, long ones by clause, with the subject named instead of a pronoun and ``I`` and ``you`` as the resident."""
    whole = [observation(part, q) for part in sentences(q.text)]
    clauses = [observation(part, q) for text in sentences(q.text) for part in _CLAUSE.split(text)]
    for parts in (clauses, whole):
        kept = unique([clip(part, 200) for part in parts if len(part.split()) > 1])[:12]
        if kept:
            yield Observations(tuple(kept))
    if not whole:
        yield Observations((clip(q.text, 200) or "nothing happened",))


def observation(part: str, q: Observe) -> str:
    """One sentence as the resident would keep it: no stop, a small first word unless it is a name."""
    text = part.strip().rstrip(".!? ").strip("\"'\u201c\u201d")
    text = re.sub(r"^(?:And|But|So|Then|Yet|Still|Now),? ", "", text)
    who = q.card.name
    text = re.sub(r"^(?:I|You)\b(?!')", who, text)
    text = re.sub(rf"^{re.escape(who)} (am|are)\b", f"{who} is", text)
    text = re.sub(rf"^{re.escape(who)} have\b", f"{who} has", text)
    text = re.sub(r"^(?:He|She)\b", who, text) if not _other_subject(q.text, who) else text
    text = re.sub(r"^(?:My|Your)\b", f"{who}'s", text)
    return text[:1].lower() + text[1:] if text.split(" ", 1)[0].lower() in _LEAD else text


def _other_subject(text: str, who: str) -> bool:
    """Whether somebody else is named, so that a pronoun might be theirs."""
    return any(name not in (who,) and name.split(" ")[0] != who.split(" ")[0] for name in FULL_NAME.findall(text))


def merge(q: MergeMemories, banks: Banks, dice: Dice) -> Iterator[MergedMemory]:
    for text in unique([clip(text, 240) for text in _merged(q.memories, banks)]):
        yield MergedMemory(text)


def _merged(memories: Sequence[str], banks: Banks) -> list[str]:
    texts = unique([memory.strip().rstrip(".") for memory in memories])
    if not texts:
        return ["nothing of note"]
    subject = _shared_subject(texts)
    out = _talks(texts, banks)
    if subject and all(DOING.match(text) for text in texts):
        done = [re.sub(r"^(?:is|are) ", "", text[len(subject) :].strip()) for text in texts]
        out.append(f"{subject} spent time {join(unique(done))}")
    elif subject and not any(", and " in text for text in texts):
        out.append(f"{subject} {join(unique([text[len(subject) :].strip() for text in texts]))}")
    kept = texts[:1]
    for text in texts[1:]:
        if len("; ".join([*kept, text])) <= 240:
            kept.append(text)
    fitting = [text for text in out if len(text) <= 240]
    return [*fitting, "; ".join([kept[0], *map(as_clause, kept[1:])]), texts[0]]


def _talks(texts: Sequence[str], banks: Banks) -> list[str]:
    """Several talks of the same two people about one topic."""
    people = [frozenset(FULL_NAME.findall(text)) for text in texts]
    both = frozenset.intersection(*people) if people else frozenset()
    topic = next(
        (name for name in banks.topics if all(expression(rf"\b{re.escape(name)}\b").search(text) for text in texts)), ""
    )
    if len(texts) < 2 or len(both) != 2 or not topic:
        return []
    first, second = sorted(both, key=texts[0].index)
    return [f"{first} and {second} {'often ' if len(texts) > 2 else ''}talked about {topic}"]


def _shared_subject(texts: Sequence[str]) -> str:
    """The name that all begin with (followed by a verb), or ``""``."""
    match = re.match(rf"^({NAME})(?= [a-z])", texts[0])
    name = match[1] if match else ""
    return (
        name
        if name
        and not re.match(rf"^{re.escape(name)} (?:and|or) ", texts[0])
        and all(text.startswith(name + " ") for text in texts)
        else ""
    )


def queries(q: WriteQueries, banks: Banks, dice: Dice) -> Iterator[Queries]:
    """What to look for in memory: the people, the occasion, the place and the thing that the text names."""
    name, text = q.card.name, q.text or q.question
    people = [
        other
        for other in dict.fromkeys((*FULL_NAME.findall(text), *(p for p, _ in q.names.people if p in text)))
        if other != name
    ]
    occasion = gathering_of(split_teller(text.rstrip("."), name)[0], q.names.places)
    asked = [f"What does {name} know about {other}?" for other in people[:2]]
    asked += (
        [f"What does {name} know about {occasion.what}?", f"Has {name} promised to come to {occasion.what}?"]
        if occasion
        else []
    )
    asked += [f"When did {name} last talk with {people[0]}?", f"How does {name} feel about {people[0]}?"] if people else []
    asked += [f"What did {quoted(text)[0]} tell {name}?"] if quoted(text)[0] else []
    asked += [
        f"What does {name} plan to do today?",
        f"What happened to {name} lately?",
        f"Whom did {name} talk with recently?",
        f"What does {name} care about?",
    ]
    for shift in range(4):
        kept = unique([clip(line, 140) for line in asked[shift:] + asked[:shift]])
        yield Queries(tuple(kept[i % len(kept)] for i in range(q.count)))
