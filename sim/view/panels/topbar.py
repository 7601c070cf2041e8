"""The top bar: date and time in the town, playback controls, the state of a live run."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

import pygame

from sim.view import formatting
from sim.view.context import ViewContext
from sim.view.style import ACCENT, FAINT, LIVE, MUTED, TEXT, VERMILION, Colour
from sim.view.widgets import boxes
from sim.view.widgets.flow import Flow, Zone
from sim.view.widgets.panel import Panel

LEAST_MOOD = 90
"""Pixels at 100 % for a part of the words for the run's state; with less room a dot stands for them."""
BUTTONS = (("back", "back"), ("pause", "pause"), ("forward", "next"))
AT_WORK = ("running", "thinking")
"""Phases of a run whose town goes on, or would if its minds were ready."""
TOOLS = (("edit", "pencil"), ("search", "search"), ("graph", "graph"), ("bookmark", "flag"))


class TopBar(Panel):
    """Clock, controls, status. A button's zone has the name of its action in ``keys.py``."""

    tooltips = {
        name: name for name in ["back", "pause", "forward", "slower", "faster", "bookmark", "graph", "search", "live", "edit"]
    }

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context.renderer)
        self.context = context

    def key(self) -> Hashable:
        d, playback = self.context, self.context.playback
        time = d.now // 60, playback.playing, playback.speed, playback.live, d.skipping
        return time, d.status, d.run.meta.status, d.scene.state.weather

    def paint(self, flow: Flow) -> None:
        self._status(flow, self._controls(flow, self._clock(flow)))

    def _clock(self, flow: Flow) -> int:
        """Paint date, time and weather; returns where they end."""
        d, renderer, px = self.context, self.renderer, self.renderer.px
        middle, clock = self.rect.height // 2, formatting.clock(d.start, d.now)
        wide = renderer.draw(flow.to, clock, (px(16), middle - renderer.line_height("title") // 2), "title", TEXT)
        x = px(16) + wide + px(14)
        top = middle - (renderer.line_height("label") + renderer.line_height("tiny")) // 2
        date = renderer.draw(flow.to, formatting.date(d.start, d.now), (x, top), "label", MUTED)
        below = ", ".join(filter(None, [f"day {formatting.day(d.start, d.now)}", d.scene.state.weather]))
        renderer.draw(flow.to, below, (x, top + renderer.line_height("label")), "tiny", FAINT)
        return x + date

    def _controls(self, flow: Flow, left: int) -> int:
        """Paint the playback controls in the middle, or beside the clock where there is little room; returns where they
        end."""
        px, d = self.renderer.px, self.context
        size, y = px(32), (self.rect.height - px(32)) // 2
        label = formatting.speed_label(d.playback.speed)
        x = max(left + px(20), self.rect.width // 2 - (3 * size + px(96)) // 2)
        for name, glyph in BUTTONS:
            runs = d.status.phase != "paused" if d.playback.live else d.playback.playing
            shown = ("pause" if runs else "play") if name == "pause" else glyph
            self._button(flow, pygame.Rect(x, y, size, size), name, shown, TEXT if name == "pause" else MUTED)
            x += size + px(4)
        x += px(6)
        wide = self.renderer.width("150 min a second", "label") + px(12)
        for name, sign, at in (("slower", "-", x), ("faster", "+", x + px(28) + wide)):
            self._button(flow, pygame.Rect(at, y, px(28), size), name, sign, MUTED)
        middle = (x + px(28) + wide // 2, (self.rect.height - self.renderer.line_height("label")) // 2)
        self.renderer.draw(flow.to, label, middle, "label", TEXT, "centre")
        return x + wide + 2 * px(28)

    def _button(self, flow: Flow, rect: pygame.Rect, name: str, sign: str, colour: Colour) -> None:
        """A button with a glyph, or with a sign of one letter."""
        flow.to.blit(boxes.box(rect.size, self.renderer.px(8), (255, 255, 255, 14)), rect.topleft)
        if len(sign) == 1:
            top = (rect.centerx, rect.centery - self.renderer.line_height("head") // 2)
            self.renderer.draw(flow.to, sign, top, "head", colour, "centre")
        else:
            self.renderer.draw_glyph(flow.to, sign, rect.center, self.renderer.px(15), colour)
        self.zones.append(Zone(rect, partial(self.context.do_action, name), name))

    def _status(self, flow: Flow, left: int) -> None:
        """Paint tools at the right end and the run's state beside them, as far as there is room right of ``left``."""
        renderer, px = self.renderer, self.renderer.px
        x = self.rect.width - px(12)
        size, y = px(32), (self.rect.height - px(32)) // 2
        for name, glyph in TOOLS:
            x -= size
            if x > left:
                self._button(flow, pygame.Rect(x, y, size, size), name, glyph, MUTED)
            x -= px(4)
        text, colour = self._mood()
        room = x - px(8) - left - px(40)
        head, *rest = text.split(", ")
        shorter = (text, ", ".join((head, *rest[-1:])), head)  # what a model is at is said as fully as there is room
        fitting = next((words for words in shorter if renderer.width(words, "label") <= room), "")
        text = fitting or (renderer.truncate(head, "label", room) if room > px(LEAST_MOOD) else "")
        wide, high = renderer.width(text, "label") + px(34 if text else 30), px(26)
        rect = pygame.Rect(x - wide - px(8), (self.rect.height - high) // 2, wide, high)
        if rect.x <= left:
            return
        flow.to.blit(boxes.box(rect.size, high // 2, (*colour, 38)), rect.topleft)
        flow.to.blit(renderer.glyph("dot", px(10), colour), (rect.x + px(10), rect.centery - px(5)))
        renderer.draw(flow.to, text, (rect.x + px(24), rect.centery - renderer.line_height("label") // 2), "label", colour)
        name = "edit" if self.context.trial else "live"
        self.zones.append(Zone(rect, partial(self.context.do_action, name), name))

    def _mood(self) -> tuple[str, Colour]:
        """The state of the run in a word or two."""
        d = self.context
        if d.trial:
            return "A trial: back to the editor", ACCENT
        if d.skipping:
            return "Skipping the night", ACCENT
        if d.link is None:
            return ("Replay", MUTED) if d.run.meta.status != "failed" else ("Failed run", VERMILION)
        if d.status.phase == "failed":
            return ("On hold" if d.run.meta.status == "paused" else "Failed"), VERMILION
        if not d.playback.live:
            return "In the past (L: back to now)", ACCENT
        if d.status.phase == "thinking" and d.status.work:
            return f"Thinking: {d.status.work}", LIVE
        if d.status.holds and d.status.phase in AT_WORK:
            return f"Only {formatting.speed_label(d.status.holds)}", ACCENT
        words = {"thinking": "Thinking", "paused": "Paused", "finished": "Finished", "starting": "Starting"}
        return words.get(d.status.phase, "Live"), LIVE if d.status.phase in AT_WORK else ACCENT
