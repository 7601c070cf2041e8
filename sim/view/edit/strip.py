"""The timeline of the editor: the scenario's days from left to right with news and happenings; a click puts new ones there."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

import pygame

from sim.view.edit.editor import Editor
from sim.view.edit.lists import Lists
from sim.view.style import ACCENT, FAINT, MARK_COLOURS, MUTED, VERMILION, YELLOW
from sim.view.text_renderer import TextRenderer
from sim.view.widgets.flow import Flow, Zone
from sim.view.widgets.panel import Panel
from sim.world.clock import clock_text

CLICK_STEP = 900
"""Game seconds to which a click is rounded."""
LABEL_HOURS = (1, 2, 3, 6, 12, 24)
"""Hours between two labels, the smallest that fits."""
LABEL_WIDTH = 64
"""Pixels, at 100 %, that an hour's label needs."""


class Strip(Panel):
    """From the start to the scenario's end or its last happening; news of what is later stands at the right end."""

    opaque = drags = True

    def __init__(self, renderer: TextRenderer, editor: Editor, lists: Lists) -> None:
        super().__init__(renderer)
        self.editor, self.lists = editor, lists
        self._line = pygame.Rect(0, 0, 1, 1)

    def key(self) -> Hashable:
        return self.editor.version, self.lists.when

    @property
    def end(self) -> int:
        """The last game second that is shown."""
        scenario = self.editor.doc.scenario or self.editor.doc.last
        late = [at for (kind, _), at, _ in self.lists.marks() if at is not None and kind == "event"]
        return max([scenario.until if scenario else 0, 3600, *late])

    def paint(self, flow: Flow) -> None:
        px, clock, end, marks = self.renderer.px, self.editor.clock, self.end, self.lists.marks()
        line = pygame.Rect(px(18), px(34), self.rect.width - px(36), px(6))
        self._line = line
        pygame.draw.rect(flow.to, (52, 58, 70), line, border_radius=px(3))
        if clock is None:
            return
        step = next((h for h in LABEL_HOURS if line.width * h * 3600 / end >= px(LABEL_WIDTH)), 24) * 3600
        for at in range(clock.at(1, 0) % step, end + 1, step):
            x = line.x + line.width * at // end
            pygame.draw.line(flow.to, FAINT, (x, line.bottom), (x, line.bottom + px(4)))
            day = f"day {clock.day(at)} " if clock.minutes(at) == 0 else ""
            self.renderer.draw(flow.to, day + clock_text(clock.minutes(at)), (x, line.bottom + px(5)), "tiny", FAINT, "centre")
        when = line.x + line.width * min(self.lists.when, end) // end
        pygame.draw.line(flow.to, ACCENT, (when, px(10)), (when, line.bottom), px(2))
        now = f"new: {self.editor.written_moment(self.lists.when)}"
        left = min(when + px(6), line.right - self.renderer.width(now, "tiny"))
        self.renderer.draw(flow.to, now, (left, px(6)), "tiny", MUTED)
        for subject, moment, _ in marks:
            if moment is not None and moment >= 0:
                self._mark(flow, line.x + line.width * min(moment, end) // end, subject)

    def _mark(self, flow: Flow, x: int, subject: tuple[str, object]) -> None:
        px = self.renderer.px
        rect = pygame.Rect(x - px(7), px(30), px(14), px(14))
        colour = YELLOW if subject[0] == "news" else MARK_COLOURS["happening"]
        if self.editor.wrong(subject):
            colour = VERMILION
        if subject == self.editor.subject:
            pygame.draw.circle(flow.to, ACCENT, rect.center, px(9), px(2))
        self.renderer.draw_glyph(flow.to, "star" if subject[0] == "news" else "diamond", rect.center, px(13), colour)
        self.zones.append(Zone(rect, partial(self._to, subject), f"{subject[0]} {subject[1]}"))

    def _to(self, subject: tuple[str, object]) -> None:
        self.editor.select(*subject)
        self.lists.show(2)

    def drag(self, at: tuple[int, int]) -> None:
        """New things are put where the pointer is."""
        share = max(0.0, min(1.0, (at[0] - self.rect.x - self._line.x) / max(1, self._line.width)))
        self.lists.put_at(round(self.end * share / CLICK_STEP) * CLICK_STEP)
