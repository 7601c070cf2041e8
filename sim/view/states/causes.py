"""The causes overlay: the causal chain of what a resident does; each link leads to its moment."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial

import pygame

from sim.record.read import RunError
from sim.view.causes import Cause, causal_chain
from sim.view.context import ViewContext
from sim.view.focus import Focus
from sim.view.formatting import place_text
from sim.view.keys import act_for
from sim.view.style import ACCENT, BLUE, FAINT, GREEN, MUTED, ORANGE, PURPLE, TEXT, VERMILION, YELLOW, Colour
from sim.view.widgets.flow import Flow
from sim.view.widgets.overlay import Overlay, OverlayList, place
from sim.view.window import Pop, Result, Window

COLOURS: dict[str, Colour] = {
    "action": ACCENT,
    "step": ORANGE,
    "plan": ORANGE,
    "change": VERMILION,
    "promise": YELLOW,
    "saw": BLUE,
    "event": VERMILION,
    "talk": GREEN,
    "memory": PURPLE,
    "concluded": PURPLE,
    "told": GREEN,
}
TITLES = {
    "action": "does",
    "step": "because of the step",
    "plan": "because of the plan",
    "why": "because",
    "change": "the plan was changed",
    "promise": "had promised",
    "saw": "had seen",
    "event": "had happened",
    "talk": "because of a talk",
    "memory": "remembered",
    "concluded": "had concluded",
    "told": "heard from",
}
STEPS = {"focus_next": 1, "down": 1, "focus_previous": -1, "up": -1}
"""Actions that move the focus, and which way."""
NAMED = ("action", "promise", "saw", "memory", "concluded")
"""Kinds of links whose title begins with a name."""


class CauseList(OverlayList):
    """The links of the chain, each indented by its depth; ``go`` is called with the one that is clicked."""

    def __init__(self, context: ViewContext, links: tuple[Cause, ...], go: Callable[[Cause], object]) -> None:
        super().__init__(context.renderer)
        self.context, self.links, self.go = context, links, go

    def key(self) -> Hashable:
        return self.links

    def paint(self, flow: Flow) -> None:
        if not self.links:
            flow.text("Nothing is recorded yet of why.", "body", FAINT)
        for i, link in enumerate(self.links):
            self._card(flow, i, link)

    def _card(self, flow: Flow, i: int, link: Cause) -> None:
        d = self.context
        at = d.day_and_time(link.tick)
        colour = COLOURS.get(link.kind, MUTED)
        with flow.card(partial(self.go, link), colour, f"because {i}", indent=18 * min(link.depth, 9)):
            name = f"{d.scene.name(link.who)} " if link.who in d.scene.info and link.kind in NAMED else ""
            flow.text(f"{name}{TITLES.get(link.kind, link.kind)}, {at}".upper(), "caps", FAINT)
            if link.kind == "told" and link.note:
                flow.text(link.note, "small", MUTED)
            flow.text(link.text, "head" if link.depth == 0 else "small", TEXT, lines=4)
            if link.note and link.kind != "told":
                note = place_text(link.note) if link.kind in ("action", "event") else link.note
                flow.text(note, "tiny", FAINT, lines=2)


class CausesState(Overlay):
    """Shows ``causal_chain`` for one resident at the shown tick."""

    def __init__(self, context: ViewContext, who: str) -> None:
        self.context, self.who = context, who
        try:
            links = causal_chain(context.run, who, context.playback.shown_tick)
        except RunError as error:
            context.notify(str(error))
            links = ()
        self.list = CauseList(context, links, self._go)
        self.focus = Focus([self.list])

    def _go(self, link: Cause) -> None:
        self.context.seek(link.tick, link.who or None)
        self.done = True

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        """Close with Q, Esc or a click outside; links are clicked or reached with Tab."""
        if event.type == pygame.KEYDOWN:
            return self._key(act_for(event))
        used = self.list.event(event, window.mouse)
        outside = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and not used
        return Pop() if outside else None

    def _key(self, act: str) -> Result:
        if act in ("why", "escape"):
            return Pop()
        if act in STEPS:
            self.focus.step(STEPS[act])
        elif act == "press":
            self.focus.press()
        return None

    def draw(self, window: Window) -> None:
        px = window.renderer.px
        name = self.context.scene.name(self.who)
        rect = place(window.surface, window.renderer, 680, 620, f"Why, {name}?", "a click goes to the moment, Esc closes")
        self.list.rect = pygame.Rect(rect.x + px(24), rect.y + px(62), rect.width - px(40), rect.height - px(80))
        self.list.draw(window.surface, window.mouse)
