"""The inspector: the selected resident, and one of six tabs (and own ones) about them. Keeps each tab's scroll position."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import partial

import pygame

from sim.view.context import ViewContext
from sim.view.style import ACCENT, FAINT, LIVE, MUTED, TEXT, Colour
from sim.view.tabs.memories import MemoriesTab
from sim.view.tabs.model import ModelTab
from sim.view.tabs.now import NowTab
from sim.view.tabs.people import PeopleTab
from sim.view.tabs.reflections import ReflectionsTab
from sim.view.tabs.tab import Tab
from sim.view.tabs.talks import TalksTab
from sim.view.widgets import boxes
from sim.view.widgets.flow import Act, Flow, Zone
from sim.view.widgets.panel import Panel

HEAD_HEIGHT = 84
"""Pixels at 100 %."""
TABS_HEIGHT = 34
"""Pixels at 100 %."""


class Inspector(Panel):
    """The selected resident at the shown tick."""

    scrolls = True
    tooltips = {"close": "escape", "eye": "follow", "play": "play"}

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context.renderer)
        self.context = context
        kinds: tuple[type[Tab], ...] = (NowTab, MemoriesTab, ReflectionsTab, TalksTab, PeopleTab, ModelTab, *context.tabs)
        self.tabs = tuple(kind(context) for kind in kinds)
        self.open = 0
        self._scrolls = [0.0] * len(self.tabs)
        context.on_select.append(self._selected)

    @property
    def tab(self) -> Tab:
        """The open tab."""
        return self.tabs[self.open]

    def _selected(self) -> None:
        self._scrolls = [0.0] * len(self.tabs)
        self.scroll = 0.0
        for tab in self.tabs:
            tab.reset()
        self.refresh()

    def show(self, index: int) -> None:
        """Open a tab (0 to 5)."""
        self._scrolls[self.open] = self.scroll
        if self.tab.has_keyboard():
            pygame.key.stop_text_input()
        self.open = max(0, min(len(self.tabs) - 1, index))
        self.scroll = self._scrolls[self.open]
        self.refresh()

    def refresh(self) -> None:
        if self.context.selected:
            self.tab.refresh()

    def key(self) -> Hashable:
        return self.context.selected, self.context.following, self.context.player_slug, self.open, self.tab.key()

    def area(self) -> pygame.Rect:
        px = self.renderer.px
        top = px(HEAD_HEIGHT + TABS_HEIGHT + 10)
        return pygame.Rect(px(14), top, self.rect.width - px(30), self.rect.height - top - px(10))

    def paint(self, flow: Flow) -> None:
        """Paint the head and the tabs' names, which stay, and the open tab, which scrolls."""
        if not self.context.selected:
            return
        self._head(flow)
        self._tabs(flow)
        fixed = list(self.zones)
        flow.to.set_clip(flow.area)
        self.tab.paint(flow)
        flow.to.set_clip(None)
        self.zones = fixed
        flow.zones[:] = [replace(z, rect=cut) for z in flow.zones if (cut := z.rect.clip(flow.area)).height > 0]

    def _head(self, flow: Flow) -> None:
        d, renderer, px = self.context, self.renderer, self.renderer.px
        slug = d.selected or ""
        info = d.scene.info.get(slug)
        box = self._portrait()
        flow.to.blit(boxes.box(box.size, px(12), (*d.colour(slug), 70)), box.topleft)
        d.sprites.draw_portrait(flow.to, slug, box, px(4), box.y + px(2))
        x = box.right + px(12)
        room = self.rect.width - x - px(80)
        renderer.draw(flow.to, renderer.truncate(d.scene.full_name(slug), "title", room), (x, px(14)), "title", TEXT)
        about = f"{info.age}, {info.occupation}" if info else ""
        taken = self._become(flow, slug) if d.link is not None else 0
        about = renderer.truncate(about, "small", room + px(60) - taken)
        renderer.draw(flow.to, about, (x, px(16) + renderer.line_height("title")), "small", MUTED)
        self._corner(flow, "close", self.rect.width - px(40), MUTED, lambda: d.select(None))
        colour = ACCENT if d.following else MUTED
        self._corner(flow, "eye", self.rect.width - px(72), colour, lambda: d.do_action("follow"))

    def _portrait(self) -> pygame.Rect:
        px = self.renderer.px
        return pygame.Rect(px(14), px(14), px(62), px(62))

    def kept_clear(self) -> list[pygame.Rect]:
        return [*self.buttons(), self._portrait().move(self.rect.topleft)] if self.visible else []

    def _become(self, flow: Flow, slug: str) -> int:
        """The button that takes the resident over or gives them back; returns the width it takes."""
        renderer, px, on = self.renderer, self.renderer.px, slug == self.context.player_slug
        label, high = "Give back (P)" if on else "Become (P)", renderer.line_height("tiny") + px(6)
        rect = pygame.Rect(0, px(16) + renderer.line_height("title"), renderer.width(label, "tiny") + px(20), high)
        rect.right = self.rect.width - px(14)
        fill = (*LIVE, 235) if on else (*LIVE, 48)
        renderer.pill(flow.to, label, (rect.centerx, rect.y + px(3)), "tiny", (22, 24, 30) if on else LIVE, fill)
        self.zones.append(Zone(rect, lambda: self.context.do_action("play"), "play"))
        return rect.width + px(10)

    def _corner(self, flow: Flow, glyph: str, x: int, colour: Colour, act: Act) -> None:
        px = self.renderer.px
        rect = pygame.Rect(x, px(14), px(26), px(26))
        self.renderer.draw_glyph(flow.to, glyph, rect.center, px(14), colour)
        self.zones.append(Zone(rect, act, glyph))

    def _tabs(self, flow: Flow) -> None:
        renderer, px = self.renderer, self.renderer.px
        y = px(HEAD_HEIGHT)
        names = [tab.name for tab in self.tabs]
        natural = [renderer.width(name, "label") for name in names]
        space = max(px(4), (self.rect.width - px(28) - sum(natural)) // (len(names) - 1)) if len(names) > 1 else 0
        x = px(14)
        for i, (name, wide) in enumerate(zip(names, natural, strict=True)):
            on = i == self.open
            renderer.draw(flow.to, name, (x, y + px(6)), "label", TEXT if on else FAINT)
            if on:
                pygame.draw.rect(flow.to, ACCENT, pygame.Rect(x, y + px(TABS_HEIGHT - 4), wide, px(3)), border_radius=px(2))
            rect = pygame.Rect(x - space // 2, y, wide + space, px(TABS_HEIGHT))
            self.zones.append(Zone(rect, partial(self.show, i), f"tab {name}"))
            x += wide + space
        pygame.draw.line(flow.to, (52, 58, 70), (px(14), y + px(TABS_HEIGHT)), (self.rect.width - px(14), y + px(TABS_HEIGHT)))

    def event(self, event: pygame.event.Event, mouse: tuple[int, int]) -> bool:
        """A text box of the tab first, then clicks and the wheel."""
        if not self.visible:
            return False
        if self.tab.has_keyboard() and self.tab.event(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and self.tab.has_keyboard():
            for tab in self.tabs:
                if isinstance(tab, MemoriesTab):
                    tab.box.focus(False)
        return super().event(event, mouse)
