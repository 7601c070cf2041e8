"""What all panels share: the open run, the cursor, the camera, who is selected, what is to be told. No drawing here."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pygame

from sim.record.read import Run
from sim.types import Command
from sim.view.camera import Camera
from sim.view.chunks import MapPictures
from sim.view.cursor import Cursor
from sim.view.link import Link, Report, Status
from sim.view.scene import Scene
from sim.view.sprites import Sprites
from sim.view.style import PEOPLE_COLOURS, Colour
from sim.view.text_render import Ink
from sim.view.things import Things
from sim.world.tilemap import TileMap

TOAST_SECONDS = 3.5


@dataclass
class Desk:
    """One open run and how it is looked at."""

    run: Run
    link: Link | None
    ink: Ink
    cursor: Cursor
    camera: Camera
    scene: Scene
    pictures: MapPictures
    sprites: Sprites
    status: Report = Status("finished")
    selected: str | None = None
    following: bool = False
    directed: bool = True
    """Whether the camera may look for what happens by itself: until somebody moves it or looks into a resident."""
    labels: bool = True
    played: tuple[str, ...] = ()
    """Who is played by a person at the shown moment."""
    mine: str | None = None
    """Whom this window plays."""
    knows: dict[str, int] | None = None
    """While a piece of news is followed: who knows it -> since which tick."""
    seconds: float = 0.0
    """Real seconds for which the town has been seen to live; a town that is held stands still, rain and breath included."""
    covered: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    """The part of ``camera.free`` that the small map covers."""
    hurrying: bool = False
    """Whether the night is being skipped."""
    toast: str = ""
    toast_left: float = 0.0
    trace: Callable[[str], object] | None = None
    """Follows what a text says through the town; set by the screen that can show it."""
    act: Callable[[str], object] = lambda name: None
    """Does what a key's name stands for; set by the screen."""
    on_select: list[Callable[[], object]] = field(default_factory=list)

    @property
    def now(self) -> int:
        """Game seconds at the tick that is shown."""
        return self.cursor.now * self.run.meta.tick_seconds

    @property
    def start(self) -> dt.datetime:
        """When the scenario begins."""
        return self.run.meta.start

    def tick_of(self, at: int) -> int:
        """The tick in which ``at`` game seconds lie."""
        return max(0, at // max(1, self.run.meta.tick_seconds))

    def say(self, text: str) -> None:
        """Tell the person at the window something, for a few seconds."""
        self.toast, self.toast_left = text, TOAST_SECONDS

    def select(self, slug: str | None, follow: bool = False) -> None:
        """Look into this resident; with ``follow`` the camera goes with them."""
        self.selected = slug
        self.following = follow and slug is not None
        self.directed = self.directed and slug is None
        for call in self.on_select:
            call()

    def seek(self, tick: int, slug: str | None = None) -> None:
        """Go to a moment, and to a resident in it."""
        self.cursor.seek(tick)
        self.cursor.playing = False
        if slug:
            self.select(slug)
            self.scene.update(self.cursor)
            self.show(slug)

    def show(self, slug: str) -> None:
        """Bring a resident into view."""
        self.directed = False
        figure = self.scene.figure(slug)
        if figure:
            tw, th = self.pictures.map.tile_width, self.pictures.map.tile_height
            self.camera.glide((figure.x + 0.5) * tw, (figure.y + 0.5) * th)

    def send(self, kind: str, **data: Any) -> bool:
        """A command to the running town; says so where there is none."""
        if self.link is None:
            self.say("This is a recording: only a running town can answer that.")
            return False
        self.link.send(Command(kind, data))
        return True

    def colour(self, slug: str) -> Colour:
        """The colour a resident has in lists and graphs."""
        order = list(self.scene.info)
        return PEOPLE_COLOURS[order.index(slug) % len(PEOPLE_COLOURS)] if slug in order else PEOPLE_COLOURS[-1]


def open_desk(run: Run, link: Link | None, ink: Ink, speed: float) -> Desk:
    """Everything needed to look at ``run``. Raises RunError or MapError where the run's map cannot be read."""
    tilemap = TileMap.parse(run.map_text, images=dict(run.images), name=run.meta.scenario_name)
    pictures = MapPictures(tilemap, dict(run.images))
    sprites = Sprites()
    for resident in run.residents:
        sprites.dress(resident.slug, resident.look)
    cursor = Cursor(run.meta.tick_seconds, speed if speed > 0 or link is not None else 1.0, live=link is not None)
    return Desk(run, link, ink, cursor, Camera(pictures.size), Scene(run, Things(tilemap)), pictures, sprites)
