"""What a resident notices: people and things within sight in the same arena, nearest first, and only what is new.

Pure queries on the world; costs nothing when nothing changed, because only what was not among the last ``retention`` things
perceived becomes an observation. Source: Park et al. 2023 section 4.1 and the parameters of their published personas.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.mind.thought import Thought
from sim.types import write_address
from sim.world.state import Body

NOTE_AGAIN = 900
"""Game seconds before what the same person does is remembered again."""


@dataclass(frozen=True, slots=True)
class Percept:
    """One thing noticed. ``kind`` is ``person``, ``object`` or ``happening``; ``key`` the slug or address text."""

    kind: str
    key: str
    text: str
    distance: int


def perceive(thought: Thought) -> list[Percept]:
    """New percepts, nearest first, already kept as observations and retained."""
    get_to_know(thought)
    seen = look(thought)[: thought.rules.attention]
    retained = thought.state.retained
    new = [percept for percept in seen if percept.text not in retained]
    for percept in new:
        notice(thought, percept.text, kept=percept.kind != "person" or _worth_keeping(thought, percept.key))
    return new


def _worth_keeping(thought: Thought, slug: str) -> bool:
    """Whether what somebody does is remembered: not that they pass by, and not every turn of a busy hour (at a party of 25
    that was nine hundred observations an hour, and a reflection every quarter of an hour)."""
    noted = thought.state.noted
    if thought.world.bodies[slug].walking or thought.at - noted.get(slug, -NOTE_AGAIN) < NOTE_AGAIN:
        return False
    noted[slug] = thought.at
    return True


def get_to_know(thought: Thought) -> None:
    """Whoever sets foot in a place knows from then on that it is there."""
    sector = thought.world.arena(thought.body.tile)[:2]
    known = write_address(sector)
    if len(sector) > 1 and known not in thought.state.known_places:
        thought.state.known_places.append(known)
        thought.state.habits_changed = True


def remember(thought: Thought, text: str, source: str = "") -> int:
    """Keep a percept as an observation and among the things last perceived; returns the memory's n."""
    _retain(thought, text)
    return thought.mind.stream.add(text, "observation", thought.at, source=source).n


def notice(thought: Thought, text: str, kept: bool = True) -> None:
    """Retain a percept, and remember it if it is to be ``kept`` and the scenario lets residents observe (``Rules.observe``)."""
    if kept and thought.rules.observe:
        remember(thought, text)
        return
    _retain(thought, text)


def _retain(thought: Thought, text: str) -> None:
    thought.noticed = True
    thought.state.retained.append(text)
    del thought.state.retained[: -thought.rules.retention]


def look(thought: Thought) -> list[Percept]:
    """Everything within sight, nearest first; people before things at the same distance, then in the scenario's order."""
    world, body, vision = thought.world, thought.body, thought.rules.vision
    x, y = body.tile
    arena = world.arena(body.tile)
    seen: list[Percept] = []
    for other in world.bodies.values():
        away = max(abs(other.tile[0] - x), abs(other.tile[1] - y))
        if away <= vision and other is not body and not other.away and other.activity and world.arena(other.tile) == arena:
            seen.append(Percept("person", other.slug, describe(thought, other), away))
    for address, thing in world.things_in(arena):
        if thing.by == body.slug:
            continue
        away = min(max(abs(tx - x), abs(ty - y)) for tx, ty in world.object_tiles(address))
        if away <= vision:
            seen.append(Percept("object", write_address(address), f"the {address[-1]} is {thing.state}", away))
    seen.sort(key=lambda percept: (percept.distance, percept.kind != "person"))
    return seen


def describe(thought: Thought, other: Body) -> str:
    """What somebody is seen doing: ``Tom Reed is wiping the counter``."""
    if other.talk:
        talk = thought.world.talks.get(other.talk)
        others = [thought.person(slug) for slug in talk.people if slug != other.slug] if talk else []
        if others:
            return f"{other.name} is talking with {' and '.join(others)}"
    return f"{other.name} is {other.activity}"
