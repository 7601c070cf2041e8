"""Speech bubbles: what was said last, above whoever said it, never one on another."""

from __future__ import annotations

import pygame

from sim.view.desk import Desk
from sim.view.ink import Store
from sim.view.scene import Speech
from sim.view.style import Colour

NARROWEST, WIDEST, MOST_LINES = 120, 240, 5
PAPER, PAPER_OLD = (253, 251, 245, 255), (244, 242, 236, 205)
WRITING: Colour = (38, 36, 40)
SHOWN_AT_ONCE = 14

_bubbles: Store[pygame.Surface] = Store()


def draw_bubbles(to: pygame.Surface, desk: Desk, heads: dict[str, tuple[int, int]]) -> None:
    """Draw what was said last. ``heads``: window position above each resident in view. Newest bubbles keep their place, older
    ones move up, or aside where panels are above; one that finds no room is left out."""
    taken: list[pygame.Rect] = []
    placed: list[tuple[pygame.Surface, pygame.Rect]] = []
    newest = {s.talk: s.who for s in desk.scene.speech}
    for speech in reversed(desk.scene.speech[-SHOWN_AT_ONCE:]):
        if speech.who not in heads:
            continue
        picture = _picture(desk, speech, newest[speech.talk] == speech.who)
        x, y = heads[speech.who]
        rect = picture.get_rect(midbottom=(x, y - desk.ink.px(1)))
        within = desk.camera.free if desk.camera.free.collidepoint(x, y) else None
        found = _free(rect.clamp(within) if within else rect, taken, desk.ink.px(3), within)
        if found:
            taken.append(found)
            placed.append((picture, found))
    for picture, rect in reversed(placed):
        to.blit(picture, rect.topleft)


def _free(rect: pygame.Rect, taken: list[pygame.Rect], space: int, within: pygame.Rect | None) -> pygame.Rect | None:
    """Where nothing is taken: above what is there, or beside it where that would leave ``within``; None where neither is."""
    up = rect.copy()
    while (hit := up.collidelist(taken)) >= 0:
        up.bottom = taken[hit].top - space
    if within is None or up.top >= within.top:
        return up
    sides = [rect.move(other.right + space - rect.left, 0) for other in taken]
    sides += [rect.move(other.left - space - rect.right, 0) for other in taken]
    sides = [side for side in sides if within.contains(side) and side.collidelist(taken) < 0]
    return min(sides, key=lambda side: abs(side.centerx - rect.centerx), default=None)


def _picture(desk: Desk, speech: Speech, fresh: bool) -> pygame.Surface:
    room = max(desk.ink.px(NARROWEST), min(desk.ink.px(WIDEST), desk.camera.free.width - desk.ink.px(32)))
    key = (speech.who, speech.text, fresh, room, desk.ink.style.scale)
    return _bubbles.fetch(key, lambda: _make(desk, speech, fresh, room), 120)


def _make(desk: Desk, speech: Speech, fresh: bool, room: int) -> pygame.Surface:
    """Name and text on paper, with a tail that points at the speaker."""
    ink, px = desk.ink, desk.ink.px
    lines = ink.wrap(speech.text, "small", room)
    if len(lines) > MOST_LINES:
        lines = (*lines[: MOST_LINES - 1], ink.cut(" ".join(lines[MOST_LINES - 1 :]), "small", room))
    name, high = desk.scene.name(speech.who), ink.style.line("small")
    wide = max([ink.width(line, "small") for line in lines] + [ink.width(name, "caps")]) + px(20)
    tall = high * len(lines) + ink.style.line("caps") + px(12)
    made = pygame.Surface((wide, tall + px(7)), pygame.SRCALPHA)
    paper = PAPER if fresh else PAPER_OLD
    radius = px(9)
    pygame.draw.rect(made, (0, 0, 0, 50), pygame.Rect(0, px(2), wide, tall), border_radius=radius)
    pygame.draw.rect(made, paper, pygame.Rect(0, 0, wide, tall), border_radius=radius)
    middle = wide // 2
    pygame.draw.polygon(made, paper, [(middle - px(6), tall - 1), (middle + px(6), tall - 1), (middle, tall + px(6))])
    dark = desk.colour(speech.who)
    ink.put(made, name, (px(10), px(5)), "caps", (dark[0] * 6 // 11, dark[1] * 6 // 11, dark[2] * 6 // 11))
    for i, line in enumerate(lines):
        ink.put(made, line, (px(10), px(5) + ink.style.line("caps") + i * high), "small", WRITING)
    # Mostly one opaque colour: run-length encoding copies it instead of blending.
    made.set_alpha(255, pygame.RLEACCEL)
    return made
