"""How a memory, its evidence and a retrieval are drawn, wherever they appear."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

from sim.record.read import RunError
from sim.types import Hit, Memory, Retrieval
from sim.view import formatting
from sim.view.context import ViewContext
from sim.view.style import BLUE, FAINT, GREEN, KIND_COLOURS, MUTED, ORANGE, PURPLE, TEXT, VERMILION
from sim.view.widgets.flow import Chip, Flow

DEEPEST = 6
PARTS = tuple(f.name for f in fields(Hit) if f.name not in ("memory", "rank", "taken"))
"""The members of ``Hit`` that are plain numbers."""


def memory_card(
    flow: Flow,
    context: ViewContext,
    who: str,
    memory: Memory,
    act: Callable[[], object],
    opened: bool = False,
    indent: float = 0,
) -> None:
    """One memory: its kind, when, how poignant, last used; with ``opened`` also where it came from and a way to its moment."""
    colour = KIND_COLOURS.get(memory.kind, MUTED)
    with flow.card(act, colour, f"memory {memory.n}", indent):
        weight = "unrated" if memory.importance is None else f"importance {memory.importance:g}"
        flow.text(f"{memory.kind}  {formatting.short(context.start, memory.at)}".upper(), "caps", FAINT)
        flow.text(memory.text, "small", TEXT, lines=0 if opened else 4)
        used = "never used" if memory.accessed <= memory.at else f"used {formatting.ago(context.now, memory.accessed)}"
        flow.text(f"{weight}, {used}", "tiny", FAINT)
        if opened:
            _more(flow, context, who, memory)


def _more(flow: Flow, context: ViewContext, who: str, memory: Memory) -> None:
    """Source, evidence, expiry, and the way to the moment."""
    source = context.scene.name(memory.source) if memory.source in context.scene.info else memory.source
    told = f", from {source}" if source else ""
    flow.text(f"memory {memory.n}, depth {memory.depth}{told}", "tiny", FAINT)
    if memory.expires is not None:
        flow.text(f"fades {formatting.short(context.start, memory.expires)}", "tiny", FAINT)
    flow.gap(4)
    chips = [Chip("Go to this moment", lambda: go_to(context, who, memory.n))]
    if context.follow_news is not None:
        chips.append(Chip("Who else knows?", partial(context.follow_news, memory.text)))
    flow.chips(chips)


def go_to(context: ViewContext, who: str, n: int) -> None:
    """The moment in which a memory was made."""
    context.seek(context.run.memory_tick(who, n), who)


class Parts:
    """What the shown memories rest on, as it was at the context's moment: fetched once each, until it is about somebody else or
    an earlier moment."""

    def __init__(self, context: ViewContext) -> None:
        self._desk, self._who, self._now = context, "", -1
        self._found: dict[int, Memory | None] = {}

    def fetch(self, who: str, n: int) -> Memory | None:
        """Memory ``n`` of somebody; None where there is none."""
        now = self._desk.playback.shown_tick
        if who != self._who or now < self._now:
            self._found = {}
        self._who, self._now = who, now
        if n not in self._found:
            try:
                self._found[n] = self._desk.run.memory(who, n, now)
            except RunError:
                self._found[n] = None
        return self._found[n]


def evidence(flow: Flow, context: ViewContext, who: str, memory: Memory, fetch: Callable[[int], Memory | None]) -> None:
    """The memories another one rests on, as a tree down to what was perceived; each a click away from its moment.

    A memory that several rest on is shown where it comes first."""
    _branch(flow, context, who, memory, 1, fetch, {memory.n})


def _branch(
    flow: Flow,
    context: ViewContext,
    who: str,
    memory: Memory,
    depth: int,
    fetch: Callable[[int], Memory | None],
    shown: set[int],
) -> None:
    for n in memory.evidence:
        if n in shown or depth > DEEPEST:
            continue
        shown.add(n)
        part = fetch(n)
        if part is None:
            flow.text(f"memory {n} (forgotten)", "tiny", FAINT, indent=14 * depth)
            continue
        memory_card(flow, context, who, part, partial(go_to, context, who, n), indent=14 * depth)
        _branch(flow, context, who, part, depth + 1, fetch, shown)


def hits_of(data: Mapping[str, Any]) -> tuple[Hit, ...]:
    """The retrieval behind an interview, from the plain data beside its answer; what cannot be read is left out."""
    listed = data.get("hits")
    found = (_hit(one) for one in listed) if isinstance(listed, list) else ()
    return tuple(hit for hit in found if hit is not None)


def _hit(data: object) -> Hit | None:
    said = data.get("memory") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(said, dict):
        return None
    memory = {f.name: said[f.name] for f in fields(Memory) if f.name in said}
    try:
        numbers: dict[str, Any] = {name: float(data[name]) for name in PARTS}
        return Hit(Memory(**memory), rank=int(data["rank"]), taken=bool(data["taken"]), **numbers)
    except (KeyError, TypeError, ValueError):
        return None


def interview_hits(flow: Flow, context: ViewContext, who: str, data: Mapping[str, Any]) -> None:
    """What came to mind when somebody was interviewed."""
    hits = hits_of(data)
    if not hits:
        flow.text("Nothing was looked up for it.", "tiny", FAINT)
        return
    flow.heading("Came to mind")
    _hits(flow, context, who, hits)


def retrieval(flow: Flow, context: ViewContext, who: str, found: Retrieval) -> None:
    """What was looked for, and every candidate's arithmetic; the ones just missed below a line."""
    flow.text(f"“{found.query}”", "italic", MUTED)
    flow.gap(4)
    _hits(flow, context, who, found.hits)


def _hits(flow: Flow, context: ViewContext, who: str, hits: Sequence[Hit]) -> None:
    """A card for each; those that were not taken stand below a heading."""
    missed = False
    for hit in hits:
        if not hit.taken and not missed:
            missed = True
            flow.heading("Just missed")
        hit_card(flow, context, who, hit)


def hit_card(flow: Flow, context: ViewContext, who: str, hit: Hit) -> None:
    """A candidate with bars for recency, importance and relevance."""
    colour = KIND_COLOURS.get(hit.memory.kind, MUTED) if hit.taken else FAINT
    with flow.card(lambda: go_to(context, who, hit.memory.n), colour, f"hit {hit.memory.n}"):
        flow.text(hit.memory.text, "small", TEXT if hit.taken else MUTED, lines=3)
        flow.gap(3)
        flow.bar("recency", hit.norm_recency, f"{hit.recency:.2f}", BLUE, left=70)
        flow.bar("importance", hit.norm_importance, f"{hit.importance:g}", ORANGE, left=70)
        flow.bar("relevance", hit.norm_relevance, f"{hit.relevance:.2f}", GREEN, left=70)
        flow.text(f"score {hit.score:.3f}, rank {hit.rank + 1}", "tiny", PURPLE if hit.taken else VERMILION)
