"""Happenings: events from outside the minds, planned in the scenario or made by a user.

They enter through ``Apply`` and the memory streams at the tick at which they apply, so that a recorded run can be re-run.
Does not know whether a happening comes from the scenario or from a command.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sim.engine.apply import Apply
from sim.mind.mind import Mind, Percept
from sim.mind.perceive import remember
from sim.mind.thought import Thought
from sim.prompts.reading import DATA
from sim.scenario.model import Happening, Scenario
from sim.types import Address, Tile, write_address
from sim.world.state import World

PerceptsBySlug = dict[str, list[Percept]]


@dataclass(frozen=True, slots=True)
class Scene:
    """What an external event may reach in one tick. ``news`` collects the percepts that it causes, by slug."""

    scenario: Scenario
    apply: Apply
    minds: Mapping[str, Mind]
    world: World
    news: PerceptsBySlug = field(default_factory=dict)


def begin(scene: Scene, h: Happening) -> None:
    """Start a happening: record it, apply its effect, and deliver it to the residents around."""
    scene.apply.happening(h.kind, h.text, h.where or (), h.who)
    if h.kind in ("arrive", "leave"):
        _come_or_go(scene, h)
    if h.kind == "whisper":
        deliver(scene, [h.who], h.text, "whisper")
    elif h.kind == "object" and h.where:
        there = _reached(scene, h.where)
        scene.apply.set_thing(h.where, h.text, "")
        seen = f"the {h.where[-1]} is {h.text}"
        deliver(scene, there, seen, "", together=True)
        _to_speak_of(scene, there, f"the {h.where[-1]} was {h.text}", seen)
    else:
        there, told = _reached(scene, h.where), _told(scene, h)
        deliver(scene, there, told, "news" if h.kind == "say" else "", h.where)
        _to_speak_of(scene, there, h.text, told if h.kind == "say" else "")


def end(scene: Scene, h: Happening) -> None:
    """End a happening that lasted for a while: the object becomes idle again, the weather is cleared."""
    world = scene.world
    if h.kind == "object" and h.where and not world.thing(h.where).by:
        scene.apply.set_thing(h.where, world.idle_state(h.where), "")
    elif h.kind == "weather" and world.weather == h.text:
        scene.apply.happening("weather", "", (), "")


def _told(scene: Scene, h: Happening) -> str:
    """A happening in words, in the full register with its place."""
    place = ", ".join(h.where[1:]) if h.where and scene.scenario.rules.prompts == "full" else ""
    return f"{h.text} ({place})" if place else h.text


def deliver(
    scene: Scene, slugs: Sequence[str], text: str, source: str, where: Address | None = None, together: bool = False
) -> None:
    """Give ``slugs`` a percept and an observation of what happened ``where``, with its ``source`` (as in ``Memory``). Residents
    who perceive it ``together``, and all who get news, do not tell it to each other."""
    apply, key = scene.apply, write_address(where) if where and scene.scenario.rules.prompts == "full" else text
    names = {slug: scene.minds[slug].resident.name for slug in slugs if together or source == "news"}
    for slug in slugs:
        thought = Thought(scene.minds[slug], scene.world, scene.scenario.rules, apply.tick, apply.at, 0)
        remember(thought, text, source)
        if others := [name for other, name in names.items() if other != slug]:  # who was there need not be told
            known = thought.state.told.setdefault(text, [])
            known += [name for name in others if name not in known]
        scene.news.setdefault(slug, []).append(Percept("happening", key, text, 0))


def _to_speak_of(scene: Scene, there: Sequence[str], text: str, remembered: str) -> None:
    """Note for each resident that the others were there too, so that they can speak of it with them: in words, ``text``, or
    where facts are data, by the text that they ``remembered`` ("" for the weather, which is a heading and no sentence)."""
    names = {slug: scene.minds[slug].resident.name for slug in there}
    for slug in there if text else ():
        mind, others = scene.minds[slug], [name for other, name in names.items() if other != slug]
        if mind.reading is DATA and remembered:
            mind.state.happened[remembered] = [scene.apply.at, others]
        elif mind.reading is not DATA:
            mind.state.note_happening(text, scene.apply.at, others)


def _reached(scene: Scene, where: Address | None) -> list[str]:
    """Slugs of the residents whom a happening reaches: those in its place; with capable minds also those outdoors nearby."""
    inside, rules, world = around(scene.world, where), scene.scenario.rules, scene.world
    if not where or rules.prompts != "full":
        return inside
    spots, outside = world.places.spots(where[:2]), around(world, world.places.root)
    near = [slug for slug in outside if world.where(world.bodies[slug]) == world.places.root and _near(scene, slug, spots)]
    return [slug for slug in world.bodies if slug in near or slug in inside]


def _near(scene: Scene, slug: str, spots: Sequence[Tile]) -> bool:
    """Whether a resident is at most as many steps from a place as they see."""
    away = scene.world.paths.distance(scene.world.bodies[slug].tile, spots)
    return away is not None and away <= scene.scenario.rules.vision


def around(world: World, where: Address | None) -> list[str]:
    """Slugs of the residents awake in a place (None: in town)."""
    awake = [body for body in world.present() if not body.asleep]
    depth = min(len(where), 2) if where else 0
    return [body.slug for body in awake if where is None or world.arena(body.tile)[:depth] == where[:depth]]


def _come_or_go(scene: Scene, h: Happening) -> None:
    """A resident arrives in town, awake and without a plan, or leaves it."""
    body, state = scene.world.bodies[h.who], scene.minds[h.who].state
    if h.kind == "leave":
        scene.apply.depart(body)
        return
    state.asleep, state.blocks, state.steps, state.step = False, [], [], -1
    scene.apply.arrive(body, h.where or scene.scenario.resident(h.who).home)
