"""The camera: the world pixel in the middle of the view, and a whole-number zoom.

Knows only the map's size. World pixels are the map's own (16 to a tile); window pixels are ``zoom`` times as many, so that
every pixel of the art stays a sharp square.
"""

from __future__ import annotations

import pygame

ZOOMS = (1, 2, 3, 4, 5, 6, 8, 10, 12)
GLIDE_SECONDS = 0.12
"""Seconds in which a gliding camera covers about two thirds of its way."""
CLICK_SLACK = 5
"""Pixels the pointer may move between press and release of a click."""
MAX_BEYOND_EDGE = 40
"""Window pixels beyond the map's edge that may be visible."""


class Camera:
    """``x`` and ``y`` are the world pixel at the middle of ``free``: the part of ``view`` that no panel covers."""

    def __init__(self, world: tuple[int, int]) -> None:
        self.world = world
        self.view = pygame.Rect(0, 0, 1280, 800)
        self.free = self.view
        self._middle = (640.0, 400.0)
        self.zoom = 3
        self.x, self.y = world[0] / 2, world[1] / 2
        self._goal: tuple[float, float] | None = None

    def fit(self) -> None:
        """Choose the zoom at which the map about fills the view (at least 2) and look at the map's middle."""
        wanted = max(self.view.width / self.world[0], self.view.height / self.world[1])
        self.zoom = max(2, max((z for z in ZOOMS if z <= wanted + 0.35), default=ZOOMS[0]))
        self._middle = (float(self.free.centerx), float(self.free.centery))
        self.look(self.world[0] / 2, self.world[1] / 2)

    def fit_to(self, points: list[tuple[float, float]], room: float, least: int, most: int) -> bool:
        """Look at all these world pixels with ``room`` pixels around them, at the largest zoom from ``least`` to ``most`` that
        holds them. False where none does; nothing changes then."""
        left, right = min(x for x, _ in points) - room, max(x for x, _ in points) + room
        top, bottom = min(y for _, y in points) - room, max(y for _, y in points) + room
        wide, high = min(right - left, self.world[0]), min(bottom - top, self.world[1])
        fits = [z for z in ZOOMS if least <= z <= most and wide * z <= self.free.width and high * z <= self.free.height]
        if fits:
            self.zoom = fits[-1]
            self.look((left + right) / 2, (top + bottom) / 2)
        return bool(fits)

    def frame(self, view: pygame.Rect, free: pygame.Rect) -> None:
        """Set the window's rectangle and the part no panel covers; the middle glides there in ``update``."""
        self.view, self.free = view, free

    def to_screen(self, x: float, y: float) -> tuple[int, int]:
        """World pixels to window pixels."""
        return self.left + round(x * self.zoom), self.top + round(y * self.zoom)

    def to_world(self, at: tuple[int, int]) -> tuple[float, float]:
        """Window pixels to world pixels."""
        return (at[0] - self.left) / self.zoom, (at[1] - self.top) / self.zoom

    @property
    def left(self) -> int:
        """Window x of the map's left edge."""
        return round(self._middle[0] - self.x * self.zoom)

    @property
    def top(self) -> int:
        """Window y of the map's top edge."""
        return round(self._middle[1] - self.y * self.zoom)

    def zoom_by(self, steps: int, at: tuple[int, int] | None = None) -> None:
        """Zoom in (1) or out (-1) and keep the world pixel under ``at`` where it is."""
        at = at or self.free.center
        before = self.to_world(at)
        index = ZOOMS.index(self.zoom) + steps
        self.zoom = ZOOMS[max(0, min(len(ZOOMS) - 1, index))]
        after = self.to_world(at)
        self._goal = None
        self.look(self.x + before[0] - after[0], self.y + before[1] - after[1])

    def zoom_to(self, least: int) -> None:
        """Zoom in, if the zoom is smaller than this."""
        if self.zoom < least:
            self.zoom = least
            self.look(self.x, self.y)

    def pan(self, dx: float, dy: float) -> None:
        """Move the view by so many window pixels."""
        self._goal = None
        self.look(self.x + dx / self.zoom, self.y + dy / self.zoom)

    def look(self, x: float, y: float) -> None:
        """Look at this world pixel, or as near to it as the map's edges allow."""
        self.x = self._bound(x, self.world[0], self.free.width)
        self.y = self._bound(y, self.world[1], self.free.height)

    def _bound(self, at: float, world: int, free: int) -> float:
        half = max(0.0, free / 2 - MAX_BEYOND_EDGE) / self.zoom
        return world / 2 if 2 * half >= world else max(half, min(world - half, at))

    def glide(self, x: float, y: float) -> None:
        """Glide to this world pixel."""
        self._goal = (x, y)

    def update(self, real: float) -> None:
        """Let ``real`` seconds pass."""
        share = min(1.0, real / GLIDE_SECONDS * 0.7)
        x, y = self._middle
        self._middle = (x + (self.free.centerx - x) * share, y + (self.free.centery - y) * share)
        if self._goal is None:
            # A panel that opens or closes moves the bounds; glide back into them.
            self.x += (self._bound(self.x, self.world[0], self.free.width) - self.x) * share
            self.y += (self._bound(self.y, self.world[1], self.free.height) - self.y) * share
            return
        before = (self.x, self.y)
        self.look(self.x + (self._goal[0] - self.x) * share, self.y + (self._goal[1] - self.y) * share)
        if abs(self.x - before[0]) + abs(self.y - before[1]) < 0.05:
            self._goal = None

    def shows_all(self) -> bool:
        """Whether the whole map is in the part that no panel covers."""
        world = pygame.Rect(self.left, self.top, self.world[0] * self.zoom, self.world[1] * self.zoom)
        return self.free.inflate(MAX_BEYOND_EDGE, MAX_BEYOND_EDGE).contains(world)

    def visible(self) -> pygame.Rect:
        """The part of the world in view, in world pixels, rounded outward."""
        x, y = self.to_world(self.view.topleft)
        w, h = self.view.width / self.zoom, self.view.height / self.zoom
        return pygame.Rect(int(x) - 1, int(y) - 1, int(w) + 3, int(h) + 3)


class MapMouse:
    """What the mouse does to the map: the wheel zooms, dragging pans, and a press without a drag is a click."""

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        self._pressed: tuple[int, int] | None = None
        self._dragged = False

    @property
    def dragging(self) -> bool:
        """Whether the map is being dragged."""
        return self._pressed is not None and self._dragged

    def click(self, event: pygame.event.Event, mouse: tuple[int, int]) -> int:
        """Follow an event; returns the button (1 left, 3 right) with which its position was clicked, else 0."""
        if event.type == pygame.MOUSEWHEEL and event.y:
            self.camera.zoom_by(1 if event.y > 0 else -1, mouse)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 2, 3):
            self._pressed, self._dragged = event.pos, False
        elif event.type == pygame.MOUSEMOTION and self._pressed is not None:
            far = abs(event.pos[0] - self._pressed[0]) + abs(event.pos[1] - self._pressed[1])
            self._dragged = self._dragged or far > CLICK_SLACK
            if self._dragged:
                self.camera.pan(-event.rel[0], -event.rel[1])
        elif event.type == pygame.MOUSEBUTTONUP and self._pressed is not None:
            self._pressed = None
            return event.button if not self._dragged and event.button in (1, 3) else 0
        return 0
