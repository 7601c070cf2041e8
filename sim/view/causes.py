"""The causal chain of an action: the step, the plan, what changed the plan, the memories behind it, and who told whom.

``causal_chain`` follows the run file backwards from one moment. Each link names its own moment. Knows nothing of the window.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.record.acted_on import acted_on
from sim.record.news_story import news_item_from
from sim.record.read import Run
from sim.record.rows import short_names
from sim.types import Event, Memory
from sim.view import formatting

MAX_MEMORIES = 4
"""Memories shown of one retrieval."""
MAX_TELLERS = 6
"""The most people through whom a memory is traced back."""
MAX_TICKS_BEFORE = 60
"""Ticks before a change of plan in which its cause is sought."""
PLAN_REASONS = {
    "wake": "Just woke up.", "sleep": "It is time to sleep.", "talk": "In a talk.", "arrive": "Has come to town.",
    "leave": "Has left town.", "player": "A person at the window asked for it.",
}  # fmt: skip
CAUSES = {"react": "Something was seen that mattered more", "commitment": "A promise had its time"}


@dataclass(frozen=True)
class Cause:
    """A link of the chain. ``depth`` counts from the action; ``who`` and ``tick`` name its moment; ``n`` is a memory's number
    or -1."""

    depth: int
    kind: str
    who: str
    tick: int
    text: str
    note: str = ""
    n: int = -1


def causal_chain(run: Run, who: str, tick: int, deep: bool = True) -> tuple[Cause, ...]:
    """The recorded causes of what ``who`` does at ``tick``, the action first. Without ``deep`` memories and their sources are
    left out: they take most of the time."""
    return tuple(_CauseFinder(run, deep).links(who, tick))


class _CauseFinder:
    """Collects a chain. A memory that occurs twice stands where it comes first."""

    def __init__(self, run: Run, deep: bool) -> None:
        self.run, self.deep = run, deep
        self.first = short_names(run.residents)
        self._names = frozenset(part for info in run.residents for part in info.name.split())
        self._shown: set[tuple[str, int]] = set()

    def links(self, who: str, tick: int) -> Iterator[Cause]:
        act = self._last("act", who, tick)
        if act is None:
            return
        yield Cause(0, "action", who, act.tick, str(act.data.get("activity", "")), str(act.data.get("address", "")))
        why = str(act.data.get("why", ""))
        talk = next((t for t in self.run.state(tick).talks if who in t.people), None)
        if talk is not None:
            yield from self._said(who, tick, talk.id)
            yield from self._talk(talk.id)
        elif why in PLAN_REASONS:
            yield Cause(1, "why", who, act.tick, PLAN_REASONS[why])
        if why == "react":
            yield from self._reaction(who, act.tick, 1)
        if why in ("plan", "react", ""):
            yield from self._plan(who, act.tick)

    def _last(self, kind: str, who: str, tick: int, since: int = 0) -> Event | None:
        found = self.run.events(max(0, since), tick, (kind,), who, 1, newest_first=True)
        return found[0] if found else None

    def _said(self, who: str, tick: int, talk: str) -> Iterator[Cause]:
        """The resident's insight that stands behind their last line in the talk, if there is one."""
        told = next((one for one in self.run.talks(who, tick, tick) if one.id == talk), None) if self.deep else None
        last = max((at for at, speaker, _ in told.lines if speaker == who and at <= tick), default=-1) if told else -1
        for found in acted_on(self.run, told, last) if told is not None and last >= 0 else ():
            if found.who == who:
                yield Cause(1, "concluded", who, last, found.insight.text, found.line, found.insight.n)

    def _talk(self, talk: str) -> Iterator[Cause]:
        """Why the present talk began, and what its starter had seen."""
        begun = next(iter(self.run.events(0, self.run.last_tick, ("talk",), talk, 1)), None)
        if begun is None:
            return
        starter = str(begun.data.get("who", ""))
        text = f"{self.first.get(starter, starter)} began to talk"
        yield Cause(1, "talk", starter, begun.tick, text, str(begun.data.get("reason", "")))
        yield from self._reaction(starter, begun.tick, 2)

    def _reaction(self, who: str, tick: int, depth: int) -> Iterator[Cause]:
        """What a resident saw and decided just before a tick."""
        react = self._last("react", who, tick, tick - MAX_TICKS_BEFORE)
        if react is None:
            return
        yield Cause(depth, "saw", who, react.tick, str(react.data.get("seen", "")), str(react.data.get("reason", "")))
        yield from self._retrieved(who, react.tick, depth + 1, ("react",))

    def _plan(self, who: str, tick: int) -> Iterator[Cause]:
        """The present step, its block of the day's plan, and why the plan is what it is."""
        at = tick * self.run.meta.tick_seconds
        plan, step = self._last("plan", who, tick), self._last("step", who, tick)
        if plan is None:
            return
        depth = 1
        block = next((b for b in self.run.plan(who, tick) if b.start <= at < b.end), None)
        under_way = next((s for s in self.run.steps(who, tick) if s.start <= at < s.end), None)
        if step is not None and under_way is not None and step.tick >= plan.tick:
            yield Cause(depth, "step", who, step.tick, under_way.activity, f"until {self._clock(under_way.end)}")
            depth += 1
        if block is not None:
            note = f"{self._clock(block.start)} to {self._clock(block.end)}, {block.place[-1] if block.place else 'anywhere'}"
            yield Cause(depth, "plan", who, plan.tick, block.activity, note)
            depth += 1
        yield from self._plan_cause(who, plan, depth)

    def _plan_cause(self, who: str, plan: Event, depth: int) -> Iterator[Cause]:
        """The cause of this plan: the morning, a promise, or something seen."""
        why, reason = str(plan.data.get("why", "")), str(plan.data.get("reason", ""))
        if why == "morning":
            yield Cause(depth, "why", who, plan.tick, "The plan of the morning")
            yield from self._retrieved(who, plan.tick, depth + 1, ("plan", "self"))
            return
        yield Cause(depth, "change", who, plan.tick, CAUSES.get(why, "The plan was changed"), reason)
        if why == "commitment":
            yield from self._intention(who, plan, depth + 1)
        else:
            yield from self._happened(plan.tick, depth + 1)
            yield from self._reaction(who, plan.tick, depth + 1)

    def _intention(self, who: str, plan: Event, depth: int) -> Iterator[Cause]:
        """The promise behind a change of plan: the promise that shares most words with the plan's reason."""
        words = _words(plan.data.get("reason"))
        meant = self.run.events(0, plan.tick, ("intend",), who)
        best = max(meant, key=lambda e: (len(words & _words(e.data.get("text"))), e.tick), default=None)
        if best is None:
            return
        yield Cause(depth, "promise", who, best.tick, str(best.data.get("text", "")))
        learned = self.run.events(0, best.tick, ("learn",), who) if self.deep else []
        for event in [e for e in learned if e.data.get("talk") == best.data.get("talk")][:2]:
            number = event.data.get("memory")
            if isinstance(number, int):
                yield from self._memory(who, self.run.memory(who, number, plan.tick), depth + 1)

    def _happened(self, tick: int, depth: int) -> Iterator[Cause]:
        for event in self.run.events(max(0, tick - MAX_TICKS_BEFORE // 2), tick, ("happening",))[-2:]:
            if event.data.get("kind") != "whisper":
                yield Cause(depth, "event", "", event.tick, str(event.data.get("text", "")), str(event.data.get("where", "")))

    def _retrieved(self, who: str, tick: int, depth: int, purposes: tuple[str, ...]) -> Iterator[Cause]:
        """The memories retrieved for this decision in its tick, best first, with their sources."""
        for stored in self.run.retrievals(who, tick, 6) if self.deep else ():
            if stored.tick == tick and stored.retrieval.purpose in purposes:
                for hit in [h for h in stored.retrieval.hits if h.taken][:MAX_MEMORIES]:
                    yield from self._memory(who, hit.memory, depth)
                return

    def _memory(self, who: str, memory: Memory, depth: int) -> Iterator[Cause]:
        """A memory, then the memory of its teller, then that of the teller's teller, and so on: of each teller the earliest
        memory with the most telling words."""
        if (who, memory.n) in self._shown:
            return
        self._shown.add((who, memory.n))
        tick = self.run.memory_tick(who, memory.n)
        yield Cause(depth, "memory", who, tick, memory.text, memory.kind, memory.n)
        signs = " ".join(f'"{sign}"' for sign in news_item_from(memory.text, self._names).signs)
        told = {who}
        while memory.source in self.first and memory.source not in told and len(told) <= MAX_TELLERS:
            teller, depth = memory.source, depth + 1
            told.add(teller)
            note = f"{self.first[teller]} told {self.first[who]}"
            earlier = self.run.memories(teller, tick, words=signs, limit=200)
            if not earlier:
                yield Cause(depth, "told", teller, tick, note)
                return
            who, memory = teller, earlier[-1]
            tick = self.run.memory_tick(who, memory.n)
            yield Cause(depth, "told", who, tick, memory.text, f"{note}, knowing:", memory.n)

    def _clock(self, at: int) -> str:
        return formatting.clock(self.run.meta.start, at)


def _words(text: object) -> set[str]:
    return set(str(text or "").casefold().split())
