"""What stands at every resident: the name below the feet, the action's icon or thinking dots above the head.

Each is one small picture made once; a name that would cover another moves below it.
"""

from __future__ import annotations

import math

import pygame

from sim.view.desk import Desk
from sim.view.ink import Store
from sim.view.style import ACCENT, INK, LIVE
from sim.view.widgets import frame

PAPER = (250, 248, 242, 235)
DARK = (26, 24, 20)
Spot = tuple[int, int]


class Badges:
    """Draws the badges of a town. ``spots`` are (slug, feet, head) in window pixels, in drawing order."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._names: Store[pygame.Surface] = Store()
        self._icons: Store[pygame.Surface | None] = Store()
        self.named: list[tuple[pygame.Rect, str]] = []
        """Where names stand in the last frame, and whose."""

    def draw(self, to: pygame.Surface, spots: list[tuple[str, Spot, Spot]], hovered: str | None) -> None:
        """All badges of one frame."""
        desk, taken = self.desk, list[pygame.Rect]()
        self.named = []
        speaking = {speech.who for speech in desk.scene.speech}
        states = desk.scene.state.residents
        gap = desk.ink.px(2)
        for slug, feet, head in spots:
            chosen = slug in (desk.selected, hovered)
            if desk.labels or chosen:
                taken.append(self._put_name(to, slug, (feet[0], feet[1] + gap), chosen, taken))
                self.named.append((taken[-1], slug))
            if slug in desk.status.thinking:
                self._dots(to, head)
            elif slug not in speaking:
                picture = self._icon(states[slug].icon)
                if picture:
                    to.blit(picture, (head[0] - picture.get_width() // 2, head[1] - picture.get_height() - 1))

    def _put_name(self, to: pygame.Surface, slug: str, at: Spot, chosen: bool, taken: list[pygame.Rect]) -> pygame.Rect:
        knows = self.desk.knows is not None and slug in self.desk.knows
        role = "label" if chosen or self.desk.camera.zoom > 2 else "caps"
        played = slug in self.desk.played
        key = (slug, chosen, knows, played and slug == self.desk.mine, played, role, self.desk.ink.style.scale)
        picture = self._names.fetch(key, lambda: self._name(slug, chosen, knows, played, role))
        rect = picture.get_rect(midtop=at)
        for _ in range(4):
            hit = rect.collidelist(taken)
            if hit >= 0:
                rect.top = taken[hit].bottom + 1
        to.blit(picture, rect)
        return rect

    def _name(self, slug: str, chosen: bool, knows: bool, played: bool, role: str) -> pygame.Surface:
        ink, name = self.desk.ink, self.desk.scene.name(slug)
        if played:
            name = f"{name} (you)" if slug == self.desk.mine else f"{name} (played)"
        size = (ink.width(name, role) + ink.px(12), ink.style.line(role))
        mine = played and slug == self.desk.mine
        fill = (*LIVE, 235) if mine else (*ACCENT, 235) if chosen else (*LIVE, 235) if knows else (16, 20, 28, 165)
        made = frame.box(size, size[1] // 2, fill).copy()
        ink.put(made, name, (size[0] / 2, 0), role, DARK if chosen or knows or mine else INK, "centre")
        made.set_alpha(255, pygame.RLEACCEL)
        return made

    def _icon(self, name: str) -> pygame.Surface | None:
        size = self.desk.ink.px(18 if self.desk.camera.zoom < 3 else 22)
        return self._icons.fetch((name, size), lambda: self._make_icon(name, size))

    def _make_icon(self, name: str, size: int) -> pygame.Surface | None:
        icon = self.desk.sprites.icon(name, size)
        if icon is None:
            return None
        side, edge = size + self.desk.ink.px(8), self.desk.ink.px(4)
        made = frame.box((side, side), side // 2, PAPER).copy()
        made.blit(icon, (edge, edge))
        return made

    def _dots(self, to: pygame.Surface, head: Spot) -> None:
        """Three dots that come and go while the model works for this resident."""
        px = self.desk.ink.px
        (x, y), wide, high = head, px(34), px(20)
        to.blit(frame.box((wide, high), high // 2, PAPER), (x - wide // 2, y - high - px(2)))
        for i in range(3):
            lift = max(0.0, math.sin(pygame.time.get_ticks() / 180 - i * 0.9)) * px(3)
            pygame.draw.circle(to, (90, 96, 110), (x + (i - 1) * px(8), round(y - high / 2 - px(2) - lift)), px(2.4))
