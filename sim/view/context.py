"""What all panels share: the open run, the playback, the camera, the selected resident, messages to the user. Draws nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pygame

from sim.record.read import Run
from sim.types import Command, RunStatus
from sim.view import formatting
from sim.view.asking import Asking
from sim.view.camera import Camera
from sim.view.followed_news import FollowedNews
from sim.view.link import Link
from sim.view.map_renderer import MapRenderer
from sim.view.object_index import ObjectIndex
from sim.view.playback import Playback
from sim.view.scene import ShownScene
from sim.view.sprites import Sprites
from sim.view.style import PEOPLE_COLOURS, Colour
from sim.view.text_renderer import TextRenderer
from sim.view.window import State
from sim.world.tilemap import TileMap

PONDERING = {
    "say": "thinking what to say", "react": "making up their mind", "plan": "planning the day", "replan": "changing plans",
    "steps": "thinking what to do next", "takeaway": "thinking over the talk", "recap": "thinking over the talk",
    "relation": "thinking of the other", "identity": "thinking of themselves", "self": "thinking of themselves",
    **dict.fromkeys(("questions", "insights", "rate", "reflection", "refresh"), "reflecting"),
}  # fmt: skip
"""Kind of question, or purpose of a retrieval -> what the resident does meanwhile, in words for the window."""
TOAST_SECONDS = 3.5
CARD_HEIGHT = 110
"""Pixels (at 100 %) that a card of news takes from the view before the first is drawn."""


@dataclass
class ViewContext:
    """An open run and how it is being watched."""

    run: Run
    link: Link | None
    renderer: TextRenderer
    playback: Playback
    camera: Camera
    scene: ShownScene
    map_renderer: MapRenderer
    sprites: Sprites
    status: RunStatus = RunStatus("finished")
    selected: str | None = None
    following: bool = False
    auto_camera: bool = True
    """Whether the camera may move by itself: until the user moves it or selects a resident."""
    held: str = ""
    """Why the camera neither follows the selected resident nor looks for what happens, in a few words."""
    camera_rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    """The part of the view that tells this."""
    differing: frozenset[str] = frozenset()
    """The residents who are elsewhere or do something else in the other town, at the shown tick."""
    labels: bool = True
    played: tuple[str, ...] = ()
    """The residents played by a user at the shown tick."""
    player_slug: str | None = None
    """The resident played in this window."""
    seconds: float = 0.0
    """Real seconds the shown town has been running. Animations (rain, breath) use them and stop while the town is paused."""
    minimap_rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    """The part of ``camera.free`` that the small map covers."""
    skipping: bool = False
    """Whether the night is being skipped."""
    toast: str = ""
    toast_left: float = 0.0
    do_action: Callable[[str], object] = lambda name: None
    """Performs an action of ``keys.py`` by name; set by the main screen."""
    trial: bool = False
    """Whether this is a trial of what is edited below."""
    on_select: list[Callable[[], object]] = field(default_factory=list)
    """Called when another resident, or nobody, is selected."""
    on_center: list[Callable[[str], object]] = field(default_factory=list)
    """Called with a resident's slug before the camera moves to them."""
    on_release: list[Callable[[], object]] = field(default_factory=list)
    """Called when the camera stops following anybody."""
    back: State | None = None
    """The start screen, where the window began there."""
    tabs: tuple[type[Any], ...] = ()
    """Own tabs of the inspector, subclasses of ``Tab``."""

    def __post_init__(self) -> None:
        self.news = FollowedNews(self.run, self.renderer.px(CARD_HEIGHT))
        self.asking = Asking(self.run.path)

    @property
    def now(self) -> int:
        """Game seconds at the tick that is shown."""
        return self.playback.shown_tick * self.run.meta.tick_seconds

    @property
    def start(self) -> dt.datetime:
        return self.run.meta.start

    @property
    def tilemap(self) -> TileMap:
        return self.map_renderer.map

    def world_pixel(self, x: float, y: float) -> tuple[float, float]:
        """The map's pixel of a point in tiles."""
        return x * self.tilemap.tile_width, y * self.tilemap.tile_height

    def tile_at(self, spot: tuple[int, int]) -> tuple[float, float]:
        """The point in tiles that is shown at a window position."""
        x, y = self.camera.to_world(spot)
        return x / self.tilemap.tile_width, y / self.tilemap.tile_height

    def day_and_time(self, tick: int) -> str:
        """When a tick is: ``day 1, 09:05``."""
        return formatting.short(self.start, tick * self.run.meta.tick_seconds)

    def clock_time(self, tick: int) -> str:
        """When a tick is: ``09:05``."""
        return formatting.clock(self.start, tick * self.run.meta.tick_seconds)

    def pondering(self, slug: str) -> str:
        """What a resident of a live town is thinking about; "" where they are not."""
        tasks = [PONDERING.get(task, "thinking") for who, task in self.status.pondering if who == slug]
        tasks += ["thinking"] if slug in self.status.thinking else []
        tasks.sort(key="reflecting".__eq__)  # that goes on in the background, beside what is thought just now
        return f"{tasks[0]} ..." if tasks else ""

    def tick_of(self, at: int) -> int:
        """The tick in which ``at`` game seconds lie."""
        return max(0, at // max(1, self.run.meta.tick_seconds))

    def notify(self, text: str) -> None:
        """Show a message to the user for a few seconds."""
        self.toast, self.toast_left = text, TOAST_SECONDS

    def select(self, slug: str | None) -> None:
        """Select this resident, whom the camera follows from now on (None: nobody)."""
        self.selected, self.following, self.held = slug, slug is not None, "nobody is selected"
        self.auto_camera = self.auto_camera and slug is None
        if self.scene.rations and self.playback.live:
            self.link.send(Command("watch", {"who": slug or ""})) if self.link else None
        for call in self.on_select:
            call()

    def seek(self, tick: int, slug: str | None = None) -> None:
        """Go to a tick and pause there; with ``slug`` also select this resident."""
        self.playback.seek(tick)
        self.playback.playing = False
        if slug:
            self.select(slug)
            self.scene.update(self.playback)
            self.center_on(slug)

    def release_camera(self, why: str = "you moved it") -> None:
        """Stop following and the automatic camera; from now on only the user and what asks for it move the camera. ``why``
        stands behind a colon."""
        self.following, self.auto_camera, self.held = False, False, why
        for call in self.on_release:
            call()

    def center_on(self, slug: str) -> None:
        """Look at a resident."""
        self.auto_camera = False
        self.held = f"it was led to {self.scene.name(slug)}"
        for call in self.on_center:
            call(slug)
        figure = self.scene.figure(slug)
        if figure:
            self.camera.glide(*self.world_pixel(figure.x + 0.5, figure.y + 0.5))

    @property
    def lives(self) -> bool:
        """Whether a town is running that can answer."""
        return self.link is not None and self.status.phase not in ("finished", "failed")

    def camera_note(self) -> str:
        """Whom the camera does not follow and why, and the keys that change it; "" while it follows somebody, looks for what
        happens, has the whole town in view, or is led by a walk from telling to telling."""
        if self.news.telling is not None or self.camera.shows_all():
            return ""
        name = self.scene.name(self.selected) if self.selected else ""
        if self.following and name:
            return "" if self.scene.figure(self.selected or "") else f"The camera waits: {name} is out of town"
        if self.auto_camera:
            return ""
        return f"The camera follows nobody: {self.held} ({f'F: {name}, ' if name else ''}C: by itself)"

    def send(self, kind: str, **data: Any) -> bool:
        """Send a command to the running town; tells the user where there is none. Returns whether it was sent."""
        if self.link is None:
            self.notify("This is a recording: only a running town can answer that.")
            return False
        self.link.send(Command(kind, data))
        return True

    def colour(self, slug: str) -> Colour:
        """The colour a resident has in lists and graphs."""
        order = list(self.scene.info)
        return PEOPLE_COLOURS[order.index(slug) % len(PEOPLE_COLOURS)] if slug in order else PEOPLE_COLOURS[-1]


def open_context(run: Run, link: Link | None, renderer: TextRenderer, speed: float) -> ViewContext:
    """Open everything that watching ``run`` needs. Raises RunError or MapError where the run's map cannot be read."""
    tilemap = TileMap.parse(run.map_text, images=dict(run.images), name=run.meta.scenario_name)
    map_renderer = MapRenderer(tilemap, dict(run.images))
    sprites = Sprites()
    for resident in run.residents:
        sprites.set_look(resident.slug, resident.look)
    playback = Playback(run.meta.tick_seconds, speed if speed > 0 or link is not None else 1.0, live=link is not None)
    camera, scene = Camera(map_renderer.size), ShownScene(run, ObjectIndex(tilemap))
    return ViewContext(run, link, renderer, playback, camera, scene, map_renderer, sprites)
