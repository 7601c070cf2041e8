"""Draws a telling of a piece of news: arrows on the map from the teller to those who learn it, and a card with the words, how
they differ from how the teller had heard it, and how many residents know by now.

The window and the GIF of a story use it. Knows no time: what is shown is given.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame

from sim.record.news_story import NewsStory, NewsTelling, difference, title
from sim.view.context import ViewContext
from sim.view.scene import Figure
from sim.view.style import ACCENT, FAINT, LIVE, MUTED, PANEL, PANEL_EDGE, TEXT
from sim.view.widgets import boxes

CARD_WIDTH = 620
MAX_CARD_LINES = 4
"""The most lines of words on a card."""
BESIDE_BODY = 0.5
"""Tiles beside a body at which an arrow begins and ends."""
BEND_SHARE = 0.3
"""How far an arrow bends, as a share of its length."""
MIN_BEND = 0.8
"""The least bend of an arrow, in tiles."""
RIM = (20, 22, 28)
POINTS = 24

Point = tuple[float, float]


def draw_arrows(
    to: pygame.Surface, context: ViewContext, told: NewsTelling, grown: float, feet: Callable[[Figure], tuple[int, int]]
) -> None:
    """Arrows from the teller to those who learn it, dotted to those who overhear it; ``grown`` is 0 to 1. A resident who learns
    it from no other resident gets a ring."""
    zoom, px = context.camera.zoom, context.renderer.px
    figures = {figure.slug: figure for figure in context.scene.figures}
    lift = 7 * zoom
    below = lift + context.renderer.line_height("label") + px(6)
    teller = figures.get(told.teller)
    for slug in told.learned:
        if slug not in figures:
            continue
        x, y = feet(figures[slug])
        if teller is None:
            pygame.draw.circle(to, RIM, (x, y - lift), 10 * zoom, px(6))
            pygame.draw.circle(to, ACCENT, (x, y - lift), 10 * zoom - px(1), px(3))
            continue
        start = feet(teller)
        arc = _arc((start[0], start[1] - lift), (x, y - lift), context.tilemap.tile_width * zoom, below)
        _arrow(to, arc[: max(2, round(len(arc) * grown))], slug not in told.to, px)


def _arc(a: Point, b: Point, tile: float, below: float) -> list[Point]:
    """Points of an arc from beside ``a`` to beside ``b``. Where the two stand side by side, it runs ``below`` them, under their
    names; otherwise at their right. So it hides no face, and no bubble hides it."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    far = math.hypot(dx, dy) or 1.0
    side = (-dy / far, dx / far)
    level = abs(side[0]) <= 0.5
    if side[1] < 0 if level else side[0] < 0:
        side = (-side[0], -side[1])
    begin, bend = below if level else BESIDE_BODY * tile, max(far * BEND_SHARE, MIN_BEND * tile)
    shares = [i / (POINTS - 1) for i in range(POINTS)]
    out = [begin + 4 * bend * s * (1 - s) for s in shares]
    return [(a[0] + dx * s + side[0] * o, a[1] + dy * s + side[1] * o) for s, o in zip(shares, out, strict=True)]


def _arrow(to: pygame.Surface, arc: Sequence[Point], dotted: bool, px: Callable[[float], int]) -> None:
    """The line so far with its head at the end."""
    for colour, wide in ((RIM, px(8)), (ACCENT, px(5))):
        if dotted:
            for point in arc[::3]:
                pygame.draw.circle(to, colour, point, wide * 0.6)
        else:
            pygame.draw.lines(to, colour, False, arc, wide)
    (x0, y0), (x1, y1) = arc[-2], arc[-1]
    way, size = math.atan2(y1 - y0, x1 - x0), px(15)
    for colour, long in ((RIM, size + px(3)), (ACCENT, size)):
        sides = [(x1 - long * math.cos(way + turn), y1 - long * math.sin(way + turn)) for turn in (0.5, -0.5)]
        tip = (x1 + (long - size + px(2)) * math.cos(way), y1 + (long - size + px(2)) * math.sin(way))
        pygame.draw.polygon(to, colour, [tip, *sides])


def draw_card(to: pygame.Surface, context: ViewContext, story: NewsStory, at: int, area: pygame.Rect, hint: str = "") -> None:
    """The card of telling ``at`` at the lower edge of ``area``; tells the walk how high it is."""
    renderer, told = context.renderer, story.tellings[at]
    px, pad = renderer.px, renderer.px(14)
    width = min(px(CARD_WIDTH), area.width - px(12))
    room = width - 2 * pad
    words = f"“{told.core}”" if told.core else story.item.text if told.how == "start" else f"“{told.kept[0]}”"
    lines = renderer.wrap(words, "body", room)[:MAX_CARD_LINES]
    # What is new stands out among the words.
    parts = [f"Left out: {', '.join(told.left_out)}" if told.left_out else "", "new words in green" if told.new else ""]
    changed = "; ".join(filter(None, parts))
    note = renderer.wrap(changed[:1].upper() + changed[1:] or difference(told), "small", room)[:2] if told.teller else ()
    knows = f"{told.known} of {len(context.scene.info)} know{'s' if told.known == 1 else ''}"
    title_room = room - renderer.width(knows, "label") - pad
    head = renderer.wrap(f"{context.day_and_time(told.tick)}  {title(told, context.scene.name)}", "label", title_room)
    foot = renderer.wrap(f"{at + 1} of {len(story.tellings)}{f'; {hint}' if hint else ''}", "tiny", room)
    texts = ((head, "label"), (lines, "body"), (note, "small"), (foot, "tiny"))
    high = sum(len(part) * renderer.line_height(role) for part, role in texts) + 2 * px(10) + px(8)
    rect = pygame.Rect(0, area.bottom - high - px(6), width, high)
    rect.centerx = area.centerx
    context.news.covered = high
    to.blit(boxes.box(rect.size, px(10), PANEL, PANEL_EDGE), rect.topleft)
    left, y = rect.x + pad, rect.y + px(10)
    renderer.draw(to, knows, (rect.right - pad, y), "label", LIVE, "right")
    below = round(renderer.draw_lines(to, head, (left, y), "label", ACCENT)) + px(2)
    _words(to, context, lines, told, (left, below))
    below += len(lines) * renderer.line_height("body") + px(2)
    renderer.draw_lines(to, foot, (left, renderer.draw_lines(to, note, (left, below), "small", MUTED) + px(4)), "tiny", FAINT)


def _words(to: pygame.Surface, context: ViewContext, lines: Sequence[str], told: NewsTelling, at: tuple[int, int]) -> None:
    """Draw the words, new words in another colour."""
    renderer, (left, y) = context.renderer, at
    fresh = _new_words(told)
    number = 0
    for line in lines:
        words = line.split()
        for i, word in enumerate(words):
            x = left + renderer.width("".join(f"{before} " for before in words[:i]), "body")
            renderer.draw(to, word, (x, y), "body", LIVE if number in fresh else TEXT)
            number += 1
        y += renderer.line_height("body")


def _new_words(told: NewsTelling) -> set[int]:
    """The numbers of the words of ``core`` that belong to something new."""
    found, begin = set[int](), 0
    for phrase in told.new:
        start = told.core.find(phrase, begin)
        if start >= 0:
            begin = start + len(phrase)
            first = len(told.core[: start + 1].split()) - 1
            found.update(range(first, first + len(phrase.split())))
    return found
