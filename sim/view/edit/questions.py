"""The two small questions of the editor: where to save, and whether to save before leaving."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import PurePath

from sim.view.style import FAINT, MUTED, Colour
from sim.view.text_renderer import TextRenderer
from sim.view.widgets.flow import Chip, Flow
from sim.view.widgets.overlay import AskOverlay, ListOverlay
from sim.view.window import Pop, Quit, Result, Window


class SaveAsState(AskOverlay):
    """Asks for the file to save in, ``path`` unless the user writes another: its name is marked, so that typing replaces it.
    ``save`` gets the answer."""

    title = "Save the scenario as"
    note = "Enter saves, Esc closes"

    def __init__(self, path: str, save: Callable[[str], object]) -> None:
        super().__init__("scenarios/NAME.yaml", self._save)
        self.save_in = save
        self.box.set(path)
        name = PurePath(path).stem
        start = path.rfind(name)
        self.box.marked = (start, start + len(name))

    def _save(self, name: str) -> None:
        if name.strip():
            self.save_in(name.strip())
            self.done = True

    def below(self) -> tuple[str, Colour]:
        return "A scenario that is there is replaced; every line that you did not change stays as it was.", FAINT


class LeaveState(ListOverlay):
    """Asks what becomes of edits that are not saved, before the editor or the whole window is closed.

    ``save`` saves them and says whether that was possible; ``forget`` counts them as saved. ``leave`` closes the editor; where
    it is None the window is closed."""

    size = (560, 170)
    title = "Not saved yet"
    note = "Enter chooses, Esc stays"

    def __init__(
        self, renderer: TextRenderer, save: Callable[[], bool], forget: Callable[[], object], leave: Callable[[], object] | None
    ) -> None:
        super().__init__(renderer)
        self.save, self.forget, self.leave = save, forget, leave
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
        if not save or self.save():
            self.forget()
            if self.leave is None:
                self._next = Quit()
            else:
                self.leave()

    def update(self, window: Window, real: float) -> Result:
        """Enter takes the first answer, until another is chosen."""
        if self.focus.at is None:
            self.focus.step(1)
        return self._next
