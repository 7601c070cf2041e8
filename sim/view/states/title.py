"""The title card of a town that begins: its name, what it is about, and in three lines who wants what.

Behind the card the town lives until the first plans are made, then it waits. Any key or click begins. Reads the scenario in the
run file; knows no other file.
"""

from __future__ import annotations

from collections.abc import Hashable

import pygame
import yaml

from sim.record.rows import ResidentInfo
from sim.view.context import ViewContext
from sim.view.style import ACCENT, FAINT, MUTED, TEXT
from sim.view.widgets.flow import Flow
from sim.view.widgets.overlay import ListOverlay
from sim.view.window import Pop, Result, Window

WANTING = 3
FIRST_THOUGHTS = 2
"""The tick in which people first think."""
HELD_AT = 45
"""The tick at which the town waits for the user, also where somebody is still planning."""
PLANNING = ("plan", "steps")
"""Kinds of question of which a first plan is made."""


class TitleState(ListOverlay):
    """What the town is about, and who wants what. Holds the town once its people have plans, until a key is pressed."""

    size = (640, 0)
    is_text = True
    note = "Any key begins"

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context.renderer)
        self.context, self.title = context, context.run.meta.scenario_name
        self.about = description(context.run.scenario_text)
        self.people = wanting(context.run.residents, self.about)
        self.held = False

    def key(self) -> Hashable:
        return "" if self.held else self.context.status.work

    def update(self, window: Window, real: float) -> Result:
        """Hold the town as soon as its first plans are made, so that it moves at once after the key."""
        status = self.context.status
        planning = status.tick < HELD_AT and any(task in PLANNING for _, task in status.pondering)
        if not self.held and status.tick >= FIRST_THOUGHTS and not planning:
            self.held = self.context.send("pause")
        return super().update(window, real)

    def paint(self, flow: Flow) -> None:
        if self.about:
            flow.text(self.about, "body", TEXT)
            flow.gap(14)
        for one in self.people:
            flow.text(one.name, "label", ACCENT)
            flow.text(one.currently, "small", MUTED)
            flow.gap(8)
        if not self.held and self.context.status.work:
            flow.gap(6)
            flow.text(f"The first plans are being made: {self.context.status.work}.", "small", FAINT)

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        """Begin."""
        return Pop() if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) else None

    def close(self) -> None:
        if self.held:
            self.context.send("play")


def description(scenario: str) -> str:
    """What a scenario says of itself; ``""`` where it says nothing."""
    try:
        read = yaml.safe_load(scenario)
    except yaml.YAMLError:
        return ""
    return " ".join(str(read.get("description") or "").split()) if isinstance(read, dict) else ""


def wanting(residents: tuple[ResidentInfo, ...], about: str) -> tuple[ResidentInfo, ...]:
    """Up to three residents with something on their mind: those whom the description names, then the others in order."""
    minded = [one for one in residents if one.currently]
    return tuple(sorted(minded, key=lambda one: one.first not in about)[:WANTING])
