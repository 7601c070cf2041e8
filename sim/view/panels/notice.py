"""A notice that stays until it is closed: a run that failed, was held, broke off or has reached its end, and how to go on."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import pygame

from sim.view import times
from sim.view.context import Desk
from sim.view.style import ACCENT, FAINT, FIELD, INK, LIVE, SOFT, VERMILION, Colour
from sim.view.widgets import frame
from sim.view.widgets.flow import Chip, Flow
from sim.view.widgets.panel import Panel

EVERY = 120
"""Frames between two looks whether the run file is there."""
GONE = {
    False: "is not there any more. What is open here can be watched on until the window closes.",
    True: "is not there any more: what the town lives from here on is lost when it stops.",
}


@dataclass(frozen=True)
class News:
    """What the notice says. ``command`` is what to type to go on; "" where there is nothing to type."""

    title: str
    text: str
    saved: str
    command: str
    colour: Colour


class Notice(Panel):
    """Visible while there is something to tell that has not been closed."""

    above = True

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.ink)
        self.desk = desk
        self.visible = False
        self.news: News | None = None
        self._closed: tuple[str, str] | None = None
        self._gone = False
        self._frames = 0

    def dismiss(self) -> None:
        """Close it; another notice may come."""
        self._closed = (self.news.title, self.news.text) if self.news else None
        self.visible = False

    def look(self) -> None:
        """See whether there is something to tell; each frame, no query, and now and then whether the file is still there."""
        if self._frames % EVERY == 0:
            self._gone = not self.desk.run.path.exists()
        self._frames += 1
        self.news = self._news()
        self.visible = self.news is not None and (self.news.title, self.news.text) != self._closed

    def _news(self) -> News | None:
        desk = self.desk
        phase, text, kept = desk.status.phase, desk.status.text, desk.run.meta.status
        if self._gone:
            return News(
                "The run file was deleted or moved", f"{desk.run.path} {GONE[desk.link is not None]}", "", "", VERMILION
            )
        if desk.link is None:
            return self._of_recording(kept, desk.run.meta.status_text)
        if phase == "failed":
            held = kept == "paused"
            title = "The town is held: its minds cannot answer" if held else "The run has stopped"
            return News(title, text or "It ended without a word.", self._saved(), self._go_on("resume"), VERMILION)
        if phase == "finished":
            return News("The run has reached its end", text, self._saved(), self._go_on("replay"), LIVE)
        return News("The town is held", text, "", "", ACCENT) if phase == "paused" and text else None

    def _of_recording(self, kept: str, text: str) -> News | None:
        """A recording of a run that did not reach its end."""
        titles = {
            "paused": "This run was held: its minds could not answer",
            "failed": "This run failed",
            "interrupted": "This run was stopped before its end",
        }
        if kept not in titles:
            return None
        return News(titles[kept], text, self._saved(), self._go_on("resume"), VERMILION if kept == "failed" else ACCENT)

    def _saved(self) -> str:
        desk = self.desk
        last = times.short(desk.start, max(0, desk.run.last_tick) * desk.run.meta.tick_seconds)
        return f"Saved up to {last}. {'To watch it again:' if desk.status.phase == 'finished' and desk.link else 'To go on:'}"

    def _go_on(self, verb: str) -> str:
        return f"python run_sim.py {verb} {self.desk.run.path}"

    def wanted(self, wide: int) -> int:
        """Pixels of height for everything at this width."""
        if self.news is None:
            return 0
        ink, room = self.ink, wide - self.ink.px(36)
        lines = len(ink.wrap(self.news.text, "body", room)) if self.news.text else 0
        command = ink.style.line("small") * len(ink.wrap(self.news.command, "small", room - ink.px(20))) + ink.px(22)
        high = ink.style.line("head") + lines * ink.style.line("body") + ink.px(36)
        return high + (ink.style.line("small") + command if self.news.command else 0) + ink.style.line("small") + ink.px(12)

    def key(self) -> Hashable:
        """What it says."""
        return self.news

    def area(self) -> pygame.Rect:
        """With more room at the sides."""
        px = self.ink.px
        return pygame.Rect(px(18), px(12), self.rect.width - px(36), self.rect.height - px(24))

    def paint(self, flow: Flow) -> None:
        """Title, text, what to type, a button."""
        if self.news is None:
            return
        flow.text(self.news.title, "head", self.news.colour)
        flow.gap(3)
        if self.news.text:
            flow.text(self.news.text, "body", INK)
        if self.news.command:
            flow.gap(4)
            flow.text(self.news.saved, "small", SOFT)
            self._command(flow, self.news.command)
        flow.gap(6)
        flow.chips([Chip("Close", self.dismiss)])

    def _command(self, flow: Flow, command: str) -> None:
        ink, px = self.ink, self.ink.px
        lines = ink.wrap(command, "small", flow.width - px(20))
        rect = pygame.Rect(flow.x, flow.y + px(3), flow.width, len(lines) * ink.style.line("small") + px(10))
        flow.to.blit(frame.box(rect.size, px(7), (*FIELD, 230), (*FAINT, 60)), rect.topleft)
        for i, line in enumerate(lines):
            ink.put(flow.to, line, (rect.x + px(10), rect.y + px(5) + i * ink.style.line("small")), "small", ACCENT)
        flow.y = rect.bottom
