"""The tab Now: what a resident does, where and why; the day's plan as a strip; the present block and its steps."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

import pygame

from sim.record.rows import StoredRetrieval
from sim.record.town_state import ResidentState
from sim.types import Block, Event, Step
from sim.view import formatting
from sim.view.causes import Cause, causal_chain
from sim.view.context import PONDERING, ViewContext
from sim.view.panels.feed import describe
from sim.view.panels.timeline import MARK_NAMES
from sim.view.scene import away
from sim.view.states.causes import titled
from sim.view.style import ACCENT, BLUE, FAINT, GREEN, KIND_COLOURS, LIVE, MARK_COLOURS, MUTED, ORANGE, PEOPLE_COLOURS, TEXT
from sim.view.tabs.cards import go_to
from sim.view.tabs.tab import Tab
from sim.view.widgets.flow import Chip, Flow, Zone

MAX_RETRIEVED = 3
"""Most memories shown of the last retrieval."""
NEEDS = {"energy": BLUE, "hunger": ORANGE, "company": GREEN}
FULL = {"hunger": "full"}
"""Needs that are named by their lack: the bar shows how much is there."""
LOOK_BACK = 2160
"""Ticks (six hours at 10 s) that the list of recent events looks back."""


class NowTab(Tab):
    """One resident at the shown tick."""

    name = "Now"

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context)
        self.plan: tuple[Block, ...] = ()
        self.steps: tuple[Step, ...] = ()
        self.because: tuple[Cause, ...] = ()
        self.recent: tuple[Event, ...] = ()
        self.needs: Event | None = None
        self.thought: Event | None = None
        self.felt: Event | None = None
        self.self_summary: Event | None = None
        self.last_retrieval: StoredRetrieval | None = None

    def fetch(self, tick: int) -> None:
        run = self.context.run
        self.plan, self.steps = run.plan(self.who, tick), run.steps(self.who, tick)
        self.because = causal_chain(run, self.who, tick, deep=False)[1:]
        kinds = ("react", "plan", "learn", "intend", "promise", "refuse")
        found = run.events(max(0, tick - LOOK_BACK), tick, kinds=kinds, key=self.who, limit=8, newest_first=True)
        # The plan of a morning is told in full below, as the day.
        self.recent = tuple(e for e in found if e.data.get("why") != "morning" and describe(e, self.context))[:3]
        self.needs, self.self_summary = self._last("needs", tick), self._last("self", tick)
        self.thought = self._last("thought", tick)
        moods = run.events(0, tick, kinds=("feel",), key=self.who, limit=12, newest_first=True)
        self.felt = next((event for event in moods if "mood" in event.data), None)
        self.last_retrieval = next(iter(run.retrievals(self.who, tick, 1)), None)

    def _last(self, kind: str, tick: int) -> Event | None:
        found = self.context.run.events(0, tick, kinds=(kind,), key=self.who, limit=1, newest_first=True)
        return found[0] if found else None

    def state(self) -> ResidentState | None:
        return self.context.scene.state.residents.get(self.who)

    def key(self) -> Hashable:
        minded = self.last_retrieval.id if self.last_retrieval else -1
        told = (self.because, self.recent, self.needs, self.self_summary, self.thought, self.felt)
        here = (self.state(), self.context.scene.where(self.who), self.context.played, self.context.pondering(self.who))
        return self.who, self.context.now // 60, self.plan, self.steps, told, minded, here

    def paint(self, flow: Flow) -> None:
        self._doing(flow)
        self._inside(flow)
        self._needs(flow)
        self._why(flow)
        self._recent(flow)
        self._retrieved(flow)
        self._day(flow)
        self._steps(flow)
        self._person(flow)

    def _doing(self, flow: Flow) -> None:
        state = self.state()
        if state is None:
            flow.text("Not in the town at this moment.", "body", MUTED)
            return
        flow.heading("Doing")
        gone, doing = away(state), self.context.scene.doing(self.who)[0]
        flow.text("Out of town" if gone else doing or "nothing in particular", "head", MUTED if gone else TEXT)
        flow.gap(2)
        where = self.context.scene.where(self.who)
        flow.text("" if gone else formatting.place_text(where) if where else "out of doors", "small", MUTED)
        if pondering := self.context.pondering(self.who):
            flow.text(pondering, "small", ACCENT)
        if state.talk and state.activity and state.activity != doing:
            flow.text(f"interrupts: {state.activity}", "small", FAINT)
        if self.who in self.context.played:
            flow.text("played by you" if self.who == self.context.player_slug else "played by a person", "small", LIVE)

    def _inside(self, flow: Flow) -> None:
        """The last private thought and the mood that a talk or an event left, in runs of capable minds."""
        for title, event, member in (("Thinks", self.thought, "text"), ("Feels", self.felt, "mood")):
            if event is not None and event.data.get(member):
                flow.heading(title, self.context.clock_time(event.tick))
                with flow.card(partial(self.context.seek, event.tick, self.who), MARK_COLOURS[event.kind], title):
                    flow.text(str(event.data.get(member, "")), "small", TEXT)

    def _needs(self, flow: Flow) -> None:
        """The mood and three bars, in runs whose scenario has needs."""
        if self.needs is None:
            return
        data = self.needs.data
        flow.heading("Feels", str(data.get("mood", "")))
        for need, colour in NEEDS.items():
            level = data.get(need)
            if isinstance(level, (int, float)):
                flow.bar(FULL.get(need, need), float(level), f"{level:.0%}", colour, left=70)

    def _why(self, flow: Flow) -> None:
        """The first causes; a button opens all of them."""
        if not self.because:
            return
        flow.heading("Why")
        for link in self.because[:4]:
            at = self.context.clock_time(link.tick)
            note = f"{link.text}, {link.note}" if link.kind in ("change", "talk") and link.note else link.text
            with flow.card(partial(self.context.seek, link.tick, link.who or None), ACCENT, f"why {link.tick}"):
                flow.text(f"{at}  {titled(link, self.context.scene.name(link.who))}".upper(), "caps", FAINT)
                flow.text(note, "small", TEXT, lines=3)
        flow.gap(1)
        flow.chips([Chip("All of it, down to who told whom (Q)", lambda: self.context.do_action("why"))])

    def _recent(self, flow: Flow) -> None:
        """The latest decisions, promises and things learned."""
        if not self.recent:
            return
        flow.heading("Lately")
        for event in self.recent:
            colour = MARK_COLOURS.get(event.kind, MUTED)
            with flow.card(partial(self.context.seek, event.tick, self.who), colour, f"lately {event.tick}"):
                head = f"{self.context.clock_time(event.tick)}  {MARK_NAMES.get(event.kind, event.kind)}"
                flow.text(head.upper(), "caps", FAINT)
                flow.text(describe(event, self.context), "small", MUTED, lines=3)

    def _retrieved(self, flow: Flow) -> None:
        """The memories of the last retrieval and its purpose; each leads to its moment."""
        if self.last_retrieval is None:
            return
        at, purpose = self.context.clock_time(self.last_retrieval.tick), self.last_retrieval.retrieval.purpose
        # Memories with the same text are shown once.
        taken = {hit.memory.text: hit for hit in reversed(self.last_retrieval.retrieval.hits) if hit.taken}
        if taken:
            flow.heading("Came to mind", f"{at}, {PONDERING.get(purpose, purpose)}")
        for hit in list(reversed(taken.values()))[:MAX_RETRIEVED]:
            colour = KIND_COLOURS.get(hit.memory.kind, MUTED)
            with flow.card(partial(go_to, self.context, self.who, hit.memory.n), colour, f"minded {hit.memory.n}"):
                flow.text(hit.memory.text, "small", MUTED, lines=2)

    def _day(self, flow: Flow) -> None:
        if not self.plan:
            return
        flow.heading("The day", formatting.date(self.context.start, self.context.now))
        self._strip(flow)
        for block in self.plan:
            self._entry(flow, block)

    def _entry(self, flow: Flow, block: Block) -> None:
        at, now = flow.y, self.context.now
        here = block.start <= now < block.end
        colour = TEXT if here else FAINT if block.end <= now else MUTED
        flow.text(formatting.clock(self.context.start, block.start), "label" if here else "small", ACCENT if here else FAINT)
        flow.y = at
        flow.text(block.activity, "label" if here else "small", colour, indent=50, lines=2)
        why = f": {block.why}" if block.why else ""
        flow.text(f"{block.place[-1] if block.place else ''}{why}", "tiny", FAINT, indent=50, lines=2)
        flow.gap(3)
        rect, tick = pygame.Rect(flow.x, at, flow.width, flow.y - at), self.context.tick_of(block.start)
        if flow.seen(rect.top, rect.bottom) and tick <= self.context.run.last_tick:
            flow.zones.append(Zone(rect, lambda: self.context.seek(tick), block.activity))

    def _strip(self, flow: Flow) -> None:
        """The day's blocks coloured by place, with a line at the present time."""
        renderer, first, last = self.context.renderer, self.plan[0].start, max(self.plan[-1].end, self.plan[0].start + 1)
        rect = pygame.Rect(flow.x, flow.y, flow.width, renderer.px(18))
        flow.y += renderer.px(26)
        if not flow.seen(rect.top, rect.bottom):
            return
        places = list(dict.fromkeys(block.place[:2] for block in self.plan))
        for block in self.plan:
            left = rect.x + rect.width * (block.start - first) // (last - first)
            right = rect.x + rect.width * (block.end - first) // (last - first)
            colour = PEOPLE_COLOURS[places.index(block.place[:2]) % len(PEOPLE_COLOURS)]
            dim = block.end <= self.context.now
            tone = (colour[0] * 5 // 11, colour[1] * 5 // 11, colour[2] * 5 // 11) if dim else colour
            part = pygame.Rect(left, rect.y, max(2, right - left - renderer.px(2)), rect.height)
            pygame.draw.rect(flow.to, tone, part, border_radius=renderer.px(4))
        x = rect.x + round(rect.width * max(0.0, min(1.0, (self.context.now - first) / (last - first))))
        pygame.draw.line(flow.to, TEXT, (x, rect.y - renderer.px(3)), (x, rect.bottom + renderer.px(2)), max(2, renderer.px(2)))

    def _steps(self, flow: Flow) -> None:
        if not self.steps:
            return
        flow.heading("Steps")
        now = self.context.now
        for step in self.steps:
            here = step.start <= now < step.end
            at = flow.y
            icon = self.context.sprites.icon(step.icon, self.context.renderer.px(16))
            if icon and flow.seen(at, at + 20):
                flow.to.blit(icon, (flow.x, at + self.context.renderer.px(2)))
            colour = TEXT if here else FAINT if step.end <= now else MUTED
            text = f"{formatting.clock(self.context.start, step.start)}  {step.activity}"
            flow.text(text, "label" if here else "small", colour, indent=24)
            where = step.target[-1] if step.target else ""
            if here and where:
                flow.text(f"{where}: {step.state}" if step.state else where, "tiny", FAINT, indent=24)
            if here:
                share = (now - step.start) / max(1, step.end - step.start)
                flow.bar("", share, f"{max(0, (step.end - now) // 60)} min", ACCENT, left=24)
            flow.gap(2)

    def _person(self, flow: Flow) -> None:
        info = self.context.scene.info.get(self.who)
        if info is None:
            return
        flow.heading("Who")
        flow.text(f"{info.age}, {info.occupation}. {', '.join(info.traits)}.", "small", MUTED)
        if info.speech:
            flow.text(f"Speaks: {info.speech}.", "small", MUTED)
        flow.gap(3)
        currently = info.currently
        if self.self_summary is not None:
            summary, currently = (str(self.self_summary.data.get(key, "")) for key in ("summary", "currently"))
            since = formatting.ago(self.context.now, self.self_summary.tick * self.context.run.meta.tick_seconds)
            with flow.card(partial(self.context.seek, self.self_summary.tick, self.who), MARK_COLOURS["self"], "self"):
                flow.text(f"as they saw themselves {since}".upper(), "caps", FAINT)
                flow.text(summary, "small", TEXT)
        if currently:
            flow.text(currently, "small", MUTED)
            flow.gap(3)
        background = info.background if isinstance(info.background, str) else " ".join(info.background)
        flow.text(background, "small", FAINT)
