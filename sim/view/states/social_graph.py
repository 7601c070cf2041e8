"""The social graph overlay: residents as nodes; talks and what residents think of each other as edges, at the shown tick.

The selected resident stands in the middle, around them those who are nearest to them, and the rest is faint. In a town too
large for the window the graph shows whom the selected resident knows; without a selected resident, who talks most.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from sim.record.read import RunError
from sim.view.context import ViewContext
from sim.view.graph_layout import capacity, into_slots, spread
from sim.view.keys import act_for
from sim.view.style import ACCENT, FAINT, LIVE, MUTED, TEXT, Colour
from sim.view.widgets import boxes
from sim.view.widgets.overlay import Overlay, place
from sim.view.window import Pop, Result, Window

RADII = (44, 34, 24, 18, 14, 11, 8)
"""Radii of a node at 100 %: the largest with which all residents have room; in a larger town ``MIN_FACE_RADIUS``, with as many
residents as fit."""
MIN_FACE_RADIUS = 14
"""The least radius of a node with a face, at 100 %."""
MAX_WORD_LINES = 3
"""The most lines of what a resident thinks of the others."""
AROUND = ((-1, 0), (1, 0), (-0.5, -1), (0.5, 1), (0.5, -1), (-0.5, 1))
"""The slots that touch another one, as columns and rows from it: for those who are nearest to somebody. So no line from one to
the other runs behind a face."""
VEIL = (19, 23, 31, 175)
"""What lies on the faces of those who are not near."""
QUIET = (84, 94, 112)
"""A line of which neither end is the selected resident."""
SLOTS_PER_NODE = 1.15
"""More slots than nodes, so that residents who belong together can stand together."""


@dataclass(frozen=True)
class Edge:
    """An edge: how often two residents talked, and what each says of the other."""

    a: str
    b: str
    talks: int
    words: tuple[str, str]

    @property
    def strength(self) -> tuple[int, int]:
        return self.talks, len([words for words in self.words if words])

    def other(self, slug: str) -> str:
        """The other end; "" where ``slug`` is no end."""
        return {self.a: self.b, self.b: self.a}.get(slug, "")


class SocialGraphState(Overlay):
    """A click on a node selects that resident; a click on the selected one looks into them."""

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.edges = self._edges()
        self.shown: tuple[str, ...] = ()
        self._arranged: tuple[object, ...] = ()
        self._spots: dict[str, tuple[int, int]] = {}
        self._radius = 1
        self._strongest = sorted(self.edges, key=lambda edge: edge.strength, reverse=True)

    def _edges(self) -> tuple[Edge, ...]:
        now, slugs = self.context.playback.shown_tick, self.context.scene.info
        talks: dict[tuple[str, str], int] = {}
        said: dict[str, dict[str, str]] = {}
        try:
            for talk in self.context.run.talks(None, 0, now):
                for pair in _pairs(talk.people):
                    talks[pair] = talks.get(pair, 0) + 1
            said = {slug: self.context.run.relations(slug, now) for slug in slugs}
        except RunError as error:
            self.context.notify(str(error))
        ties = dict.fromkeys(talks)
        ties |= dict.fromkeys(pair for a, known in said.items() for b in known for pair in _pairs((a, b)))
        return tuple(
            Edge(a, b, talks.get((a, b), 0), (said.get(a, {}).get(b, ""), said.get(b, {}).get(a, "")))
            for a, b in sorted(ties)
            if a in slugs and b in slugs
        )

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        """Close, or select a resident."""
        act = act_for(event) if event.type == pygame.KEYDOWN else ""
        if act in ("graph", "escape"):
            return Pop()
        if act in ("next_resident", "previous_resident"):
            self.context.do_action(act)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            slug = self.nearest(event.pos)
            if slug is None or slug == self.context.selected:
                return Pop()
            self.context.select(slug)
            self.context.center_on(slug)
        return None

    def nearest(self, at: tuple[int, int]) -> str | None:
        """The resident whose node is under this window position."""
        reach = self._radius + self.context.renderer.px(2)
        return next((slug for slug, spot in self._spots.items() if math.dist(spot, at) < reach), None)

    # -- who stands where -----------------------------------------------------------------------------------------------
    def _arrange(self, rect: pygame.Rect) -> None:
        """Give each shown resident a place, once for each size of the window and each selected resident."""
        centre, scale = self.context.selected, self.context.renderer.style.scale
        if self._arranged == (arranged := (tuple(rect), scale, centre)):
            return
        self._arranged = arranged
        self.shown = self._chosen(capacity(*self._grid(rect, round(len(self.context.scene.info) * SLOTS_PER_NODE))[1:]), centre)
        self._radius, columns, rows = self._grid(rect, max(len(self.shown), len(AROUND) + 1 if centre else 0))
        near = self.near(centre)
        self.shown = tuple(sorted(self.shown, key=lambda slug: (slug != centre, slug not in near)))
        number = {slug: i for i, slug in enumerate(self.shown)}
        ties = [(edge, number[edge.a], number[edge.b]) for edge in self.edges if edge.a in number and edge.b in number]
        points = spread(len(number), [(a, b, 1 + min(5, edge.talks) / 5) for edge, a, b in ties])
        if centre in number:  # the first to choose a slot
            points[0] = x, y = into_slots([(0.5, 0.5)], columns, rows)[0]
            for other, (column, row) in zip(near, AROUND, strict=False):
                points[number[other]] = x + column / columns, y + row / rows
        slots = into_slots(points, columns, rows)
        self._spots = {
            slug: (rect.x + round(x * rect.width), rect.y + round(y * rect.height))
            for slug, (x, y) in zip(self.shown, slots, strict=True)
        }

    def near(self, slug: str | None) -> tuple[str, ...]:
        """Those with whom a resident talked most, then those whom they know best; nobody without a resident."""
        known = (edge.other(slug) for edge in self._strongest if slug is not None)
        return tuple(other for other in known if other in self.shown)[: len(AROUND)]

    def _grid(self, rect: pygame.Rect, count: int) -> tuple[int, int, int]:
        """(radius, columns, rows) of nodes with their names, so that ``count`` of them fit."""
        renderer, px = self.context.renderer, self.context.renderer.px
        names = max((renderer.width(self.context.scene.name(slug), "label") for slug in self.context.scene.info), default=0)

        def grid(radius: int) -> tuple[int, int, int]:
            wide, high = max(names + px(12), 2 * px(radius)) + px(8), 2 * px(radius) + renderer.line_height("label") + px(8)
            return px(radius), max(1, rect.width // wide), max(1, rect.height // high)

        return next((g for radius in RADII if capacity(*(g := grid(radius))[1:]) >= count), grid(MIN_FACE_RADIUS))

    def _chosen(self, room: int, centre: str | None) -> tuple[str, ...]:
        """All residents; where there is no room, ``centre`` and the residents they know best, or those who talk most."""
        everybody = tuple(self.context.scene.info)
        if len(everybody) <= room:
            return everybody
        if centre is not None:
            ends = [centre, *(edge.other(centre) for edge in self._strongest if edge.other(centre))]
        else:
            ends = [slug for edge in self._strongest for slug in (edge.a, edge.b)]
        chosen = set(list(dict.fromkeys(ends))[:room])
        return tuple(slug for slug in everybody if slug in chosen)

    # -- drawing --------------------------------------------------------------------------------------------------------
    def draw(self, window: Window) -> None:
        """Draw edges, nodes, and the words of the resident under the pointer."""
        to, renderer, px = window.surface, window.renderer, window.renderer.px
        box = place(to, renderer, 980, 680, self._title(), "a click or [ ] selects, Esc closes")
        head, words = px(64) + renderer.line_height("tiny"), MAX_WORD_LINES * renderer.line_height("small") + px(20)
        self._arrange(pygame.Rect(box.x + px(20), box.y + head, box.width - px(40), box.height - head - words))
        hovered = self.nearest(window.mouse) or (self.context.selected if self.context.selected in self._spots else None)
        bright = {hovered, *self.near(hovered)} if hovered else set(self.shown)
        wide = 2 * self._radius + px(4)
        veil = boxes.box((wide, wide), wide // 2, VEIL)
        for edge in self._lines(hovered, bright):
            self._draw_edge(to, edge, hovered)
        for slug in self.shown:
            self._draw_node(to, slug, slug == hovered)
            if slug not in bright:
                to.blit(veil, (self._spots[slug][0] - veil.get_width() // 2, self._spots[slug][1] - veil.get_width() // 2))
        for slug in self.shown:
            self._name(to, slug, TEXT if slug == hovered else MUTED if slug in bright else FAINT)
        self._legend(to, box, hovered)
        self._words(to, box, hovered)

    def _lines(self, hovered: str | None, bright: set[str]) -> list[Edge]:
        """The edges to draw, the hovered resident's last: among the bright residents; where nobody is hovered, who talked."""
        drawn = [edge for edge in self.edges if edge.a in self._spots and edge.b in self._spots and {edge.a, edge.b} <= bright]
        talked = [edge for edge in drawn if edge.talks]
        return sorted(drawn if hovered or not talked else talked, key=lambda edge: hovered in (edge.a, edge.b))

    def _title(self) -> str:
        count, centre = len(self.context.scene.info), self.context.selected
        if len(self.shown) == count:
            return "Who knows whom"
        if centre is None:
            return f"Who talks most: {len(self.shown)} of {count}"
        return f"Whom {self.context.scene.name(centre)} knows: {len(self.shown) - 1} of {count}"

    def _draw_edge(self, to: pygame.Surface, edge: Edge, hovered: str | None) -> None:
        mine = hovered in (edge.a, edge.b)
        colour, width = (ACCENT if mine else QUIET), min(self.context.renderer.px(5), 1 + edge.talks + mine)
        pygame.draw.line(to, colour, self._spots[edge.a], self._spots[edge.b], width if mine or not hovered else 1)

    def _legend(self, to: pygame.Surface, box: pygame.Rect, hovered: str | None) -> None:
        """What lines and faces mean, below the title."""
        renderer, px = self.context.renderer, self.context.renderer.px
        x, y = box.x + px(28), box.y + px(52)
        name = self.context.scene.name(hovered) if hovered else ""
        lines = [
            (ACCENT, 2, f"{name} knows them"),
            (ACCENT, 4, "talked: the thicker, the more often"),
            (QUIET, 1, "know each other"),
        ]
        for colour, wide, text in lines if hovered else [(QUIET, 3, "talked: the thicker, the more often")]:
            middle = y + renderer.line_height("tiny") // 2
            pygame.draw.line(to, colour, (x, middle), (x + px(22), middle), px(wide))
            x += px(28) + renderer.draw(to, text, (x + px(28), y), "tiny", MUTED) + px(16)
        rest = "faint: not among those nearest to them" if hovered else "click somebody: those near them stand out"
        renderer.draw(to, renderer.truncate(rest, "tiny", box.right - px(28) - x), (x, y), "tiny", FAINT)

    def _draw_node(self, to: pygame.Surface, slug: str, hovered: bool) -> None:
        px = self.context.renderer.px
        x, y = self._spots[slug]
        radius = self._radius
        colour = ACCENT if hovered else LIVE if slug in self.context.news.knows else self.context.colour(slug)
        pygame.draw.circle(to, (14, 17, 23), (x, y), radius + px(1))
        if radius < px(MIN_FACE_RADIUS):
            pygame.draw.circle(to, colour, (x, y), radius)
            return
        pygame.draw.circle(to, colour, (x, y), radius, max(2, px(2)))
        wide = radius * 17 // 12
        face = pygame.Rect(x - wide // 2, y - radius * 5 // 6, wide, radius * 19 // 12)
        self.context.sprites.draw_portrait(to, slug, face, px(max(1, radius // px(11))), face.y - px(1))

    def _name(self, to: pygame.Surface, slug: str, colour: Colour) -> None:
        renderer, px = self.context.renderer, self.context.renderer.px
        (x, y), name = self._spots[slug], self.context.scene.name(slug)
        renderer.pill(to, name, (x, y + self._radius + px(2)), "label", colour, (14, 17, 23, 215))

    def _words(self, to: pygame.Surface, box: pygame.Rect, hovered: str | None) -> None:
        """What the hovered resident thinks of the others, in some lines at the bottom; the selected resident comes first."""
        if hovered is None:
            return
        renderer, px, selected = self.context.renderer, self.context.renderer.px, self.context.selected
        mine = [(edge.other(hovered), edge.words[edge.b == hovered]) for edge in self._strongest if edge.other(hovered)]
        mine.sort(key=lambda tie: (tie[0] != selected, not tie[1]))
        names = [(self.context.scene.name(other), words or "met") for other, words in mine]
        parts = [words if words.startswith(name) else f"{name}: {words}" for name, words in names]
        about = "  ·  ".join(parts) or "knows nobody yet"
        lines = renderer.wrap(about, "small", box.width - px(56), MAX_WORD_LINES)
        top = box.bottom - px(12) - len(lines) * renderer.line_height("small")
        renderer.draw_lines(to, lines, (box.centerx, top), "small", MUTED if parts else FAINT, "centre")


def _pairs(people: tuple[str, ...]) -> list[tuple[str, str]]:
    order = sorted(people)
    return [(a, b) for i, a in enumerate(order) for b in order[i + 1 :] if a != b]
