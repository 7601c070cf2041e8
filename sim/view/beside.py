"""The other town of ``replay A --beside B``: drawn right of the first, at the same tick, from the same point of view.

The main screen has at most one ``Beside``. The first town has the clock, the panels and the keys; its context tells
``Beside`` when the camera moves (``on_center``, ``on_release``). What differs is computed by ``sim.record.beside``.
"""

from __future__ import annotations

import pygame

from sim.record.beside import compare
from sim.record.read import Run
from sim.view import news_walk
from sim.view.context import ViewContext, open_context
from sim.view.style import PANEL_EDGE, TEXT, VOID
from sim.view.town_renderer import TownRenderer

LEAD = 60
"""Game seconds before the first difference at which watching begins."""


class Beside:
    """``other`` is the context of the town at the right; ``left`` the window's x at which it begins."""

    def __init__(self, context: ViewContext, path: str, begin: int = -1) -> None:
        self.context = context
        run = Run(path)
        try:
            self.comparison = compare(context.run, run)
            self.other = open_context(run, None, context.renderer, 1.0)
        except Exception:
            run.close()
            raise
        # Both towns have the same map, whose pictures are kept once.
        self.other.map_renderer, self.other.playback = context.map_renderer, context.playback
        self.other.auto_camera = False
        self.town = TownRenderer(self.other)
        self.left = self._names_top = 0
        self.apart = False
        """Whether each camera looks at the same resident, and not at the same place."""
        first = next(iter(self.comparison.divergences), self.comparison.first)
        self.begin = begin if begin >= 0 else max(0, (first or 0) - LEAD // context.run.meta.tick_seconds)
        """The tick at which watching begins: paused, where it was given."""
        context.playback.playing = begin < 0
        context.on_center.append(self.look_at)
        context.on_release.append(self.join)

    @property
    def names(self) -> tuple[str, str]:
        """What the two runs are called."""
        return self.context.run.path.stem, self.other.run.path.stem

    def arrange(self, size: tuple[int, int], free: pygame.Rect, gap: int) -> None:
        """Give each town half of what no panel covers."""
        self.left = free.centerx
        near = max(1, free.width // 2 - gap // 2)
        self._names_top = free.top
        names = self.context.renderer.line_height("label") + gap
        free = pygame.Rect(free.left, free.top + names, free.width, max(1, free.height - names))
        self.context.camera.frame(pygame.Rect(0, 0, self.left, size[1]), pygame.Rect(free.left, free.top, near, free.height))
        view = pygame.Rect(0, 0, size[0] - self.left, size[1])
        self.other.camera.frame(view, pygame.Rect(gap // 2, free.top, near, free.height))

    def update(self, real: float) -> None:
        """Bring the other town to the tick, the view, the selection and the news of the first."""
        context, other = self.context, self.other
        other.scene.update(context.playback)
        differing = frozenset(self.comparison.differing(context.playback.shown_tick))
        context.differing = other.differing = differing
        other.selected, other.labels, other.seconds = context.selected, context.labels, context.seconds
        item, there = (town.news.story.item if town.news.story else None for town in (context, other))
        if item != there:
            news_walk.follow(other, item)
        news_walk.update(other, real)

    def join(self) -> None:
        """Look at one place in both towns again."""
        self.apart = False

    def look_at(self, slug: str) -> None:
        """Look at where a resident is in the other town."""
        self.other.scene.update(self.context.playback)
        self.apart = self.other.scene.figure(slug) is not None
        self.other.center_on(slug)

    def follow_camera(self, real: float) -> None:
        """Look where the first town's camera looks, unless both cameras look at the same resident."""
        self.other.camera.zoom = self.context.camera.zoom
        if not self.apart or self.context.auto_camera:
            self.other.camera.look(self.context.camera.x, self.context.camera.y)
        self.other.camera.update(real)

    def inside(self, at: tuple[int, int]) -> tuple[int, int] | None:
        """A window position as one of the other town's half; None in the first town's."""
        return (at[0] - self.left, at[1]) if at[0] >= self.left else None

    def draw(self, to: pygame.Surface) -> None:
        """Draw the other town, the line between the two and what they are called."""
        self.town.draw(to.subsurface(pygame.Rect(self.left, 0, to.get_width() - self.left, to.get_height())))
        pygame.draw.line(to, VOID, (self.left, 0), (self.left, to.get_height()), self.context.renderer.px(4))
        halves = (self.context.camera.free, self.other.camera.free.move(self.left, 0))
        renderer = self.context.renderer
        for name, free in zip(self.names, halves, strict=True):  # above what bubbles keep to
            text = renderer.truncate(name, "label", free.width - renderer.px(24))
            renderer.pill(to, text, (free.centerx, self._names_top), "label", TEXT, (19, 23, 31, 225), PANEL_EDGE)

    def doings(self, slug: str) -> tuple[str, str]:
        """What the resident does in each town, and where."""
        return _doing(self.context, slug), _doing(self.other, slug)


def _doing(context: ViewContext, slug: str) -> str:
    doing, room = context.scene.doing(slug)[0], context.scene.where(slug).split(":")[1:3]
    return f"{doing} ({', '.join(room)})" if room else doing
