"""What a resident notices: people and things within sight in the same arena, nearest first, and only what is new.

Pure queries on the world; costs nothing when nothing changed, because only what was not among the last ``retention`` things
perceived becomes an observation. Source: Park et al. 2023 section 4.1 and the parameters of their published personas.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.mind.state import MindState, mark_of
from sim.mind.thought import Percept, Thought
from sim.types import Address
from sim.world.state import Body, World

NOTE_AGAIN = 900
"""Game seconds before what the same person does is remembered again."""


def perceive(thought: Thought) -> Sequence[Percept]:
    """What is new in sight, nearest first, now kept as observations and retained."""
    get_to_know(thought)
    observes = thought.rules.observe and thought.mind.stream.keeps
    for percept in thought.percepts:
        kept = observes and (percept.kind != "person" or _worth_keeping(thought, percept.key))
        notice(thought, percept.text, kept)
    return thought.percepts


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
    found = unknown(thought.state, thought.world, thought.body)
    if found:
        thought.state.known_places.append(found)
        thought.state.habits_changed = True


def unknown(state: MindState, world: World, body: Body) -> str:
    """The sector somebody is in, where they did not know of it; else ""."""
    sector = world.sector_of[body.arena]
    return sector if sector not in state.known_places else ""


def remember(thought: Thought, text: str, source: str = "") -> int:
    """Keep a percept as an observation and among the things last perceived; returns the memory's n."""
    _retain(thought, text)
    return thought.mind.stream.add(text, "observation", thought.at, source=source).n


def notice(thought: Thought, text: str, kept: bool) -> None:
    """Retain a percept, and remember it if it is to be ``kept``."""
    if kept:
        remember(thought, text)
    else:
        _retain(thought, text)


def _retain(thought: Thought, text: str) -> None:
    thought.noticed = True
    thought.state.retain([mark_of(text)])


def describe_thing(world: World, address: Address) -> str:
    """What a thing is seen to be like: ``the stove is hot``."""
    return f"the {address[-1]} is {world.thing(address).state}"


def describe(world: World, other: Body) -> str:
    """What somebody is seen doing: ``Tom Reed is wiping the counter``."""
    if other.talk:
        talk = world.talks.get(other.talk)
        others = [world.bodies[slug].name for slug in talk.people if slug != other.slug] if talk else []
        if others:
            return f"{other.name} is talking with {' and '.join(others)}"
    return f"{other.name} is {other.activity}"
