"""The evening page as an overlay: what spread on a day, who met, what was promised and kept; each line leads to its moment."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

import pygame

from sim.record.evening import Evening, EveningLine, evening, last_day
from sim.record.read import RunError
from sim.view.context import ViewContext
from sim.view.formatting import day
from sim.view.keys import act_for
from sim.view.style import ACCENT, BLUE, FAINT, GREEN, LIVE, MUTED, TEXT, VERMILION, Colour
from sim.view.widgets.flow import Chip, Flow
from sim.view.widgets.overlay import ListOverlay
from sim.view.window import Result, Window

COLOURS: tuple[Colour, ...] = (LIVE, ACCENT, GREEN, BLUE, VERMILION)
"""The edges of the sections' cards, in turn."""
DAYS = {"left": -1, "right": 1}
"""Actions whose keys turn the page, and which way."""


class EveningState(ListOverlay):
    """The sections of one day; a click on a line goes there, left and right turn to other days."""

    act = "evening"
    size = (760, 680)

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context.renderer)
        self.context = context
        self.day, self.days = 1, 1
        self.page: Evening | None = None
        self.turn_to(max(1, day(context.start, context.now)))

    def key(self) -> Hashable:
        return self.page, self.days

    def paint(self, flow: Flow) -> None:
        if self.days > 1:
            flow.chips([Chip(f"Day {day}", partial(self.turn_to, day), day == self.day) for day in range(1, self.days + 1)])
        if self.page is None or not self.page.sections:
            flow.text("Nothing to tell of this day so far.", "body", FAINT)
            return
        for number, section in enumerate(self.page.sections):
            flow.heading(section.title)
            for i, line in enumerate(section.lines):
                with flow.card(partial(self.go, line), COLOURS[number % len(COLOURS)], f"{section.title} {i}"):
                    flow.text(self.context.clock_time(line.tick), "caps", MUTED)
                    flow.text(line.text, "small", TEXT)

    def turn_to(self, day: int) -> None:
        """Show the page of the day nearest to ``day``."""
        run, context = self.context.run, self.context
        now = context.playback.shown_tick if context.link is not None else None
        try:
            self.days = last_day(run)
            self.day = max(1, min(day, self.days))
            self.page = evening(run, self.day, now)
        except RunError as error:
            self.page = None
            context.notify(str(error))
        date = f", {self.page.date:%A}, {self.page.date:%B} {self.page.date.day}" if self.page else ""
        self.title = f"The evening page{date}"
        self.note = ListOverlay.note if self.days == 1 else f"left and right turn, {ListOverlay.note}"
        self.list.scroll = 0.0

    def go(self, line: EveningLine) -> None:
        """Go to the moment of a line and look at the resident whom it is about."""
        self.context.seek(line.tick, line.who[0] if line.who else None)
        self.done = True

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        turn = DAYS.get(act_for(event), 0) if event.type == pygame.KEYDOWN else 0
        if turn:
            self.turn_to(self.day + turn)
        return None if turn else super().event(window, event)
