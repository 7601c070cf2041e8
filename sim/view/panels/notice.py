"""The notice: a run failed, was paused, was interrupted or has reached its end, and how to go on. Stays until it is closed."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial

import pygame

from sim.view.context import ViewContext
from sim.view.style import ACCENT, FAINT, FIELD, LIVE, MUTED, TEXT, VERMILION, Colour
from sim.view.widgets import boxes
from sim.view.widgets.flow import Chip, Flow
from sim.view.widgets.panel import Panel

CHECK_FRAMES = 120
"""Frames between two checks whether the run file is still the one that was opened."""
FATES = {
    "gone": (
        "The run file was deleted or moved",
        "is not there any more. What is open here can be watched on until the window closes.",
    ),
    "replaced": ("The run file was replaced", "is another file now. Close this window and open it again to see what it holds."),
}
STOPPED = {
    "paused": "This run is on hold: its minds could not answer", "failed": "This run failed",
    "interrupted": "This run was stopped before its end",
}  # fmt: skip
"""What became of a run that did not reach its end -> the title for its recording."""
LIVE_FATE = "is not the file that the town writes any more. The town saves itself to another file and says here where."


@dataclass(frozen=True)
class NoticeContent:
    """The notice's content; ``command`` is what to type to go on, "" for nothing."""

    title: str
    text: str
    colour: Colour
    saved: str = ""
    command: str = ""
    chips: tuple[tuple[str, str], ...] = ()
    """What is offered beside closing it: labels and the actions they do."""


AT_THE_END = (("Replay", "replay"), ("Evening page", "evening"), ("Start screen", "start_screen"))
NO_NOTICE = NoticeContent("", "", MUTED)


class Notice(Panel):
    """Visible while there is a notice that the user has not closed."""

    opaque = True

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context.renderer)
        self.context = context
        self.visible = False
        self.content_shown = NO_NOTICE
        self._closed = NO_NOTICE
        self._fate = ""
        self._frames = 0

    def dismiss(self) -> None:
        """Close it; another notice may come."""
        self._closed = self.content_shown
        self.visible = False

    def update(self) -> None:
        """Decide what to show. Called each frame; makes no query, but now and then checks whether the file is still there."""
        if self._frames % CHECK_FRAMES == 0:
            self._fate = self.context.run.fate()
        self._frames += 1
        self.content_shown = now = self._content()
        self.visible = now != NO_NOTICE and (now.title, now.text) != (self._closed.title, self._closed.text)

    def _content(self) -> NoticeContent:
        context = self.context
        phase, text, kept = context.status.phase, context.status.text, context.run.meta.status
        if self._fate and (context.link is None or phase not in ("failed", "finished")):
            title, text = FATES[self._fate]
            return NoticeContent(title, f"{context.run.path} {LIVE_FATE if context.link else text}", VERMILION)
        if context.link is None and kept not in STOPPED:
            return NO_NOTICE
        if context.link is None:
            colour = VERMILION if kept == "failed" else ACCENT
            return NoticeContent(STOPPED[kept], context.run.meta.status_text, colour, *self._go_on("resume"))
        if phase == "failed" and context.trial:
            return NoticeContent("The trial has stopped", f"{text} Esc goes back to the editor.".strip(), VERMILION)
        if phase == "failed":
            held = kept == "paused"
            title = "The town is on hold: its minds cannot answer" if held else "The run has stopped"
            go_on = () if self._fate else self._go_on("resume")  # else the text says where it is saved
            return NoticeContent(title, text or "It gave no reason.", VERMILION, *go_on)
        if phase == "finished" and context.trial:
            return NoticeContent("The hour is over", "Nothing of it is kept. Esc goes back to the editor.", LIVE)
        if phase == "finished":
            chips = AT_THE_END if context.back is not None else AT_THE_END[:-1]
            return NoticeContent("The run has reached its end", text, LIVE, *self._go_on("replay"), chips)
        return NoticeContent("The town is on hold", text, ACCENT) if phase == "paused" and text else NO_NOTICE

    def _go_on(self, verb: str) -> tuple[str, str]:
        """How far the run is saved, and the command that goes on with it."""
        last = self.context.day_and_time(max(0, self.context.run.last_tick))
        ended = self.context.status.phase == "finished" and self.context.link is not None
        saved = f"Saved up to {last}. {'To watch it again:' if ended else 'To go on:'}"
        return saved, f"python run_sim.py {verb} {self.context.run.path}"

    def preferred_height(self, wide: int) -> int:
        """Height in pixels for everything at this width."""
        return self.height_at(wide - self.renderer.px(36)) + self.renderer.px(24)

    def key(self) -> Hashable:
        return self.content_shown

    def area(self) -> pygame.Rect:
        px = self.renderer.px
        return pygame.Rect(px(18), px(12), self.rect.width - px(36), self.rect.height - px(24))

    def paint(self, flow: Flow) -> None:
        shown = self.content_shown
        flow.text(shown.title, "head", shown.colour)
        flow.gap(3)
        if shown.text:
            flow.text(shown.text, "body", TEXT)
        if shown.command:
            flow.gap(4)
            flow.text(shown.saved, "small", MUTED)
            self._command(flow, shown.command)
        flow.gap(6)
        offered = [Chip(label, partial(self.context.do_action, act)) for label, act in shown.chips]
        flow.chips([*offered, Chip("Close", self.dismiss)])

    def _command(self, flow: Flow, command: str) -> None:
        renderer, px = self.renderer, self.renderer.px
        lines = renderer.wrap(command, "small", flow.width - px(20))
        rect = pygame.Rect(flow.x, flow.y + px(3), flow.width, len(lines) * renderer.line_height("small") + px(10))
        flow.to.blit(boxes.box(rect.size, px(7), (*FIELD, 230), (*FAINT, 60)), rect.topleft)
        renderer.draw_lines(flow.to, lines, (rect.x + px(10), rect.y + px(5)), "small", ACCENT)
        flow.y = rect.bottom
