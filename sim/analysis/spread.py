"""How news spreads: who knows a piece, since when, from whom, and by which memory.

Somebody knows a piece of news from the first memory of theirs that holds all its ``signs`` and is not a mere line of talk (one
may hear a thing and not take it in). Who told them follows from that memory: its own source, else the utterances it rests on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sim.analysis.extras import library
from sim.analysis.setting import Setting
from sim.analysis.words import holds
from sim.scenario.model import News
from sim.types import Memory

OUTSIDE = {"news": "start", "backstory": "start", "whisper": "whisper"}
"""Sources that are nobody -> how it is called when somebody knows from them."""


@dataclass(frozen=True, slots=True)
class Knower:
    """``how`` is ``start`` (from before the run), ``told`` (``source`` is a resident), ``overheard`` (``source`` said
    it to somebody else), ``whisper``, ``seen`` (own senses) or
    ``thought`` (own reflection or plan, without anybody to name). ``n`` is the memory that says so."""

    slug: str
    tick: int
    n: int
    how: str
    source: str
    talk: str
    text: str


def piece(setting: Setting, id: str) -> News:
    """The scenario's news with this id. Raises KeyError."""
    for news in setting.scenario.news:
        if news.id == id:
            return news
    raise KeyError(id)


def knowers(setting: Setting, news: News) -> tuple[Knower, ...]:
    """Everybody who knows it at the run's end, first come first."""
    talks = {(event.key, int(event.data.get("memory", -1))): event for event in setting.run.events(0, setting.last, ("learn",))}
    found = []
    for slug, memories in setting.memories.items():
        first = next((m for m in memories if m.kind != "utterance" and holds(m.text, news.signs)), None)
        if first is None:
            continue
        learned = talks.get((slug, first.n))
        how, source = origin(first, {memory.n: memory for memory in memories}, news, slug, setting)
        talk = str(learned.data.get("talk", "")) if learned is not None else ""
        how = "overheard" if learned is not None and learned.data.get("overheard") else how
        found.append(Knower(slug, setting.tick(first.at), first.n, how, source, talk, first.text))
    return tuple(sorted(found, key=lambda knower: (knower.tick, knower.how != "start", knower.slug)))


def origin(memory: Memory, own: Mapping[int, Memory], news: News, slug: str, setting: Setting) -> tuple[str, str]:
    """(how, teller) of a memory: its source, or that of the earliest utterance below it that tells of the news."""
    if memory.source in setting.people and memory.source != slug:
        return "told", memory.source
    if memory.source in OUTSIDE:
        return OUTSIDE[memory.source], ""
    rests = [own[n] for n in _below(memory, own)]
    heard = [m for m in rests if m.source in setting.people and m.source != slug]
    telling = [m for m in heard if any(sign.casefold() in m.text.casefold() for sign in news.signs)]
    if telling or heard:
        return "told", min(telling or heard, key=lambda m: m.n).source
    return ("seen" if memory.kind == "observation" else "thought"), ""


def _below(memory: Memory, own: Mapping[int, Memory]) -> list[int]:
    """The memories that one rests on, directly or not."""
    found: list[int] = []
    todo = list(memory.evidence)
    while todo:
        n = todo.pop()
        if n in own and n not in found:
            found.append(n)
            todo += own[n].evidence
    return sorted(found)


def share_over_time(setting: Setting, found: Sequence[Knower]) -> list[tuple[int, int]]:
    """(tick, how many know it) at every change, from tick 0 to the run's end."""
    ticks = sorted(knower.tick for knower in found)
    steps = [(tick, sum(other <= tick for other in ticks)) for tick in dict.fromkeys(ticks)]
    if not steps or steps[0][0] > 0:
        steps.insert(0, (0, 0))
    return [*steps, (setting.last, len(ticks))]


def tree(found: Sequence[Knower]) -> Any:
    """Who told whom, or was overheard by whom, as a networkx DiGraph: edges run from the teller, with the tick of learning."""
    networkx = library("networkx")
    graph = networkx.DiGraph()
    graph.add_nodes_from((knower.slug, {"tick": knower.tick, "how": knower.how}) for knower in found)
    graph.add_edges_from((knower.source, knower.slug, {"tick": knower.tick}) for knower in found if knower.source)
    return graph


def tree_text(found: Sequence[Knower], setting: Setting) -> list[str]:
    """The same as indented lines; whoever heard it from somebody not yet in the list stands by themselves."""
    below: dict[str, list[Knower]] = {}
    slugs = [knower.slug for knower in found]
    for knower in found:
        below.setdefault(knower.source if knower.source in slugs else "", []).append(knower)
    lines: list[str] = []
    shown: set[str] = set()

    def write(source: str, depth: int) -> None:
        for knower in below.get(source, ()):
            if knower.slug not in shown:
                shown.add(knower.slug)
                lines.append(f"{'  ' * depth}{setting.name(knower.slug)} ({knower.how}, {setting.when(knower.tick)})")
                write(knower.slug, depth + 1)

    write("", 0)
    for knower in found:
        if knower.slug not in shown:
            shown.add(knower.slug)
            lines.append(
                f"{setting.name(knower.slug)} ({knower.how} by {setting.name(knower.source)}, {setting.when(knower.tick)})"
            )
            write(knower.slug, 1)
    return lines
