"""Commitments: how what was promised enters the day's plan, and is kept, crossed out or given up.

Reads nothing out of talks (``converse`` does) and makes no plan (``plan`` does); knows no steps.
"""

from __future__ import annotations

from dataclasses import replace

from sim.language.text import same_deed, stems
from sim.mind.blocks import blocks_json, cut, has, put_in, without, without_aim
from sim.mind.state import Commitment
from sim.mind.thought import Thought
from sim.types import Block
from sim.world.clock import WEEKDAYS

LASTS = 3600
"""Game seconds that a commitment takes in the plan."""
APPOINTMENT = 1800
"""Game seconds that a commitment of a capable mind takes where nobody said how long."""
EARLY = 900
"""Game seconds before its time from which being at the place keeps a commitment."""
GRACE = 3600
"""Game seconds after its time until which a commitment can be kept; then it is given up."""
SETTLED = "fixed in a talk"
"""The reason of an appointment whose promise says no more than what is done where."""
_OF_PROMISES = stems(f"will has promised plans means agreed wants intends today tomorrow {' '.join(WEEKDAYS)}")
LAPSES = 48 * 3600
"""Game seconds for which something is meant to be done that has no hour or no place."""


def insert_commitment(thought: Thought, commitment: Commitment) -> None:
    """Insert a commitment into today's plan; blocks that it overlaps are shortened or split. A capable mind's lasts as long as
    was said, ends where the next one begins, and tells what was promised."""
    if not thought.rules.plan:
        return
    start, state = commitment.at, thought.state
    later = [c.at for c in state.commitments if thought.full and c.state == "open" and c.at > start]
    lasts, place = (commitment.lasts or APPOINTMENT) if thought.full else LASTS, thought.sector(commitment.place)
    why = _reason(thought, commitment) if thought.full else ""
    new = Block(start, min([start + lasts, *later]), commitment.activity, place, why)
    blocks = put_in(state.blocks, new) if thought.full else cut(state.blocks, new)
    if blocks == state.blocks:
        return
    state.blocks = blocks
    thought.do("plan", blocks=blocks_json(state.blocks), why="commitment", reason=commitment.text)


def call_off(thought: Thought, what: str, reason: str) -> None:
    """Cross out that one meant to go to ``what`` (a gathering), and take it out of today's plan, where what was done before it
    goes on."""
    for promise in [c for c in thought.state.commitments if c.state == "open" and f"going to the {what}" in c.activity]:
        settle(thought, promise, "settled", reason)
    blocks = thought.state.blocks
    i = next((i for i, b in enumerate(blocks) if i and b.start > thought.at and b.activity.endswith(f"going to the {what}")), 0)
    if i:
        thought.state.blocks = without(blocks, i)
        thought.do("plan", blocks=blocks_json(thought.state.blocks), why="commitment", reason=reason)


def _reason(thought: Thought, commitment: Commitment) -> str:
    """What an appointment is for, where its promise says more than the entry, which names activity, place and hour."""
    said = stems(f"{thought.name} {commitment.activity} {commitment.place}")
    more = [word for word in stems(commitment.text) - said - _OF_PROMISES if not word.isdigit()]
    return commitment.text if len(more) > 1 else SETTLED


def withdraw_commitment(thought: Thought, commitment: Commitment) -> None:
    """Take a commitment out of today's plan, where it still stands there: what else was meant to be done there comes back, else
    what was done before it goes on."""
    blocks, activity = thought.state.blocks, commitment.activity
    i = next((i for i, b in enumerate(blocks) if i and b.start == commitment.at and has([b], b.start, activity)), 0)
    if i and blocks[i].start > thought.at:
        alone = blocks[i].activity == activity
        without_it = [without_aim(b, activity) if b is blocks[i] else b for b in blocks]
        thought.state.blocks = without(blocks, i) if alone else without_it
        thought.do("plan", blocks=blocks_json(thought.state.blocks), why="commitment", reason=commitment.text)


def review_commitments(thought: Thought, doing: str) -> None:
    """Mark commitments as kept (at the place about their time) or given up (past it; ``doing`` is recorded as the reason)."""
    here = thought.world.arena(thought.body.tile)[:2]
    for promise in tuple(thought.state.commitments):
        fixed = promise.at and promise.place
        if promise.state == "open" and not fixed and thought.at > max(promise.at, promise.since) + LAPSES:
            settle(thought, promise, "given up", "it came to nothing")
        if promise.state != "open" or not fixed or thought.at < promise.at - EARLY:
            continue
        kept = here == thought.sector(promise.place)[:2]
        if not kept and thought.at < promise.at + GRACE:
            continue
        settle(thought, promise, *("kept", "") if kept else ("given up", f"{thought.mind.resident.first} is {doing}"))


def keep_by_doing(thought: Thought, activity: str) -> None:
    """Mark what a capable mind means to do at no certain hour as kept, where ``activity`` is that deed."""
    for promise in tuple(thought.state.commitments) if thought.full else ():
        if promise.state == "open" and not promise.at and same_deed(promise.activity, activity):
            settle(thought, promise, "kept", "")


def settle(thought: Thought, promise: Commitment, state: str, reason: str) -> None:
    """Cross out a promise that was open."""
    kept = thought.state.commitments
    if promise in kept:
        kept[kept.index(promise)] = replace(promise, state=state)
        thought.do("promise", text=promise.text, at=promise.at, place=promise.place, state=state, reason=reason)
        if state == "settled":
            withdraw_commitment(thought, promise)
