"""Hearing: what a line of talk leaves in the minds of those who hear it, without a question.

What a line tells are facts, the speaker's own memories by number: listeners remember them in their own words, with day and hour
exact, whatever was said. What no fact stands behind is remembered as it was said. Where a mind reads words by rule
(``sim.prompts.reading``), statements take the place of facts. Called by ``engine.hearing``, which knows who is near enough to
hear; handles one mind at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sim.dice import dice
from sim.language.text import as_clause
from sim.mind.facts import hear_fact, share
from sim.mind.mind import Mind
from sim.mind.thought import NEWS_SOURCE
from sim.prompts.reading import DATA
from sim.types import FROM_BEFORE, Matter, Memory

NOTHING_SAID = ("leave", "thank")
"""Acts whose words nobody who overhears them keeps."""
HEARD = 3.0
"""Importance of a line that is kept as it fell: by rule, like the resident's own routine."""
GIVEN = FROM_BEFORE | {NEWS_SOURCE}
"""Sources of the memories that residents begin with."""
CAUGHT = 0.4
"""Probability that a bystander takes in a statement said to others."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """A line of talk at game second ``at`` of ``tick``, in words ``now``: who said it to whom (slugs), in which talk (its
    id), and which of their memories it tells (``told``)."""

    tick: int
    at: int
    who: str
    to: tuple[str, ...]
    text: str
    talk: str
    now: str = ""
    matters: tuple[Matter, ...] = ()
    """What the scenario has words for."""
    told: tuple[int, ...] = ()
    act: str = ""


def hear_told(minds: Mapping[str, Mind], said: Utterance) -> list[tuple[str, dict[str, Any]]]:
    """Remember what a line told, for speaker and listeners. Returns slug and data of the ``learn`` event for each who learned
    something."""
    learned: list[tuple[str, dict[str, Any]]] = []
    teller = minds[said.who]
    teller.state.just_told = []
    teller.state.talk_done.append((said.who, said.act, list(said.told)))
    for slug in said.to:
        mind, mind.state.just_told = minds[slug], []
        utterance = mind.state.talk_memories[-1]
        for n in said.told if mind.stream.keeps else ():
            own, new = hear_fact(mind, teller, n, said.at, utterance)
            mind.state.just_told.append(own)
            share(mind, said.who, own)
            share(teller, slug, n)
            if new:
                learned.append((slug, {"text": mind.stream[own].text, "memory": own, "talk": said.talk, "from": said.who}))
        mind.state.talk_done.append((said.who, said.act, list(mind.state.just_told)))
    return learned


def record_told(minds: Mapping[str, Mind], said: Utterance) -> None:
    """Record which facts the speaker told to whom, so that nobody who was there tells another of them again."""
    there, names = (said.who, *said.to), minds[said.who].people
    for fact in _told_texts(minds[said.who], said) if said.to else ():
        for slug in there:
            state, others = minds[slug].state, [names[other][0] for other in there if other != slug]
            known = state.told.setdefault(fact, [])
            known += [name for name in others if name not in known]
            if fact in state.happened:
                at, left = state.happened[fact]
                state.happened[fact] = [at, [name for name in left if name not in others]]


def overhear(mind: Mind, said: Utterance, line: str, seed: int, teller: Mind) -> list[dict[str, Any]]:
    """Keep of a line said to others what it told, else (where nothing is read by rule) the line itself; the utterance, in words
    ``line``, is kept as evidence.

    Returns the data of the ``learn`` events. Each fact is taken in with probability ``CAUGHT`` unless it is known already."""
    learned: list[dict[str, Any]] = []
    if not mind.stream.keeps:
        return learned
    by_rule = mind.reading is not DATA
    empty = said.told or said.act in NOTHING_SAID
    facts: Sequence[str] = _statements(mind, said) if by_rule else [] if empty else [said.text]
    whom = " and ".join(mind.people[slug][0] for slug in said.to)
    heard_as: Memory | None = None
    for i, n in enumerate(said.told):
        if dice(seed, said.tick, mind.slug, "overhear", i).random() < CAUGHT:
            heard_as = heard_as or mind.stream.add(line, "utterance", said.at, source=said.who)
            own, new = hear_fact(mind, teller, n, said.at, heard_as.n)
            if new:
                learned.append(_event(mind.stream[own], said))
    for i, fact in enumerate(facts):
        if dice(seed, said.tick, mind.slug, "overhear", i).random() >= CAUGHT or knows(mind, fact):
            continue
        heard = f"tell {whom} that {as_clause(fact)}" if by_rule else f"say to {whom}: '{fact}'"
        text = f"{mind.resident.name} overheard {mind.people[said.who][0]} {heard}"
        importance = None if by_rule else HEARD
        heard_as = heard_as or mind.stream.add(line, "utterance", said.at, source=said.who)
        memory = mind.stream.add(text, "observation", said.at, importance, evidence=(heard_as.n,), source=said.who)
        learned.append(_event(memory, said))
    return learned


def _event(memory: Memory, said: Utterance) -> dict[str, Any]:
    return {"text": memory.text, "memory": memory.n, "talk": said.talk, "from": said.who, "overheard": True}


def knows(mind: Mind, fact: str) -> bool:
    """Whether a memory other than an utterance says the same."""
    name, same = mind.resident.name, mind.reading.same_matter
    heard = (memory for memory in mind.stream if memory.kind != "utterance")
    return any(fact in memory.text or (memory.source and same(fact, memory.text, name)) for memory in heard)


def always_knew(mind: Mind, fact: str) -> bool:
    """Whether a memory from before the run says the same: nobody learns what they have always known."""
    return any(memory.source in GIVEN and mind.reading.same_matter(fact, memory.text, "") for memory in mind.stream)


def _told_texts(mind: Mind, said: Utterance) -> Sequence[str]:
    """What the speaker ``mind`` has told with a line: their memories, or what it states as read by rule."""
    facts = [mind.stream[n].text for n in said.told if n in mind.stream]
    return [*facts, *_statements(mind, said)]


def _statements(mind: Mind, said: Utterance) -> Sequence[str]:
    """What a line states, as read by rule."""
    speaker, listener = mind.people[said.who][0], mind.people[said.to[0]][0] if len(said.to) == 1 else ""
    called = mind.names.called.get(speaker, ""), mind.names.called.get(listener, "")
    return mind.reading.statements(said.text, speaker, listener, called, said.matters, said.now)
