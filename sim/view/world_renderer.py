"""Draws the town's art: ground, residents, what stands above them, light and weather. No text.

In a large window the art is drawn at half the size and scaled up: its pixels are at least two window pixels wide there, so
nothing is lost, and light and layers cost a quarter.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from sim.view import formatting, lighting
from sim.view.context import ViewContext
from sim.view.precipitation import PrecipitationRenderer, precipitation_for
from sim.view.roofs import Roofs
from sim.view.scene import Figure
from sim.view.sprites import LIES, LOW
from sim.view.style import ACCENT, LIVE, Colour

LARGE_WINDOW = 3_500_000
"""Window pixels from which on the art is drawn at half the size."""
LAMP_REACH = 4.5
"""Radius in tiles of the light of a lamp at night."""
RESIDENT_REACH = 2.6
"""Radius in tiles of the light around a resident outdoors at night."""
ROOM_LIGHT_STEP = 0.08
"""Share of the way to its new level that a room's light changes per frame."""
REST_PACE = 0.4
"""Breaths per second at rest."""
WORK_PACE = 1.0
"""Breaths per second at work."""
TALK_PACE = 2.8
"""Breaths per second while speaking."""
SPEAKING_AGE = 0.55
"""The age of an utterance (0 to 1) up to which its speaker nods."""
GOAL_MILLISECONDS = 900
"""Milliseconds for which a walking goal is marked."""


@dataclass(frozen=True)
class Viewport:
    """A transform from world pixels to a surface: ``left`` and ``top`` are where the map's corner lies on ``to``."""

    to: pygame.Surface
    zoom: int
    left: int
    top: int
    view: pygame.Rect

    def spot(self, x: float, y: float) -> tuple[int, int]:
        """World pixels to pixels of the surface."""
        return self.left + round(x * self.zoom), self.top + round(y * self.zoom)


class WorldRenderer:
    """Draws the art onto the window."""

    def __init__(self, context: ViewContext, roofs: Roofs) -> None:
        self.context, self.roofs = context, roofs
        tilemap = context.tilemap
        self._rain = PrecipitationRenderer(roofs, (tilemap.tile_width, tilemap.tile_height))
        self._lit: dict[int, float] = {}
        """id of a room -> level of its light, 0 to 1."""
        self._light_map = lighting.LightMap()
        self._lamps = lighting.lamps(context.tilemap)
        self._half = pygame.Surface((1, 1))
        self._goal: tuple[float, float] | None = None
        self._goal_since = 0

    def mark_goal(self, at: tuple[float, float]) -> None:
        """Mark for a moment the point (in tiles) to which the played resident was sent."""
        self._goal, self._goal_since = at, pygame.time.get_ticks()

    def draw(self, to: pygame.Surface, shown: list[Figure]) -> None:
        """Draw one frame; ``shown`` are the figures in view."""
        camera = self.context.camera
        view = camera.view
        if view.width * view.height < LARGE_WINDOW or any(n % 2 for n in (camera.zoom, *view.size, *view.topleft)):
            self._compose(Viewport(to, camera.zoom, camera.left, camera.top, view), shown)
            return
        if self._half.get_size() != (view.width // 2, view.height // 2):
            self._half = pygame.Surface((view.width // 2, view.height // 2)).convert()
        left, top = (camera.left - view.x) // 2, (camera.top - view.y) // 2
        self._compose(Viewport(self._half, camera.zoom // 2, left, top, self._half.get_rect()), shown)
        pygame.transform.scale(self._half, view.size, to.subsurface(view))

    def _compose(self, viewport: Viewport, shown: list[Figure]) -> None:
        map_renderer, camera = self.context.map_renderer, self.context.camera
        world = pygame.Rect(viewport.left, viewport.top, camera.world[0] * viewport.zoom, camera.world[1] * viewport.zoom)
        map_renderer.draw(viewport.to, world.topleft, viewport.zoom, viewport.view, over=False)
        self._draw_goal(viewport)
        talking = {said.who for said in self.context.scene.speech if said.age < SPEAKING_AGE}
        for figure in shown:
            self._figure(viewport, figure, figure.slug in talking)
        map_renderer.draw(viewport.to, world.topleft, viewport.zoom, viewport.view, over=True)
        self._light(viewport, shown)
        self._weather(viewport)

    def _weather(self, viewport: Viewport) -> None:
        """Draw rain or snow above everything, as bright by night as by day."""
        falls = precipitation_for(self.context.scene.state.weather)
        if falls is not None:
            seen = self.context.camera.visible()
            now = round(self.context.seconds * 1000)
            self._rain.draw(viewport.to, falls, seen, viewport.spot(seen.x, seen.y), viewport.zoom, now)

    def _figure(self, viewport: Viewport, figure: Figure, talks: bool) -> None:
        zoom = viewport.zoom
        left, bottom = self.context.world_pixel(figure.x + 0.5, figure.y + 1)
        x, y = viewport.spot(left, bottom - 1)
        mine = figure.slug == self.context.player_slug
        if (mine or figure.slug == self.context.selected) and not figure.lies:
            _ring(viewport.to, x, y, zoom, LIVE if mine else ACCENT)
        pose = LIES if figure.lies else LOW if self._breathed_out(figure, talks) else ""
        picture = self.context.sprites.figure(figure.slug, figure.facing, figure.step, zoom, pose)
        viewport.to.blit(picture, (x - picture.get_width() // 2, y - picture.get_height()))

    def _breathed_out(self, figure: Figure, talks: bool) -> bool:
        """Whether a figure is breathed out: slow at rest, brisk at work, a nod with every word in talk."""
        if figure.state.walking:
            return False
        rate = TALK_PACE if talks else WORK_PACE if figure.state.icon and not figure.state.talk else REST_PACE
        own = sum(figure.slug.encode()) % 17 / 17
        return (self.context.seconds * rate + own) % 1 > 0.6

    def _draw_goal(self, viewport: Viewport) -> None:
        """Draw a closing ring where the played resident was sent."""
        age = (pygame.time.get_ticks() - self._goal_since) / GOAL_MILLISECONDS
        if self._goal is None or age >= 1:
            return
        at = viewport.spot(*self.context.world_pixel(*self._goal))
        pygame.draw.circle(viewport.to, LIVE, at, max(3, round(viewport.zoom * (9 - 5 * age))), max(2, viewport.zoom // 2))

    def _light(self, viewport: Viewport, shown: list[Figure]) -> None:
        """Multiply the view with the light of the hour, lamps and lit rooms."""
        minutes = formatting.minutes(self.context.start, self.context.playback.tick * self.context.run.meta.tick_seconds)
        colour = lighting.light_colour(minutes, self.context.scene.state.weather)
        if colour == (255, 255, 255):
            return
        dark = lighting.darkness(minutes)
        glows: list[lighting.Glow] = []
        rooms: list[tuple[pygame.Rect, float]] = []
        if dark >= 0.1:
            rooms = self._rooms(dark)
            abroad = [(f.x + 0.5, f.y + 0.5) for f in shown if not f.lies and self.roofs.room(f.x + 0.5, f.y + 0.5) is None]
            glows = self._glows(self._lamps, LAMP_REACH, dark) + self._glows(abroad, RESIDENT_REACH, dark * 0.55)
        seen = self.context.camera.visible()
        lights = lighting.Lights(colour, glows, rooms)
        self._light_map.cast(viewport.to, seen, viewport.zoom, viewport.spot(seen.x, seen.y), lights)

    def _rooms(self, dark: float) -> list[tuple[pygame.Rect, float]]:
        """The lit rooms (in world pixels) and their levels. A room is lit while a resident in it is awake; levels change
        gradually."""
        tw, th = self.context.tilemap.tile_width, self.context.tilemap.tile_height
        awake = [self.roofs.room(f.x + 0.5, f.y + 0.5) for f in self.context.scene.figures if not f.lies]
        wanted = {id(room) for room in awake if room is not None}
        found: list[tuple[pygame.Rect, float]] = []
        for room in self.roofs.rooms:
            goal = float(id(room) in wanted)
            level = self._lit.get(id(room), goal)
            level += (goal - level) * ROOM_LIGHT_STEP
            self._lit[id(room)] = level
            if level > 0.02:
                found.append((pygame.Rect(room.x * tw, room.y * th, room.w * tw, room.h * th), level * dark**0.6))
        return found

    def _glows(self, spots: list[tuple[float, float]], reach: float, dark: float) -> list[lighting.Glow]:
        """The lights at these points (in tiles) that reach into the view."""
        radius = round(reach * self.context.tilemap.tile_width)
        seen = self.context.camera.visible().inflate(2 * radius, 2 * radius)
        points = [self.context.world_pixel(x, y) for x, y in spots]
        return [(x, y, radius, dark) for x, y in points if seen.collidepoint(x, y)]


def _ring(to: pygame.Surface, x: int, y: int, zoom: int, colour: Colour) -> None:
    pulse = 1 + 0.08 * math.sin(pygame.time.get_ticks() / 260)
    w, h = round(13 * zoom * pulse), round(6 * zoom * pulse)
    pygame.draw.ellipse(to, colour, pygame.Rect(x - w // 2, y - h // 2 - zoom, w, h), max(2, zoom // 2))
