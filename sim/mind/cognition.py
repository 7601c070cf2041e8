"""Cognition of one resident in one tick: wake, update identity, plan, talk, perceive, react, execute the plan.

Called by the engine for every active resident. Yields questions; the actions decided are left in the thought.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.mind.commitments import review_commitments
from sim.mind.converse import remember_talk
from sim.mind.identity import update_identity
from sim.mind.mind import Mind, Percept, Thinking
from sim.mind.needs import replan_for_needs, update_needs
from sim.mind.perceive import unknown, worth_keeping
from sim.mind.plan_execution import execute_plan, resume_step
from sim.mind.plan_progress import busy_until
from sim.mind.react import concerns
from sim.mind.state import MindState
from sim.mind.thought import Thought
from sim.prompts.tasks.replan import CONCLUDED
from sim.scenario.model import Rules
from sim.types import write_address
from sim.world.state import World

BEFORE_BED = 900
"""Game seconds before bedtime in which a conclusion waits for the morning: there is no day left to change."""


def think(thought: Thought, told: Sequence[Percept] = ()) -> Thinking:
    """One resident's cognition. ``told`` are percepts of happenings and whispers, which are already remembered."""
    state, body, faculties = thought.state, thought.body, thought.mind.faculties
    if state.asleep:
        if thought.at < state.wake_at and not told:
            return
        wake(thought)
    update_needs(thought)
    thought.mood_fades()
    if state.player:
        yield from _played_by_person(thought)
        return
    if body.talk:
        yield from _in_talk(thought)
        return
    if state.talk:
        if thought.ahead:
            thought.aside = remember_talk(thought)
        else:
            yield from remember_talk(thought)
        if not body.talk:  # another talk may have begun while this one was thought over
            resume_step(thought)
        return
    if not state.blocks or thought.at >= state.blocks[-1].end or state.day == 0:
        if state.day:
            yield from update_identity(thought)
        yield from faculties.plan(thought)
    elif state.handed_back:
        yield from faculties.replan(
            thought,
            f"{thought.name} has the rest of the day to themselves",
            f"{thought.mind.resident.first} is on their own again",
        )
    elif resolves(state, thought.at):
        concluded, _, state.resolved = state.resolved.partition("\n")
        yield from faculties.replan(thought, f"{thought.mind.resident.first}{CONCLUDED}{concluded}", concluded)
    state.handed_back = False
    if thought.full:
        state.resolved = ""  # tomorrow's plan is made with it anyway
    yield from replan_for_needs(thought)
    if thought.absorbed:
        yield from execute_plan(thought)
        return
    percepts = [*told, *_heard(thought), *faculties.perceive(thought)]
    decided = len(thought.actions)
    if thought.rules.react:
        yield from faculties.react(thought, percepts)
    if not any(action.kind == "talk" for action in thought.actions[decided:]):
        yield from execute_plan(thought)


def _heard(thought: Thought) -> list[Percept]:
    """What was said aloud in the room, which is remembered already."""
    heard, thought.state.heard = thought.state.heard, []
    return [Percept("happening", text, text, 0) for text in heard]


def resolves(state: MindState, at: int) -> bool:
    """Whether the day's plan is to be changed for what the resident has concluded; late in the evening it waits for
    tomorrow's."""
    return bool(state.resolved and state.blocks) and at < state.blocks[-1].start - BEFORE_BED


def idle_until(mind: Mind, world: World, rules: Rules, at: int) -> int:
    """The game second until which ``think`` would have no effect for an awake resident without new percepts; ``at`` if it would
    have one now. Spares cognition for residents who just keep walking or keep doing what they do."""
    state, body = mind.state, world.bodies[mind.slug]
    if rules.needs or state.player or state.handed_back or body.talk or state.talk or state.heard or resolves(state, at):
        return at
    if unknown(state, world, body):
        return at
    return busy_until(state, body, at)


def heeds(thought: Thought) -> bool:
    """Whether somebody who is idle (``idle_until``) would do more about their new percepts than retain them."""
    reacts = thought.rules.react
    return any(worth_keeping(thought, seen) or (reacts and concerns(thought, seen)) for seen in thought.percepts)


def wake(thought: Thought) -> None:
    """Wake up; the day's plan is made next."""
    state = thought.state
    state.asleep, state.blocks, state.steps, state.step = False, [], [], -1
    thought.do(
        "act", activity="waking up", address=write_address(thought.body.address), icon="wake", until=thought.at, why="wake"
    )


def _played_by_person(thought: Thought) -> Thinking:
    """A resident played by a person: perception and memory go on, decisions come from commands."""
    thought.mind.faculties.perceive(thought)
    review_commitments(thought, thought.body.activity)
    if thought.state.talk and not thought.body.talk:
        yield from remember_talk(thought)


def _in_talk(thought: Thought) -> Thinking:
    talk = thought.world.talks[thought.body.talk]
    thought.mind.faculties.perceive(thought)
    ahead = 0 if talk.known_line(thought.mind.slug) else thought.ahead
    there = ahead or not thought.body.walking  # where thought takes time, one thinks of what to say on the way
    if talk.people[talk.turn] == thought.mind.slug and thought.at >= talk.due - ahead and there:
        yield from thought.mind.faculties.talk(thought, talk)
