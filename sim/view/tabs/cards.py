"""Cards for memories, evidence and retrievals, shared by the tabs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

from sim.record.read import RunError
from sim.record.rows import StoredInterview
from sim.types import Hit, Memory, Retrieval
from sim.view import formatting, news_walk
from sim.view.context import ViewContext
from sim.view.style import BLUE, FAINT, GREEN, KIND_COLOURS, MUTED, ORANGE, PURPLE, TEXT, VERMILION
from sim.view.widgets.flow import Act, Chip, Flow

MAX_DEPTH = 6
NUMBERS = tuple(f.name for f in fields(Hit) if f.name not in ("memory", "rank", "taken"))
"""The members of ``Hit`` that are plain numbers."""


def memory_card(
    flow: Flow, context: ViewContext, who: str, memory: Memory, act: Act, opened: bool = False, indent: float = 0
) -> None:
    """A card for a memory: kind, time, importance, last use; with ``opened`` also its source and a way to its moment."""
    colour = KIND_COLOURS.get(memory.kind, MUTED)
    with flow.card(act, colour, f"memory {memory.n}", indent):
        weight = "importance not rated yet" if memory.importance is None else f"importance {memory.importance:g}"
        kind = formatting.kind_text(memory.kind, memory.source)
        flow.text(f"{kind}  {formatting.short(context.start, memory.at)}".upper(), "caps", FAINT)
        flow.text(memory.text, "small", TEXT, lines=0 if opened else 4)
        used = "never used" if memory.accessed <= memory.at else f"used {formatting.ago(context.now, memory.accessed)}"
        flow.text(f"{weight}, {used}", "tiny", FAINT)
        if opened:
            _more(flow, context, who, memory)


def _more(flow: Flow, context: ViewContext, who: str, memory: Memory) -> None:
    """Number, source, expiry, and buttons."""
    told = f", from {context.scene.name(memory.source)}" if memory.source not in ("", formatting.WHISPER) else ""
    above = f", concluded in {memory.depth} step{'s' if memory.depth > 1 else ''}" if memory.depth else ""
    flow.text(f"memory {memory.n}{above}{told}", "tiny", FAINT)
    if memory.expires is not None:
        flow.text(f"fades {formatting.short(context.start, memory.expires)}", "tiny", FAINT)
    flow.gap(4)
    there = Chip("Go to this moment", partial(go_to, context, who, memory.n))
    flow.chips([there, Chip("Who else knows?", partial(news_walk.follow_text, context, memory.text))])


def go_to(context: ViewContext, who: str, n: int) -> None:
    """Go to the moment in which a memory was made."""
    context.seek(context.run.memory_tick(who, n), who)


def evidence(flow: Flow, context: ViewContext, who: str, memory: Memory, depth: int = 1, shown: set[int] | None = None) -> None:
    """The evidence of a memory as a tree down to observations; a click on a memory goes to its moment.

    A memory that several rest on is ``shown`` where it comes first."""
    shown = {memory.n} if shown is None else shown
    for n in memory.evidence:
        if n in shown or depth > MAX_DEPTH:
            continue
        shown.add(n)
        try:
            part = context.run.memory(who, n, context.playback.shown_tick)
        except RunError:
            flow.text(f"memory {n} (forgotten)", "tiny", FAINT, indent=14 * depth)
            continue
        memory_card(flow, context, who, part, partial(go_to, context, who, n), indent=14 * depth)
        evidence(flow, context, who, part, depth + 1, shown)


def hits_of(data: Mapping[str, Any]) -> tuple[Hit, ...]:
    """The retrieval behind an interview, from the data stored with its answer; unreadable hits are left out."""
    listed = data.get("hits")
    found = (_hit(one) for one in listed) if isinstance(listed, list) else ()
    return tuple(hit for hit in found if hit is not None)


def _hit(data: object) -> Hit | None:
    said = data.get("memory") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(said, dict):
        return None
    memory = {f.name: said[f.name] for f in fields(Memory) if f.name in said}
    try:
        numbers: dict[str, Any] = {name: float(data[name]) for name in NUMBERS}
        return Hit(Memory(**memory), rank=int(data["rank"]), taken=bool(data["taken"]), **numbers)
    except (KeyError, TypeError, ValueError):
        return None


def interview_card(flow: Flow, context: ViewContext, who: str, one: StoredInterview, act: Act, opened: bool) -> None:
    """A question of the user and its answer, which no resident remembers; with ``opened`` also the retrieved memories."""
    with flow.card(act, context.colour(who), f"interview {one.id}"):
        flow.text(f"{context.day_and_time(one.tick)}  interview".upper(), "caps", FAINT)
        flow.text(one.question, "label", MUTED)
        flow.text(one.answer, "small", TEXT)
        if not opened and one.data.get("hits"):
            flow.text("a click shows what came to mind", "tiny", FAINT)
    hits = hits_of(one.data) if opened else ()
    if opened and not hits:
        flow.text("Nothing was looked up for it.", "tiny", FAINT)
    elif opened:
        flow.heading("Came to mind")
        _hits(flow, context, who, hits)


def retrieval(flow: Flow, context: ViewContext, who: str, found: Retrieval) -> None:
    """A retrieval: its query, and every candidate's scores; those not taken stand below a heading."""
    flow.text(f"“{found.query}”", "italic", MUTED)
    flow.gap(4)
    _hits(flow, context, who, found.hits)


def _hits(flow: Flow, context: ViewContext, who: str, hits: Sequence[Hit]) -> None:
    """A card for each hit; those not taken stand below a heading."""
    missed = False
    for hit in hits:
        if not hit.taken and not missed:
            missed = True
            flow.heading("Just missed")
        _hit_card(flow, context, who, hit)


def _hit_card(flow: Flow, context: ViewContext, who: str, hit: Hit) -> None:
    colour = KIND_COLOURS.get(hit.memory.kind, MUTED) if hit.taken else FAINT
    with flow.card(lambda: go_to(context, who, hit.memory.n), colour, f"hit {hit.memory.n}"):
        flow.text(hit.memory.text, "small", TEXT if hit.taken else MUTED, lines=3)
        flow.gap(3)
        flow.bar("recency", hit.norm_recency, f"{hit.recency:.2f}", BLUE, left=70)
        flow.bar("importance", hit.norm_importance, f"{hit.importance:g}", ORANGE, left=70)
        flow.bar("relevance", hit.norm_relevance, f"{hit.relevance:.2f}", GREEN, left=70)
        blended = f", words {hit.words:.2f}, neighbours {hit.near:.2f}" if hit.words or hit.near else ""
        flow.text(f"score {hit.score:.3f}, rank {hit.rank + 1}{blended}", "tiny", PURPLE if hit.taken else VERMILION)
