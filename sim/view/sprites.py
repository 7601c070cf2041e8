"""Sprites of residents and icons of actions: layered sheets composed from a resident's look, scaled once per zoom.

Knows the layout of the art (``assets/sprites/sprites.json``, ``assets/icons/icons.json``). Draws plain figures where a file is
missing, so that a run can be watched anywhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pygame

from sim.view.style import PEOPLE_COLOURS
from sim.view.text_renderer import LruCache

ASSETS = Path(__file__).resolve().parents[2] / "assets"
DIRECTIONS = ("down", "left", "right", "up")
LIES, LOW = "lies", "low"
"""Poses: asleep in bed; standing, breathed out."""
WAIST = 17
"""Rows of art pixels that sink by one when breathing out; the feet stay."""
SLEEP = 4
"""The column of the sleeping pose, where the art has one."""


class Sprites:
    """``figure`` is a resident's picture, ``icon`` an action's."""

    def __init__(self) -> None:
        self._layout = _read(ASSETS / "sprites" / "sprites.json")
        frame = self._layout.get("frame", [16, 24])
        self.frame = (int(frame[0]), int(frame[1]))
        self._looks: dict[str, Mapping[str, Any]] = {}
        self._sheet = cache(_load)
        self._body = cache(self._compose)
        self._scaled: LruCache[pygame.Surface] = LruCache()
        self._icons = _load(ASSETS / "icons" / "icons.png")
        names = _read(ASSETS / "icons" / "icons.json").get("names", ())
        self._icon_names = {str(name): i for i, name in enumerate(names)}

    def set_look(self, slug: str, look: Mapping[str, Any]) -> None:
        self._looks[slug] = look

    def figure(self, slug: str, facing: str, step: int, zoom: int, pose: str = "") -> pygame.Surface:
        """The resident's picture, ``frame`` times ``zoom`` pixels; ``step`` 0 stands, 1 to 3 walk; ``pose`` is ``LIES``,
        ``LOW`` or none."""
        key = (slug, facing, step, zoom, pose)
        return self._scaled.fetch(key, lambda: self._figure(*key), 1500)

    def _figure(self, slug: str, facing: str, step: int, zoom: int, pose: str) -> pygame.Surface:
        body = self._body(slug)
        w, h = self.frame
        row = DIRECTIONS.index(facing) if facing in DIRECTIONS else 0
        column = SLEEP if pose == LIES and body.get_width() >= w * (SLEEP + 1) else step % 4
        if column == SLEEP:
            row = 0
        part = pygame.Rect(column * w, row * h, w, h).clip(body.get_rect())
        figure = pygame.transform.scale(_sunk(body.subsurface(part), pose), (w * zoom, h * zoom))
        figure.set_alpha(255, pygame.RLEACCEL)
        return figure

    def draw_portrait(self, to: pygame.Surface, slug: str, box: pygame.Rect, zoom: int, top: int) -> None:
        """The resident from the front, ``zoom`` times as large as the art, in the middle of ``box`` and cut off at its edges;
        ``top`` is the y of the picture's upper edge."""
        figure, clip = self.figure(slug, "down", 0, max(1, zoom)), to.get_clip()
        to.set_clip(box.clip(clip))
        to.blit(figure, (box.centerx - figure.get_width() // 2, top))
        to.set_clip(clip)

    def _compose(self, slug: str) -> pygame.Surface:
        """All layers of one resident's sheet blitted on top of each other, at the art's own scale."""
        w, h = self.frame
        look = self._looks.get(slug, {})
        high = len(DIRECTIONS) * h
        folder = ASSETS / "sprites"
        listed = self._layout.get("layers", ())
        layers = [(str(said.get("name", "")), self._sheet(folder / str(said.get("file", "")))) for said in listed]
        sheets = [(name, sheet) for name, sheet in layers if sheet is not None and sheet.get_height() >= high]
        if not sheets:
            return _plain(slug, self.frame)
        made = pygame.Surface((max(sheet.get_width() for _, sheet in sheets), high), pygame.SRCALPHA)
        for name, sheet in sheets:
            variant = _variant(self._layout, name, look) % (sheet.get_height() // high)
            made.blit(sheet, (0, 0), (0, variant * high, sheet.get_width(), high))
        return made

    def icon(self, name: str, size: int) -> pygame.Surface | None:
        """The icon of an action, ``size`` pixels square, or None where the art has none."""
        if self._icons is None or name not in self._icon_names:
            return None
        return self._scaled.fetch(("icon", name, size), lambda: self._icon(name, size), 1500)

    def _icon(self, name: str, size: int) -> pygame.Surface:
        assert self._icons is not None
        index = self._icon_names[name]
        cell = self._icons.subsurface(pygame.Rect(index % 11 * 16, index // 11 * 16, 16, 16))
        whole = max(1, round(size / 16)) * 16
        sharp = pygame.transform.scale(cell, (whole, whole))
        return sharp if whole == size else pygame.transform.smoothscale(sharp, (size, size))


def _load(path: Path) -> pygame.Surface | None:
    try:
        return pygame.image.load(str(path)).convert_alpha()
    except (pygame.error, OSError):
        return None


def _variant(layout: Mapping[str, Any], name: str, look: Mapping[str, Any]) -> int:
    """The variant of a layer for a look. ``layout["look"]`` names the field of the look that decides, or two fields: style and
    colour."""
    follows = layout.get("look", {}).get(name, name)
    if isinstance(follows, str):
        return int(look.get(follows, 0))
    counts = layout.get(name, {})
    styles, colours = max(1, int(counts.get("styles", 1))), max(1, int(counts.get("colours", 1)))
    return int(look.get(follows[0], 0)) % styles * colours + int(look.get(follows[1], 0)) % colours


def _sunk(part: pygame.Surface, pose: str) -> pygame.Surface:
    """One frame of art, for the pose ``LOW`` with the upper body one pixel lower."""
    if pose != LOW or part.get_height() <= WAIST + 1:
        return part
    made = part.copy()
    made.fill((0, 0, 0, 0), (0, 0, part.get_width(), WAIST + 1))
    made.blit(part, (0, 1), (0, 0, part.get_width(), WAIST))
    return made


def _plain(slug: str, frame: tuple[int, int]) -> pygame.Surface:
    """A plain figure in a colour of the resident's own, for when the art is missing."""
    w, h = frame
    made = pygame.Surface((w * 4, h * 4), pygame.SRCALPHA)
    shirt = PEOPLE_COLOURS[sum(slug.encode()) % len(PEOPLE_COLOURS)]
    for row in range(4):
        for column in range(4):
            x, y = column * w, row * h
            leg = (0, 1, 0, -1)[column]
            pygame.draw.rect(made, (58, 62, 82), (x + 5, y + h - 7, 2, 6 - max(0, leg)))
            pygame.draw.rect(made, (58, 62, 82), (x + 9, y + h - 7, 2, 6 - max(0, -leg)))
            pygame.draw.rect(made, shirt, (x + 4, y + h - 14, 8, 8), border_radius=2)
            pygame.draw.circle(made, (226, 184, 150), (x + 8, y + h - 17), 4)
            pygame.draw.rect(made, (84, 58, 42), (x + 4, y + h - 21, 8, 8 if row == 3 else 3), border_radius=2)
    return made


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
