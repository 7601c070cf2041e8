"""Reaction to new percepts: continue, talk, wait or replan.

Most percepts need no question. Only people the resident might talk to, objects in use by nobody, and happenings are considered,
persons and objects at most every ``CONSIDER_AGAIN`` seconds. Source: Park et al. 2023 section 4.3.1; the cool-down after a talk
as in the reference implementation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.mind.facts import facts_of
from sim.mind.intents import for_percept, for_person
from sim.mind.mind import Percept, Thinking
from sim.mind.plan_execution import awaited, comes_to, detour, wait
from sim.mind.scene import PRESENT, acquaintance, in_the_room, settled
from sim.mind.thought import Thought
from sim.prompts import ask
from sim.prompts.tasks.react import React
from sim.types import read_address

SILENCE = 3600
"""Game seconds without a word to anybody after which a capable mind may speak again with whom it has spoken today."""
CONSIDER_AGAIN = 2400
"""Game seconds before the same thing is considered again, or the same person if the two may not talk again before."""


LOOK = 180
"""Game seconds for which a resident looks at something."""
HELP = 600
"""Game seconds for which a resident helps somebody, or keeps away from them."""


def react(thought: Thought, percepts: Sequence[Percept]) -> Thinking:
    """Speak with whom the resident was waiting for; else ask about the most pressing percept, if any, and act on the
    decision."""
    if any(percept.kind == "person" and comes_to(thought, percept.key) for percept in percepts):
        return
    percept = pressing(thought, percepts)
    if percept is None:
        return
    person, before = percept.kind == "person", thought.state.considered.get(percept.key)
    thought.state.considered[percept.key] = thought.at
    if person and _talked_enough(thought, percept.key):
        thought.do("react", seen=percept.text, choice="nod", reason="they have talked enough today")
        return
    shared = _in_full(thought, percept, before) if thought.full else _in_brief(thought, percept)
    question = React(at=thought.here(), doing=thought.body.activity, seen=percept.text, **shared, **thought.asking("react"))
    reply = yield from ask(question)
    choice, reason = reply.choice, reply.reason
    thought.do("react", seen=percept.text, choice=choice, reason=reason)
    thought.feel(reply.mood)
    thought.ponder(reply.thought)
    thought.rate(percept.text, reply.importance)
    people = thought.mind.people if reply.whom else {}
    whom = next((slug for slug, (name, _) in people.items() if name == reply.whom), percept.key if person else "")
    if choice == "talk" and whom:
        thought.do("talk", other=whom, reason=reason, opening=reply.words.strip() if question.opens else "")
    elif choice == "wait":
        wait(thought)
    elif choice == "replan":
        if percept.kind == "object" and not thought.full:
            thought.state.considered[_as_it_is(percept)] = thought.at  # what is done about it is done once
        yield from thought.mind.faculties.replan(thought, percept.text, reason)
    elif choice == "aloud":
        thought.do("aloud", text=reply.words or reason)
    elif choice in ("look", "help", "avoid"):
        _turn_to(thought, percept, whom, choice, reply.words)


def _in_brief(thought: Thought, percept: Percept) -> dict[str, Any]:
    """What the resident knows of the percept, and the reactions that it allows."""
    if percept.kind == "person":
        return {
            "relationship": thought.relationship(percept.key),
            "memories": thought.recall_of(percept.key, f"{thought.person(percept.key)}; news and plans", "react"),
            "among": ("continue", "talk", "wait", "replan"),
            "telling": thought.telling(percept.key),
        }
    return {"memories": thought.recall(percept.text, "react", 8), "among": ("continue", "wait", "replan")}


def _in_full(thought: Thought, percept: Percept, before: int | None) -> dict[str, Any]:
    """The same in the full register: searched by person, by what is seen and by what the resident is occupied with, each
    for itself. ``before``: when the same was considered last."""
    concern = thought.concern
    near = [other for other in in_the_room(thought) if not other.asleep]
    shared = {"present": tuple(other.name for other in near[:PRESENT]), "opens": True}
    if percept.kind != "person":
        among = ("continue", "talk", "look", "wait", "aloud", "replan") if near else ("continue", "look", "wait", "replan")
        memories = thought.recall_each((percept.text, concern), "react")
        intents = for_percept(percept.kind == "happening")
        return {**shared, "memories": memories, "among": among, "everyday": percept.kind == "object", "intents": intents}
    name = thought.person(percept.key)
    today = before is not None and _today(thought, before)
    memories, intents = thought.recall_each((name, percept.text, concern), "react"), for_person(thought, percept.key)
    return {
        **shared,
        "intents": intents,
        "facts": facts_of(thought.mind, memories, (n for intent in intents for n in intent.facts)),
        "everyday": today,
        "partners": (acquaintance(thought, percept.key),),
        "relationship": thought.relationship(percept.key),
        "telling": thought.telling(percept.key),
        "memories": memories,
        "among": ("continue", "talk", "look", "wait", "help", "avoid", "aloud", "replan"),
    }


def _talked_enough(thought: Thought, slug: str) -> bool:
    talked = thought.state.talks.get(slug, [0, 0])[1]
    return talked >= thought.rules.talks_a_day and _today(thought, thought.state.met[slug])


def _today(thought: Thought, at: int) -> bool:
    clock = thought.world.clock
    return clock.day(at) == clock.day(thought.at)


def _turn_to(thought: Thought, percept: Percept, whom: str, choice: str, words: str) -> None:
    """Look, help or avoid: a few minutes of something else, after which the step goes on."""
    world, first = thought.world, thought.mind.people[whom][1] if whom else ""
    if choice == "avoid":
        _avoid(thought, first or "the others")
        return
    body, where = thought.body, world.arena(thought.body.tile)
    if whom:
        where = world.where(world.bodies[whom])
    elif (there := read_address(percept.key)) and world.places.get(there) and not world.refusal(body.slug, there, thought.at):
        where = there
    doing = f"helping {first}".strip() if choice == "help" else "taking a closer look"
    said = words.strip().rstrip(".")
    if said:
        doing = said
    detour(thought, doing[:120], where, LOOK if choice == "look" else HELP, "think" if choice == "look" else "carry")


def _avoid(thought: Thought, first: str) -> None:
    """Go to another room, or home, for a while."""
    world, me, at = thought.world, thought.mind.slug, thought.at
    here = world.arena(thought.body.tile)
    rooms = [place.address for place in world.places.arenas(here[:2]) if place.address != here] if len(here) > 1 else []
    allowed = [room for room in [*rooms, thought.mind.resident.home] if not world.refusal(me, room, at)]
    if allowed and allowed[0] != here:
        detour(thought, f"keeping away from {first}", allowed[0], HELP, "walk")


def concerns(thought: Thought, percept: Percept) -> bool:
    """Whether a percept calls for more than to be retained or kept in memory."""
    return _worth(thought, percept) or (percept.kind == "person" and awaited(thought, percept.key) is not None)


def pressing(thought: Thought, percepts: Sequence[Percept]) -> Percept | None:
    """The percept to consider, None for none: happenings first, then objects, then people; the nearest of a kind."""
    order = {"happening": 0, "object": 1, "person": 2}
    worth = [percept for percept in percepts if _worth(thought, percept)]
    return min(worth, key=lambda percept: (order[percept.kind], percept.distance), default=None)


def _worth(thought: Thought, percept: Percept) -> bool:
    state = thought.state
    last = state.considered.get(percept.key)
    again = min(CONSIDER_AGAIN, thought.rules.chat_cooldown) if percept.kind == "person" else CONSIDER_AGAIN
    if percept.kind != "happening" and last is not None and thought.at - last < again:
        return False
    if percept.kind == "object":
        if _as_it_is(percept) in state.considered:
            return False
        thing = thought.world.thing(address := read_address(percept.key))
        return not thing.by and not (thought.full and thing.state == thought.world.idle_state(address))
    if percept.kind == "person":
        other = thought.world.bodies[percept.key]
        passing = not settled(other) and not (other.walking and len(thought.world.where(other)) == 1)
        if thought.full and (other.talk or passing):
            return False  # in a talk, or on the way through a room: considered afterwards, where they settle
        if any(step.person == percept.key and step.end > thought.at for step in state.steps[max(0, state.step) :]):
            return False  # sought out in this stretch anyway: the talk begins then
        met = state.met.get(percept.key)
        rested = met is None or _silent(thought) or thought.at - met >= thought.rules.chat_cooldown
        return not other.asleep and rested
    return True


def _as_it_is(percept: Percept) -> str:
    """The key of a thing in this very state."""
    return f"{percept.key}|{percept.text}"


def _silent(thought: Thought) -> bool:
    """Whether a capable mind has spoken with nobody for an hour, nor thought of doing so."""
    state = thought.state
    considered = (at for key, at in state.considered.items() if key in thought.mind.people)
    return thought.full and thought.at - max([*state.met.values(), *considered], default=0) >= SILENCE
