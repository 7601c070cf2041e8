"""Overhearing: facts that a mind extracts from talk without a question, its own (who was told what) and that of others.

The facts are extracted by rule (``language.statements``), whichever answerer a run has, so that overhearing costs no call to a
model. Called by ``engine.hearing``, which knows who is near enough to hear; handles one mind at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sim.dice import dice
from sim.language.banks import open_banks
from sim.language.news import NEWS_SOURCE, split_teller
from sim.language.same_topic import same_topic
from sim.language.statements import statements_in
from sim.language.text import as_clause, sentence_keys
from sim.language.time_and_place import read_now, resolved
from sim.mind.thought import Mind
from sim.types import Matter, Memory

HEARD = 3.0
"""Importance of a line that is kept as it fell: by rule, like one's own routine."""
GIVEN = frozenset({NEWS_SOURCE, "backstory"})
"""Sources of the memories that residents begin with."""
NOTABLE = 5
"""Words of a sentence that a town remembers as said: shorter ones are anybody's."""
CAUGHT = 0.4
"""Probability that a bystander takes in a statement said to others."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """A line of talk at game second ``at`` of ``tick``, in words ``now``: who said it to whom (slugs), in which talk (its
    id)."""

    tick: int
    at: int
    who: str
    to: tuple[str, ...]
    text: str
    talk: str
    now: str = ""
    matters: tuple[Matter, ...] = ()
    """What the scenario has words for."""


def note_said(said: dict[str, int], line: str, tick: int) -> None:
    """Note a line of talk in what was said in town: sentence, bare -> the tick in which it was said first."""
    for sentence in sentence_keys(line):
        if sentence.count(" ") >= NOTABLE - 1:
            said.setdefault(sentence, tick)


def record_told(minds: Mapping[str, Mind], said: Utterance) -> None:
    """Record which facts the speaker told to whom, so that nobody who was there tells another of them again."""
    there, names = (said.who, *said.to), minds[said.who].people
    for fact in _facts(minds[said.who], said) if said.to else ():
        for slug in there:
            state, others = minds[slug].state, [names[other][0] for other in there if other != slug]
            known = state.told.setdefault(fact, [])
            known += [name for name in others if name not in known]
            if fact in state.happened:
                at, left = state.happened[fact]
                state.happened[fact] = [at, [name for name in left if name not in others]]


def overhear(mind: Mind, said: Utterance, line: str, seed: int, verbatim: bool = False) -> list[dict[str, Any]]:
    """Keep facts of a line said to others, with its speaker; the utterance, in words ``line``, is kept as their evidence alone:
    what taught nothing was only heard. ``verbatim`` keeps the line itself.

    Returns the data of the ``learn`` events. Each fact is taken in with probability ``CAUGHT`` unless it is known already."""
    learned: list[dict[str, Any]] = []
    heard_as: Memory | None = None
    if not mind.stream.keeps:
        return learned
    for i, fact in enumerate([said.text] if verbatim else _facts(mind, said)):
        if dice(seed, said.tick, mind.slug, "overhear", i).random() >= CAUGHT or knows(mind, fact):
            continue
        whom = " and ".join(mind.people[slug][0] for slug in said.to)
        heard = f"say to {whom}: '{fact}'" if verbatim else f"tell {whom} that {as_clause(fact)}"
        text = f"{mind.resident.name} overheard {mind.people[said.who][0]} {heard}"
        importance = HEARD if verbatim else None
        heard_as = heard_as or mind.stream.add(line, "utterance", said.at, source=said.who)
        memory = mind.stream.add(text, "observation", said.at, importance, evidence=(heard_as.n,), source=said.who)
        learned.append({"text": text, "memory": memory.n, "talk": said.talk, "from": said.who, "overheard": True})
    return learned


def knows(mind: Mind, fact: str) -> bool:
    """Whether a memory other than an utterance says the same."""
    for memory in mind.stream:
        if memory.kind == "utterance":
            continue
        if fact in memory.text or (memory.source and same_topic(fact, split_teller(memory.text, mind.resident.name)[0])):
            return True
    return False


def always_knew(mind: Mind, fact: str) -> bool:
    """Whether a memory from before the run says the same: nobody learns what they have always known."""
    return any(memory.source in GIVEN and same_topic(fact, memory.text) for memory in mind.stream)


def _facts(mind: Mind, said: Utterance) -> Sequence[str]:
    """The statements in a line, in the third person, with weekdays for ``today`` and ``tomorrow``."""
    speaker, listener = mind.people[said.who][0], mind.people[said.to[0]][0] if len(said.to) == 1 else ""
    called = mind.names.called.get(speaker, ""), mind.names.called.get(listener, "")
    facts = statements_in(said.text, speaker, listener, open_banks().with_matters(said.matters), called)
    return [resolved(fact, read_now(said.now)) for fact in facts]
