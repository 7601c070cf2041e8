"""Residents of a run as genagents folders, one each: who they are now, and what they remember at the end.

A folder that was imported (``import:``) so goes out again, the same scratch and nodes, with what was lived since. Lines of talk
are left out: what was learned from them is kept. Time steps are game seconds, on the clock of an imported life, else since the
resident's first memory. Knows no town and asks no model.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from sim.analysis.run_context import RunContext, open_context
from sim.memory import MemoryStream, open_embedder
from sim.memory.genagents import GenerativeAgent
from sim.scenario.model import Resident
from sim.scenario.personas import card_of, fact_lines
from sim.types import IMPORTED, Memory
from sim.world.clock import Clock


def export_agents(path: Path, target: Path) -> list[Path]:
    """Write a folder per resident of the run at ``path`` into ``target``; returns the folders."""
    folders = []
    with open_context(path) as context:
        embedder = open_embedder(context.run.meta.embedder)
        for slug, resident in context.residents.items():
            memories = _kept(context.memories[slug], resident, context.clock)
            stream = MemoryStream.restore("genagents", embedder, memories, {})
            meta = {"run": context.run.meta.name, "at": context.when(context.last_tick), "embedder": context.run.meta.embedder}
            GenerativeAgent.of(stream, _scratch(context, resident), meta).save(target / slug)
            folders.append(target / slug)
    return folders


def _scratch(context: RunContext, resident: Resident) -> dict[str, Any]:
    """Who a resident is, with what is on their mind at the end of the run: the imported scratch, changed where they are not as
    it says."""
    told = context.run.events(0, context.last_tick, ("self",), resident.slug)
    given, _, last = resident.name.partition(" ")
    facts = set(fact_lines(resident.facts, resident.first))
    prose = " ".join(sentence.rstrip(". ") + "." for sentence in resident.background if sentence not in facts)
    description = "background" if "self_description" in resident.facts else "self_description"
    own = {
        "name": resident.name,
        "first": resident.first or given,
        "age": resident.age,
        "occupation": resident.occupation,
        "traits": list(resident.traits),
        "currently": str(told[-1].data["currently"]) if told else resident.currently,
        description: prose,
    }
    imported = card_of(resident.facts) | {description: ""} if resident.facts else {}
    new = {key: value for key, value in own.items() if imported.get(key) != value}
    if "name" in new or "first" in new:
        new |= {"first_name": own["first"], "last_name": last, "name": resident.name}
    new.pop("first", None)
    return {**resident.facts, **new, **({"traits": ", ".join(resident.traits)} if "traits" in new else {})}


def _kept(memories: tuple[Memory, ...], resident: Resident, clock: Clock) -> list[Memory]:
    """The exported memories, numbered anew: without lines of talk and without what the scratch says."""
    told = {sentence.rstrip(". ") for sentence in (*resident.background, resident.currently)}
    kept = [
        one for one in memories if one.kind != "utterance" and (one.source == IMPORTED or one.text.rstrip(". ") not in told)
    ]
    numbers = {one.n: i for i, one in enumerate(kept)}
    timed = any(one.created is not None for one in resident.remembered)
    begin = resident.moved_by(clock) if timed else min((one.at for one in kept), default=0)
    return [
        replace(
            one,
            n=i,
            at=one.at - begin,
            accessed=one.accessed - begin,
            evidence=tuple(numbers[n] for n in one.evidence if n in numbers),
        )
        for i, one in enumerate(kept)
    ]
