"""Sprites of residents and icons of actions: layered sheets composed from a resident's look, scaled once per zoom.

Knows the layout of the art (``assets/sprites/sprites.json``, ``assets/icons/icons.json``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pygame

from sim.view.text_renderer import LruCache

ASSETS = Path(__file__).resolve().parents[2] / "assets"
DIRECTIONS = ("down", "left", "right", "up")
LIES = "lies"
"""Pose: asleep in bed."""
LOW = "low"
"""Pose: standing, breathed out."""
WAIST = 17
"""Rows of art pixels that sink by one when breathing out; the feet stay."""
SLEEP = 4
"""The column of the sleeping pose."""


class Sprites:
    """``figure`` is a resident's picture, ``icon`` an action's."""

    def __init__(self) -> None:
        self._layout = _read(ASSETS / "sprites" / "sprites.json")
        self.frame: tuple[int, int] = tuple(self._layout["frame"])
        self._looks: dict[str, Mapping[str, Any]] = {}
        self._sheet = cache(_load)
        self._body = cache(self._compose)
        self._scaled: LruCache[pygame.Surface] = LruCache()
        self._icons = _load(ASSETS / "icons" / "icons.png")
        self._icon_names = {name: i for i, name in enumerate(_read(ASSETS / "icons" / "icons.json")["names"])}

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
        column = SLEEP if pose == LIES else step % 4
        if column == SLEEP:
            row = 0
        part = pygame.Rect(column * w, row * h, w, h)
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
        look, high = self._looks.get(slug, {}), len(DIRECTIONS) * self.frame[1]
        layers = [(said["name"], self._sheet(ASSETS / "sprites" / said["file"])) for said in self._layout["layers"]]
        made = pygame.Surface((max(sheet.get_width() for _, sheet in layers), high), pygame.SRCALPHA)
        for name, sheet in layers:
            variant = _variant(self._layout, name, look) % (sheet.get_height() // high)
            made.blit(sheet, (0, 0), (0, variant * high, sheet.get_width(), high))
        return made

    def icon(self, name: str, size: int) -> pygame.Surface | None:
        """The icon of an action, ``size`` pixels square, or None where the art has none."""
        if name not in self._icon_names:
            return None
        return self._scaled.fetch(("icon", name, size), lambda: self._icon(name, size), 1500)

    def _icon(self, name: str, size: int) -> pygame.Surface:
        index = self._icon_names[name]
        cell = self._icons.subsurface(pygame.Rect(index % 11 * 16, index // 11 * 16, 16, 16))
        whole = max(1, round(size / 16)) * 16
        sharp = pygame.transform.scale(cell, (whole, whole))
        return sharp if whole == size else pygame.transform.smoothscale(sharp, (size, size))


def _load(path: Path) -> pygame.Surface:
    return pygame.image.load(str(path)).convert_alpha()


def _variant(layout: Mapping[str, Any], name: str, look: Mapping[str, Any]) -> int:
    """The variant of a layer for a look. ``layout["look"]`` names the field of the look that decides, or two fields: style and
    colour."""
    follows = layout["look"][name]
    if isinstance(follows, str):
        return int(look.get(follows, 0))
    styles, colours = layout[name]["styles"], layout[name]["colours"]
    return int(look.get(follows[0], 0)) % int(styles) * int(colours) + int(look.get(follows[1], 0)) % int(colours)


def _sunk(part: pygame.Surface, pose: str) -> pygame.Surface:
    """One frame of art, for the pose ``LOW`` with the upper body one pixel lower."""
    if pose != LOW:
        return part
    made = part.copy()
    made.fill((0, 0, 0, 0), (0, 0, part.get_width(), WAIST + 1))
    made.blit(part, (0, 1), (0, 0, part.get_width(), WAIST))
    return made


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found
