"""A resident's mind at the beginning of a run, with their past as memories, and as a run file has it.

Knows scenario, memory stream and mind state; does not think.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from sim.engine.parts import Parts
from sim.engine.shared_knowledge import SharedKnowledge
from sim.memory import CachedEmbedder, MemoryStream, NullStream
from sim.memory.moments import no_clock
from sim.mind.mind import Mind, MindFaculties
from sim.mind.state import MindState
from sim.mind.time_expressions import dated
from sim.scenario.acquaintance import shared
from sim.scenario.languages import is_english
from sim.scenario.model import Resident, Rules, Scenario
from sim.scenario.personas import fact_lines
from sim.types import IMPORTED, Memory, MemoryKind
from sim.world.clock import Clock

BEFORE = 30 * 86400
"""Game seconds before the start over which memories of the backstory are spread."""


def new_mind(resident: Resident, town: SharedKnowledge, embedder: CachedEmbedder, own: Parts) -> Mind:
    """A resident's mind before the first tick: ties, the places they know, and their past as memories."""
    scenario = town.scenario
    preset = own.memory(resident.slug, scenario.rules)
    stream = _kind(scenario.rules)(preset, embedder, **_stream_settings(scenario))
    state = MindState(known_places=town.known_at_first(resident))
    if (concern := dated(resident.currently, Clock(scenario.start))) != resident.currently:
        state.currently = concern
    for other, how in resident.relationships.items():
        state.relations[other] = town.reading.relationship(town.people[other][0], resident.first, how, resident.pronoun)
    for one in scenario.residents:
        if one.slug == resident.slug or one.slug in state.relations:
            continue
        if common := shared(resident, one):
            state.relations[one.slug] = f"{one.name} {common}"
        elif scenario.acquainted or resident.slug in one.relationships:
            state.relations[one.slug] = f"{resident.first} knows {one.name}"
    for before in past(resident, scenario):
        about = (before.importance, before.evidence, before.expires, before.source)
        stream.add(before.text, before.kind, before.at, *about, accessed=before.accessed)
    return _mind(resident, stream, state, town, own.faculties(resident.slug), {})


def restored_mind(
    resident: Resident,
    state: MindState,
    memories: list[Memory],
    town: SharedKnowledge,
    embedder: CachedEmbedder,
    own: Parts,
) -> Mind:
    """A resident's mind as it was, with the memories it had."""
    rules = town.scenario.rules
    preset = own.memory(resident.slug, rules)
    stream = _kind(rules).restore(preset, embedder, memories, state.stream, **_stream_settings(town.scenario))
    return _mind(resident, stream, state, town, own.faculties(resident.slug), _ratings(memories))


def _mind(
    resident: Resident,
    stream: MemoryStream,
    state: MindState,
    town: SharedKnowledge,
    faculties: MindFaculties[Any],
    ratings: dict[str, float],
) -> Mind:
    names, people = town.names(resident), town.people
    hearsay = {item.known_as.rstrip(". "): item.importance - 1.0 for item in town.scenario.news}  # matters a little less
    kept = (*resident.untold, *(item.known_as for item in town.scenario.news if not item.spread))
    return Mind(
        resident, stream, state, names, people, faculties, town.town, town.near(resident), hearsay,
        town.gatherings, frozenset(form for text in kept for form in (text, text.rstrip(". "))), town.reading, ratings=ratings,
    )  # fmt: skip


def _kind(rules: Rules) -> type[MemoryStream]:
    return MemoryStream if rules.memory else NullStream


def _stream_settings(scenario: Scenario) -> dict[str, Any]:
    """What the rules set of a memory stream; without reflection the threshold is infinite."""
    rules = scenario.rules
    threshold = rules.reflection if rules.reflect else math.inf
    found = {"threshold": threshold, "weights": rules.memory_weights}
    dates = {"stems": is_english(scenario.language), "calendar": Clock(scenario.start).date_text}
    return {"clock": no_clock, **dates, **{name: value for name, value in found.items() if value is not None}}


@dataclass(frozen=True, slots=True)
class Before:
    """A memory from before the start: ``at``, ``accessed`` and ``expires`` are game seconds, ``evidence`` places in the list of
    all."""

    text: str
    source: str
    at: int
    importance: float | None = None
    kind: MemoryKind = "observation"
    evidence: tuple[int, ...] = ()
    expires: int | None = None
    accessed: int | None = None


def past(resident: Resident, scenario: Scenario) -> list[Before]:
    """A resident's initial memories, oldest first. What is imported keeps its words and its times, moved as a whole to before
    the start, and the scenario's own sentences lie before it; of an import without times all are spread over the same month."""
    clock, lived, facts = Clock(scenario.start), resident.remembered, fact_lines(resident.facts, resident.first)
    told = [one for one in (*resident.background, *resident.memories) if one not in facts]
    own = [*(dated(_named(one, resident).rstrip(". "), clock) for one in told), *facts]
    moved = resident.moved_by(clock)
    times = [one.created + moved for one in lived if one.created is not None]
    count, end = len(own) + (0 if times else len(lived)), min(times, default=0)
    spread = [end - BEFORE + i * BEFORE // (count + 1) for i in range(count)]
    rows = [Before(text, "backstory", at) for text, at in zip(own, spread, strict=False)]
    for one, at in zip(lived, times or spread[len(own) :], strict=True):
        used, ends = (None if time is None else time + moved for time in (one.accessed, one.expires))
        over = at if one.kind == "utterance" else None  # the words of a talk fade, and what was learned stays
        evidence = tuple(len(own) + n for n in one.evidence)
        rows.append(Before(one.text, IMPORTED, at, one.importance, one.kind, evidence, ends or over, used))
    if resident.currently:
        rows.append(Before(dated(resident.currently.rstrip(". "), clock), "backstory", -3600))
    for item in scenario.news:
        if resident.slug in item.knows:
            rows.append(Before(dated(item.known_as.rstrip(". "), clock), "news", -1800, float(item.importance)))
    return rows


def _named(sentence: str, resident: Resident) -> str:
    """A backstory sentence as a memory on its own: a pronoun at its beginning is replaced by the name."""
    pronoun, _, rest = sentence.partition(" ")
    if pronoun in ("She", "He", "They"):
        return f"{resident.name} {rest}"
    return f"{resident.name}'s {rest}" if pronoun in ("Her", "His", "Their") else sentence


def _ratings(memories: list[Memory]) -> dict[str, float]:
    """Importance by text, the latest rating winning, as ``Mind.learn_ratings`` collects it."""
    return {memory.text: memory.importance for memory in memories if memory.importance is not None}
