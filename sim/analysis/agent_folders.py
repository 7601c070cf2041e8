"""Residents of a run as genagents folders, one each: who they are now, and what they remember at the end.

A folder that was imported (``import:``) so goes out again with what was lived since. Lines of talk are left out: what was
learned from them is kept. Time steps are game seconds since the resident's first memory. Knows no town and asks no model.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from sim.analysis.run_context import RunContext, open_context
from sim.memory import MemoryStream, open_embedder
from sim.memory.genagents import GenerativeAgent
from sim.scenario.model import Resident
from sim.types import Memory


def export_agents(path: Path, target: Path) -> list[Path]:
    """Write a folder per resident of the run at ``path`` into ``target``; returns the folders."""
    folders = []
    with open_context(path) as context:
        embedder = open_embedder(context.run.meta.embedder)
        for slug, resident in context.residents.items():
            memories = _kept(context.memories[slug], resident)
            stream = MemoryStream.restore("genagents", embedder, memories, {})
            meta = {"run": context.run.meta.name, "at": context.when(context.last_tick), "embedder": context.run.meta.embedder}
            GenerativeAgent.of(stream, _scratch(context, resident), meta).save(target / slug)
            folders.append(target / slug)
    return folders


def _scratch(context: RunContext, resident: Resident) -> dict[str, Any]:
    """Who a resident is, with what is on their mind at the end of the run."""
    told = context.run.events(0, context.last_tick, ("self",), resident.slug)
    given, _, last = resident.name.partition(" ")
    return {
        "first_name": resident.first or given,
        "last_name": last,
        "name": resident.name,
        "age": resident.age,
        "occupation": resident.occupation,
        "traits": ", ".join(resident.traits),
        "currently": str(told[-1].data["currently"]) if told else resident.currently,
        "self_description": " ".join(sentence.rstrip(". ") + "." for sentence in resident.background),
    }


def _kept(memories: tuple[Memory, ...], resident: Resident) -> list[Memory]:
    """The exported memories, numbered anew: without lines of talk and without the sentences of the description."""
    told = {sentence.rstrip(". ") for sentence in resident.background}
    kept = [one for one in memories if one.kind != "utterance" and one.text.rstrip(". ") not in told]
    numbers, begin = {one.n: i for i, one in enumerate(kept)}, min((one.at for one in kept), default=0)
    return [
        replace(
            one,
            n=i,
            at=one.at - begin,
            accessed=max(one.at, one.accessed) - begin,
            evidence=tuple(numbers[n] for n in one.evidence if n in numbers),
        )
        for i, one in enumerate(kept)
    ]
