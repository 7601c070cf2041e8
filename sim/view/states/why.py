"""Why? From what a resident does back to the plan, what changed it, the memories, who told whom; each leads to its moment."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

import pygame

from sim.record.read import RunError
from sim.view import times
from sim.view.context import Desk
from sim.view.keys import act_for
from sim.view.screen import Pop, Result, State
from sim.view.style import ACCENT, BLUE, FAINT, GREEN, INK, ORANGE, PURPLE, SOFT, VERMILION, YELLOW, Colour
from sim.view.why import Because, chain
from sim.view.widgets.flow import Flow
from sim.view.widgets.overlay import BareList, dim, place
from sim.view.window import Window

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
    "told": "heard from",
}


NAMED = ("action", "promise", "saw", "memory")
"""Kinds whose title begins with a name."""


class Chain(BareList):
    """The links, each indented by how far back it lies."""

    def __init__(self, desk: Desk, links: tuple[Because, ...]) -> None:
        super().__init__(desk.ink)
        self.desk, self.links = desk, links
        self.done = False

    def key(self) -> Hashable:
        """The links."""
        return self.links

    def paint(self, flow: Flow) -> None:
        """A card per link."""
        if not self.links:
            flow.text("Nothing is recorded yet of why.", "body", FAINT)
        for i, link in enumerate(self.links):
            self._card(flow, i, link)

    def _card(self, flow: Flow, i: int, link: Because) -> None:
        d = self.desk
        at = times.short(d.start, link.tick * d.run.meta.tick_seconds)
        colour = COLOURS.get(link.kind, SOFT)
        with flow.card(partial(self._go, link), colour, f"because {i}", indent=18 * min(link.depth, 9)):
            name = f"{d.scene.name(link.who)} " if link.who in d.scene.info and link.kind in NAMED else ""
            flow.text(f"{name}{TITLES.get(link.kind, link.kind)}, {at}".upper(), "caps", FAINT)
            if link.kind == "told" and link.note:
                flow.text(link.note, "small", SOFT)
            flow.text(link.text, "head" if link.depth == 0 else "small", INK, lines=4)
            if link.note and link.kind != "told":
                flow.text(_note(link), "tiny", FAINT, lines=2)

    def _go(self, link: Because) -> None:
        self.desk.seek(link.tick, link.who or None)
        self.done = True


def _note(link: Because) -> str:
    """A written address from the inside out; other notes as they are."""
    parts = [part.strip() for part in link.note.split(":")]
    return ", ".join(reversed(parts[1:])) if link.kind in ("action", "event") and len(parts) > 1 else link.note


class Why(State):
    """An overlay over the town."""

    covers = False

    def __init__(self, desk: Desk, who: str) -> None:
        self.desk, self.who = desk, who
        try:
            links = chain(desk.run, who, desk.cursor.now)
        except RunError as error:
            desk.say(str(error))
            links = ()
        self.list = Chain(desk, links)

    def update(self, window: Window, real: float) -> Result:
        """Close once a link has been followed."""
        return Pop() if self.list.done else None

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        """Close with Q, Esc or a click outside; links are clicked or reached with Tab."""
        if event.type == pygame.KEYDOWN:
            return self._key(act_for(event))
        used = self.list.event(event, window.mouse)
        outside = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and not used
        return Pop() if outside else None

    def _key(self, act: str) -> Result:
        count = len(self.list.zones)
        if act in ("why", "escape"):
            return Pop()
        if act in ("tab", "tab_back", "up", "down") and count:
            step = -1 if act in ("tab_back", "up") else 1
            self.list.focus = (-1 if self.list.focus is None else self.list.focus) + step
            self.list.focus %= count
        elif act == "press" and self.list.focus is not None and self.list.focus < count:
            self.list.zones[self.list.focus].act()
        return None

    def draw(self, window: Window) -> None:
        """The chain in a box."""
        dim(window.surface)
        px = window.ink.px
        name = self.desk.scene.name(self.who)
        rect = place(window.surface, window.ink, 680, 620, f"Why, {name}?", "a click goes to the moment, Esc closes")
        self.list.rect = pygame.Rect(rect.x + px(24), rect.y + px(62), rect.width - px(40), rect.height - px(80))
        self.list.draw(window.surface, window.mouse)
