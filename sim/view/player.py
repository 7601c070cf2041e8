"""Taking over a resident: whom this window plays, who is played at a tick, and the commands a click or a line sends.

Who is played is read from the run's ``command`` events, so that a recording shows it too. Knows no window pixels.
"""

from __future__ import annotations

from sim.record.town_state import ResidentState
from sim.view.context import ViewContext
from sim.view.scene import away

HEARING_TILES = 2
"""Tiles within which a resident hears a line, so that the player need not walk up to them first."""
WALKING_SPEED = 0.5
"""Highest speed, in game minutes per second, while a resident is played: three tiles a second."""
MIN_ZOOM = 3
"""Least zoom while a resident is played."""
FOLLOW_AFTER = 1.5
"""Seconds after which a partner who has walked off is followed again."""


class Player:
    """``slug`` is the resident this window plays. Everything but ``at`` needs a live town."""

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.slug: str | None = None
        self.partner: str | None = None
        """The resident whom the player wants to talk to."""
        self.thing = ""
        """The address of the last object walked to."""
        self.waiting: tuple[str, bool] | None = None
        """A line, and whether it is a goodbye, to be said as soon as the partner is near."""
        self._changes: list[tuple[int, str, bool]] = []
        self._read = -1
        self._speed: float | None = None
        self._again = 0.0
        self.refresh()
        if context.link is not None:
            # A resumed run may still have a resident who was taken over in an earlier window.
            self.slug = next(reversed(self.at(context.run.last_tick)), None)

    def refresh(self) -> None:
        """Read which residents have been taken over or given back since the last call."""
        last = self.context.run.last_tick
        if last <= self._read:
            return
        for event in self.context.run.events(self._read + 1, last, ("command",)):
            if event.data.get("kind") in ("become", "release"):
                self._changes.append((event.tick, event.key, event.data["kind"] == "become"))
        self._read = last

    def at(self, tick: int) -> tuple[str, ...]:
        """The residents played by a user at a tick."""
        played: dict[str, bool] = {}
        for when, slug, on in self._changes:
            if when <= tick:
                played.pop(slug, None)
                if on:
                    played[slug] = True
        return tuple(played)

    def shown(self) -> tuple[str, ...]:
        """The residents to mark as played now."""
        found = self.at(self.context.playback.shown_tick)
        return found if self.slug is None or self.slug in found or not self.context.playback.live else (*found, self.slug)

    # -- taking over and giving back ------------------------------------------------------------------------------------
    def become(self, slug: str) -> None:
        """Take this resident over; the town slows down to walking speed."""
        context = self.context
        name, state = context.scene.name(slug), context.scene.state.residents.get(slug)
        if state is None or away(state):
            context.notify(f"{name} is not in town now.")
            return
        if context.status.phase in ("finished", "failed"):
            context.notify("The town has stopped: nobody can be played any more.")
            return
        if not context.send("become", who=slug):
            return
        if self.slug is not None and self.slug != slug:
            context.send("release", who=self.slug)
        self.slug, self.partner, self.thing, self.waiting = slug, None, "", None
        self._present()
        self._slow()
        context.camera.zoom_to(MIN_ZOOM)
        context.select(slug)

    def _present(self) -> None:
        """Return to the present: a played resident cannot act in the past."""
        playback = self.context.playback
        playback.tick, playback.live, playback.playing = float(max(0, playback.last)), True, True

    def _slow(self) -> None:
        speed = self.context.status.speed
        if speed <= 0 or speed > WALKING_SPEED:
            self._speed = speed
            self.context.playback.speed = WALKING_SPEED
            self.context.send("speed", speed=WALKING_SPEED)

    def release(self) -> None:
        """Give the resident back to their own mind, and the town its speed."""
        if self.slug is None:
            return
        self.context.send("release", who=self.slug)
        self.context.notify(f"{self.context.scene.name(self.slug)} is not played any more.")
        if self._speed is not None:
            self.context.playback.speed = self._speed
            self.context.send("speed", speed=self._speed)
        self.slug = self.partner = self.waiting = self._speed = None
        self.thing = ""

    # -- acting ---------------------------------------------------------------------------------------------------------
    def state(self) -> ResidentState | None:
        """The played resident at the shown moment."""
        return self.context.scene.state.residents.get(self.slug or "")

    def walk(self, x: int, y: int) -> bool:
        """Walk to a tile; returns whether the command was sent."""
        context, state = self.context, self.state()
        if self.slug is None or state is None:
            return False
        if state.talk:
            context.notify("In the middle of a talk: say goodbye first (Ctrl Enter).")
            return False
        solid = context.tilemap.solid
        if not (0 <= y < solid.shape[0] and 0 <= x < solid.shape[1]) or solid[y, x]:
            context.notify("Nobody can stand there.")
            return False
        self.partner, self.thing, self.waiting = None, "", None
        self._present()
        return context.send("go", who=self.slug, x=x, y=y)

    def walk_to(self, address: str) -> bool:
        """Walk to an object in order to use it; returns whether the command was sent."""
        state = self.state()
        if self.slug is None or state is None or state.talk:
            return False
        self.partner, self.thing, self.waiting = None, address, None
        self._present()
        return self.context.send("go", who=self.slug, to=address)

    def approach(self, other: str) -> bool:
        """Walk up to a resident unless they are near; returns whether they can be talked to."""
        state = self.context.scene.state.residents.get(other)
        if self.slug is None or state is None or other == self.slug:
            return False
        if state.asleep:
            self.context.notify(f"{self.context.scene.name(other)} is asleep.")
            return False
        self.partner = other
        self._present()
        if not self.near():
            self._go_beside(state)
        return True

    def near(self) -> bool:
        """Whether the partner would hear a line: in the same talk, or a few tiles away."""
        states = self.context.scene.state.residents
        mine, other = self.state(), states.get(self.partner or "")
        if mine is None:
            return False
        if mine.talk or other is None:
            return True
        return max(abs(mine.x - other.x), abs(mine.y - other.y)) <= HEARING_TILES

    def _go_beside(self, other: ResidentState) -> None:
        self._again = FOLLOW_AFTER
        x, y = round(other.x), round(other.y)
        solid = self.context.tilemap.solid
        around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        free = [(a, b) for a, b in around if 0 <= b < solid.shape[0] and 0 <= a < solid.shape[1] and not solid[b, a]]
        mine = self.state()
        if free and mine is not None and self.slug is not None:
            spot = min(free, key=lambda t: abs(t[0] - mine.x) + abs(t[1] - mine.y))
            self.context.send("go", who=self.slug, x=spot[0], y=spot[1])

    def speak(self, text: str, end: bool) -> None:
        """Say a line, now or as soon as the partner is near; ``end`` is a goodbye."""
        text = text.strip()
        if self.slug is None or not text:
            return
        self._present()
        if self.near():
            self.context.send("speak", who=self.slug, text=text, end=end)
            self.waiting = None
        else:
            self.waiting = (text, end)

    def do(self, activity: str) -> None:
        """Begin an activity, with the object walked to last if there is one."""
        if self.slug is not None and activity.strip():
            self._present()
            address = {"address": self.thing} if self.thing else {}
            self.context.send("do", who=self.slug, activity=activity.strip(), **address)

    def update(self, real: float) -> None:
        """Let ``real`` seconds pass: follow the partner, and say the waiting line when they are near."""
        self.refresh()
        if self.slug is not None and self.context.status.phase in ("finished", "failed"):
            self.slug = self.partner = self.waiting = None
        if self.waiting is None or self.slug is None:
            return
        if self.near():
            self.speak(*self.waiting)
            return
        self._again -= real
        other, mine = self.context.scene.state.residents.get(self.partner or ""), self.state()
        if self._again <= 0 and other is not None and mine is not None and not mine.walking:
            self._go_beside(other)
