"""A town that the chosen mind writes: one box for what it is about. What is being written is shown, and then the town lives."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

import pygame

from sim.view.home import Home, HomeError, TownOffer
from sim.view.keys import act_for
from sim.view.style import FAINT, MUTED, VERMILION
from sim.view.widgets.overlay import Overlay, place
from sim.view.widgets.textbox import TextBox
from sim.view.window import Pop, Result, Window

HINT = "a fishing village whose lighthouse keeper has not been seen since Tuesday"


class WrittenTownState(Overlay):
    """Asks ``home`` for a town of ``people`` by ``mind``, in a thread; ``live`` gets it. Whoever leaves before finds the town
    in the list when it is written."""

    def __init__(self, home: Home, mind: str, people: int, seed: int, live: Callable[[TownOffer], None]) -> None:
        self.home, self.mind, self.people, self.seed, self.live = home, mind, people, seed, live
        self.box = TextBox(HINT, entered=self._begin)
        self.box.focus()
        self.said, self.problem = "", ""
        self._town: TownOffer | None = None

    def close(self) -> None:
        self.box.focus(False)

    def _begin(self, text: str) -> None:
        if not self.said:
            self.said, self.problem = "asking the mind ...", ""
            Thread(target=self._write, args=(text.strip() or HINT,), daemon=True).start()

    def _write(self, about: str) -> None:
        try:
            self._town = self.home.write(about, self.people, self.seed, self.mind, self._tell)
        except HomeError as error:
            self.said, self.problem = "", str(error)

    def _tell(self, title: str) -> None:
        self.said = f"writing {title} ..."

    def update(self, window: Window, real: float) -> Result:
        if self._town is not None and not self.done:
            self.live(self._town)
            self.done = True
        return super().update(window, real)

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        if event.type == pygame.KEYDOWN and act_for(event) == "escape":
            return Pop()
        self.box.event(event)
        return None

    def draw(self, window: Window) -> None:
        to, renderer, px = window.surface, window.renderer, window.renderer.px
        rect = place(to, renderer, 720, 230, "What is the town about?", "Enter has it written, Esc closes")
        self.box.draw(to, renderer, pygame.Rect(rect.x + px(24), rect.y + px(62), rect.width - px(48), px(38)))
        said = self.problem or self.said or f"{self.people} people, written by the chosen mind on the map that fits."
        colour = VERMILION if self.problem else MUTED if self.said else FAINT
        y = rect.y + px(112)
        for line in renderer.wrap(said, "small", rect.width - px(56))[:5]:
            renderer.draw(to, line, (rect.x + px(28), y), "small", colour)
            y += renderer.line_height("small")
