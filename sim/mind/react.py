"""Reaction to new percepts: continue, talk, wait or replan.

Most percepts need no question. Only people the resident might talk to, objects in use by nobody, and happenings are considered,
persons and objects at most every ``CONSIDER_AGAIN`` seconds. Source: Park et al. 2023 section 4.3.1; the cool-down after a talk
as in the reference implementation.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.mind.plan_execution import wait
from sim.mind.thought import Percept, Thinking, Thought
from sim.prompts import Telling, ask
from sim.prompts.tasks.react import React
from sim.types import read_address

CONSIDER_AGAIN = 2400
"""Game seconds before the same person or thing is considered again."""


def react(thought: Thought, percepts: Sequence[Percept]) -> Thinking:
    """Ask about the most pressing percept, if any, and act on the decision."""
    percept = pressing(thought, percepts)
    if percept is None:
        return
    thought.state.considered[percept.key] = thought.at
    person = percept.kind == "person"
    about = f"{thought.person(percept.key)}; news and plans" if person else percept.text
    question = React(
        **thought.asking("react"),
        at=thought.here(),
        doing=thought.body.activity,
        seen=percept.text,
        relationship=thought.relationship(percept.key) if person else "",
        memories=thought.recall(about, "react", 8),
        among=("continue", "talk", "wait", "replan") if person else ("continue", "wait", "replan"),
        telling=thought.telling(percept.key) if person else Telling(),
    )
    reply = yield from ask(question)
    choice, reason = reply.choice, reply.reason
    thought.do("react", seen=percept.text, choice=choice, reason=reason)
    if choice == "talk" and person:
        thought.do("talk", other=percept.key, reason=reason)
    elif choice == "wait":
        wait(thought)
    elif choice == "replan":
        yield from thought.mind.faculties.replan(thought, percept.text, reason)


def pressing(thought: Thought, percepts: Sequence[Percept]) -> Percept | None:
    """The percept to consider, None for none: happenings first, then objects, then people; the nearest of a kind."""
    order = {"happening": 0, "object": 1, "person": 2}
    worth = [percept for percept in percepts if _worth(thought, percept)]
    return min(worth, key=lambda percept: (order[percept.kind], percept.distance), default=None)


def _worth(thought: Thought, percept: Percept) -> bool:
    state = thought.state
    last = state.considered.get(percept.key)
    if percept.kind != "happening" and last is not None and thought.at - last < CONSIDER_AGAIN:
        return False
    if percept.kind == "object":
        return not thought.world.thing(read_address(percept.key)).by
    if percept.kind == "person":
        other = thought.world.bodies[percept.key]
        met = state.met.get(percept.key)
        rested = met is None or thought.at - met >= thought.rules.chat_cooldown
        return not other.asleep and rested
    return True
