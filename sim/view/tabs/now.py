"""Now: what a resident does, where, why; the day as a strip; the present block and its steps."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

import pygame

from sim.record.rows import StoredRetrieval
from sim.record.town_state import ResidentState
from sim.types import Block, Event, Step
from sim.view import times
from sim.view.context import Desk
from sim.view.panels.feed import describe
from sim.view.panels.timeline import WORDS
from sim.view.scene import away
from sim.view.states.why import TITLES
from sim.view.style import (
    ACCENT,
    BLUE,
    FAINT,
    GREEN,
    INK,
    KIND_COLOURS,
    LIVE,
    MARK_COLOURS,
    ORANGE,
    PEOPLE_COLOURS,
    SOFT,
    Colour,
)
from sim.view.tabs.cards import go_to
from sim.view.tabs.tab import Tab
from sim.view.why import Because, chain
from sim.view.widgets.flow import Chip, Flow, Zone

MINDED = 3
"""Memories shown of the last retrieval."""
NEEDS: dict[str, Colour] = {"energy": BLUE, "hunger": ORANGE, "company": GREEN}
FULL = {"hunger": "full"}
"""A need whose word names what is missing; its bar says how much is there."""
PURPOSES = {
    "plan": "planning the day",
    "replan": "changing plans",
    "react": "when deciding what to do",
    "say": "when speaking",
    "relation": "thinking of somebody",
    "reflection": "when reflecting",
    "refresh": "when reflecting",
    "self": "thinking of themselves",
}
"""What a retrieval was for, as a person would say it."""
LOOK_BACK = 2160
"""Ticks (six hours at 10 s) in which what is new about somebody is sought."""


class NowTab(Tab):
    """The present of one resident."""

    name = "Now"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.plan: tuple[Block, ...] = ()
        self.steps: tuple[Step, ...] = ()
        self.because: tuple[Because, ...] = ()
        self.lately: tuple[Event, ...] = ()
        self.needs: Event | None = None
        self.myself: Event | None = None
        self.minded: StoredRetrieval | None = None
        self._asked: tuple[str, int] = ("", -1)

    def refresh(self) -> None:
        """Plan, steps and reasons, once per shown tick."""
        now = self.desk.cursor.now
        if (self.who, now) == self._asked or not self.who:
            return
        self._asked = (self.who, now)
        run = self.desk.run
        self.plan, self.steps = run.plan(self.who, now), run.steps(self.who, now)
        self.because = chain(run, self.who, now, deep=False)[1:]
        kinds = ("react", "plan", "learn", "intend", "promise", "refuse")
        found = run.events(max(0, now - LOOK_BACK), now, kinds=kinds, key=self.who, limit=8, newest_first=True)
        self.lately = tuple(e for e in found if describe(e, self.desk))[:3]
        self.needs, self.myself = self._last("needs", now), self._last("self", now)
        self.minded = next(iter(run.retrievals(self.who, now, 1)), None)

    def _last(self, kind: str, now: int) -> Event | None:
        found = self.desk.run.events(0, now, kinds=(kind,), key=self.who, limit=1, newest_first=True)
        return found[0] if found else None

    def state(self) -> ResidentState | None:
        """The resident at the shown moment."""
        return self.desk.scene.state.residents.get(self.who)

    def key(self) -> Hashable:
        """The minute and what was fetched."""
        minded = self.minded.id if self.minded else -1
        told = (self.because, self.lately, self.needs, self.myself)
        here = (self.state(), self.desk.scene.where(self.who), self.desk.played)
        return self.who, self.desk.now // 60, self.plan, self.steps, told, minded, here

    def paint(self, flow: Flow) -> None:
        """Doing, why, what is new, what came to mind, the day, the steps, the person."""
        self._doing(flow)
        self._feeling(flow)
        self._why(flow)
        self._new(flow)
        self._mind(flow)
        self._day(flow)
        self._steps(flow)
        self._person(flow)

    def _doing(self, flow: Flow) -> None:
        state = self.state()
        if state is None:
            flow.text("Not in the town at this moment.", "body", SOFT)
            return
        flow.heading("Doing")
        gone, doing = away(state), self.desk.scene.doing(self.who)[0]
        flow.text("Out of town" if gone else doing or "nothing in particular", "head", SOFT if gone else INK)
        flow.gap(2)
        where = self.desk.scene.where(self.who)
        flow.text("" if gone else place_text(where) if where else "out of doors", "small", SOFT)
        if state.talk and state.activity and state.activity != doing:
            flow.text(f"interrupts: {state.activity}", "small", FAINT)
        if self.who in self.desk.played:
            flow.text("played by you" if self.who == self.desk.mine else "played by a person", "small", LIVE)

    def _feeling(self, flow: Flow) -> None:
        """The mood and three small bars, in runs whose scenario has needs."""
        if self.needs is None:
            return
        data = self.needs.data
        flow.heading("Feels", str(data.get("mood", "")))
        for need, colour in NEEDS.items():
            level = data.get(need)
            if isinstance(level, (int, float)):
                flow.bar(FULL.get(need, need), float(level), f"{level:.0%}", colour, left=70)

    def _why(self, flow: Flow) -> None:
        """The chain in short; all of it, with memories and who told them, a click away."""
        if not self.because:
            return
        flow.heading("Why")
        for link in self.because[:4]:
            at = times.clock(self.desk.start, link.tick * self.desk.run.meta.tick_seconds)
            note = f"{link.text}: {link.note}" if link.kind == "change" and link.note else link.text
            with flow.card(partial(self.desk.seek, link.tick, link.who or None), ACCENT, f"why {link.tick}"):
                flow.text(f"{at}  {TITLES.get(link.kind, link.kind)}".upper(), "caps", FAINT)
                flow.text(note, "small", INK, lines=3)
        flow.gap(1)
        flow.chips([Chip("All of it, down to who told whom (Q)", lambda: self.desk.act("why"))])

    def _new(self, flow: Flow) -> None:
        """What was decided, learned, promised lately."""
        if not self.lately:
            return
        flow.heading("Lately")
        for event in self.lately:
            at = event.tick * self.desk.run.meta.tick_seconds
            colour = MARK_COLOURS.get(event.kind, SOFT)
            with flow.card(partial(self.desk.seek, event.tick, self.who), colour, f"lately {event.tick}"):
                flow.text(f"{times.clock(self.desk.start, at)}  {WORDS.get(event.kind, event.kind)}".upper(), "caps", FAINT)
                flow.text(describe(event, self.desk), "small", SOFT, lines=3)

    def _mind(self, flow: Flow) -> None:
        """The memories last looked up, and what for; each leads to its moment."""
        if self.minded is None:
            return
        at = times.clock(self.desk.start, self.minded.tick * self.desk.run.meta.tick_seconds)
        purpose = self.minded.retrieval.purpose
        flow.heading("Came to mind", f"{at}, {PURPOSES.get(purpose, purpose)}")
        # The same thing seen twice is two memories; here it is said once.
        taken = {hit.memory.text: hit for hit in reversed(self.minded.retrieval.hits) if hit.taken}
        for hit in list(reversed(taken.values()))[:MINDED]:
            colour = KIND_COLOURS.get(hit.memory.kind, SOFT)
            with flow.card(partial(go_to, self.desk, self.who, hit.memory.n), colour, f"minded {hit.memory.n}"):
                flow.text(hit.memory.text, "small", SOFT, lines=2)

    def _day(self, flow: Flow) -> None:
        if not self.plan:
            return
        flow.heading("The day", times.date(self.desk.start, self.desk.now))
        self._strip(flow)
        now = self.desk.now
        for block in self.plan:
            here = block.start <= now < block.end
            colour = INK if here else FAINT if block.end <= now else SOFT
            self._entry(flow, block, colour, here)

    def _entry(self, flow: Flow, block: Block, colour: Colour, here: bool) -> None:
        at = flow.y
        flow.text(times.clock(self.desk.start, block.start), "label" if here else "small", ACCENT if here else FAINT)
        flow.y = at
        flow.text(block.activity, "label" if here else "small", colour, indent=50, lines=2)
        flow.text(block.place[-1] if block.place else "", "tiny", FAINT, indent=50)
        flow.gap(3)
        rect = pygame.Rect(flow.x, at, flow.width, flow.y - at)
        if flow.seen(rect.top, rect.bottom) and block.start // self.desk.run.meta.tick_seconds <= self.desk.run.last_tick:
            tick = self.desk.tick_of(block.start)
            flow.zones.append(Zone(rect, lambda: self.desk.seek(tick), block.activity))

    def _strip(self, flow: Flow) -> None:
        """The day's blocks in colours by place, with a line where the day is."""
        ink, first, last = self.desk.ink, self.plan[0].start, max(self.plan[-1].end, self.plan[0].start + 1)
        rect = pygame.Rect(flow.x, flow.y, flow.width, ink.px(18))
        flow.y += ink.px(26)
        if not flow.seen(rect.top, rect.bottom):
            return
        places = list(dict.fromkeys(block.place[:2] for block in self.plan))
        for block in self.plan:
            left = rect.x + rect.width * (block.start - first) // (last - first)
            right = rect.x + rect.width * (block.end - first) // (last - first)
            colour = PEOPLE_COLOURS[places.index(block.place[:2]) % len(PEOPLE_COLOURS)]
            dim = block.end <= self.desk.now
            tone = (colour[0] * 5 // 11, colour[1] * 5 // 11, colour[2] * 5 // 11) if dim else colour
            pygame.draw.rect(
                flow.to, tone, pygame.Rect(left, rect.y, max(2, right - left - ink.px(2)), rect.height), border_radius=ink.px(4)
            )
        x = rect.x + round(rect.width * max(0.0, min(1.0, (self.desk.now - first) / (last - first))))
        pygame.draw.line(flow.to, INK, (x, rect.y - ink.px(3)), (x, rect.bottom + ink.px(2)), max(2, ink.px(2)))

    def _steps(self, flow: Flow) -> None:
        if not self.steps:
            return
        flow.heading("Steps")
        now = self.desk.now
        for step in self.steps:
            here = step.start <= now < step.end
            at = flow.y
            icon = self.desk.sprites.icon(step.icon, self.desk.ink.px(16))
            if icon and flow.seen(at, at + 20):
                flow.to.blit(icon, (flow.x, at + self.desk.ink.px(2)))
            colour = INK if here else FAINT if step.end <= now else SOFT
            text = f"{times.clock(self.desk.start, step.start)}  {step.activity}"
            flow.text(text, "label" if here else "small", colour, indent=24)
            where = step.target[-1] if step.target else ""
            if here and where:
                flow.text(f"{where}: {step.state}" if step.state else where, "tiny", FAINT, indent=24)
            if here:
                share = (now - step.start) / max(1, step.end - step.start)
                flow.bar("", share, f"{max(0, (step.end - now) // 60)} min", ACCENT, left=24)
            flow.gap(2)

    def _person(self, flow: Flow) -> None:
        info = self.desk.scene.info.get(self.who)
        if info is None:
            return
        flow.heading("Who")
        flow.text(f"{info.age}, {info.occupation}. {', '.join(info.traits)}.", "small", SOFT)
        flow.gap(3)
        currently = info.currently
        if self.myself is not None:
            summary, currently = str(self.myself.data.get("summary", "")), str(self.myself.data.get("currently", ""))
            since = times.ago(self.desk.now, self.myself.tick * self.desk.run.meta.tick_seconds)
            with flow.card(partial(self.desk.seek, self.myself.tick, self.who), MARK_COLOURS["self"], "self"):
                flow.text(f"by now, as of {since}".upper(), "caps", FAINT)
                flow.text(summary, "small", INK)
        if currently:
            flow.text(currently, "small", SOFT)
            flow.gap(3)
        background = info.background if isinstance(info.background, str) else " ".join(info.background)
        flow.text(background, "small", FAINT)


def place_text(address: str) -> str:
    """``stove, kitchen, Hobbs Cafe``: a written address from the inside out, without the town's name."""
    parts = [part.strip() for part in address.split(":") if part.strip()]
    return ", ".join(reversed(parts[1:] if len(parts) > 1 else parts)) or "somewhere"
