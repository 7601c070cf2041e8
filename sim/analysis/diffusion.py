"""Diffusion of news: who knows a news item, since when, from whom, and by which memory.

A resident knows a news item from their first memory that holds all its ``signs`` and is not an utterance (one may hear a thing
and not take it in). Who told them follows from that memory: its source, or else the utterances in its evidence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sim.analysis.extras import library
from sim.analysis.lexical import contains_all
from sim.analysis.run_context import RunContext
from sim.scenario.model import News
from sim.types import Memory

OUTSIDE_SOURCES = {"news": "start", "backstory": "start", "whisper": "whisper"}
"""Sources of a memory that are no residents -> the ``how`` of a ``Knower``."""


@dataclass(frozen=True, slots=True)
class Knower:
    """A resident who knows a news item, by memory ``n``. ``how`` is ``start`` (from before the run), ``told`` (by ``source``),
    ``overheard`` (``source`` said it to somebody else), ``whisper``, ``seen`` (own perception) or ``thought`` (own reflection
    or plan, without a source)."""

    slug: str
    tick: int
    n: int
    how: str
    source: str
    talk: str
    text: str


def knowers(context: RunContext, news: News) -> tuple[Knower, ...]:
    """Everybody who knows the news at the end of the run, in order of time. The source of each knew it before them, or never
    took it in; so nobody is, by any way round, their own source."""
    events = context.run.events(0, context.last_tick, ("learn",))
    lessons = {(event.key, int(event.data.get("memory", -1))): event for event in events}
    first = {
        slug: memory
        for slug, memories in context.memories.items()
        if (memory := next((m for m in memories if m.kind != "utterance" and contains_all(m.text, news.signs)), None))
    }
    since = {slug: -1 if memory.source in OUTSIDE_SOURCES else context.tick(memory.at) for slug, memory in first.items()}
    found = []
    for slug, memory in first.items():
        learned = lessons.get((slug, memory.n))
        how, tellers = origin(memory, {own.n: own for own in context.memories[slug]}, news, slug, context)
        source = next((one for one in tellers if since.get(one, -1) < since[slug]), "")
        talk = str(learned.data.get("talk", "")) if learned is not None else ""
        how = "overheard" if learned is not None and learned.data.get("overheard") else how
        found.append(Knower(slug, context.tick(memory.at), memory.n, how, source, talk, memory.text))
    return tuple(sorted(found, key=lambda knower: (knower.tick, knower.how != "start", knower.slug)))


def origin(
    memory: Memory, own: Mapping[int, Memory], news: News, slug: str, context: RunContext
) -> tuple[str, tuple[str, ...]]:
    """(how, tellers) of a memory: its own source, then who spoke in its evidence, whoever said most of the news first. Who
    speaks of their own news need not name themselves."""
    if memory.source in OUTSIDE_SOURCES:
        return OUTSIDE_SOURCES[memory.source], ()

    def untold(said: Memory) -> int:
        words = f"{context.name(said.source)} {said.text}".casefold()
        return sum(sign.casefold() not in words for sign in news.signs)

    heard = [own[n] for n in _all_evidence(memory, own)]
    heard = sorted((m for m in heard if m.source in context.residents and m.source != slug), key=lambda m: m.n)
    own_source = memory.source in context.residents and memory.source != slug
    heard = [memory, *heard] if own_source else sorted(heard, key=untold)
    if heard:
        return "told", tuple(dict.fromkeys(m.source for m in heard))
    return ("seen" if memory.kind == "observation" else "thought"), ()


def _all_evidence(memory: Memory, own: Mapping[int, Memory]) -> list[int]:
    """The evidence of a memory and the evidence of that evidence, in order of n."""
    found: list[int] = []
    todo = list(memory.evidence)
    while todo:
        n = todo.pop()
        if n in own and n not in found:
            found.append(n)
            todo += own[n].evidence
    return sorted(found)


def share_over_time(context: RunContext, found: Sequence[Knower]) -> list[tuple[int, int]]:
    """(tick, number of knowers) at every change, from tick 0 to the end of the run."""
    ticks = sorted(knower.tick for knower in found)
    steps = [(tick, sum(other <= tick for other in ticks)) for tick in dict.fromkeys(ticks)]
    if not steps or steps[0][0] > 0:
        steps.insert(0, (0, 0))
    return [*steps, (context.last_tick, len(ticks))]


def spread_graph(found: Sequence[Knower]) -> Any:
    """Who told whom as a networkx DiGraph: edges run from the source to the knower, with the tick of learning."""
    networkx = library("networkx")
    graph = networkx.DiGraph()
    graph.add_nodes_from((knower.slug, {"tick": knower.tick, "how": knower.how}) for knower in found)
    graph.add_edges_from((knower.source, knower.slug, {"tick": knower.tick}) for knower in found if knower.source)
    return graph


def tree_text(found: Sequence[Knower], context: RunContext) -> list[str]:
    """The same as indented lines; whose source does not know the news begins a tree of their own."""
    told: dict[str, list[Knower]] = {}
    slugs = [knower.slug for knower in found]
    for knower in found:
        told.setdefault(knower.source if knower.source in slugs else "", []).append(knower)
    lines: list[str] = []

    def write(knower: Knower, depth: int) -> None:
        source = f" by {context.name(knower.source)}" if knower.source and not depth else ""
        lines.append(f"{'  ' * depth}{context.name(knower.slug)} ({knower.how}{source}, {context.when(knower.tick)})")
        for hearer in told.get(knower.slug, ()):
            write(hearer, depth + 1)

    for knower in told.get("", ()):
        write(knower, 0)
    return lines
