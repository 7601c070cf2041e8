"""A fork with a change: what an edit means for a town, in events, memories and states of the tick it parts at.

Knows engine and record; how rows are copied is ``sim.record.fork``'s business.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sim.record.fork import fork
from sim.record.read import Run
from sim.record.rows import TickRecord
from sim.types import Event, Memory


@dataclass(frozen=True, slots=True)
class Edit:
    """``whispers``: (slug, thought) put into heads; ``forgotten``: (slug, n) memories taken away."""

    whispers: tuple[tuple[str, str], ...] = ()
    forgotten: tuple[tuple[str, int], ...] = ()


def fork_run(path: Path, tick: int, target: Path, edit: Edit) -> None:
    """A new self-contained run that shares the past up to ``tick`` and then goes on with the edit."""
    with Run(path) as run:
        record = _record(run, tick, edit)
    fork(path, tick, target, edit=record).close("interrupted", "forked")


def _record(run: Run, tick: int, edit: Edit) -> TickRecord | None:
    """The rows of an edit; None for a plain fork. Raises ``RunError`` for memories that are not there."""
    if not edit.whispers and not edit.forgotten:
        return None
    at = tick * run.meta.tick_seconds
    memories, events = [], []
    following = {info.slug: _next_number(run, info.slug, tick) for info in run.residents}
    for slug, text in edit.whispers:
        memories.append((slug, Memory(following[slug], text, "observation", at, at, 8.0, source="whisper")))
        following[slug] += 1
        data = {"kind": "whisper", "text": text, "where": "", "who": slug}
        events.append(Event(tick, len(events), "happening", "", data))
    for slug, n in edit.forgotten:
        run.memory(slug, n, tick)
    return TickRecord(tick, at, events=events, memories=memories, removed=edit.forgotten)


def _next_number(run: Run, slug: str, tick: int) -> int:
    """The number that the resident's next memory gets."""
    last = run.memories(slug, tick, limit=1, sort="time")
    newest = max((memory.n for memory in last), default=-1)
    return newest + 1
