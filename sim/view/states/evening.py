"""The evening page as an overlay: what spread on a day, who met, what was promised and kept; each line leads to its moment."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

import pygame

from sim.record.evening import Evening, Line, evening, last_day
from sim.record.read import RunError
from sim.view.context import ViewContext
from sim.view.keys import act_for
from sim.view.style import ACCENT, BLUE, FAINT, GREEN, LIVE, MUTED, TEXT, VERMILION, Colour
from sim.view.widgets.flow import Chip, Flow
from sim.view.widgets.overlay import Overlay, OverlayList, place
from sim.view.window import Pop, Result, Window

COLOURS: tuple[Colour, ...] = (LIVE, ACCENT, GREEN, BLUE, VERMILION)
"""The edges of the sections' cards, in turn."""
DAYS = {"left": -1, "right": 1}
"""Actions whose keys turn the page, and which way."""
SCROLLED = {"up": -1, "down": 1}


class Page(OverlayList):
    """The sections of one day; a click on a line goes there."""

    def __init__(self, state: EveningState) -> None:
        super().__init__(state.context.renderer)
        self.state = state

    def key(self) -> Hashable:
        return self.state.page, self.state.days

    def paint(self, flow: Flow) -> None:
        state = self.state
        if state.days > 1:
            flow.chips([Chip(f"Day {day}", partial(state.turn_to, day), day == state.day) for day in range(1, state.days + 1)])
        if state.page is None or not state.page.sections:
            flow.text("Nothing to tell of this day so far.", "body", FAINT)
            return
        for number, section in enumerate(state.page.sections):
            flow.heading(section.title)
            for i, line in enumerate(section.lines):
                with flow.card(partial(state.go, line), COLOURS[number % len(COLOURS)], f"{section.title} {i}"):
                    flow.text(state.context.clock_time(line.tick), "caps", MUTED)
                    flow.text(line.text, "small", TEXT)


class EveningState(Overlay):
    """An overlay; left and right turn to other days, the wheel and the arrows scroll, Esc closes."""

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.day, self.days = 1, 1
        self.page: Evening | None = None
        self.list = Page(self)
        self.turn_to(max(1, context.day_of(context.playback.shown_tick)))

    def turn_to(self, day: int) -> None:
        """Show the page of a day; of the days there are the nearest."""
        run, context = self.context.run, self.context
        now = context.playback.shown_tick if context.link is not None else None
        try:
            self.days = last_day(run)
            self.day = max(1, min(day, self.days))
            self.page = evening(run, self.day, now)
        except RunError as error:
            self.page = None
            context.notify(str(error))
        self.list.scroll = 0.0

    def go(self, line: Line) -> None:
        """Go to the moment of a line and look at whom it is about."""
        self.context.seek(line.tick, line.who[0] if line.who else None)
        self.done = True

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        act = act_for(event) if event.type == pygame.KEYDOWN else ""
        if act in ("evening", "escape"):
            return Pop()
        if act in DAYS:
            self.turn_to(self.day + DAYS[act])
        elif act in SCROLLED:
            self.list.scroll_by(SCROLLED[act] * window.renderer.px(60))
        else:
            self.list.event(event, window.mouse)
        return None

    def draw(self, window: Window) -> None:
        renderer, px = window.renderer, window.renderer.px
        date = f", {self.page.date:%A}, {self.page.date:%B} {self.page.date.day}" if self.page else ""
        note = "a click goes there, Esc closes" if self.days == 1 else "left and right turn, a click goes there, Esc closes"
        rect = place(window.surface, renderer, 760, 680, f"The evening page{date}", note)
        self.list.rect = pygame.Rect(rect.x + px(24), rect.y + px(60), rect.width - px(40), rect.height - px(76))
        self.list.draw(window.surface, window.mouse)
