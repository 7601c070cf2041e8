"""How a memory, its evidence and a retrieval are drawn, wherever they appear."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial
from typing import Any

from sim.record.read import RunError
from sim.types import Hit, Memory, Retrieval
from sim.view import times
from sim.view.context import Desk
from sim.view.style import BLUE, FAINT, GREEN, INK, KIND_COLOURS, ORANGE, PURPLE, SOFT, VERMILION
from sim.view.widgets.flow import Chip, Flow

DEEPEST = 6
PARTS = tuple(f.name for f in fields(Hit) if f.name not in ("memory", "rank", "taken"))
"""The members of ``Hit`` that are plain numbers."""


def memory_card(
    flow: Flow, desk: Desk, who: str, memory: Memory, act: Callable[[], object], opened: bool = False, indent: float = 0
) -> None:
    """One memory: its kind, when, how poignant, last used; with ``opened`` also where it came from and a way to its moment."""
    colour = KIND_COLOURS.get(memory.kind, SOFT)
    with flow.card(act, colour, f"memory {memory.n}", indent):
        weight = "unrated" if memory.importance is None else f"importance {memory.importance:g}"
        flow.text(f"{memory.kind}  {times.short(desk.start, memory.at)}".upper(), "caps", FAINT)
        flow.text(memory.text, "small", INK, lines=0 if opened else 4)
        used = "never used" if memory.accessed <= memory.at else f"used {times.ago(desk.now, memory.accessed)}"
        flow.text(f"{weight}, {used}", "tiny", FAINT)
        if opened:
            _more(flow, desk, who, memory)


def _more(flow: Flow, desk: Desk, who: str, memory: Memory) -> None:
    """Source, evidence, expiry, and the way to the moment."""
    source = desk.scene.name(memory.source) if memory.source in desk.scene.info else memory.source
    told = f", from {source}" if source else ""
    flow.text(f"memory {memory.n}, depth {memory.depth}{told}", "tiny", FAINT)
    if memory.expires is not None:
        flow.text(f"fades {times.short(desk.start, memory.expires)}", "tiny", FAINT)
    flow.gap(4)
    chips = [Chip("Go to this moment", lambda: go_to(desk, who, memory.n))]
    if desk.trace is not None:
        chips.append(Chip("Who else knows?", partial(desk.trace, memory.text)))
    flow.chips(chips)


def go_to(desk: Desk, who: str, n: int) -> None:
    """The moment in which a memory was made."""
    desk.seek(desk.run.memory_tick(who, n), who)


class Parts:
    """What the shown memories rest on, as it was at the desk's moment: fetched once each, until it is about somebody else or
    an earlier moment."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._who, self._now = desk, "", -1
        self._found: dict[int, Memory | None] = {}

    def fetch(self, who: str, n: int) -> Memory | None:
        """Memory ``n`` of somebody; None where there is none."""
        now = self._desk.cursor.now
        if who != self._who or now < self._now:
            self._found = {}
        self._who, self._now = who, now
        if n not in self._found:
            try:
                self._found[n] = self._desk.run.memory(who, n, now)
            except RunError:
                self._found[n] = None
        return self._found[n]


def evidence(flow: Flow, desk: Desk, who: str, memory: Memory, fetch: Callable[[int], Memory | None]) -> None:
    """The memories another one rests on, as a tree down to what was perceived; each a click away from its moment.

    A memory that several rest on is shown where it comes first."""
    _branch(flow, desk, who, memory, 1, fetch, {memory.n})


def _branch(
    flow: Flow, desk: Desk, who: str, memory: Memory, depth: int, fetch: Callable[[int], Memory | None], shown: set[int]
) -> None:
    for n in memory.evidence:
        if n in shown or depth > DEEPEST:
            continue
        shown.add(n)
        part = fetch(n)
        if part is None:
            flow.text(f"memory {n} (forgotten)", "tiny", FAINT, indent=14 * depth)
            continue
        memory_card(flow, desk, who, part, partial(go_to, desk, who, n), indent=14 * depth)
        _branch(flow, desk, who, part, depth + 1, fetch, shown)


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


def interview_hits(flow: Flow, desk: Desk, who: str, data: Mapping[str, Any]) -> None:
    """What came to mind when somebody was interviewed."""
    hits = hits_of(data)
    if not hits:
        flow.text("Nothing was looked up for it.", "tiny", FAINT)
        return
    missed = False
    flow.heading("Came to mind")
    for hit in hits:
        if not hit.taken and not missed:
            missed = True
            flow.heading("Just missed")
        hit_card(flow, desk, who, hit)


def retrieval(flow: Flow, desk: Desk, who: str, found: Retrieval) -> None:
    """What was looked for, and every candidate's arithmetic; the ones just missed below a line."""
    flow.text(f"“{found.query}”", "italic", SOFT)
    flow.gap(4)
    missed = False
    for hit in found.hits:
        if not hit.taken and not missed:
            missed = True
            flow.heading("Just missed")
        hit_card(flow, desk, who, hit)


def hit_card(flow: Flow, desk: Desk, who: str, hit: Hit) -> None:
    """A candidate with bars for recency, importance and relevance."""
    colour = KIND_COLOURS.get(hit.memory.kind, SOFT) if hit.taken else FAINT
    with flow.card(lambda: go_to(desk, who, hit.memory.n), colour, f"hit {hit.memory.n}"):
        flow.text(hit.memory.text, "small", INK if hit.taken else SOFT, lines=3)
        flow.gap(3)
        flow.bar("recency", hit.norm_recency, f"{hit.recency:.2f}", BLUE, left=70)
        flow.bar("importance", hit.norm_importance, f"{hit.importance:g}", ORANGE, left=70)
        flow.bar("relevance", hit.norm_relevance, f"{hit.relevance:.2f}", GREEN, left=70)
        flow.text(f"score {hit.score:.3f}, rank {hit.rank + 1}", "tiny", PURPLE if hit.taken else VERMILION)
