"""The camera that finds what happens by itself, while nobody holds it: it goes to talk, stays as long as there is something to
hear, and looks at where most people are when nobody talks.

Knows the scene and the camera; nothing of panels. Whoever moves the camera or looks into somebody takes it out of its hands
(``Desk.directed``).
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.view.desk import Desk
from sim.view.scene import Figure

STAY = 7.0
"""Real seconds that are spent on one sight at least, if it lasts."""
ENOUGH = 25.0
"""Real seconds after which another talk is gone to, if there is one."""
GONE = 1.5
"""Real seconds that are still stayed after a talk's end: the goodbyes are read then."""
NEAR = 18
"""Tiles within which residents count as near each other."""
PACE = 1.6
"""Seconds in which the camera closes about half of the way: slow enough to see where it goes."""


class Director:
    """``update`` once a frame. ``what`` is the talk (its id) that is being watched, "" for the crowd."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.what = ""
        self._seen: dict[str, float] = {}
        """Talk -> real seconds it has been watched."""
        self._here = STAY
        """Real seconds spent on this sight."""
        self._over = 0.0

    def update(self, real: float) -> None:
        """Let ``real`` seconds pass; moves the camera only while the desk lets it."""
        desk = self.desk
        if not desk.directed or desk.following or desk.mine is not None or desk.camera.shows_all():
            return
        self._here += real
        people = self._people(real)
        if people:
            self._go(people, real)

    def _people(self, real: float) -> Sequence[Figure]:
        """Who is to be in the middle now."""
        talks = {talk.id: talk.people for talk in self.desk.scene.state.talks}
        figures = {figure.slug: figure for figure in self.desk.scene.figures}
        self._over = 0.0 if self.what in talks else self._over + real
        watched = self._seen.get(self.what, 0.0)
        if (self._here >= STAY and self._over > GONE) or (self.what in talks and watched > ENOUGH and len(talks) > 1):
            self._choose(talks)
        if self.what in talks:
            self._seen[self.what] = self._seen.get(self.what, 0.0) + real
            return [figures[slug] for slug in talks[self.what] if slug in figures]
        return [] if self.what else _crowd(self.desk.scene.figures)

    def _choose(self, talks: dict[str, tuple[str, ...]]) -> None:
        """The talk watched least so far, the one whose last line is newest among those; the crowd where nobody talks."""
        said = {speech.talk: speech.tick for speech in self.desk.scene.speech}
        ranked = sorted(talks, key=lambda talk: (round(self._seen.get(talk, 0.0) / STAY), -said.get(talk, -1), talk))
        chosen = ranked[0] if ranked else ""
        if chosen != self.what or not chosen:
            self.what, self._here = chosen, 0.0 if chosen else STAY / 2
        self._seen = {talk: seconds for talk, seconds in self._seen.items() if talk in talks}

    def _go(self, people: Sequence[Figure], real: float) -> None:
        """A step of the way to the middle of these people."""
        tilemap, camera = self.desk.pictures.map, self.desk.camera
        x = sum(figure.x + 0.5 for figure in people) / len(people) * tilemap.tile_width
        y = sum(figure.y + 0.5 for figure in people) / len(people) * tilemap.tile_height
        share = min(1.0, real / PACE)
        camera.look(camera.x + (x - camera.x) * share, camera.y + (y - camera.y) * share)


def _crowd(figures: Sequence[Figure]) -> Sequence[Figure]:
    """Whoever has most people near, and those people; those awake count."""
    awake = [figure for figure in figures if not figure.lies] or list(figures)
    groups = [[b for b in awake if abs(a.x - b.x) + abs(a.y - b.y) < NEAR] for a in awake]
    return max(groups, key=len, default=[])
