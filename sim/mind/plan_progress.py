"""Where a resident is in the plan: the block and the step of a moment, what comes next, until when nothing is to decide.

Only reads: ``plan`` makes the plan, ``plan_execution`` carries it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sim.mind.blocks import purpose
from sim.mind.state import MindState
from sim.mind.thought import Thought
from sim.types import Block, Step
from sim.world.state import Body

LEAST = 300
"""Game seconds that a step has at least where others that are late would have to share their time with it."""


def current_block(thought: Thought) -> Block | None:
    """The block at the thought's moment; in a gap the last one begun. None before the first plan."""
    return block_at(thought.state, thought.at)


def block_at(state: MindState, at: int) -> Block | None:
    """The same for a mind state at game second ``at``."""
    for block in reversed(state.blocks):
        if block.start <= at:
            return block
    return state.blocks[0] if state.blocks else None


def current_step(thought: Thought) -> Step | None:
    return step_in_hand(thought.state)


def step_in_hand(state: MindState) -> Step | None:
    return state.steps[state.step] if 0 <= state.step < len(state.steps) else None


def busy_until(state: MindState, body: Body, at: int) -> int:
    """The game second until which the plan needs no decision, because a wait, a walk or a step goes on; ``at`` if it needs one
    now. A walk that ends earlier needs one when it ends."""
    if not state.blocks or at >= state.blocks[-1].end or state.day == 0:
        return at
    end = state.blocks[-1].end
    if at < state.pause_until:
        return min(state.pause_until, end)
    step = step_in_hand(state)
    if step is None or not goes_on(state, step, at) or (state.going and not body.walking):
        return at
    return min([step.end, end, *[block.start for block in state.blocks if block.start > at]])


def next_due(thought: Thought) -> int:
    """The game second at which the resident has something to do again, if nothing happens before."""
    state = thought.state
    if state.asleep:
        return state.wake_at
    if thought.at < state.pause_until:
        return state.pause_until
    step = current_step(thought)
    if step is None or not state.blocks or not goes_on(state, step, thought.at):
        return thought.at
    return min(step.end, next((b.start for b in state.blocks if b.start > thought.at), step.end))


def next_stretch(thought: Thought) -> tuple[Block, int] | None:
    """The block whose steps are wanted next, and the game second; None where they are wanted now, or sleep comes next."""
    state = thought.state
    if state.asleep or state.player or not state.steps or not state.blocks:
        return None
    at = min([state.steps[-1].end, *[block.start for block in state.blocks if block.start > thought.at]])
    block = block_at(state, at)
    return None if at <= thought.at or block is None or is_sleep(block) else (block, at)


def still_planned(state: MindState, block: Block, at: int) -> bool:
    """Whether the plan still has this at game second ``at``."""
    now = block_at(state, at)
    return now is not None and purpose(now) == purpose(block)


def goes_on(state: MindState, step: Step, at: int) -> bool:
    """Whether the step has not ended and still belongs to the current block (a new plan or commitment may have moved it)."""
    block = block_at(state, at)
    return at < step.end and block is not None and belongs(state, step, block)


def belongs(state: MindState, step: Step, block: Block) -> bool:
    """Whether a step was made for this block: a commitment or an edit may have put another one in its time."""
    within = block.start <= step.start < block.end
    return within and (state.steps_for in ("", purpose(block)) or block.activity == "sleeping")


def in_what_is_left(steps: Sequence[Step], at: int, until: int) -> list[Step]:
    """Steps that are late, laid between two game seconds: each as long as it was where there is time for all, else all of them
    shorter. The last ones fall away where there were less than ``LEAST`` seconds for each."""
    kept = list(steps[: max(1, (until - at) // LEAST)])
    whole, begin = sum(step.end - step.start for step in kept), 0
    room = min(until - at, whole)
    for i, step in enumerate(kept):
        end = begin + step.end - step.start
        kept[i] = replace(step, start=at + begin * room // whole, end=at + end * room // whole)
        begin = end
    return kept


def is_sleep(block: Block) -> bool:
    """Whether a block is the night's."""
    return block.activity == "sleeping"
