"""Perception of one resident: new percepts become observations in memory, and percepts are put into words.

Only what is not among the last ``RETENTION`` percepts is new. ``town_perception`` finds the new percepts of all residents.
Source: Park et al. 2023 section 4.1 and the parameters of their published personas.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.mind.mind import Percept
from sim.mind.scene import settled
from sim.mind.state import MindState, mark_of
from sim.mind.thought import Thought
from sim.types import Address, read_address
from sim.world.state import Body, World

WHISPERED = 8.0
"""Importance of what is whispered to a resident: nobody whispers trifles."""
NOTE_AGAIN = 2700
"""Game seconds before the same person is remembered anew."""


def perceive(thought: Thought) -> Sequence[Percept]:
    """The new percepts, nearest first; retains them and keeps observations of them."""
    get_to_know(thought)
    for percept in thought.percepts:
        if worth_keeping(thought, percept):
            _note(thought, percept)
            _keep(thought, percept.text)
    _retain(thought, [percept.text for percept in thought.percepts])
    return thought.percepts


def worth_keeping(thought: Thought, percept: Percept) -> bool:
    """Whether to keep an observation. Of a person not while they walk, and at most one per ``NOTE_AGAIN`` seconds: without
    the limit a party of 25 made nine hundred observations an hour and a reflection every quarter of an hour. Of an object
    only what somebody has left behind. Nothing of whom the resident talks with. In the brief register a thing only where
    the resident lives or works, and of somebody seen before nothing that everybody does every day."""
    world, slug = thought.world, percept.key
    if not (thought.rules.observe and thought.mind.stream.keeps):
        return False
    if percept.kind == "object":
        thing = world.thing(address := read_address(slug))
        resident = thought.mind.resident
        own = thought.full or address[:2] in (resident.home[:2], (resident.work or resident.home)[:2])
        return own and not thing.by and thing.state != world.idle_state(address)
    if percept.kind != "person":
        return True
    if thought.body.talk and world.bodies[slug].talk == thought.body.talk:
        return False
    noted, body = thought.state.noted, world.bodies[slug]
    here = settled(body) if thought.full else not body.walking
    everyday = not thought.full and slug in noted and thought.mind.reading.everyday(percept.text)
    return here and not everyday and (slug not in noted or thought.at - noted[slug] >= NOTE_AGAIN)


def _note(thought: Thought, percept: Percept) -> None:
    if percept.kind == "person":
        thought.state.noted.pop(percept.key, None)
        thought.state.noted[percept.key] = thought.at


def get_to_know(thought: Thought) -> None:
    """Add the sector the resident is in to the places they know."""
    found = unknown(thought.state, thought.world, thought.body)
    if found:
        thought.state.known_places.append(found)
        thought.state.habits_changed = True


def unknown(state: MindState, world: World, body: Body) -> str:
    """The sector somebody is in if they do not know it yet, else ""."""
    sector = world.sector_of[body.arena]
    return sector if sector not in state.known_places else ""


def remember(thought: Thought, text: str, source: str = "") -> int:
    """Retain a percept and add it as an observation with its ``source``; returns the memory's n."""
    _retain(thought, [text])
    return _keep(thought, text, source)


def _keep(thought: Thought, text: str, source: str = "") -> int:
    importance = WHISPERED if source == "whisper" else None if source else thought.routine_importance(text)
    return thought.mind.stream.add(text, "observation", thought.at, importance, source=source).n


def _retain(thought: Thought, texts: Sequence[str]) -> None:
    if texts:
        thought.noticed = True
        thought.state.retain([mark_of(text) for text in texts])


def describe_thing(world: World, address: Address) -> str:
    """An object's state in words: ``the stove is hot``."""
    return f"the {world.called(address)} is {world.thing(address).state}"


def describe(world: World, other: Body) -> str:
    """What a person is seen doing, in words: ``Tom Reed is wiping the counter``."""
    if other.talk:
        talk = world.talks.get(other.talk)
        others = [world.bodies[slug].name for slug in talk.people if slug != other.slug] if talk else []
        if others:
            return f"{other.name} is talking with {' and '.join(others)}"
    return world.doing(other.name, other.activity)
