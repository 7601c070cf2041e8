"""A panel of items that are gone through with the keyboard or clicked: rows, buttons, choices, fields with their mistakes.

One item has the cursor; one field may be open, with a box to type in and what may be taken below it. Knows what items look
like and how they are used, not what they stand for.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

import pygame

from sim.view.edit.items import Button, ChoiceField, Field, Heading, Item, ListEntry, Note
from sim.view.edit.text_area import TextArea
from sim.view.style import ACCENT, FAINT, TEXT, VERMILION, YELLOW
from sim.view.text_renderer import TextRenderer
from sim.view.widgets.flow import Chip, Flow, Zone
from sim.view.widgets.panel import Panel

MAX_OFFERED = 7
"""The most values that are offered below an open field."""


class Menu(Panel):
    """Shows ``items``, which ``make`` gives anew whenever ``version`` changes."""

    scrolls = True
    opaque = True

    def __init__(self, renderer: TextRenderer, make: Callable[[], Sequence[Item]], version: Callable[[], Hashable]) -> None:
        super().__init__(renderer)
        self._make, self._version = make, version
        self._shown: Hashable = None
        self.items: list[Item] = []
        self.cursor: int | None = None
        self.open: Field | None = None
        self.box = TextArea("")
        self.pick = -1
        """The offered value that is chosen; -1 for what is typed."""
        self._spans: dict[int, tuple[int, int]] = {}
        self._follow = False

    # -- what is shown ------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Fetch the items where something has changed."""
        if (version := self._version()) != self._shown:
            self.items, self._shown = list(self._make()), version
            self.cursor = None if self.cursor is None or not self.items else min(self.cursor, len(self.items) - 1)

    def key(self) -> Hashable:
        self.refresh()
        return self._shown, self.cursor, self.open and self.open.name, self.box.text, self.box.caret, self.box.marked, self.pick

    def paint(self, flow: Flow) -> None:
        self._spans.clear()
        for number, item in enumerate(self.items):
            top = flow.height
            self._item(flow, number, item)
            self._spans[number] = (top, flow.height)
        self.focus = None
        if self.cursor is not None and self.cursor in self._spans:
            top, bottom = self._spans[self.cursor]
            area = self.area()
            rect = pygame.Rect(area.x - 4, area.y + top - round(self.scroll) - 2, area.width + 8, bottom - top)
            flow.zones.insert(0, Zone(rect.clip(area.inflate(8, 8)), _nothing, "cursor"))
            self.focus = 0 if self.open is None else None

    def draw(self, to: pygame.Surface, mouse: tuple[int, int]) -> None:
        super().draw(to, mouse)
        if self._follow and self.cursor in self._spans:
            self._follow = False
            top, bottom = self._spans[self.cursor]
            if [self.cursor] == self._usable()[-1:]:  # what stands below the last item is read with it
                bottom = self._spans[len(self.items) - 1][1]
            high = self.area().height
            self.scroll = min(float(top), max(self.scroll, float(bottom - high)))
            super().draw(to, mouse)

    def _item(self, flow: Flow, number: int, item: Item) -> None:
        act = partial(self.press, number)
        if isinstance(item, Heading):
            flow.heading(item.text, item.note)
        elif isinstance(item, Note):
            flow.text(item.text, "small", (FAINT, VERMILION, YELLOW)[item.wrong])
            flow.gap(4)
        elif isinstance(item, ListEntry):
            with flow.card(act, VERMILION if item.wrong else item.colour, item.title):
                flow.text(("! " if item.wrong else "") + item.title, "label", ACCENT if item.on else TEXT, lines=2)
                if item.note:
                    flow.text(item.note, "tiny", FAINT, lines=2)
        elif isinstance(item, Button):
            flow.chips([Chip(item.title, act)])
        elif isinstance(item, ChoiceField):
            self._choice(flow, number, item)
        else:
            self._field(flow, number, item)

    def _choice(self, flow: Flow, number: int, item: ChoiceField) -> None:
        if item.steps:
            less, more = (Chip(sign, partial(self.step, number, by)) for sign, by in (("‹", -1), ("›", 1)))
            flow.chips([less, Chip(f"{item.label}: {item.options[item.at]}", _nothing), more])
            return
        if item.label:
            flow.text(item.label, "tiny", FAINT)
        flow.chips([Chip(text, partial(item.set, i), i == item.at) for i, text in enumerate(item.options)])

    def _field(self, flow: Flow, number: int, item: Field) -> None:
        is_open = self.open is not None and self.open.name == item.name
        edge = VERMILION if item.mistakes else YELLOW if item.warnings else None
        with flow.card(None if is_open or item.fixed else partial(self.press, number), edge, item.name):
            flow.text(item.label, "tiny", FAINT)
            if is_open:
                self._open_field(flow, item)
            else:
                colour = FAINT if item.fixed or not item.text else TEXT
                flow.text(item.text or item.hint or "–", "small", colour)
            for text in item.mistakes:
                flow.text(text, "small", VERMILION)
            for text in item.warnings:
                flow.text(text, "tiny", YELLOW)
            if item.fixed:
                flow.text(item.fixed, "tiny", FAINT)

    def _open_field(self, flow: Flow, item: Field) -> None:
        rect = pygame.Rect(flow.x, flow.y, flow.width, self.box.height(self.renderer, flow.width))
        flow.do(lambda: self.box.paint(flow.to, self.renderer, rect))
        flow.zones.append(Zone(rect, _nothing, "box"))
        flow.y += rect.height
        flow.gap(5)
        offered = self.offered()
        if offered:
            flow.chips([Chip(text, partial(self.take, text), i == self.pick) for i, text in enumerate(offered)])
        if item.place:
            flow.text("or click a place on the map", "tiny", FAINT)

    def offered(self) -> tuple[str, ...]:
        """The values of the open field that go with what is typed."""
        if self.open is None:
            return ()
        typed = self.box.text.rpartition(",")[2] if self.open.many else self.box.text
        key = typed.strip().casefold()
        fits = [text for text in self.open.offers if key in text.casefold()] if typed != self.open.text else [*self.open.offers]
        return tuple(sorted(fits or self.open.offers, key=lambda text: not text.casefold().startswith(key)))[:MAX_OFFERED]

    # -- using it -----------------------------------------------------------------------------------------------------------

    def press(self, number: int) -> None:
        """Use an item: go there, do it, open it."""
        item = self.items[number]
        if self.open is not None:
            self.commit()
        self.cursor = number
        self.invalidate()
        if isinstance(item, ListEntry | Button):
            item.act()
        elif isinstance(item, Field) and not item.fixed:
            self.open_field(item)

    def open_field(self, item: Field) -> None:
        """Give a field the keyboard."""
        self.open, self.box, self.pick = item, TextArea(item.text), -1
        self.box.focus()
        self._follow = True

    def commit(self) -> None:
        """Take what is written in the open field and close it."""
        field, text = self.open, self.box.text
        self.close()
        if field is not None and text.strip() != field.text:
            field.set(text.strip())

    def close(self) -> None:
        """Close the open field and forget what is written in it."""
        if self.open is not None:
            self.box.focus(False)
        self.open, self.pick = None, -1
        self.invalidate()

    def take(self, text: str) -> None:
        """Take an offered value into the open field, and close that where it holds but one."""
        field = self.open
        if field is None:
            return
        if field.many:
            before = self.box.text.rpartition(",")[0]
            self.box.set(f"{before}, {text}" if before else text)
            self.pick = -1
        else:
            self.box.set(text)
            self.commit()

    def step(self, number: int, by: int) -> bool:
        """Take the next value of a choice; False where the item is none."""
        item = self.items[number]
        if not isinstance(item, ChoiceField):
            return False
        item.set((item.at + by) % len(item.options))
        return True

    def move(self, by: int) -> bool:
        """Move the cursor to the next item that can be used; False behind the last."""
        self.refresh()
        spots = self._usable()
        start = -1 if self.cursor is None and by > 0 else len(self.items) if self.cursor is None else self.cursor
        further = [i for i in spots if (i > start if by > 0 else i < start)]
        if not further:
            return False
        self.cursor, self._follow = (further[0] if by > 0 else further[-1]), True
        return True

    def _usable(self) -> list[int]:
        """The numbers of the items that the cursor goes through."""
        items = enumerate(self.items)
        return [i for i, one in items if not (isinstance(one, Heading | Note) or (isinstance(one, Field) and one.fixed))]

    def event(self, event: pygame.event.Event, mouse: tuple[int, int]) -> bool:
        inside = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos)
        if inside and self.open is not None:
            zone = self.zone_at(event.pos)
            if zone is not None and zone.name == "box":
                self.box.click((event.pos[0] - self.rect.x, event.pos[1] - self.rect.y), self.renderer)
                return True
            if zone is None or zone.name == "cursor":
                self.commit()
                return True
        return super().event(event, mouse)

    def typed(self, event: pygame.event.Event) -> bool:
        """Offer an event to the open field; whether it used it. Tab and Enter take what is written, Escape forgets it."""
        if self.open is None:
            return False
        if event.type != pygame.KEYDOWN:
            return self.box.event(event)
        if event.key == pygame.K_ESCAPE:
            self.close()
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            offered = self.offered()
            if 0 <= self.pick < len(offered):
                self.take(offered[self.pick])
            else:
                self.commit()
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self._arrow(1 if event.key == pygame.K_DOWN else -1)
        else:
            self.pick = -1
            return self.box.event(event)
        return True

    def _arrow(self, step: int) -> None:
        """Move within the text; beyond its last line, or where something is offered, through what is offered."""
        offered = self.offered()
        if self.pick < 0 and self.box.up_or_down(step):
            return
        self.pick = max(-1, min(len(offered) - 1, self.pick + step))


def _nothing() -> None:
    """A part that takes clicks and does nothing by itself."""
