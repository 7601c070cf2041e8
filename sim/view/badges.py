"""What stands at every resident: the name below the feet, the action's icon or thinking dots above the head.

Each is one small picture made once; a name never covers another, nor a face where there is room beside it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import pygame

from sim.view.context import Desk
from sim.view.style import ACCENT, INK, LIVE
from sim.view.text_render import Store
from sim.view.widgets import frame

PAPER = (250, 248, 242, 235)
DARK = (26, 24, 20)
WIDEST = 170
"""Pixels (at 100 %) of the longest name that is written out."""
Spot = tuple[int, int]


class Badges:
    """Draws the badges of a town. ``spots`` are (slug, feet, head) in window pixels, in drawing order."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._names: Store[pygame.Surface] = Store()
        self._icons: Store[pygame.Surface | None] = Store()
        self.named: list[tuple[pygame.Rect, str]] = []
        """Where names stand in the last frame, and whose."""
        self._covered: list[pygame.Rect] = []
        self._icons_at: list[pygame.Rect] = []

    def draw(
        self, to: pygame.Surface, spots: list[tuple[str, Spot, Spot]], hovered: str | None, said: Mapping[str, pygame.Rect]
    ) -> None:
        """All badges of one frame; ``said`` are the bubbles of those who have one, with their names in them."""
        desk = self.desk
        self.named = []
        self._covered = list(said.values())
        chosen = {slug for slug in (desk.selected, hovered) if slug}
        wide = 4 * desk.camera.zoom
        faces = {slug: pygame.Rect(x - wide, y, 2 * wide, 2 * wide) for slug, _, (x, y) in spots}
        self._icons_at = []
        for slug, _, head in spots:
            self._above(to, slug, head, faces, slug in said)
        # Whoever is looked at comes first: their name is never left out.
        for slug, feet, _ in sorted(spots, key=lambda spot: spot[0] not in chosen):
            if slug in chosen or (desk.labels and slug not in said):
                others = [face for who, face in faces.items() if who != slug] + self._icons_at
                self._put_name(to, slug, feet, slug in chosen, others)

    def _above(self, to: pygame.Surface, slug: str, head: Spot, faces: dict[str, pygame.Rect], said: bool) -> None:
        """What hangs above a head: thinking dots, else the action's icon where the figure does not show it by itself (who
        walks or talks is seen to) and nobody's face is behind it."""
        state = self.desk.scene.state.residents[slug]
        if slug in self.desk.status.thinking:
            self._dots(to, head)
        elif not said and not state.talk and not state.walking and (picture := self._icon(state.icon)):
            rect = picture.get_rect(midbottom=(head[0], head[1] - 1))
            if not any(face.colliderect(rect) for who, face in faces.items() if who != slug):
                to.blit(picture, rect)
                self._icons_at.append(rect)

    def _put_name(self, to: pygame.Surface, slug: str, feet: Spot, chosen: bool, faces: list[pygame.Rect]) -> None:
        """A name below the feet, or aside where another name or a face is there; left out where there is no room, until
        somebody points."""
        knows = self.desk.knows is not None and slug in self.desk.knows
        role = "label" if chosen or self.desk.camera.zoom > 2 else "caps"
        played = slug in self.desk.played
        key = (slug, chosen, knows, played and slug == self.desk.mine, played, role, self.desk.ink.style.scale)
        picture = self._names.fetch(key, lambda: self._name(slug, chosen, knows, played, role))
        taken = [*self._covered, *(rect for rect, _ in self.named)]
        for rect in _beside(picture.get_rect(midtop=(feet[0], feet[1] + self.desk.ink.px(2)))):
            if rect.collidelist(taken) < 0 and rect.collidelist(faces) < 0:
                break
        else:
            rect = picture.get_rect(midtop=(feet[0], feet[1] + self.desk.ink.px(2)))
            if not chosen and rect.collidelist(taken) >= 0:
                return
        to.blit(picture, rect)
        self.named.append((rect, slug))

    def _name(self, slug: str, chosen: bool, knows: bool, played: bool, role: str) -> pygame.Surface:
        ink = self.desk.ink
        name = ink.cut(self.desk.scene.name(slug), role, ink.px(WIDEST))
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


def _beside(rect: pygame.Rect) -> tuple[pygame.Rect, ...]:
    """A name's places: below the feet, to either side there, one line further down."""
    aside = rect.width // 2
    return rect, rect.move(-aside, 0), rect.move(aside, 0), rect.move(0, rect.height + 1)
