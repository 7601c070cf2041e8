"""The town's art in one picture: ground, residents, what stands above them, the light of the hour. No text.

In a large window it is drawn at half the size and scaled up whole: the art's pixels are at least two window pixels wide there,
so that nothing is lost, and light and layers cost a quarter.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from sim.view import light, times
from sim.view.desk import Desk
from sim.view.scene import Figure
from sim.view.style import ACCENT, LIVE, VOID, Colour

LARGE = 3_500_000
"""Window pixels from which on the picture is drawn at half the size."""
LAMP_REACH, CANDLE_REACH = 4.5, 2.6
"""Tiles that a lamp, and a resident awake, light up at night."""
GOAL_SHOWN = 900
"""Milliseconds the mark of a goal is shown."""


@dataclass(frozen=True)
class Lens:
    """How world pixels become the picture's: ``left`` and ``top`` are where the map's corner lies in it."""

    to: pygame.Surface
    zoom: int
    left: int
    top: int
    view: pygame.Rect

    def spot(self, x: float, y: float) -> tuple[int, int]:
        """World pixels to the picture's."""
        return self.left + round(x * self.zoom), self.top + round(y * self.zoom)


class Picture:
    """Draws the art onto the window."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._light_map = light.LightMap()
        self._lamps = light.lamps(desk.pictures.map)
        self._half = pygame.Surface((1, 1))
        self._goal: tuple[float, float] | None = None
        self._goal_since = 0

    def point(self, at: tuple[float, float]) -> None:
        """Mark where somebody was sent (in tiles) for a moment."""
        self._goal, self._goal_since = at, pygame.time.get_ticks()

    def draw(self, to: pygame.Surface, shown: list[Figure]) -> None:
        """One frame; ``shown`` are the residents in view."""
        camera = self.desk.camera
        view = camera.view
        if view.width * view.height < LARGE or any(n % 2 for n in (camera.zoom, *view.size, *view.topleft)):
            self._compose(Lens(to, camera.zoom, camera.left, camera.top, view), shown)
            return
        if self._half.get_size() != (view.width // 2, view.height // 2):
            self._half = pygame.Surface((view.width // 2, view.height // 2)).convert()
        left, top = (camera.left - view.x) // 2, (camera.top - view.y) // 2
        self._compose(Lens(self._half, camera.zoom // 2, left, top, self._half.get_rect()), shown)
        pygame.transform.scale(self._half, view.size, to.subsurface(view))

    def _compose(self, lens: Lens, shown: list[Figure]) -> None:
        pictures, camera = self.desk.pictures, self.desk.camera
        world = pygame.Rect(lens.left, lens.top, camera.world[0] * lens.zoom, camera.world[1] * lens.zoom)
        if not world.contains(lens.view):
            lens.to.fill(VOID, lens.view)
        pictures.draw(lens.to, world.topleft, lens.zoom, lens.view, over=False)
        self._mark_goal(lens)
        for figure in shown:
            self._figure(lens, figure)
        pictures.draw(lens.to, world.topleft, lens.zoom, lens.view, over=True)
        self._light(lens, shown)

    def _figure(self, lens: Lens, figure: Figure) -> None:
        tilemap, zoom = self.desk.pictures.map, lens.zoom
        x, y = lens.spot((figure.x + 0.5) * tilemap.tile_width, (figure.y + 1) * tilemap.tile_height - 1)
        mine = figure.slug == self.desk.mine
        if (mine or figure.slug == self.desk.selected) and not figure.lies:
            _ring(lens.to, x, y, zoom, LIVE if mine else ACCENT)
        picture = self.desk.sprites.figure(figure.slug, figure.facing, figure.step, zoom, figure.lies)
        lens.to.blit(picture, (x - picture.get_width() // 2, y - picture.get_height()))

    def _mark_goal(self, lens: Lens) -> None:
        """A ring that closes on the spot where the played resident was sent."""
        age = (pygame.time.get_ticks() - self._goal_since) / GOAL_SHOWN
        if self._goal is None or age >= 1:
            return
        tilemap = self.desk.pictures.map
        at = lens.spot(self._goal[0] * tilemap.tile_width, self._goal[1] * tilemap.tile_height)
        pygame.draw.circle(lens.to, LIVE, at, max(3, round(lens.zoom * (9 - 5 * age))), max(2, lens.zoom // 2))

    def _light(self, lens: Lens, shown: list[Figure]) -> None:
        """Multiply the town with the light of the hour, lamps and lit rooms added to it."""
        minutes = times.minutes(self.desk.start, self.desk.cursor.tick * self.desk.run.meta.tick_seconds)
        colour = light.light(minutes, self.desk.scene.state.weather)
        if colour == (255, 255, 255):
            return
        dark = light.darkness(minutes)
        glows: list[light.Glow] = []
        if dark >= 0.1:
            awake = [(f.x + 0.5, f.y + 0.5) for f in shown if not f.lies]
            glows = self._glows(self._lamps, LAMP_REACH, dark) + self._glows(awake, CANDLE_REACH, dark * 0.55)
        seen = self.desk.camera.visible()
        self._light_map.cast(lens.to, seen, lens.zoom, lens.spot(seen.x, seen.y), colour, glows)

    def _glows(self, spots: list[tuple[float, float]], reach: float, dark: float) -> list[light.Glow]:
        """Lights at these tiles that reach into the view."""
        tilemap = self.desk.pictures.map
        radius = round(reach * tilemap.tile_width)
        seen = self.desk.camera.visible().inflate(2 * radius, 2 * radius)
        points = [(x * tilemap.tile_width, y * tilemap.tile_height) for x, y in spots]
        return [(x, y, radius, dark) for x, y in points if seen.collidepoint(x, y)]


def _ring(to: pygame.Surface, x: int, y: int, zoom: int, colour: Colour) -> None:
    pulse = 1 + 0.08 * math.sin(pygame.time.get_ticks() / 260)
    w, h = round(13 * zoom * pulse), round(6 * zoom * pulse)
    pygame.draw.ellipse(to, colour, pygame.Rect(x - w // 2, y - h // 2 - zoom, w, h), max(2, zoom // 2))
