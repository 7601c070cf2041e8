"""A notice that stays until it is closed: a run that failed, was held, broke off or has reached its end, and how to go on."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import pygame

from sim.view.context import ViewContext
from sim.view.style import ACCENT, FAINT, FIELD, LIVE, MUTED, TEXT, VERMILION, Colour
from sim.view.widgets import boxes
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

    opaque = True

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context.renderer)
        self.context = context
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
            self._gone = not self.context.run.path.exists()
        self._frames += 1
        self.news = self._news()
        self.visible = self.news is not None and (self.news.title, self.news.text) != self._closed

    def _news(self) -> News | None:
        context = self.context
        phase, text, kept = context.status.phase, context.status.text, context.run.meta.status
        if self._gone:
            return News(
                "The run file was deleted or moved", f"{context.run.path} {GONE[context.link is not None]}", "", "", VERMILION
            )
        if context.link is None:
            return self._of_recording(kept, context.run.meta.status_text)
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
        last = self.context.day_and_time(max(0, self.context.run.last_tick))
        ended = self.context.status.phase == "finished" and self.context.link is not None
        return f"Saved up to {last}. {'To watch it again:' if ended else 'To go on:'}"

    def _go_on(self, verb: str) -> str:
        return f"python run_sim.py {verb} {self.context.run.path}"

    def preferred_height(self, wide: int) -> int:
        """Pixels of height for everything at this width."""
        if self.news is None:
            return 0
        renderer, room = self.renderer, wide - self.renderer.px(36)
        lines = len(renderer.wrap(self.news.text, "body", room)) if self.news.text else 0
        command = renderer.line_height("small") * len(
            renderer.wrap(self.news.command, "small", room - renderer.px(20))
        ) + renderer.px(22)
        high = renderer.line_height("head") + lines * renderer.line_height("body") + renderer.px(36)
        return (
            high
            + (renderer.line_height("small") + command if self.news.command else 0)
            + renderer.line_height("small")
            + renderer.px(12)
        )

    def key(self) -> Hashable:
        """What it says."""
        return self.news

    def area(self) -> pygame.Rect:
        """With more room at the sides."""
        px = self.renderer.px
        return pygame.Rect(px(18), px(12), self.rect.width - px(36), self.rect.height - px(24))

    def paint(self, flow: Flow) -> None:
        """Title, text, what to type, a button."""
        if self.news is None:
            return
        flow.text(self.news.title, "head", self.news.colour)
        flow.gap(3)
        if self.news.text:
            flow.text(self.news.text, "body", TEXT)
        if self.news.command:
            flow.gap(4)
            flow.text(self.news.saved, "small", MUTED)
            self._command(flow, self.news.command)
        flow.gap(6)
        flow.chips([Chip("Close", self.dismiss)])

    def _command(self, flow: Flow, command: str) -> None:
        renderer, px = self.renderer, self.renderer.px
        lines = renderer.wrap(command, "small", flow.width - px(20))
        rect = pygame.Rect(flow.x, flow.y + px(3), flow.width, len(lines) * renderer.line_height("small") + px(10))
        flow.to.blit(boxes.box(rect.size, px(7), (*FIELD, 230), (*FAINT, 60)), rect.topleft)
        for i, line in enumerate(lines):
            renderer.draw(flow.to, line, (rect.x + px(10), rect.y + px(5) + i * renderer.line_height("small")), "small", ACCENT)
        flow.y = rect.bottom
