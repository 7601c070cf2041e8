"""The camera that finds what happens by itself, while nobody holds it: it goes to talk, stays as long as there is something to
hear, and looks at where most people are when nobody talks.

Knows the scene and the camera; nothing of panels. Whoever moves the camera or looks into somebody takes it out of its hands
(``ViewContext.auto_camera``).
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.view.context import ViewContext
from sim.view.scene import Figure

STAY = 7.0
"""Real seconds that are spent on one sight at least, if it lasts."""
ENOUGH = 25.0
"""Real seconds after which another talk is gone to, if there is one."""
GONE = 1.5
"""Real seconds that are still stayed after a talk's end: the goodbyes are read then."""
LEAP = 600
"""Game seconds between two frames from which on somebody has gone to another moment: what is to be seen is chosen anew."""
NEAR = 18
"""Tiles within which residents count as near each other."""
PACE = 1.1
"""Seconds that set how fast the camera goes: it starts softly, is half way there after about 1.7 of them and nearly there
after 5 (a critically damped spring)."""


class AutoCamera:
    """``update`` once a frame. ``what`` is the talk (its id) that is being watched, "" for the crowd."""

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.what = ""
        self._seen: dict[str, float] = {}
        """Talk -> real seconds it has been watched."""
        self._here = STAY
        """Real seconds spent on this sight."""
        self._over = 0.0
        self._crowd: tuple[str, ...] = ()
        """Who is watched while nobody talks; kept for a while, for whoever is nearest to most changes with every step."""
        self._pace = (0.0, 0.0)
        """World pixels per second."""
        self._goal: tuple[float, float] | None = None
        """The world pixel it is drawn to; stays where a talk was for a while after it."""
        self._at = 0

    def update(self, real: float) -> None:
        """Let ``real`` seconds pass; moves the camera only while the context lets it."""
        context = self.context
        if not context.auto_camera or context.following or context.player_slug is not None or context.camera.shows_all():
            self._pace, self._goal = (0.0, 0.0), None
            return
        self._here += real
        if not 0 <= context.now - self._at <= LEAP:
            self._here, self._over, self.what = STAY, GONE, ""
        self._at = context.now
        people = self._people(real)
        if people:
            self._goal = self._middle(people)
        if self._goal is not None:
            self._go(*self._goal, real)

    def _people(self, real: float) -> Sequence[Figure]:
        """Who is to be in the middle now."""
        talks = {talk.id: talk.people for talk in self.context.scene.state.talks}
        figures = {figure.slug: figure for figure in self.context.scene.figures}
        self._over = 0.0 if self.what in talks else self._over + real
        watched = self._seen.get(self.what, 0.0)
        if (self._here >= STAY and self._over > GONE) or (self.what in talks and watched > ENOUGH and len(talks) > 1):
            self._choose(talks)
        if self.what in talks:
            self._seen[self.what] = self._seen.get(self.what, 0.0) + real
            return [figures[slug] for slug in talks[self.what] if slug in figures]
        return [] if self.what else [figures[slug] for slug in self._crowd if slug in figures]

    def _choose(self, talks: dict[str, tuple[str, ...]]) -> None:
        """The talk watched least so far, the one whose last line is newest among those; the crowd where nobody talks."""
        said = {speech.talk: speech.tick for speech in self.context.scene.speech}
        ranked = sorted(talks, key=lambda talk: (round(self._seen.get(talk, 0.0) / STAY), -said.get(talk, -1), talk))
        chosen = ranked[0] if ranked else ""
        if not chosen:
            self._crowd = tuple(figure.slug for figure in _crowd(self.context.scene.figures))
        if chosen != self.what or not chosen:
            self.what, self._here = chosen, 0.0 if chosen else STAY / 2
        self._seen = {talk: seconds for talk, seconds in self._seen.items() if talk in talks}

    def _middle(self, people: Sequence[Figure]) -> tuple[float, float]:
        """The world pixel in the middle of these people."""
        x = sum(figure.x + 0.5 for figure in people) / len(people)
        return self.context.world_pixel(x, sum(figure.y + 0.5 for figure in people) / len(people))

    def _go(self, x: float, y: float, real: float) -> None:
        """A step of the way there."""
        camera = self.context.camera
        vx, vy = (_towards(v, far, real) for v, far in zip(self._pace, (x - camera.x, y - camera.y), strict=True))
        before = (camera.x, camera.y)
        camera.look(camera.x + vx * real, camera.y + vy * real)
        # At the map's edge the camera stands: it must not gather speed there.
        self._pace = ((camera.x - before[0]) / real, (camera.y - before[1]) / real) if real > 0 else self._pace


def _towards(speed: float, far: float, real: float) -> float:
    """The speed after ``real`` seconds, for something that is ``far`` from where it is drawn to."""
    return speed + real * (far / PACE**2 - 2 * speed / PACE)


def _crowd(figures: Sequence[Figure]) -> Sequence[Figure]:
    """Whoever has most people near, and those people; those awake count."""
    awake = [figure for figure in figures if not figure.lies] or list(figures)
    groups = [[b for b in awake if abs(a.x - b.x) + abs(a.y - b.y) < NEAR] for a in awake]
    return max(groups, key=len, default=[])
