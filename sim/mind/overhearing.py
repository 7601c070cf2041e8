"""Overhearing: facts that a mind extracts from talk without a question, its own (who was told what) and that of others.

The facts are extracted by rule (``language.statements``), whichever answerer a run has, so that overhearing costs no call to a
model. Called by ``engine.hearing``, which knows who is near enough to hear; handles one mind at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sim.dice import dice
from sim.language.banks import open_banks
from sim.language.news import split_teller
from sim.language.same_topic import same_topic
from sim.language.statements import statements_in
from sim.language.text import as_clause
from sim.mind.thought import Mind

HEARD = 3.0
"""Importance of a line that is kept as it fell: by rule, like one's own routine."""
CAUGHT = 0.4
"""Probability that a bystander takes in a statement said to others."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """A line of talk at game second ``at`` of ``tick``: who said it to whom (slugs), and in which talk (its id)."""

    tick: int
    at: int
    who: str
    to: tuple[str, ...]
    text: str
    talk: str


def record_told(mind: Mind, said: Utterance) -> None:
    """Record which facts the speaker ``mind`` told to whom, so that they do not repeat them."""
    names = [mind.people[slug][0] for slug in said.to]
    for fact in _facts(mind, said):
        known = mind.state.told.setdefault(fact, [])
        known += [name for name in names if name not in known]


def overhear(mind: Mind, said: Utterance, line: int, seed: int, verbatim: bool = False) -> list[dict[str, Any]]:
    """Keep facts of a line said to others, with its speaker and the utterance ``line`` (its n) as evidence; ``verbatim`` keeps
    the line itself.

    Returns the data of the ``learn`` events. Each fact is taken in with probability ``CAUGHT`` unless it is known already."""
    learned: list[dict[str, Any]] = []
    if not mind.stream.keeps:
        return learned
    for i, fact in enumerate([said.text] if verbatim else _facts(mind, said)):
        if dice(seed, said.tick, mind.slug, "overhear", i).random() >= CAUGHT or knows(mind, fact):
            continue
        whom = " and ".join(mind.people[slug][0] for slug in said.to)
        heard = f"say to {whom}: '{fact}'" if verbatim else f"tell {whom} that {as_clause(fact)}"
        text = f"{mind.resident.name} overheard {mind.people[said.who][0]} {heard}"
        importance = HEARD if verbatim else None
        memory = mind.stream.add(text, "observation", said.at, importance, evidence=(line,), source=said.who)
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


def _facts(mind: Mind, said: Utterance) -> Sequence[str]:
    """The statements in a line, in the third person."""
    listener = mind.people[said.to[0]][0] if len(said.to) == 1 else ""
    return statements_in(said.text, mind.people[said.who][0], listener, open_banks())
