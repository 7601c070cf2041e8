"""Search the whole town at the shown moment: residents and places by name, memories and talk by their words."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial

import pygame

from sim.record.read import RunError
from sim.view import times
from sim.view.context import Desk
from sim.view.keys import act_for
from sim.view.screen import Pop, Result, State
from sim.view.style import ACCENT, BLUE, FAINT, GREEN, INK, KIND_COLOURS, SOFT, Colour
from sim.view.widgets.flow import Flow
from sim.view.widgets.overlay import BareList, dim, place
from sim.view.widgets.textbox import TextBox
from sim.view.window import Window

WAIT = 0.25
"""Seconds without a key after which the search runs: it may take tens of milliseconds in a long run."""
MOST = 80


@dataclass(frozen=True)
class Row:
    """One result: ``go`` leads to it."""

    head: str
    text: str
    colour: Colour
    go: Callable[[], object]


class Results(BareList):
    """The list of results; ``chosen`` is the one Enter takes."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.ink)
        self.rows: tuple[Row, ...] = ()
        self.chosen = 0
        self.words = ""

    def key(self) -> Hashable:
        """The rows and which is chosen."""
        return self.rows, self.chosen

    def paint(self, flow: Flow) -> None:
        """A card per result."""
        if not self.rows:
            flow.text(
                "Nothing found." if self.words.strip() else "Type a name, a place, or words somebody said.", "body", FAINT
            )
        for i, row in enumerate(self.rows):
            with flow.card(row.go, row.colour, f"result {i}"):
                flow.text(row.head, "caps", ACCENT if i == self.chosen else FAINT)
                flow.text(row.text, "small", INK, lines=2)


class Search(State):
    """An overlay with a search box. Up and Down choose, Enter goes there."""

    covers = False

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.results = Results(desk)
        self.box = TextBox("Search the town", changed=self._changed, entered=self._enter)
        self.box.focus()
        self._due: float | None = None
        self._done = False

    def close(self) -> None:
        """Give the keyboard back."""
        self.box.focus(False)

    def update(self, window: Window, real: float) -> Result:
        """Search once nobody has typed for a moment."""
        if self._due is not None:
            self._due -= real
            if self._due <= 0:
                self.run_search()
        return Pop() if self._done else None

    def _changed(self, text: str) -> None:
        self._due = WAIT

    def run_search(self) -> None:
        """Search now."""
        self._due = None
        words = self.box.text
        self.results.words, self.results.chosen, self.results.scroll = words, 0, 0.0
        self.results.rows = (*self._names(words), *self._words(words)) if words.strip() else ()

    def _names(self, words: str) -> list[Row]:
        wanted = words.casefold().strip()
        people = [
            Row(f"RESIDENT  {info.occupation.upper()}", info.name, self.desk.colour(slug), partial(self._person, slug))
            for slug, info in self.desk.scene.info.items()
            if wanted in info.name.casefold() or wanted in info.occupation.casefold()
        ]
        tilemap = self.desk.pictures.map
        places = [
            Row("PLACE", o.name, SOFT, partial(self._place, o.x + o.w / 2, o.y + o.h / 2))
            for o in tilemap.objects
            if o.cls in ("sector", "arena") and wanted in o.name.casefold()
        ]
        return people[:8] + places[:8]

    def _words(self, words: str) -> list[Row]:
        desk, rows = self.desk, []
        try:
            found = desk.run.find(words, desk.cursor.now, MOST)
        except RunError as error:
            desk.say(str(error))
            return []
        for one in found:
            at = times.short(desk.start, one.tick * desk.run.meta.tick_seconds)
            colour = GREEN if one.kind == "say" else KIND_COLOURS.get(one.kind, BLUE)
            kind = "said" if one.kind == "say" else one.kind
            head = f"{desk.scene.name(one.resident)}  {kind}  {at}".upper()
            rows.append(Row(head, one.text, colour, partial(self._moment, one.tick, one.resident)))
        return rows

    def _person(self, slug: str) -> None:
        self.desk.select(slug)
        self.desk.show(slug)
        self._done = True

    def _place(self, x: float, y: float) -> None:
        self.desk.following = False
        self.desk.directed = False
        self.desk.camera.glide(x * self.desk.pictures.map.tile_width, y * self.desk.pictures.map.tile_height)
        self._done = True

    def _moment(self, tick: int, slug: str) -> None:
        self.desk.seek(tick, slug or None)
        self._done = True

    def _enter(self, text: str) -> None:
        if self._due is not None:
            self.run_search()
        elif self.results.rows:
            self.results.rows[self.results.chosen].go()

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        """Keys go into the box; arrows choose; a click outside closes."""
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_UP, pygame.K_DOWN) and self.results.rows:
            step = 1 if event.key == pygame.K_DOWN else -1
            self.results.chosen = max(0, min(len(self.results.rows) - 1, self.results.chosen + step))
            return None
        if event.type == pygame.KEYDOWN and act_for(event) == "escape":
            return Pop()
        if self.box.event(event) or self.results.event(event, window.mouse):
            return None
        return None

    def draw(self, window: Window) -> None:
        """Box and results."""
        dim(window.surface)
        ink, px = window.ink, window.ink.px
        rect = place(window.surface, ink, 640, 560, "Search", "Enter goes there, Esc closes")
        self.box.draw(window.surface, ink, pygame.Rect(rect.x + px(24), rect.y + px(60), rect.width - px(48), px(36)))
        self.results.rect = pygame.Rect(rect.x + px(24), rect.y + px(108), rect.width - px(40), rect.height - px(124))
        self.results.draw(window.surface, window.mouse)
