"""The two small questions of the editor: where to save, and whether to save before leaving."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pygame

from sim.view.keys import act_for
from sim.view.style import FAINT, MUTED, Colour
from sim.view.widgets.flow import Chip, Flow
from sim.view.widgets.overlay import AskOverlay, Overlay, place
from sim.view.window import Pop, Quit, Result, Window

if TYPE_CHECKING:
    from sim.view.edit.state import EditState


class SaveAsState(AskOverlay):
    """Asks for the file to save in."""

    title, note = "Save the scenario as", "Enter saves, Esc closes"

    def __init__(self, editing: EditState) -> None:
        super().__init__("scenarios/NAME.yaml", self._save)
        self.editing = editing
        self.box.set(editing.saved_in)

    def _save(self, name: str) -> None:
        if name.strip():
            self.editing.save(name.strip())
            self.done = True

    def below(self) -> tuple[str, Colour]:
        return "A scenario that is there is replaced; every line that you did not change stays as it was.", FAINT


class LeaveState(Overlay):
    """Asks what becomes of edits that are not saved, before the editor or (``quit``) the whole window is closed."""

    def __init__(self, editing: EditState, quit: bool = False) -> None:
        self.editing, self.quit = editing, quit
        self.at = 0
        self._zones: list[tuple[pygame.Rect, Callable[[], Result]]] = []

    def _answers(self) -> tuple[tuple[str, Callable[[], Result]], ...]:
        return (
            ("Save and leave", partial(self._leave, True)),
            ("Leave without saving", partial(self._leave, False)),
            ("Stay", Pop),
        )

    def _leave(self, save: bool) -> Result:
        if save and not self.editing.save():
            return Pop()
        self.editing.editor.doc.saved()
        if self.quit:
            return Quit()
        self.editing.do("leave")
        return Pop()

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        answers = self._answers()
        if event.type == pygame.KEYDOWN:
            act = act_for(event)
            if act == "escape":
                return Pop()
            if act == "press":
                return answers[self.at][1]()
            if act in ("focus_next", "focus_previous") or event.key in (pygame.K_LEFT, pygame.K_RIGHT):
                self.at = (self.at + (1 if act == "focus_next" or event.key == pygame.K_RIGHT else -1)) % len(answers)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            found = next((act for rect, act in self._zones if rect.collidepoint(event.pos)), None)
            return found() if found else None
        return None

    def draw(self, window: Window) -> None:
        px = window.renderer.px
        rect = place(window.surface, window.renderer, 560, 170, "Not saved yet", "Enter chooses, Esc stays")
        flow = Flow(window.surface, window.renderer, rect.inflate(-px(48), -px(70)).move(0, px(35)))
        flow.text("What you have changed is not in the file yet.", "body", MUTED)
        flow.gap(12)
        answers = self._answers()
        flow.chips([Chip(text, act, i == self.at) for i, (text, act) in enumerate(answers)])
        self._zones = [(zone.rect, act) for zone, (_, act) in zip(flow.zones, answers, strict=False)]
