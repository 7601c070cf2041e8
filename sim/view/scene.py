"""The town at the shown moment: figures between two ticks, what is being said, who is where.

Reads a ``Run`` (one state per shown tick, a few events). Knows no window pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sim.record.read import Run
from sim.record.rows import ResidentInfo, short_names
from sim.record.town_state import ResidentState, TalkState, TownState
from sim.types import is_blank
from sim.view.object_index import ObjectIndex
from sim.view.playback import Playback

SPEECH_SECONDS = 3.5
"""Real seconds for which an utterance is shown."""
SPEECH_TICKS = (4, 90)
"""Fewest and most ticks for which it is shown."""
AFTER_TALK = 1
"""Ticks for which the last words of a talk are shown after it: they are said in the tick in which it ends."""
SIDE_GAP = 0.62
"""Tiles between residents on the same tile who are drawn side by side."""
FRONT_GAP = 0.55
"""Tiles between residents on the same tile who are drawn behind each other."""
BUBBLE_EVENTS = ("say", "aloud", "thought")
"""Events that appear in bubbles."""
STEPS_PER_TILE = 2.0
"""Walk frames per tile."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A resident as drawn: ``x`` and ``y`` in tiles (fractions), ``step`` the walk frame, 0 to 3."""

    slug: str
    x: float
    y: float
    facing: str
    step: int
    state: ResidentState
    lies: bool = False
    """Asleep in a bed: ``x`` and ``y`` are then the bed's."""


@dataclass(frozen=True, slots=True)
class ShownSpeech:
    """What a resident said last, aloud or in a talk, or thought; ``age`` is 0 (new) to 1 (about to disappear)."""

    who: str
    text: str
    talk: str
    tick: int
    age: float
    thought: bool = False


class ShownScene:
    """What is visible at the playback position."""

    def __init__(self, run: Run, objects: ObjectIndex) -> None:
        self.run, self.objects = run, objects
        self.info: dict[str, ResidentInfo] = {r.slug: r for r in run.residents}
        self._names = short_names(run.residents)
        self.state: TownState = run.state(0)
        self.figures: tuple[Figure, ...] = ()
        self.speech: tuple[ShownSpeech, ...] = ()
        self.rations = bool(dict(run.meta.model.get("rules") or {}).get("attention_budget"))
        """Whether the run rations the model's attention."""
        self.attended: frozenset[str] = frozenset()
        """The residents under the model's attention at the shown tick."""
        self._shown: tuple[int, int] = (-1, -1)

    def update(self, playback: Playback) -> None:
        """Move to the playback position; reads the run only when the tick has changed."""
        now = playback.shown_tick
        window = round(max(SPEECH_TICKS[0], min(SPEECH_TICKS[1], playback.rate * SPEECH_SECONDS)))
        if (now, window) != self._shown:
            self.state = self.run.state(now)
            self.speech = self._speech(now, window)
            self.attended = self._attended(now) if self.rations else frozenset()
            self._shown = (now, window)
        share = playback.tick - now
        here = ((slug, state) for slug, state in self.state.residents.items() if not away(state))
        figures = [self._figure(slug, state, share) for slug, state in here]
        placed = _face_partners(_spread_out(figures), self.state.talks)
        self.figures = tuple(sorted(placed, key=lambda f: (f.y, f.x, f.slug)))

    def _speech(self, now: int, window: int) -> tuple[ShownSpeech, ...]:
        """The last utterance and the last thought of each resident within the window, oldest first. What was said in a talk
        goes with the talk, however much game time the window is at this speed."""
        talking = {(talk.id, one) for talk in self.state.talks for one in talk.people}
        parted = {event.key for event in self.run.events(max(0, now - AFTER_TALK), now, kinds=("talk",))}
        latest: dict[tuple[str, bool], ShownSpeech] = {}
        for event in self.run.events(max(0, now - window), now, kinds=BUBBLE_EVENTS):
            who, text = str(event.data.get("who") or event.key), str(event.data.get("text", ""))
            over = event.kind == "say" and (event.key, who) not in talking and event.key not in parted
            if over or is_blank(text):
                continue
            thought, age = event.kind == "thought", (now - event.tick) / max(1, window)
            latest.pop((who, thought), None)
            talk = event.key if event.kind == "say" else f"{event.kind} {who}"
            latest[who, thought] = ShownSpeech(who, text, talk, event.tick, age, thought)
        return tuple(latest.values())

    def _attended(self, now: int) -> frozenset[str]:
        last = {event.key: bool(event.data.get("on")) for event in self.run.events(0, now, ("attend",))}
        return frozenset(slug for slug, on in last.items() if on)

    def _figure(self, slug: str, state: ResidentState, share: float) -> Figure:
        dx, dy = state.next_x - state.x, state.next_y - state.y
        x, y = _clamped(state.x + dx * share), _clamped(state.y + dy * share)
        far = abs(dx) + abs(dy)
        if not far:
            return self._lying(slug, state) or Figure(slug, x, y, state.facing, 0, state)
        facing = ("right" if dx > 0 else "left") if abs(dx) >= abs(dy) else ("down" if dy > 0 else "up")
        # Walk frames follow the tiles walked, so that feet do not slide at any speed.
        step = int((x + y) * STEPS_PER_TILE * (1 if dx + dy > 0 else -1)) % 4
        return Figure(slug, x, y, facing, step, state)

    def _lying(self, slug: str, state: ResidentState) -> Figure | None:
        """The resident lying in their bed, the head at the bed's upper end; None where they do not sleep in a bed."""
        asleep = state.asleep or state.icon == "sleep"
        bed = self.objects.bed(state.address, state.x, state.y) if asleep else None
        if bed is None:
            return None
        return Figure(slug, bed.x + max(bed.w, 1.0) / 2 - 0.5, bed.y, "down", 0, state, lies=True)

    def thing(self, x: float, y: float) -> str:
        """The object at this point (in tiles) in words; "" where nothing is."""
        return self.objects.at(x, y, self.state, self.name)

    def where(self, slug: str) -> str:
        """The written address of where a resident is: their object, else the room or place around them; "" out of town or
        between places."""
        state = self.state.residents.get(slug)
        if state is None or away(state):
            return ""
        room = self.objects.room(state.x + 0.5, state.y + 0.5)
        return state.address if not state.walking and state.address.startswith(room or "-") else room

    def at(self, x: float, y: float) -> str | None:
        """The resident at this point (in tiles): the nearest."""
        found = [f for f in self.figures if abs(f.x + 0.5 - x) < 0.55 and -0.75 < y - f.y < 1.05]
        return min(found, key=lambda f: abs(f.x + 0.5 - x) + abs(f.y + 0.4 - y)).slug if found else None

    def figure(self, slug: str) -> Figure | None:
        """The resident as drawn; None for a resident who is not in town."""
        return next((f for f in self.figures if f.slug == slug), None)

    def doing(self, slug: str) -> tuple[str, str]:
        """What a resident does in a few words, and its icon ("" for none). A talk hides the activity that it interrupts."""
        state = self.state.residents.get(slug)
        if state is None or away(state):
            return "out of town", ""
        talk = next((talk for talk in self.state.talks if talk.id == state.talk), None) if state.talk else None
        others = [self.name(one) for one in talk.people if one != slug] if talk else []
        if others:
            with_whom = " and ".join(others) if len(others) < 3 else f"{others[0]} and {len(others) - 1} others"
            return f"talking with {with_whom}", "talk"
        return state.activity, state.icon

    def full_name(self, slug: str) -> str:
        """First and last name; the slug itself where it is unknown."""
        return self.info[slug].name if slug in self.info else slug

    def name(self, slug: str) -> str:
        """The first name; the whole name where two residents share the first; the slug itself where it is unknown."""
        return self._names.get(slug, slug)


def away(state: ResidentState) -> bool:
    """Whether a resident is out of town."""
    return state.activity == "away" and not state.address


def _clamped(value: float) -> float:
    """Clamp a coordinate: a broken run file must not place a resident out of every window's reach."""
    return min(max(-100.0, value), 20000.0)


def _spread_out(figures: list[Figure]) -> list[Figure]:
    """Place residents of the same spot beside and before each other, in scenario order, so that every face is visible."""
    spots: dict[tuple[float, float], list[Figure]] = {}
    for figure in figures:
        spots.setdefault((round(figure.x, 1), round(figure.y, 1)), []).append(figure)
    moved: list[Figure] = []
    for group in spots.values():
        columns = min(len(group), 2 if len(group) in (2, 4) else 3)
        rows = -(-len(group) // columns)
        for i, f in enumerate(group):
            aside = (i % columns - (columns - 1) / 2) * SIDE_GAP
            ahead = (i // columns - (rows - 1) / 2) * min(FRONT_GAP, 1.6 / rows)
            moved.append(replace(f, x=f.x + aside, y=f.y + ahead) if len(group) > 1 else f)
    return moved


def _face_partners(figures: list[Figure], talks: Sequence[TalkState]) -> list[Figure]:
    """Turn standing residents who talk towards their partners."""
    by_slug = {figure.slug: figure for figure in figures}
    turned: dict[str, str] = {}
    for talk in talks:
        people = [by_slug[slug] for slug in talk.people if slug in by_slug]
        for one in people:
            others = [other for other in people if other is not one]
            if others and not one.state.walking and not one.lies:
                dx = sum(other.x for other in others) / len(others) - one.x
                dy = sum(other.y for other in others) / len(others) - one.y
                turned[one.slug] = ("right" if dx > 0 else "left") if abs(dx) > abs(dy) / 2 else ("down" if dy > 0 else "up")
    return [replace(f, facing=turned[f.slug]) if f.slug in turned else f for f in figures]
