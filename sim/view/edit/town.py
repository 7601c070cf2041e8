"""The map of the editor: people where they begin, the selected place outlined, and who or what is at a point of the window.

Draws the same art as the main screen, by day and standing still.
"""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from sim.types import Tile
from sim.view.camera import Camera
from sim.view.edit.editor import Editor, Subject
from sim.view.edit.forms import Forms
from sim.view.map_renderer import MapRenderer
from sim.view.sprites import Sprites
from sim.view.style import ACCENT, TEXT, VERMILION, VOID
from sim.view.text_renderer import TextRenderer

MAX_OUTLINED = 4000
"""Tiles of a place up to which it is outlined."""


class EditedTown:
    """The state moves ``camera``. In a fork ``spots`` are the tiles on which people stand instead of where they begin."""

    def __init__(self, editor: Editor, forms: Forms, renderer: TextRenderer, spots: Mapping[str, Tile]) -> None:
        self.editor, self.forms, self.renderer = editor, forms, renderer
        tilemap = editor.doc.places.tilemap
        self.map = MapRenderer(tilemap, tilemap.files())
        self.camera = Camera(self.map.size)
        self.sprites = Sprites()
        self._spots = spots
        self._shown = -1
        self.people: dict[str, Tile] = {}

    def update(self) -> None:
        """Place all people anew after an edit."""
        if self._shown == self.editor.version:
            return
        self._shown = self.editor.version
        places, taken = self.editor.doc.places, set[Tile]()
        self.people = {}
        for slug, one in self.editor.doc.residents.items():
            address = places.find(str(one.get("start_at") or one.get("home") or ""))
            spots = places.spots(address) if address else ()
            tile = self._spots.get(slug) or next((spot for spot in spots if spot not in taken), spots[0] if spots else None)
            self.sprites.set_look(f"{slug} {sorted(self.forms.look(slug).items())}", self.forms.look(slug))
            if tile is not None:
                taken.add(tile)
                self.people[slug] = tile

    def figure(self, slug: str, zoom: int) -> pygame.Surface:
        """The picture of a person from the front, as they look now."""
        return self.sprites.figure(f"{slug} {sorted(self.forms.look(slug).items())}", "down", 0, zoom)

    def draw(self, to: pygame.Surface) -> None:
        camera = self.camera
        to.fill(VOID)
        origin = (camera.left, camera.top)
        self.map.draw(to, origin, camera.zoom, camera.view, over=False)
        self._outline(to)
        for slug, tile in sorted(self.people.items(), key=lambda item: item[1][1]):
            picture = self.figure(slug, camera.zoom)
            x, y = self._feet(tile)
            if self.editor.subject == ("person", slug):
                ring = pygame.Rect(0, 0, camera.zoom * 14, camera.zoom * 7)
                ring.center = (x, y - camera.zoom)
                pygame.draw.ellipse(to, ACCENT, ring, max(1, camera.zoom // 2))
            to.blit(picture, (x - picture.get_width() // 2, y - picture.get_height()))
        self.map.draw(to, origin, camera.zoom, camera.view, over=True)
        for slug, tile in self.people.items():
            self._name(to, slug, tile)

    def _feet(self, tile: Tile) -> tuple[int, int]:
        tilemap = self.map.map
        return self.camera.to_screen((tile[0] + 0.5) * tilemap.tile_width, (tile[1] + 1) * tilemap.tile_height)

    def _name(self, to: pygame.Surface, slug: str, tile: Tile) -> None:
        x, y = self._feet(tile)
        name = self.editor.name(slug).split(" ")[0]
        colour = VERMILION if self.editor.wrong(("person", slug)) else TEXT
        self.renderer.pill(to, name, (x, y + self.renderer.px(2)), "label", colour, (16, 20, 28, 165))

    def _outline(self, to: pygame.Surface) -> None:
        """Draw the edge of the selected place."""
        kind, key = self.editor.subject
        place = self.editor.doc.places.get(key) if kind == "place" else None
        if place is None or len(place.tiles) > MAX_OUTLINED:
            return
        own = set(place.tiles)
        for x, y in place.tiles:
            corners = [self._corner(at) for at in ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y))]
            for i, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
                if (x + dx, y + dy) not in own:
                    pygame.draw.line(to, ACCENT, corners[i], corners[i + 1], max(2, self.camera.zoom))

    def _corner(self, tile: Tile) -> tuple[int, int]:
        return self.camera.to_screen(tile[0] * self.map.map.tile_width, tile[1] * self.map.map.tile_height)

    def who(self, at: tuple[int, int]) -> str | None:
        """The person at a point of the window."""
        wide, high = 8 * self.camera.zoom, 22 * self.camera.zoom
        for slug, tile in self.people.items():
            x, y = self._feet(tile)
            if abs(at[0] - x) <= wide and y - high <= at[1] <= y:
                return slug
        return None

    def tile(self, at: tuple[int, int]) -> Tile:
        """The tile at a point of the window."""
        x, y = self.camera.to_world(at)
        return int(x // self.map.map.tile_width), int(y // self.map.map.tile_height)

    def center_on(self, subject: Subject) -> None:
        """Glide to a person or a place that is out of sight."""
        kind, key = subject
        place = self.editor.doc.places.get(key) if kind == "place" else None
        middle = place.middle if place and place.tiles else self.people.get(key) if kind == "person" else None
        if middle is not None:
            x, y = (middle[0] + 0.5) * self.map.map.tile_width, (middle[1] + 0.5) * self.map.map.tile_height
            edge = -self.renderer.px(60)
            if not self.camera.free.inflate(edge, edge).collidepoint(self.camera.to_screen(x, y)):
                self.camera.glide(x, y)
