"""The social graph overlay: residents as nodes; talks and what residents think of each other as edges, at the shown tick.

The layout is a small force simulation that starts from a circle in scenario order: the same run always gives the same picture.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from sim.record.read import RunError
from sim.view.context import ViewContext
from sim.view.keys import act_for
from sim.view.style import ACCENT, FAINT, LIVE, MUTED, TEXT
from sim.view.widgets import boxes
from sim.view.widgets.overlay import Overlay, place
from sim.view.window import Pop, Result, Window

ROUNDS_PER_FRAME, ROUNDS = 4, 240
CENTRE_PULL = 1.2
"""Pull to the middle, against pushes and pulls of about 1 at the wanted distance."""
MIN_EXTENT = 0.2
"""The least extent of the layout, so that two residents do not end in opposite corners."""
FACE, WORD_LINES = 14, 2
"""The least radius of a node with a face, at 100 %; lines of what somebody thinks of the others."""
FIRST_STEP = 0.04
"""Longest step of a node in the first round, as a share of the picture."""


@dataclass(frozen=True)
class Edge:
    """An edge: how often two residents talked, and what each says of the other."""

    a: str
    b: str
    talks: int
    words: tuple[str, str]


class SocialGraphState(Overlay):
    """A click on a node selects that resident."""

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.slugs = list(context.scene.info)
        count = max(1, len(self.slugs))
        turn = 2 * math.pi / count
        self.at = {s: (0.5 + 0.38 * math.cos(i * turn), 0.5 + 0.38 * math.sin(i * turn)) for i, s in enumerate(self.slugs)}
        self.edges = self._edges()
        self._rounds = 0
        # The more lines, the weaker each, so that a town where all know all does not fall into one lump.
        self._crowd = max(1.0, len(self.edges) / count)
        self._rect, self._radius = pygame.Rect(0, 0, 1, 1), 1
        self._extent = ((0.0, 1.0), (0.0, 1.0))

    def _edges(self) -> tuple[Edge, ...]:
        now = self.context.playback.shown_tick
        talks: dict[tuple[str, str], int] = {}
        said: dict[str, dict[str, str]] = {}
        try:
            for talk in self.context.run.talks(None, 0, now):
                for pair in _pairs(talk.people):
                    talks[pair] = talks.get(pair, 0) + 1
            said = {slug: self.context.run.relations(slug, now) for slug in self.slugs}
        except RunError as error:
            self.context.notify(str(error))
        ties = dict.fromkeys(talks)
        ties |= dict.fromkeys(pair for a, known in said.items() for b in known if b in self.at for pair in _pairs((a, b)))
        return tuple(
            Edge(a, b, talks.get((a, b), 0), (said.get(a, {}).get(b, ""), said.get(b, {}).get(a, "")))
            for a, b in sorted(ties)
            if a in self.at and b in self.at
        )

    def update(self, window: Window, real: float) -> Result:
        """Run a few rounds of the layout per frame, until it rests."""
        for _ in range(ROUNDS_PER_FRAME if self._rounds < ROUNDS else 0):
            self._round()
        if self.at:
            xs, ys = zip(*self.at.values(), strict=True)
            self._extent = ((min(xs), max(xs)), (min(ys), max(ys)))
        return None

    def _round(self) -> None:
        """One round of Fruchterman and Reingold: all nodes repel, edges attract, steps grow smaller."""
        self._rounds += 1
        reach = 0.8 / math.sqrt(max(1, len(self.slugs)))
        force = {s: [(0.5 - x) * CENTRE_PULL, (0.5 - y) * CENTRE_PULL] for s, (x, y) in self.at.items()}
        for i, a in enumerate(self.slugs):
            for b in self.slugs[i + 1 :]:
                dx, dy = self.at[a][0] - self.at[b][0], self.at[a][1] - self.at[b][1]
                push = reach * reach / max(1e-4, dx * dx + dy * dy)
                _add(force, a, b, push * dx, push * dy)
        for edge in self.edges:
            dx, dy = self.at[edge.b][0] - self.at[edge.a][0], self.at[edge.b][1] - self.at[edge.a][1]
            pull = math.hypot(dx, dy) / reach * (1 + min(5, edge.talks) / 5) / self._crowd
            _add(force, edge.a, edge.b, pull * dx, pull * dy)
        longest = FIRST_STEP * (1 - self._rounds / (ROUNDS + 1))
        for slug, (fx, fy) in force.items():
            x, y = self.at[slug]
            share = min(1.0, longest / max(1e-9, math.hypot(fx, fy)))
            self.at[slug] = (pygame.math.clamp(x + fx * share, 0, 1), pygame.math.clamp(y + fy * share, 0, 1))

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        """Close, or look into a resident."""
        if event.type == pygame.KEYDOWN and act_for(event) in ("graph", "escape"):
            return Pop()
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            slug = self.nearest(event.pos)
            if slug:
                self.context.select(slug)
                self.context.center_on(slug)
            return Pop()
        return None

    def nearest(self, at: tuple[int, int]) -> str | None:
        """The resident whose node is under this window position."""
        reach = self._radius + self.context.renderer.px(2)
        close = [s for s in self.slugs if math.dist(self.spot(s), at) < reach]
        return min(close, key=lambda s: math.dist(self.spot(s), at)) if close else None

    def spot(self, slug: str) -> tuple[int, int]:
        """Window position of a resident's node; the layout is stretched to fill the picture."""
        (left, right), (top, bottom) = self._extent
        x, y = self.at[slug]
        share_x, share_y = (x - left) / max(MIN_EXTENT, right - left), (y - top) / max(MIN_EXTENT, bottom - top)
        return round(self._rect.x + share_x * self._rect.width), round(self._rect.y + share_y * self._rect.height)

    def draw(self, window: Window) -> None:
        """Draw edges, nodes, and the words of the resident under the pointer."""
        to, renderer, px = window.surface, window.renderer, window.renderer.px
        box = place(to, renderer, 980, 680, "Who knows whom", "a click looks into somebody, Esc closes")
        self._rect = pygame.Rect(box.x + px(70), box.y + px(90), box.width - px(140), box.height - px(186))
        room = math.sqrt(self._rect.width * self._rect.height / max(1, len(self.slugs)))
        self._radius = max(px(5), min(px(24), round(room / 3.6)))
        hovered = self.nearest(window.mouse) or self.context.selected
        for edge in sorted(self.edges, key=lambda edge: hovered in (edge.a, edge.b)):
            self._draw_edge(to, edge, hovered)
        for slug in self.slugs:
            self._draw_node(to, slug, slug == hovered)
        self._names(to, hovered)
        self._words(to, box, hovered)

    def _draw_edge(self, to: pygame.Surface, edge: Edge, hovered: str | None) -> None:
        mine = hovered in (edge.a, edge.b)
        quiet = (46, 52, 64) if hovered else (84, 94, 112)
        colour = ACCENT if mine else quiet if edge.talks else (40, 46, 56)
        width = min(self.context.renderer.px(5), 1 + edge.talks // 2 + (1 if mine else 0))
        pygame.draw.line(to, colour, self.spot(edge.a), self.spot(edge.b), width)

    def _draw_node(self, to: pygame.Surface, slug: str, hovered: bool) -> None:
        px = self.context.renderer.px
        (x, y), radius = self.spot(slug), self._radius
        colour = ACCENT if hovered else LIVE if self.context.knows_news(slug) else self.context.colour(slug)
        pygame.draw.circle(to, (14, 17, 23), (x, y), radius + px(1))
        if radius < px(FACE):
            pygame.draw.circle(to, colour, (x, y), radius)
            return
        pygame.draw.circle(to, colour, (x, y), radius, max(2, px(2)))
        wide = radius * 17 // 12
        face = pygame.Rect(x - wide // 2, y - radius * 5 // 6, wide, radius * 19 // 12)
        self.context.sprites.draw_portrait(to, slug, face, px(2) if radius >= px(22) else px(1), face.y - px(1))

    def _names(self, to: pygame.Surface, hovered: str | None) -> None:
        """The names for which there is room: first of whoever is pointed at, then of whom they know, then those that hide no
        face."""
        renderer, px = self.context.renderer, self.context.renderer.px
        near = {slug for edge in self.edges if hovered in (edge.a, edge.b) for slug in (edge.a, edge.b)}
        taken: list[pygame.Rect] = []
        faces = {slug: pygame.Rect(0, 0, self._radius, self._radius) for slug in self.slugs}
        for slug, face in faces.items():
            face.center = self.spot(slug)
        for slug in sorted(self.slugs, key=lambda slug: (slug != hovered, slug not in near)):
            (x, y), name = self.spot(slug), self.context.scene.name(slug)
            wide, high = renderer.width(name, "label") + px(12), renderer.line_height("label")
            rect = pygame.Rect(x - wide // 2, y + self._radius + px(3), wide, high)
            hides = slug not in near and slug != hovered and any(rect.colliderect(faces[one]) for one in faces if one != slug)
            if rect.collidelist(taken) < 0 and not hides:
                taken.append(rect)
                to.blit(boxes.box(rect.size, high // 2, (14, 17, 23, 215)), rect.topleft)
                renderer.draw(to, name, (x, rect.y), "label", TEXT if slug == hovered else MUTED, "centre")

    def _words(self, to: pygame.Surface, box: pygame.Rect, hovered: str | None) -> None:
        """What the hovered resident thinks of the others, in a line or two at the bottom."""
        if hovered is None:
            return
        renderer, px = self.context.renderer, self.context.renderer.px
        mine = [
            (edge.b, edge.words[0]) if edge.a == hovered else (edge.a, edge.words[1])
            for edge in self.edges
            if hovered in (edge.a, edge.b)
        ]
        parts = [f"{self.context.scene.name(other)}: {words or 'met'}" for other, words in mine]
        lines, high = (
            renderer.wrap("  ·  ".join(parts) or "knows nobody yet", "small", box.width - px(56)),
            renderer.line_height("small"),
        )
        if len(lines) > WORD_LINES:
            lines = (
                *lines[: WORD_LINES - 1],
                renderer.truncate(" ".join(lines[WORD_LINES - 1 :]), "small", box.width - px(56)),
            )
        for i, line in enumerate(lines):
            at = (box.centerx, box.bottom - px(16) - (len(lines) - i) * high)
            renderer.draw(to, line, at, "small", MUTED if parts else FAINT, "centre")


def _pairs(people: tuple[str, ...]) -> list[tuple[str, str]]:
    order = sorted(people)
    return [(a, b) for i, a in enumerate(order) for b in order[i + 1 :] if a != b]


def _add(force: dict[str, list[float]], a: str, b: str, x: float, y: float) -> None:
    force[a][0] += x
    force[a][1] += y
    force[b][0] -= x
    force[b][1] -= y
