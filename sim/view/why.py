"""Why somebody does what they do: from the action to the step, the plan, what changed it, the memories, and who told whom.

Follows the run file backwards from one moment; every link names its own. Knows no window.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.record.read import Run
from sim.types import Event, Memory
from sim.view import times
from sim.view.news import piece_of

MEMORIES = 4
"""Memories shown of one retrieval."""
FARTHEST = 6
"""Tellers that a memory is followed back through."""
NEAR = 60
"""Ticks around a change of plan in which its cause is sought."""
SAID = {
    "wake": "Just woke up.",
    "sleep": "It is time to sleep.",
    "talk": "In a talk.",
    "arrive": "Has come to town.",
    "leave": "Has left town.",
    "player": "A person at the window asked for it.",
}
CAUSES = {"react": "Something was seen that mattered more", "commitment": "A promise had its time"}


@dataclass(frozen=True)
class Because:
    """One link: ``depth`` counts from the action, ``who`` and ``tick`` lead to its moment; ``n`` is a memory's number or -1."""

    depth: int
    kind: str
    who: str
    tick: int
    text: str
    note: str = ""
    n: int = -1


def chain(run: Run, who: str, tick: int) -> tuple[Because, ...]:
    """All that is known of why ``who`` does what they do at ``tick``, the action first."""
    act = _last(run, "act", who, tick)
    if act is None:
        return ()
    found = [Because(0, "action", who, act.tick, str(act.data.get("activity", "")), str(act.data.get("address", "")))]
    why = str(act.data.get("why", ""))
    talk = next((t for t in run.state(tick).talks if who in t.people), None)
    if talk is not None:
        found += _talk(run, who, talk.id)
    elif why in SAID:
        found.append(Because(1, "why", who, act.tick, SAID[why]))
    if why == "react":
        found += _reaction(run, who, act.tick, 1)
    if why in ("plan", "react", ""):
        found += _plan(run, who, act.tick)
    return tuple(found)


def brief(links: tuple[Because, ...]) -> tuple[Because, ...]:
    """The chain without memories and their tellers."""
    return tuple(link for link in links[1:] if link.kind not in ("memory", "told", "heard of it"))


def _last(run: Run, kind: str, who: str, tick: int, since: int = 0) -> Event | None:
    found = run.events(max(0, since), tick, (kind,), who, 1, newest_first=True)
    return found[0] if found else None


def _talk(run: Run, who: str, talk: str) -> Iterator[Because]:
    """Why the talk they are in began, and for whoever began it what they had seen."""
    begun = next((e for e in run.events(0, run.last_tick, ("talk",), talk, 1)), None)
    if begun is None:
        return
    starter = str(begun.data.get("who", ""))
    yield Because(1, "talk", starter, begun.tick, f"{_first(run, starter)} began to talk", str(begun.data.get("reason", "")))
    yield from _reaction(run, starter, begun.tick, 2)


def _reaction(run: Run, who: str, tick: int, depth: int) -> Iterator[Because]:
    """What they saw and decided just before a tick."""
    react = _last(run, "react", who, tick, tick - NEAR)
    if react is None:
        return
    yield Because(depth, "saw", who, react.tick, str(react.data.get("seen", "")), str(react.data.get("reason", "")))
    yield from _minded(run, who, react.tick, depth + 1, ("react",))


def _plan(run: Run, who: str, tick: int) -> Iterator[Because]:
    """The step under way, its block of the day, why the plan is what it is, and the memories it was made from."""
    at = tick * run.meta.tick_seconds
    plan, step = _last(run, "plan", who, tick), _last(run, "step", who, tick)
    if plan is None:
        return
    depth = 1
    block = next((b for b in run.plan(who, tick) if b.start <= at < b.end), None)
    under_way = next((s for s in run.steps(who, tick) if s.start <= at < s.end), None)
    if step is not None and under_way is not None and step.tick >= plan.tick:
        yield Because(depth, "step", who, step.tick, under_way.activity, f"until {_clock(run, under_way.end)}")
        depth += 1
    if block is not None:
        span = f"{_clock(run, block.start)} to {_clock(run, block.end)}"
        yield Because(depth, "plan", who, plan.tick, block.activity, f"{span}, {block.place[-1] if block.place else ''}")
        depth += 1
    yield from _made(run, who, plan, depth)


def _made(run: Run, who: str, plan: Event, depth: int) -> Iterator[Because]:
    """Why the plan was made as it was."""
    why, reason = str(plan.data.get("why", "")), str(plan.data.get("reason", ""))
    if why == "morning":
        yield Because(depth, "why", who, plan.tick, "The plan of the morning")
        yield from _minded(run, who, plan.tick, depth + 1, ("plan", "self"))
        return
    yield Because(depth, "change", who, plan.tick, CAUSES.get(why, "The plan was changed"), reason)
    if why == "commitment":
        yield from _intention(run, who, plan, depth + 1)
    else:
        yield from _happened(run, plan.tick, depth + 1)
        yield from _reaction(run, who, plan.tick, depth + 1)


def _intention(run: Run, who: str, plan: Event, depth: int) -> Iterator[Because]:
    """The promise behind a change of plan: the one whose words the reason shares most."""
    words = set(str(plan.data.get("reason", "")).casefold().split())
    meant = run.events(0, plan.tick, ("intend",), who)
    best = max(meant, key=lambda e: (len(words & set(str(e.data.get("text", "")).casefold().split())), e.tick), default=None)
    if best is None:
        return
    yield Because(depth, "promise", who, best.tick, str(best.data.get("text", "")))
    talk = str(best.data.get("talk", ""))
    learned = [e for e in run.events(0, best.tick, ("learn",), who) if str(e.data.get("talk", "")) == talk]
    for event in learned[:2]:
        number = event.data.get("memory")
        if isinstance(number, int):
            yield from _memory(run, who, run.memory(who, number, plan.tick), depth + 1)


def _happened(run: Run, tick: int, depth: int) -> Iterator[Because]:
    """What befell the town just before."""
    for event in run.events(max(0, tick - NEAR // 2), tick, ("happening",))[-2:]:
        if event.data.get("kind") != "whisper":
            yield Because(depth, "event", "", event.tick, str(event.data.get("text", "")), str(event.data.get("where", "")))


def _minded(run: Run, who: str, tick: int, depth: int, purposes: tuple[str, ...]) -> Iterator[Because]:
    """The memories that were looked up for it in that tick, best first, and where they came from."""
    for stored in run.retrievals(who, tick, 6):
        if stored.tick == tick and stored.retrieval.purpose in purposes:
            for hit in [h for h in stored.retrieval.hits if h.taken][:MEMORIES]:
                yield from _memory(run, who, hit.memory, depth)
            return


def _memory(run: Run, who: str, memory: Memory, depth: int) -> Iterator[Because]:
    """A memory, then who told it, and who told them."""
    tick = run.memory_tick(who, memory.n)
    yield Because(depth, "memory", who, tick, memory.text, memory.kind, memory.n)
    names = frozenset(part for info in run.residents for part in info.name.split())
    slugs = {info.slug for info in run.residents}
    signs = " ".join(f'"{sign}"' for sign in piece_of(memory.text, names).signs)
    seen = {who}
    while memory.source in slugs and memory.source not in seen and len(seen) <= FARTHEST:
        teller, listener = memory.source, who
        seen.add(teller)
        earlier = run.memories(teller, tick, words=signs, limit=200)
        if not earlier:
            yield Because(depth + 1, "told", teller, tick, f"{_first(run, teller)} told {_first(run, listener)}")
            return
        first, who, depth = earlier[-1], teller, depth + 1
        told = f"{_first(run, teller)} told {_first(run, listener)}, knowing:"
        tick = run.memory_tick(teller, first.n)
        yield Because(depth, "told", teller, tick, first.text, told, first.n)
        memory = first


def _first(run: Run, slug: str) -> str:
    return next((info.first for info in run.residents if info.slug == slug), slug)


def _clock(run: Run, at: int) -> str:
    return times.clock(run.meta.start, at)
