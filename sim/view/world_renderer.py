"""The town's art in one picture: ground, residents, what stands above them, the light of the hour. No text.

In a large window it is drawn at half the size and scaled up whole: the art's pixels are at least two window pixels wide there,
so that nothing is lost, and light and layers cost a quarter.
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
from sim.view.style import ACCENT, LIVE, VOID, Colour

LARGE = 3_500_000
"""Window pixels from which on the picture is drawn at half the size."""
LAMP_REACH, CANDLE_REACH = 4.5, 2.6
"""Tiles that a lamp, and a resident awake, light up at night."""
SOFTLY = 0.08
"""Share of the way to light or dark that a room goes in a frame."""
REST_PACE, WORK_PACE, TALK_PACE = 0.4, 1.0, 2.8
"""Breaths in a second of somebody at rest, at work, speaking."""
SPEAKS = 0.55
"""The age of a line (0 to 1) up to which its speaker still seems to say it."""
GOAL_SHOWN = 900
"""Milliseconds the mark of a goal is shown."""


@dataclass(frozen=True)
class Viewport:
    """How world pixels become the picture's: ``left`` and ``top`` are where the map's corner lies in it."""

    to: pygame.Surface
    zoom: int
    left: int
    top: int
    view: pygame.Rect

    def spot(self, x: float, y: float) -> tuple[int, int]:
        """World pixels to the picture's."""
        return self.left + round(x * self.zoom), self.top + round(y * self.zoom)


class WorldRenderer:
    """Draws the art onto the window."""

    def __init__(self, context: ViewContext, roofs: Roofs) -> None:
        self.context, self.roofs = context, roofs
        tilemap = context.tilemap
        self._rain = PrecipitationRenderer(roofs, (tilemap.tile_width, tilemap.tile_height))
        self._lit: dict[int, float] = {}
        """Room -> how far it is lit, 0 to 1."""
        self._light_map = lighting.LightMap()
        self._lamps = lighting.lamps(context.tilemap)
        self._half = pygame.Surface((1, 1))
        self._goal: tuple[float, float] | None = None
        self._goal_since = 0

    def point(self, at: tuple[float, float]) -> None:
        """Mark where somebody was sent (in tiles) for a moment."""
        self._goal, self._goal_since = at, pygame.time.get_ticks()

    def draw(self, to: pygame.Surface, shown: list[Figure]) -> None:
        """One frame; ``shown`` are the residents in view."""
        camera = self.context.camera
        view = camera.view
        if view.width * view.height < LARGE or any(n % 2 for n in (camera.zoom, *view.size, *view.topleft)):
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
        if not world.contains(viewport.view):
            viewport.to.fill(VOID, viewport.view)
        map_renderer.draw(viewport.to, world.topleft, viewport.zoom, viewport.view, over=False)
        self._mark_goal(viewport)
        talking = {said.who for said in self.context.scene.speech if said.age < SPEAKS}
        for figure in shown:
            self._figure(viewport, figure, figure.slug in talking)
        map_renderer.draw(viewport.to, world.topleft, viewport.zoom, viewport.view, over=True)
        self._light(viewport, shown)
        self._weather(viewport)

    def _weather(self, viewport: Viewport) -> None:
        """Rain or snow, above everything, by night as pale as by day."""
        falls = precipitation_for(self.context.scene.state.weather)
        if falls is not None:
            seen = self.context.camera.visible()
            self._rain.draw(
                viewport.to, falls, seen, viewport.spot(seen.x, seen.y), viewport.zoom, round(self.context.seconds * 1000)
            )

    def _figure(self, viewport: Viewport, figure: Figure, talks: bool) -> None:
        zoom = viewport.zoom
        left, bottom = self.context.world_pixel(figure.x + 0.5, figure.y + 1)
        x, y = viewport.spot(left, bottom - 1)
        mine = figure.slug == self.context.player_slug
        if (mine or figure.slug == self.context.selected) and not figure.lies:
            _ring(viewport.to, x, y, zoom, LIVE if mine else ACCENT)
        pose = LIES if figure.lies else LOW if self._low(figure, talks) else ""
        picture = self.context.sprites.figure(figure.slug, figure.facing, figure.step, zoom, pose)
        viewport.to.blit(picture, (x - picture.get_width() // 2, y - picture.get_height()))

    def _low(self, figure: Figure, talks: bool) -> bool:
        """Whether somebody is at the lower end of a breath: slow at rest, brisk at work, a nod with every word in talk."""
        if figure.state.walking:
            return False
        rate = TALK_PACE if talks else WORK_PACE if figure.state.icon and not figure.state.talk else REST_PACE
        own = sum(figure.slug.encode()) % 17 / 17
        return (self.context.seconds * rate + own) % 1 > 0.6

    def _mark_goal(self, viewport: Viewport) -> None:
        """A ring that closes on the spot where the played resident was sent."""
        age = (pygame.time.get_ticks() - self._goal_since) / GOAL_SHOWN
        if self._goal is None or age >= 1:
            return
        at = viewport.spot(*self.context.world_pixel(*self._goal))
        pygame.draw.circle(viewport.to, LIVE, at, max(3, round(viewport.zoom * (9 - 5 * age))), max(2, viewport.zoom // 2))

    def _light(self, viewport: Viewport, shown: list[Figure]) -> None:
        """Multiply the town with the light of the hour, lamps and lit rooms added to it."""
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
            glows = self._glows(self._lamps, LAMP_REACH, dark) + self._glows(abroad, CANDLE_REACH, dark * 0.55)
        seen = self.context.camera.visible()
        lights = lighting.Lights(colour, glows, rooms)
        self._light_map.cast(viewport.to, seen, viewport.zoom, viewport.spot(seen.x, seen.y), lights)

    def _rooms(self, dark: float) -> list[tuple[pygame.Rect, float]]:
        """The rooms in which somebody is awake, in world pixels; a light goes on and off softly."""
        tw, th = self.context.tilemap.tile_width, self.context.tilemap.tile_height
        awake = [self.roofs.room(f.x + 0.5, f.y + 0.5) for f in self.context.scene.figures if not f.lies]
        wanted = {id(room) for room in awake if room is not None}
        found: list[tuple[pygame.Rect, float]] = []
        for room in self.roofs.rooms:
            goal = float(id(room) in wanted)
            level = self._lit.get(id(room), goal)
            level += (goal - level) * SOFTLY
            self._lit[id(room)] = level
            if level > 0.02:
                found.append((pygame.Rect(room.x * tw, room.y * th, room.w * tw, room.h * th), level * dark**0.6))
        return found

    def _glows(self, spots: list[tuple[float, float]], reach: float, dark: float) -> list[lighting.Glow]:
        """Lights at these tiles that reach into the view."""
        radius = round(reach * self.context.tilemap.tile_width)
        seen = self.context.camera.visible().inflate(2 * radius, 2 * radius)
        points = [self.context.world_pixel(x, y) for x, y in spots]
        return [(x, y, radius, dark) for x, y in points if seen.collidepoint(x, y)]


def _ring(to: pygame.Surface, x: int, y: int, zoom: int, colour: Colour) -> None:
    pulse = 1 + 0.08 * math.sin(pygame.time.get_ticks() / 260)
    w, h = round(13 * zoom * pulse), round(6 * zoom * pulse)
    pygame.draw.ellipse(to, colour, pygame.Rect(x - w // 2, y - h // 2 - zoom, w, h), max(2, zoom // 2))
