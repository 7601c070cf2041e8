"""The search overlay: residents and places by name, memories and talk by their words, at the shown tick."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from sim.record.read import RunError
from sim.view.context import ViewContext
from sim.view.formatting import kind_text
from sim.view.style import BLUE, FAINT, GREEN, KIND_COLOURS, MUTED, TEXT, Colour
from sim.view.widgets.flow import Flow
from sim.view.widgets.overlay import AskOverlay, OverlayList
from sim.view.window import Result, Window

TYPING_PAUSE = 0.25
"""Seconds without a key after which the search runs; in a long run it may take tens of milliseconds."""
MAX_RESULTS = 80


@dataclass(frozen=True)
class SearchRow:
    """A result; ``go`` leads to it."""

    head: str
    text: str
    colour: Colour
    go: Callable[[], object]


class SearchState(AskOverlay):
    """An overlay with a search box. Up and Down choose, Enter goes there, without a choice to the first."""

    size = (640, 560)
    title = "Search"
    note = "Down chooses, Enter goes there, Esc closes"

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.rows: tuple[SearchRow, ...] = ()
        self.words = ""
        answers = OverlayList(context.renderer, self._paint, lambda: (self.rows, bool(self.words.strip())))
        super().__init__("Search the town", self._enter, self._changed, answers)
        self._due: float | None = None

    def _paint(self, flow: Flow) -> None:
        if not self.rows:
            hint = "Nothing found." if self.words.strip() else "Type a name, a place, or words somebody said."
            flow.text(hint, "body", FAINT)
        for i, row in enumerate(self.rows):
            with flow.card(row.go, row.colour, f"result {i}"):
                flow.text(row.head, "caps", FAINT)
                flow.text(row.text, "small", TEXT, lines=2)

    def update(self, window: Window, real: float) -> Result:
        """Search once the user has stopped typing for a moment."""
        if self._due is not None:
            self._due -= real
            if self._due <= 0:
                self.run_search()
        return super().update(window, real)

    def _changed(self, text: str) -> None:
        self._due = TYPING_PAUSE

    def run_search(self) -> None:
        self._due = None
        self.words = words = self.box.text
        self.rows = (*self._names(words), *self._words(words)) if words.strip() else ()

    def _names(self, words: str) -> list[SearchRow]:
        wanted = words.casefold().strip()
        people = [
            SearchRow(f"RESIDENT  {info.occupation.upper()}", info.name, self.context.colour(slug), partial(self._person, slug))
            for slug, info in self.context.scene.info.items()
            if wanted in info.name.casefold() or wanted in info.occupation.casefold()
        ]
        places = [
            SearchRow("PLACE", o.name, MUTED, partial(self._place, o.x + o.w / 2, o.y + o.h / 2))
            for o in self.context.tilemap.objects
            if o.cls in ("sector", "arena") and wanted in o.name.casefold()
        ]
        return people[:8] + places[:8]

    def _words(self, words: str) -> list[SearchRow]:
        context, rows = self.context, []
        try:
            found = context.run.find(words, context.playback.shown_tick, MAX_RESULTS)
        except RunError as error:
            context.notify(str(error))
            return []
        for one in found:
            at = context.day_and_time(one.tick)
            colour = GREEN if one.kind == "say" else KIND_COLOURS.get(one.kind, BLUE)
            head = f"{context.scene.name(one.resident)}  {kind_text(one.kind)}  {at}".upper()
            rows.append(SearchRow(head, one.text, colour, partial(self._moment, one.tick, one.resident)))
        return rows

    def _person(self, slug: str) -> None:
        self.context.select(slug)
        self.context.center_on(slug)
        self.done = True

    def _place(self, x: float, y: float) -> None:
        self.context.release_camera("you looked for a place")
        self.context.camera.glide(*self.context.world_pixel(x, y))
        self.done = True

    def _moment(self, tick: int, slug: str) -> None:
        self.context.seek(tick, slug or None)
        self.done = True

    def _enter(self, text: str) -> None:
        if self._due is not None:
            self.run_search()
        elif self.rows:
            self.rows[0].go()
