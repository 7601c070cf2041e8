"""The automatic camera: it moves to talks, stays while there is something to hear, and shows the largest group when nobody
talks.

It works while ``ViewContext.auto_camera`` is set, which ends when the user moves the camera or selects a resident. Knows the
scene and the camera, no panels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from sim.view.context import ViewContext
from sim.view.scene import Figure

MIN_STAY = 7.0
"""The least real seconds spent on a talk or group."""
MAX_STAY = 25.0
"""Real seconds after which the camera leaves a talk for another one."""
AFTER_TALK = 1.5
"""Real seconds the camera stays after a talk's end, so that the goodbyes can be read."""
SEEK_GAP = 600
"""Game seconds between two frames that count as a seek: what to show is then chosen anew."""
CUT_DISTANCE = 1.5
"""Widths of the view from which on the camera cuts to its goal: a talk would be over before it had glided there."""
GROUP_DISTANCE = 18
"""Tiles within which residents count as near each other."""
TIME_CONSTANT = 1.1
"""Time constant of the camera in seconds, a critically damped spring: half way after about 1.7 of them, nearly there after
5."""


class AutoCamera:
    """Call ``update`` once a frame. ``talk`` is the id of the talk that is being watched, "" for the largest group."""

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.talk = ""
        self._seen: dict[str, float] = {}
        """Talk id -> real seconds it has been watched."""
        self._stayed = MIN_STAY
        """Real seconds spent on the present talk or group."""
        self._since_talk = 0.0
        self._group: tuple[str, ...] = ()
        """Slugs of the watched residents: those of the talk, also as they go on after it, or the largest group. A group is kept
        for a while, because the largest group changes with every step."""
        self._velocity = (0.0, 0.0)
        """World pixels per second."""
        self._goal: tuple[float, float] | None = None
        """The world pixel the camera moves to; stays at a talk's place for a while after the talk."""
        self._at = 0

    def update(self, real: float) -> None:
        """Let ``real`` seconds pass; moves the camera only while ``context.auto_camera`` allows it."""
        context = self.context
        if not context.auto_camera or context.following or context.player_slug is not None or context.camera.shows_all():
            self._velocity, self._goal = (0.0, 0.0), None
            return
        self._stayed += real
        if not 0 <= context.now - self._at <= SEEK_GAP:
            self._stayed, self._since_talk, self.talk = MIN_STAY, AFTER_TALK, ""
        self._at = context.now
        if people := self._people(real):
            self._goal = self._middle([context.world_pixel(figure.x + 0.5, figure.y + 0.5) for figure in people])
        if self._goal is not None:
            self._go(*self._goal, real)

    def _middle(self, spots: Sequence[tuple[float, float]]) -> tuple[float, float]:
        """The middle of these world pixels; the first where the view does not hold all of them around their middle."""
        free, zoom = self.context.camera.free, self.context.camera.zoom
        x, y = (sum(spot[i] for spot in spots) / len(spots) for i in (0, 1))
        held = all(2 * abs(a - x) * zoom < free.width and 2 * abs(b - y) * zoom < free.height for a, b in spots)
        return (x, y) if held else spots[0]

    def _people(self, real: float) -> Sequence[Figure]:
        """The residents to keep in the middle now."""
        talks = {talk.id: talk.people for talk in self.context.scene.state.talks}
        figures = {figure.slug: figure for figure in self.context.scene.figures}
        self._since_talk = 0.0 if self.talk in talks else self._since_talk + real
        watched = self._seen.get(self.talk, 0.0)
        over = self._since_talk > AFTER_TALK and self._stayed >= MIN_STAY
        if over or self.talk in talks and watched > MAX_STAY and len(talks) > 1:
            self._choose(talks)
        if self.talk in talks:
            self._seen[self.talk] = self._seen.get(self.talk, 0.0) + real
            self._group = talks[self.talk]
        elif self.talk and self._since_talk <= AFTER_TALK:
            return []
        group = [figures[slug] for slug in self._group if slug in figures]
        return group if self.talk in talks or not self.talk else largest_group(group)

    def _choose(self, talks: dict[str, tuple[str, ...]]) -> None:
        """Choose the talk watched least so far, and among several the talk with the newest line; the largest group where nobody
        talks."""
        said = {speech.talk: speech.tick for speech in self.context.scene.speech}
        ranked = sorted(talks, key=lambda talk: (round(self._seen.get(talk, 0.0) / MIN_STAY), -said.get(talk, -1), talk))
        chosen = ranked[0] if ranked else ""
        if not chosen:
            self._group = tuple(figure.slug for figure in largest_group(self.context.scene.figures))
        if chosen != self.talk or not chosen:
            self.talk, self._stayed = chosen, 0.0 if chosen else MIN_STAY / 2
        self._seen = {talk: seconds for talk, seconds in self._seen.items() if talk in talks}

    def _go(self, x: float, y: float, real: float) -> None:
        camera = self.context.camera
        if math.dist((x, y), (camera.x, camera.y)) * camera.zoom > CUT_DISTANCE * camera.free.width:
            camera.look(x, y)
            self._velocity = (0.0, 0.0)
            return
        vx, vy = (_spring_speed(v, far, real) for v, far in zip(self._velocity, (x - camera.x, y - camera.y), strict=True))
        before = (camera.x, camera.y)
        camera.look(camera.x + vx * real, camera.y + vy * real)
        # At the map's edge the camera stands: it must not gather speed there.
        self._velocity = ((camera.x - before[0]) / real, (camera.y - before[1]) / real) if real > 0 else self._velocity


def _spring_speed(speed: float, far: float, real: float) -> float:
    """The speed (per second) after ``real`` seconds, for something at the distance ``far`` from its goal."""
    return speed + real * (far / TIME_CONSTANT**2 - 2 * speed / TIME_CONSTANT)


def largest_group(figures: Sequence[Figure]) -> Sequence[Figure]:
    """The resident with most others within ``GROUP_DISTANCE`` tiles, and those others; sleepers only where nobody is awake."""
    awake = [figure for figure in figures if not figure.lies] or list(figures)
    groups = [[b for b in awake if abs(a.x - b.x) + abs(a.y - b.y) < GROUP_DISTANCE] for a in awake]
    return max(groups, key=len, default=[])
