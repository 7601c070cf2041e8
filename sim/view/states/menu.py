"""The menu of a town (Esc): go on, see that it is saved, go to the start screen, read the help, quit.

Leaving a living town is asked here, once, whichever way it is left. Knows no panel.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial

import pygame

from sim.view.context import ViewContext
from sim.view.states.help import HelpState
from sim.view.style import ACCENT, MUTED, TEXT
from sim.view.widgets.flow import Flow
from sim.view.widgets.overlay import ListOverlay
from sim.view.window import Pop, Quit, Replace, Reset, Result, Window


class MenuState(ListOverlay):
    """What can be done beside watching, each with what becomes of the town; time stands still until it is closed."""

    act = "escape"
    size = (460, 0)
    title = "Menu"
    note = "Esc goes on"
    fits_text = True

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context.renderer)
        self.context = context
        self._next: Result = None
        self._holds_town = context.lives and context.status.phase != "paused"
        self._holds_playback = not context.playback.live and context.playback.playing
        if self._holds_town:
            context.send("pause")
        if self._holds_playback:
            context.playback.playing = False

    def key(self) -> Hashable:
        return self.context.run.last_tick, self.context.lives

    def paint(self, flow: Flow) -> None:
        for name, about, act in self._entries():
            with flow.card(act, ACCENT, name):
                flow.text(name, "label", TEXT)
                flow.text(about, "small", MUTED)

    def _entries(self) -> list[tuple[str, str, Callable[[], object]]]:
        """(name, what becomes of the town, what is done)."""
        context = self.context
        last = context.day_and_time(max(0, context.run.last_tick))
        leaves = "The town is saved and stops." if context.lives else "The run stays saved."
        found: list[tuple[str, str, Callable[[], object]]] = [("Continue", "Back to the town.", partial(self._take, Pop()))]
        if context.lives:
            found.append(("Save", f"All is saved as it is lived: up to {last}, in {context.run.path}.", self._save))
        if (start := context.back) is not None:
            found.append(("Start screen", f"{leaves} Other towns and saved runs are there.", lambda: self._take(Reset(start))))
        found.append(("Help", "All keys, and what they do.", lambda: self._take(Replace(HelpState(context.renderer)))))
        return [*found, ("Quit", f"{leaves} This window closes.", partial(self._take, Quit()))]

    def _save(self) -> None:
        self.context.notify(f"Saved: {self.context.run.path}")
        self._take(Pop())

    def _take(self, result: Result) -> None:
        """Close the menu; time goes on as before, unless the town is left."""
        self._next = result
        if isinstance(result, Pop | Replace):
            if self._holds_town:
                self.context.send("play")
            self.context.playback.playing = self.context.playback.playing or self._holds_playback

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        if isinstance(super().event(window, event), Pop):
            self._take(Pop())
        return None

    def update(self, window: Window, real: float) -> Result:
        """Enter takes the first entry, until another is chosen."""
        if self.focus.at is None:
            self.focus.step(1)
        return self._next
