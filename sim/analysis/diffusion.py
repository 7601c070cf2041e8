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
    """Everybody who knows the news at the end of the run, in order of time."""
    events = context.run.events(0, context.last_tick, ("learn",))
    lessons = {(event.key, int(event.data.get("memory", -1))): event for event in events}
    found = []
    for slug, memories in context.memories.items():
        first = next((m for m in memories if m.kind != "utterance" and contains_all(m.text, news.signs)), None)
        if first is None:
            continue
        learned = lessons.get((slug, first.n))
        how, source = origin(first, {memory.n: memory for memory in memories}, news, slug, context)
        talk = str(learned.data.get("talk", "")) if learned is not None else ""
        how = "overheard" if learned is not None and learned.data.get("overheard") else how
        found.append(Knower(slug, context.tick(first.at), first.n, how, source, talk, first.text))
    return tuple(sorted(found, key=lambda knower: (knower.tick, knower.how != "start", knower.slug)))


def origin(memory: Memory, own: Mapping[int, Memory], news: News, slug: str, context: RunContext) -> tuple[str, str]:
    """(how, source) of a memory: its own source, or that of the earliest utterance in its evidence that tells the news."""
    if memory.source in context.residents and memory.source != slug:
        return "told", memory.source
    if memory.source in OUTSIDE_SOURCES:
        return OUTSIDE_SOURCES[memory.source], ""
    evidence = [own[n] for n in _all_evidence(memory, own)]
    heard = [m for m in evidence if m.source in context.residents and m.source != slug]
    telling = [m for m in heard if any(sign.casefold() in m.text.casefold() for sign in news.signs)]
    if telling or heard:
        return "told", min(telling or heard, key=lambda m: m.n).source
    return ("seen" if memory.kind == "observation" else "thought"), ""


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
    """The same as indented lines. A knower whom no root reaches (a cycle of sources) starts a tree of their own."""
    told: dict[str, list[Knower]] = {}
    slugs = [knower.slug for knower in found]
    for knower in found:
        told.setdefault(knower.source if knower.source in slugs else "", []).append(knower)
    lines: list[str] = []
    shown: set[str] = set()

    def write(knower: Knower, depth: int, source: str = "") -> None:
        if knower.slug not in shown:
            shown.add(knower.slug)
            lines.append(f"{'  ' * depth}{context.name(knower.slug)} ({knower.how}{source}, {context.when(knower.tick)})")
            for hearer in told.get(knower.slug, ()):
                write(hearer, depth + 1)

    for knower in told.get("", ()):
        write(knower, 0)
    for knower in found:
        write(knower, 0, f" by {context.name(knower.source)}")
    return lines
