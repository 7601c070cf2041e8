"""The roster: every resident with face, name and present activity. A click selects, and the camera follows."""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from sim.view.context import ViewContext
from sim.view.style import ACCENT, FAINT, LIVE, MUTED, TEXT
from sim.view.widgets import boxes
from sim.view.widgets.flow import Flow, Zone
from sim.view.widgets.panel import Panel

ROW_HEIGHT = 44
PAPER = (226, 222, 212, 190)
"""Background of the icons, which are drawn for a light ground."""


class Roster(Panel):
    """All residents, in scenario order."""

    scrolls = True

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context.renderer)
        self.context = context
        self._doing: tuple[tuple[str, str, str], ...] = ()
        context.on_select.append(self._reveal)

    def refresh(self) -> None:
        scene = self.context.scene
        self._doing = tuple((slug, *scene.doing(slug)) for slug in scene.info if slug in scene.state.residents)

    def key(self) -> Hashable:
        d = self.context
        known = tuple(d.news.knows)
        return self._doing, d.scene.attended, d.selected, d.following, self._thinking(), known, d.played, d.player_slug

    def _thinking(self) -> tuple[str, ...]:
        return tuple(self.context.pondering(slug) for slug, _, _ in self._doing)

    def _reveal(self) -> None:
        """Scroll until the selected resident's row can be seen."""
        slugs = [slug for slug, _, _ in self._doing]
        if self.context.selected not in slugs or not self.content:
            return
        head, row = self.renderer.line_height("caps") + self.renderer.px(15), self.renderer.px(ROW_HEIGHT)
        top = head + slugs.index(self.context.selected) * row
        high = self.area().height
        if not self.scroll <= top <= self.scroll + high - row:
            self.scroll = max(0.0, min(top - high / 2, float(self.content - high)))

    def preferred_height(self) -> int:
        """Height in pixels that shows all residents."""
        px, rows = self.renderer.px, len(self._doing)
        return px(14 * 2 + 20) + self.renderer.line_height("caps") + rows * px(ROW_HEIGHT)

    def paint(self, flow: Flow) -> None:
        attended = f", {len(d.scene.attended)} under attention" if (d := self.context).scene.rations else ""
        flow.heading("Residents", f"{len(self._doing)}{attended}")
        for slug, activity, icon in self._doing:
            if flow.seen(flow.y, flow.y + self.renderer.px(ROW_HEIGHT)):
                self._row(flow, slug, activity, icon)
            flow.y += self.renderer.px(ROW_HEIGHT)

    def _row(self, flow: Flow, slug: str, activity: str, icon: str) -> None:
        d, renderer, px = self.context, self.renderer, self.renderer.px
        rect = pygame.Rect(flow.x - px(6), flow.y, flow.width + px(12), px(ROW_HEIGHT - 3))
        if slug == d.selected:
            flow.to.blit(boxes.box(rect.size, px(7), (*ACCENT, 40), (*ACCENT, 90)), rect.topleft)
        old = flow.to.get_clip()
        flow.to.set_clip(flow.area.clip(pygame.Rect(rect.x, rect.y, px(44), rect.height)))
        gone = activity == "out of town"
        face = d.sprites.figure(slug, "down", 0, max(1, px(2)))
        if gone:
            face = face.copy()
            face.set_alpha(80)
        flow.to.blit(face, (rect.x + px(20) - face.get_width() // 2, rect.y + px(1)))
        flow.to.set_clip(flow.area)
        room = rect.width - px(44 + 30)
        name = d.scene.full_name(slug)
        colour = FAINT if gone else LIVE if slug in d.news.knows or slug in d.played else TEXT
        renderer.draw(flow.to, renderer.truncate(name, "label", room), (rect.x + px(44), rect.y + px(3)), "label", colour)
        if slug in d.scene.attended:
            pygame.draw.circle(flow.to, ACCENT, (rect.x + px(5), rect.y + px(9)), px(3))
        played = f"{'you' if slug == d.player_slug else 'played'}: {activity}" if slug in d.played else activity
        below = d.pondering(slug) or played
        cut = renderer.width(name, "label") > room or renderer.width(below, "tiny") > room + px(10)
        tip = f"{name}\n{below}" if cut else ""
        below = renderer.truncate(below, "tiny", room + px(10))
        renderer.draw(flow.to, below, (rect.x + px(44), rect.y + px(21)), "tiny", FAINT if gone else MUTED)
        picture = d.sprites.icon(icon, px(16))
        if picture:
            disc = pygame.Rect(rect.right - px(26), rect.y + px(2), px(22), px(22))
            flow.to.blit(boxes.box(disc.size, disc.width // 2, PAPER), disc.topleft)
            flow.to.blit(picture, (disc.x + px(3), disc.y + px(3)))
        flow.to.set_clip(old)
        self.zones.append(Zone(rect.clip(flow.area), lambda: self._pick(slug), slug, tip))

    def _pick(self, slug: str) -> None:
        self.context.select(slug)
        self.context.center_on(slug)
