"""A town that the chosen mind writes: one box for what it is about. What is being written is shown, and then the town lives."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from sim.view.home import Home, HomeError, TownOffer
from sim.view.style import FAINT, MUTED, VERMILION, Colour
from sim.view.widgets.overlay import AskOverlay
from sim.view.window import Result, Window

HINT = "a fishing village whose lighthouse keeper has not been seen since Tuesday"


class WrittenTownState(AskOverlay):
    """Asks ``home`` for a town of ``people`` by ``mind``, in a thread; ``live`` gets it. A user who leaves before finds the
    town in the list when it is written."""

    size = (720, 230)
    title = "What is the town about?"
    note = "Enter has it written, Esc closes"

    def __init__(self, home: Home, mind: str, people: int, seed: int, live: Callable[[TownOffer], None]) -> None:
        super().__init__(HINT, self._begin)
        self.home, self.mind, self.people, self.seed, self.live = home, mind, people, seed, live
        self.said, self.problem = "", ""
        self._town: TownOffer | None = None

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

    def below(self) -> tuple[str, Colour]:
        if self.problem:
            return self.problem, VERMILION
        planned = f"{self.people} people, written by the chosen mind on the map that fits."
        return (self.said, MUTED) if self.said else (planned, FAINT)
