"""The title card of a town that begins: what it is called, what it is about, and in three lines who wants what. The town waits.

Any key or click begins. Reads the scenario in the run file; knows no other file.
"""

from __future__ import annotations

import pygame
import yaml

from sim.record.rows import ResidentInfo
from sim.view.context import ViewContext
from sim.view.style import ACCENT, MUTED, TEXT
from sim.view.text_renderer import TextRenderer
from sim.view.widgets.flow import Flow
from sim.view.widgets.overlay import Overlay, Sheet
from sim.view.window import Pop, Result, Window

WIDE, WANTING = 640, 3


class Story(Sheet):
    """What the town is about, and who wants what."""

    def __init__(self, renderer: TextRenderer, about: str, people: tuple[ResidentInfo, ...]) -> None:
        super().__init__(renderer)
        self.about, self.people = about, people

    def paint(self, flow: Flow) -> None:
        if self.about:
            flow.text(self.about, "body", TEXT)
            flow.gap(14)
        for one in self.people:
            flow.text(one.name, "label", ACCENT)
            flow.text(one.currently, "small", MUTED)
            flow.gap(8)


class TitleState(Overlay):
    """Pauses the town while it is shown."""

    def __init__(self, context: ViewContext) -> None:
        self.context, self.name = context, context.run.meta.scenario_name
        about = description(context.run.scenario_text)
        self.list = Story(context.renderer, about, wanting(context.run.residents, about))
        context.send("pause")

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        """Begin."""
        return Pop() if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) else None

    def close(self) -> None:
        self.context.send("play")

    def draw(self, window: Window) -> None:
        self.list.draw_in_box(window, WIDE, self.name, "Any key begins")


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
