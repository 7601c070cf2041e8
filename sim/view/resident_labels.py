"""Labels of residents: the name below the feet, and above the head the action's icon or thinking dots.

Each label is a small picture rendered once. A name never covers another, nor a face where there is room beside it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial

import pygame

from sim.view.context import ViewContext
from sim.view.style import ACCENT, LIVE, TEXT, VERMILION
from sim.view.text_renderer import LruCache
from sim.view.widgets import boxes

PAPER = (250, 248, 242, 235)
DARK = (26, 24, 20)
MAX_NAME_WIDTH = 170
"""Widest name in pixels at 100 %; longer ones are truncated."""
Point = tuple[int, int]


class ResidentLabels:
    """Draws the labels of all residents."""

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self._names: LruCache[pygame.Surface] = LruCache()
        self._icons: LruCache[pygame.Surface | None] = LruCache()
        self.named: list[tuple[pygame.Rect, str]] = []
        """Rectangle and slug of each name in the last frame."""
        self._covered: list[pygame.Rect] = []
        self._icons_at: list[pygame.Rect] = []

    def draw(
        self, to: pygame.Surface, spots: list[tuple[str, Point, Point]], hovered: str | None, said: Mapping[str, pygame.Rect]
    ) -> None:
        """Draw a frame's labels. ``spots`` are (slug, feet, head) in window pixels, in drawing order; ``said`` are the bubbles
        by slug, which show the name themselves."""
        context = self.context
        self.named = []
        self._covered = list(said.values())
        chosen = {slug for slug in (context.selected, hovered) if slug}
        wide = 4 * context.camera.zoom
        faces = {slug: pygame.Rect(x - wide, y, 2 * wide, 2 * wide) for slug, _, (x, y) in spots}
        self._icons_at = []
        for slug, _, head in spots:
            self._above(to, slug, head, faces, slug in said)
        # Selected and pointed-at residents come first: their names are never left out.
        for slug, feet, _ in sorted(spots, key=lambda spot: spot[0] not in chosen):
            if slug in chosen or (context.labels and slug not in said):
                others = [face for who, face in faces.items() if who != slug] + self._icons_at
                self._put_name(to, slug, feet, slug in chosen, others)

    def _above(self, to: pygame.Surface, slug: str, head: Point, faces: dict[str, pygame.Rect], said: bool) -> None:
        """Draw above a head: thinking dots; else the action's icon, unless it would hide a face, or the figure itself shows the
        action (walking, talking)."""
        state = self.context.scene.state.residents[slug]
        if slug in self.context.status.thinking:
            self._dots(to, head)
        elif not said and not state.talk and not state.walking and (picture := self._icon(state.icon)):
            rect = picture.get_rect(midbottom=(head[0], head[1] - 1))
            if not any(face.colliderect(rect) for who, face in faces.items() if who != slug):
                to.blit(picture, rect)
                self._icons_at.append(rect)

    def _put_name(self, to: pygame.Surface, slug: str, feet: Point, chosen: bool, faces: list[pygame.Rect]) -> None:
        """Draw a name below the feet, or aside where another name or a face is. Where there is no room it is left out, unless
        the resident is selected or pointed at."""
        context = self.context
        played, mine = slug in context.played, slug in context.played and slug == context.player_slug
        role = "label" if chosen or context.camera.zoom > 2 else "caps"
        attended = slug in context.scene.attended
        differs, scale = slug in context.differing, context.renderer.style.scale
        key = (slug, chosen, slug in context.news.knows, mine, played, attended, differs, role, scale)
        picture = self._names.fetch(key, partial(self._name, *key[:-1]))
        taken = [*self._covered, *(rect for rect, _ in self.named)]
        below = picture.get_rect(midtop=(feet[0], feet[1] + context.renderer.px(2)))
        free = (r for r in _beside(below) if r.collidelist(taken) < 0 and r.collidelist(faces) < 0)
        rect = next(free, below if chosen else None)
        if rect is None:
            return
        to.blit(picture, rect)
        self.named.append((rect, slug))

    def _name(
        self, slug: str, chosen: bool, knows: bool, mine: bool, played: bool, attended: bool, differs: bool, role: str
    ) -> pygame.Surface:
        renderer = self.context.renderer
        name = renderer.truncate(self.context.scene.name(slug), role, renderer.px(MAX_NAME_WIDTH))
        if played:
            name = f"{name} (you)" if mine else f"{name} (played)"
        name = f"≠ {name}" if differs else name
        size = (renderer.width(name, role) + renderer.px(12), renderer.line_height(role))
        plain = (*VERMILION, 235) if differs else (16, 20, 28, 165)
        fill = (*LIVE, 235) if mine else (*ACCENT, 235) if chosen else (*LIVE, 235) if knows else plain
        made = boxes.box(size, size[1] // 2, fill, (*ACCENT, 255) if attended else None).copy()
        renderer.draw(made, name, (size[0] / 2, 0), role, DARK if chosen or knows or mine or differs else TEXT, "centre")
        made.set_alpha(255, pygame.RLEACCEL)
        return made

    def _icon(self, name: str) -> pygame.Surface | None:
        size = self.context.renderer.px(18 if self.context.camera.zoom < 3 else 22)
        return self._icons.fetch((name, size), lambda: self._make_icon(name, size))

    def _make_icon(self, name: str, size: int) -> pygame.Surface | None:
        icon = self.context.sprites.icon(name, size)
        if icon is None:
            return None
        side, edge = size + self.context.renderer.px(8), self.context.renderer.px(4)
        made = boxes.box((side, side), side // 2, PAPER).copy()
        made.blit(icon, (edge, edge))
        return made

    def _dots(self, to: pygame.Surface, head: Point) -> None:
        """Draw three moving dots while the model works for this resident."""
        px = self.context.renderer.px
        (x, y), wide, high = head, px(34), px(20)
        to.blit(boxes.box((wide, high), high // 2, PAPER), (x - wide // 2, y - high - px(2)))
        for i in range(3):
            lift = max(0.0, math.sin(pygame.time.get_ticks() / 180 - i * 0.9)) * px(3)
            pygame.draw.circle(to, (90, 96, 110), (x + (i - 1) * px(8), round(y - high / 2 - px(2) - lift)), px(2.4))


def _beside(rect: pygame.Rect) -> tuple[pygame.Rect, ...]:
    """Where a name may stand: below the feet, to either side of there, one line further down."""
    aside = rect.width // 2
    return rect, rect.move(-aside, 0), rect.move(aside, 0), rect.move(0, rect.height + 1)
