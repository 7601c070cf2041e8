"""The tab Memories: the memory stream at the shown tick, searched by words, kind, importance, person and day."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

import pygame

from sim.record.memory_reader import Sort
from sim.types import Memory
from sim.view import formatting
from sim.view.context import ViewContext
from sim.view.formatting import kind_text
from sim.view.style import FAINT, KIND_COLOURS, MUTED
from sim.view.tabs.cards import evidence, memory_card
from sim.view.tabs.tab import Tab
from sim.view.widgets.flow import Chip, Flow, Zone
from sim.view.widgets.textbox import TextBox

PAGE = 60
SORTS: dict[Sort, str] = {"time": "newest", "importance": "important", "used": "last used"}
MIN_IMPORTANCES = (None, 4.0, 7.0)


class MemoriesTab(Tab):
    """The memory stream of one resident, filtered and sorted by the run file."""

    name = "Memories"

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context)
        self.box = TextBox("Search memories", changed=lambda _: self._filters_changed())
        self.kind = ""
        self.sort: Sort = "time"
        self.least: float | None = None
        self.person = ""
        self.day: int | None = None
        self.shown = PAGE
        self.memories: tuple[Memory, ...] = ()
        self.count = 0

    def reset(self) -> None:
        """Close what is open; the filters stay."""
        super().reset()
        self.shown = PAGE

    def _filters_changed(self) -> None:
        self.shown = PAGE
        self.refresh()

    def filters(self) -> Hashable:
        return self.box.text, self.kind, self.sort, self.least, self.person, self.day, self.shown

    def fetch(self, tick: int) -> None:
        self.memories = tuple(
            self.context.run.memories(
                self.who, tick, words=self.box.text, kinds=(self.kind,) if self.kind else None, least=self.least,
                person=self.person, day=self.day, sort=self.sort, limit=self.shown,
            )
        )  # fmt: skip
        self.count = self.context.run.count_memories(self.who, tick)

    def key(self) -> Hashable:
        box = (self.box.text, self.box.caret, self.box.focused)
        return self.who, box, self.filters(), self.opened, self.memories, self.context.now // 60

    def event(self, event: pygame.event.Event) -> bool:
        return self.box.event(event)

    def has_keyboard(self) -> bool:
        return self.box.focused

    def paint(self, flow: Flow) -> None:
        self._search(flow)
        self._filters(flow)
        if not self.memories:
            flow.text("Nothing like that in memory at this moment.", "small", FAINT)
        for memory in self.memories:
            opened = memory.n == self.opened
            memory_card(flow, self.context, self.who, memory, partial(self.toggle, memory.n), opened)
            if opened and memory.evidence:
                evidence(flow, self.context, self.who, memory)
        if len(self.memories) >= self.shown:
            flow.chips([Chip("Show more", self._more)])

    def _search(self, flow: Flow) -> None:
        rect = pygame.Rect(flow.x, flow.y, flow.width, self.context.renderer.px(32))
        flow.do(lambda: self.box.draw(flow.to, self.context.renderer, rect))
        flow.zones.append(Zone(rect, self.box.focus, "search memories"))
        flow.y += rect.height
        flow.gap(8)

    def _filters(self, flow: Flow) -> None:
        kinds = [
            Chip(kind_text(kind), partial(self._set, kind="" if kind == self.kind else kind), kind == self.kind, colour)
            for kind, colour in KIND_COLOURS.items()
        ]
        flow.chips(kinds)
        sorts = [Chip(word, partial(self._set, sort=s), s == self.sort) for s, word in SORTS.items()]
        least = [Chip("any" if v is None else f"{v:g}+", partial(self._set, least=v), v == self.least) for v in MIN_IMPORTANCES]
        flow.chips(sorts + least)
        flow.chips(self._people_and_days())
        flow.text(f"{len(self.memories)} shown of {self.count}", "tiny", FAINT)
        flow.gap(5)

    def _people_and_days(self) -> list[Chip]:
        """Chips that cycle through people and days."""
        scene, now = self.context.scene, self.context.now
        people = ["", *[slug for slug in scene.info if slug != self.who]]
        days: list[int | None] = [None, *range(1, formatting.day(self.context.start, now) + 1)]
        someone = people[(people.index(self.person) + 1) % len(people)] if self.person in people else ""
        after = days[(days.index(self.day) + 1) % len(days)] if self.day in days else None
        return [
            Chip(f"about {scene.name(self.person) or 'anybody'}", partial(self._set, person=someone), bool(self.person), MUTED),
            Chip(f"day {self.day}" if self.day else "any day", partial(self._set, day=after), self.day is not None, MUTED),
        ]

    def _set(self, **changes: object) -> None:
        for name, value in changes.items():
            setattr(self, name, value)
        self._filters_changed()

    def _more(self) -> None:
        self.shown += PAGE
        self.refresh()
