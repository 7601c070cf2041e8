"""The two small questions of the editor: where to save, and whether to save before leaving."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sim.view.style import FAINT, MUTED, Colour
from sim.view.widgets.flow import Chip, Flow
from sim.view.widgets.overlay import AskOverlay, ListOverlay
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


class LeaveState(ListOverlay):
    """Asks what becomes of edits that are not saved, before the editor or (``quit``) the whole window is closed."""

    size = (560, 170)
    title, note = "Not saved yet", "Enter chooses, Esc stays"

    def __init__(self, editing: EditState, quit: bool = False) -> None:
        super().__init__(editing.window.renderer)
        self.editing, self.quit = editing, quit
        self._next: Result = None

    def paint(self, flow: Flow) -> None:
        flow.text("What you have changed is not in the file yet.", "body", MUTED)
        flow.gap(12)
        leave = (("Save and leave", partial(self._leave, True)), ("Leave without saving", partial(self._leave, False)))
        flow.chips([Chip(text, act) for text, act in (*leave, ("Stay", self._stay))])

    def _stay(self) -> None:
        self._next = Pop()

    def _leave(self, save: bool) -> None:
        self._next = Pop()
        if not save or self.editing.save():
            self.editing.editor.doc.saved()
            if self.quit:
                self._next = Quit()
            else:
                self.editing.do("leave")

    def update(self, window: Window, real: float) -> Result:
        """The first answer is the one that Enter takes, until another is chosen."""
        if self.focus.at is None:
            self.focus.step(1)
        return self._next
