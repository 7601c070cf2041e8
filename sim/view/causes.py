"""The causal chain of an action: what it is for, the plan, what changed the plan, the memories behind it, and who told whom.

``causal_chain`` follows the run file backwards from one moment. Each link names its own moment and says more than the link
before it: a step that is called like the action, or a memory that has no telling word in common with what it should explain, is
no cause. Knows nothing of the window.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sim.record.acted_on import acted_on, content_words
from sim.record.news_story import news_item_from
from sim.record.read import Run
from sim.record.rows import ResidentInfo, listed, short_names
from sim.types import Block, Event, Memory
from sim.view import formatting

MAX_MEMORIES = 2
"""The most memories behind one link."""
MAX_SEARCHED = 400
"""The most memories among which those that bear on something are sought: the most important ones."""
MIN_IMPORTANCE = 3
"""The least importance of a memory that bears on something, but for what is known from before the run: what was seen in
passing explains nothing."""
MAX_RETRIEVALS = 12
"""The most retrievals of a tick."""
MAX_TELLERS = 6
"""The most people through whom a memory is traced back."""
MAX_TICKS_BEFORE = 60
"""Ticks before a change of plan in which its cause is sought."""
PLAN_REASONS = {
    "wake": "Just woke up.", "sleep": "It is time to sleep.", "talk": "In a talk.", "arrive": "Has come to town.",
    "leave": "Has left town.", "player": "A person at the window asked for it.",
}  # fmt: skip
CAUSES = {"react": "Something was seen that mattered more", "commitment": "A promise had its time"}
BARE = frozenset(
    """
    answer ask bed begin best better clos day days decid do dress even finish first five four gett giv go hav home hour house
    keep know last liv long look mak meal morn new next night noon old one place put ready rest room seeing short sleep speak
    spend spok start tak tell three time told try two wake walk week word work writ year
    """.split()  # noqa: SIM905
)
"""Stems that occur in any day's plan: a memory that shares these alone does not bear on it."""
_MEAL = re.compile(r"\bhaving (?:breakfast|lunch|supper|dinner)\b")
_ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|s|e)$")


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
        self.info = {info.slug: info for info in run.residents}
        self.first = short_names(run.residents)
        self._names = frozenset(part for info in run.residents for part in info.name.split())
        self._called = _stems(" ".join(sorted(self._names)))
        self._shown: set[tuple[str, int]] = set()

    def links(self, who: str, tick: int) -> Iterator[Cause]:
        act = self._last("act", who, tick)
        if act is None:
            return
        doing, where, why = (str(act.data.get(part, "")) for part in ("activity", "address", "why"))
        talk = next((t for t in self.run.state(tick).talks if who in t.people), None)
        if talk is not None:
            others = listed([self.first.get(one, one) for one in talk.people if one != who])
            yield Cause(0, "action", who, tick, f"talking with {others}", where)
            yield from self._said(who, tick, talk.id)
            yield from self._talk(talk.id, tick)
            return
        yield Cause(0, "action", who, act.tick, doing, where)
        if why in PLAN_REASONS:
            yield Cause(1, "why", who, act.tick, PLAN_REASONS[why])
        if why == "react":
            yield from self._reaction(who, act.tick, 1)
        if why in ("plan", "react", ""):
            yield from self._plan(who, act.tick, doing)

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

    def _talk(self, talk: str, tick: int) -> Iterator[Cause]:
        """Why the present talk began: who began it, what for, what they had seen, and the memory that it was begun for."""
        begun = next(iter(self.run.events(0, self.run.last_tick, ("talk",), talk, 1)), None)
        if begun is None:
            return
        who, reason = str(begun.data.get("who", "")), str(begun.data.get("reason", ""))
        yield Cause(1, "talk", who, begun.tick, f"{self.first.get(who, who)} began to talk", reason)
        react = self._last("react", who, begun.tick, begun.tick - MAX_TICKS_BEFORE)
        if react is not None and (react.tick == begun.tick or react.data.get("reason") == reason):
            yield Cause(2, "saw", who, react.tick, str(react.data.get("seen", "")))
        topic = self._topic(who, talk, begun.tick, tick, reason) if self.deep else None
        if topic is not None:
            yield from self._memory(who, topic, 2)
        elif self.deep and who in self.info:
            yield from self._bearing(who, begun.tick, reason, 2, ("react",))

    def _topic(self, who: str, talk: str, begun: int, tick: int, reason: str) -> Memory | None:
        """The memory that the reason for a talk names; else the first that the resident who began it has told in it."""
        named = next((memory for memory in self._memories(who, begun) if reason.endswith(memory.text)), None)
        for said in self.run.events(begun, tick, ("say",), talk) if named is None else ():
            told = [n for n in said.data.get("told") or () if isinstance(n, int)]
            if said.data.get("who") == who and told:
                return self.run.memory(who, told[0], said.tick)
        return named

    def _reaction(self, who: str, tick: int, depth: int) -> Iterator[Cause]:
        """What a resident saw and decided just before a tick."""
        react = self._last("react", who, tick, tick - MAX_TICKS_BEFORE)
        if react is None:
            return
        seen, reason = str(react.data.get("seen", "")), str(react.data.get("reason", ""))
        yield Cause(depth, "saw", who, react.tick, seen, reason)
        yield from self._bearing(who, react.tick, f"{seen} {reason}", depth + 1, ("react",))

    def _plan(self, who: str, tick: int, doing: str) -> Iterator[Cause]:
        """The present step and its block of the day's plan, where they say more than ``doing``, what the block is for, and what
        changed the plan. Where nothing is recorded of that, what comes next."""
        at = tick * self.run.meta.tick_seconds
        plan, step = self._last("plan", who, tick), self._last("step", who, tick)
        if plan is None:
            return
        depth, blocks = 1, self.run.plan(who, tick)
        block = next((b for b in blocks if b.start <= at < b.end), None)
        under_way = next((s for s in self.run.steps(who, tick) if s.start <= at < s.end), None)
        since = step.tick if step is not None and under_way is not None and step.tick >= plan.tick else plan.tick
        if under_way is not None and since > plan.tick and under_way.activity != doing:
            yield Cause(depth, "step", who, since, under_way.activity, f"until {self._clock(under_way.end)}")
            depth, doing = depth + 1, under_way.activity
        if block is not None and block.activity != doing:
            yield Cause(depth, "plan", who, plan.tick, block.activity, self._when(block))
            depth += 1
            yield from self._met(who, block, since, depth)
        found = [*self._purpose(who, plan, block, since, depth)] if block is not None else []
        if block is not None and block == blocks[0] and not found and plan.data.get("why") == "morning":
            yield Cause(depth, "why", who, plan.tick, "The day begins with it", self._when(block))
        former = self.run.plan(who, plan.tick - 1) if plan.tick else ()
        if block is None or not any(b.activity == block.activity and b.start <= at < b.end for b in former):
            found += self._plan_cause(who, plan, depth)
        yield from found
        later = next((b for b in blocks if block is not None and b.start >= block.end), None)
        if later is not None and not found:
            what_for = f", because {later.why}" if later.why else ""
            yield Cause(depth, "next", who, plan.tick, f"{later.activity}{what_for}", self._when(later))

    def _met(self, who: str, block: Block, tick: int, depth: int) -> Iterator[Cause]:
        """How the search for somebody ended, where the time that was planned for it is spent on something else."""
        for slug in self._named(block.activity, who):
            since = block.start // self.run.meta.tick_seconds
            talks = (talk for talk in self.run.talks(who, since, tick) if slug in talk.people)
            ended = max((talk.end_tick for talk in talks if talk.end_tick is not None), default=None)
            text = f"{self.first[who]} {'had talked with' if ended is not None else 'had not met'} {self.first[slug]}"
            yield Cause(depth, "met", who, tick if ended is None else ended, text)

    def _purpose(self, who: str, plan: Event, block: Block, tick: int, depth: int) -> Iterator[Cause]:
        """What a block is for: the resident's own reason, their work, whom it is about, and the memories that bear on it."""
        info, when = self.info[who], self._when(block)
        before = self.run.plan(who, plan.tick - 1) if plan.tick else ()
        why = "" if any(b.why == block.why and b.activity != block.activity for b in before) else block.why
        if why:
            yield Cause(depth, "why", who, plan.tick, why, when)
        if _MEAL.search(block.activity):
            return  # nobody needs a reason, and a supper that is given is another one
        working = self._works_at(info, block)
        if working and not why:
            yield Cause(depth, "work", who, plan.tick, f"{info.occupation or 'at work'}, {block.place[1]}", when)
            identity = self._last("self", who, tick)
            mind = str(identity.data.get("currently") or "") if identity is not None else info.currently
            if mind and block.activity not in mind:
                yield Cause(depth, "mind", who, identity.tick if identity is not None else 0, mind)
        away = block.place[1:2] != tuple(info.home.split(":")[1:2])  # on a visit, it is about those who work there
        hosts = [slug for slug, one in self.info.items() if slug != who and self._works_at(one, block)]
        hosts = hosts if away and not working and not why else []
        for slug in self._named(block.activity, who) or hosts:
            tie = self.run.relations(who, tick).get(slug, "") or info.relationships.get(slug, "")
            if tie:
                yield Cause(depth, "tie", slug, tick, tie if self.info[slug].name in tie else f"{self.first[slug]}: {tie}")
        trade = f"{info.occupation} {block.place[1]}" if working and not why else ""
        purposes = ("steps", "plan", "self", "react")
        yield from self._bearing(who, tick, f"{block.activity} {why}{trade}", depth, purposes, own=bool(trade))

    @staticmethod
    def _works_at(info: ResidentInfo, block: Block) -> bool:
        return block.place[1:2] == tuple(info.work.split(":")[1:2]) != ()

    def _plan_cause(self, who: str, plan: Event, depth: int) -> Iterator[Cause]:
        """What changed the plan: a promise, or something seen. Nothing changed the plan of the morning."""
        why, at = str(plan.data.get("why", "")), plan.tick * self.run.meta.tick_seconds
        if why == "morning":
            return
        former = next((b.activity for b in self.run.plan(who, plan.tick - 1) if b.start <= at < b.end), "")
        text = str(plan.data.get("reason", "")) or CAUSES.get(why, "The reason is not recorded")
        yield Cause(depth, "change", who, plan.tick, text, f"instead of: {former}" if former else "")
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

    def _bearing(
        self, who: str, tick: int, about: str, depth: int, purposes: tuple[str, ...], own: bool = False
    ) -> Iterator[Cause]:
        """The memories that share most telling words with ``about`` and say more, with their sources. What was retrieved at the
        tick for one of ``purposes`` comes first, then what matters most. With ``own`` only what the resident remembers of
        themselves: that a baker is the baker is no reason, and the work of others is none either."""
        if not self.deep:
            return
        names = _stems(self.info[who].name)
        wanted, least = _stems(about) - names, 2 if own else 1
        stored = (one for one in self.run.retrievals(who, tick, MAX_RETRIEVALS) if one.tick == tick)
        hits = (hit for one in stored if one.retrieval.purpose in purposes for hit in one.retrieval.hits if hit.taken)
        retrieved = {hit.memory.n for hit in hits}
        ranked = []
        for memory in self._memories(who, tick):
            matters = MIN_IMPORTANCE if memory.importance is None else memory.importance
            if matters < MIN_IMPORTANCE and memory.source != "backstory":
                continue
            telling = _stems(memory.text) - names
            both, more = telling & wanted, len(telling - wanted)
            shared = 0 if len(both) == 1 and both <= self._called else len(both)  # a first name alone is in many memories
            about_self = self.info[who].first in memory.text
            if min(shared, more) >= least and (about_self or not own):
                ranked.append((shared, memory.n in retrieved, matters, memory))
        ranked.sort(key=lambda one: (-one[0], not one[1], -one[2], one[3].n))
        best = [one for one in ranked if one[0] == ranked[0][0]]
        for shared, recalled, _, memory in best[:MAX_MEMORIES]:
            if shared > 1 or memory is best[0][3]:  # one word in common may be chance
                yield from self._memory(who, memory, depth, "memory" if recalled else "knew")

    def _memories(self, who: str, tick: int) -> Sequence[Memory]:
        """What a resident knew at a tick, the most important first; without plans, what was only said, and their own summaries
        of talks, which hold a word of everything."""
        kinds = ("observation", "reflection", "summary")
        found = self.run.memories(who, tick, kinds=kinds, sort="importance", limit=MAX_SEARCHED)
        return [memory for memory in found if memory.kind != "summary" or memory.source]

    def _memory(self, who: str, memory: Memory, depth: int, kind: str = "memory") -> Iterator[Cause]:
        """A memory, then the memory of its teller, then that of the teller's teller, and so on: of each teller the earliest
        memory with the most telling words."""
        if (who, memory.n) in self._shown:
            return
        self._shown.add((who, memory.n))
        tick = self.run.memory_tick(who, memory.n)
        yield Cause(depth, kind, who, tick, memory.text, "", memory.n)
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

    def _when(self, block: Block) -> str:
        """``planned for 07:40 to 09:10, The Copper Finch``."""
        where = block.place[-1] if block.place else "anywhere"
        return f"planned for {self._clock(block.start)} to {self._clock(block.end)}, {where}"

    def _named(self, text: str, who: str) -> list[str]:
        """The residents other than ``who`` whom a text names in full."""
        return [slug for slug, info in self.info.items() if slug != who and info.name in text]


def _stems(text: str) -> set[str]:
    """The stems of the words of a text that say what it is about."""
    return {_ENDING.sub("", word.removesuffix("'s").removesuffix("’s")) for word in content_words(text)} - BARE


def _words(text: object) -> set[str]:
    return set(str(text or "").casefold().split())
