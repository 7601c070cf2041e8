"""The present entry of a plan where things have overtaken it: an errand whose matter has been spoken of meanwhile, a host's
call on somebody asked meanwhile, work where a gathering has begun. In brief alone: a capable mind breaks down each stretch
with what it sees and has said.

Makes no plan and no steps.
"""

from __future__ import annotations

from dataclasses import replace

from sim.language.text import stems
from sim.mind.appointments import not_asked
from sim.mind.blocks import blocks_json, cut
from sim.mind.plan_progress import is_sleep
from sim.mind.thought import Thought
from sim.types import Block

TALKS = 40
"""The last plans and talks among which an errand is looked for."""
ATTENDS = 1800
"""Game seconds for which one attends at least what goes on at work, where work is not over before."""
FEW = 6
"""Residents of a town so small that people go to see somebody all the same."""
_ERRAND = stems("to speak of ask about tell that talk with hear how went on")


def as_things_are(thought: Thought, block: Block) -> Block:
    """The present ``block``, or what stands in the plan now in its place. Where an errand is done, what comes next begins, if
    it may begin early."""
    if thought.full or is_sleep(block):
        return block
    reading = thought.mind.reading
    if other := _still_to_ask(thought, block):
        new = replace(block, start=thought.at, activity=other)
    elif _spoken_of(thought, block):
        free = (b for b in thought.state.blocks if b.start == block.end and not reading.at_its_hour(b.activity))
        following = next(free, None)
        if following is None or len(thought.world.bodies) <= FEW:
            return block  # to see somebody for nothing in particular is better than an empty hour, or a lonely one
        new = replace(following, start=thought.at)
    elif what := _gathering_at_work(thought, block):
        new = replace(
            block, start=thought.at, end=min(block.end, thought.at + ATTENDS), activity=f"attending the {what}", why=""
        )
    else:
        return block
    thought.state.blocks = cut(thought.state.blocks, new)
    thought.do("plan", blocks=blocks_json(thought.state.blocks), why="react", reason=new.activity)
    return new


def _still_to_ask(thought: Thought, block: Block) -> str:
    """A host's call on somebody asked meanwhile, with the name of another who has not been; "" for anything else, and for
    nobody left."""
    who = thought.mind.reading.looked_for(block.activity, (name for name, _ in thought.mind.people.values()))
    unasked = not_asked(thought)[1] if who and thought.mind.reading.invites(block.activity) else ()
    planned = " ".join(other.activity for other in thought.state.blocks)
    left = (name for name in unasked if who not in unasked and name not in planned)
    return next((block.activity.replace(who, name) for name in left), "")


def _spoken_of(thought: Thought, block: Block) -> bool:
    """Whether the resident has spoken with whom they would look for, of what for, since that was planned."""
    who = thought.mind.reading.looked_for(block.activity, (name for name, _ in thought.mind.people.values()))
    about = stems(block.activity.partition(f"{who} ")[2]) - _ERRAND
    if not who or not about:
        return False
    known, begins = thought.mind.stream.recent(TALKS, ("plan", "summary")), f"{thought.name} talked with {who} "
    since = next((m.at for m in known if m.kind == "plan" and block.activity in m.text), thought.at)
    return any(m.at > since and m.text.startswith(begins) and about <= stems(m.text) for m in known if m.kind == "summary")


def _gathering_at_work(thought: Thought, block: Block) -> str:
    """What somebody gives in the house where the resident is at work; "" for nothing, or where the resident is there for
    it."""
    world, work, here = thought.world, thought.mind.resident.work, thought.world.arena(thought.body.tile)
    reading = thought.mind.reading
    if work is None or block.place[:2] != work[:2] or here[:2] != work[:2] or reading.attends(block.activity):
        return ""
    given = (reading.gathering_at(body.activity) for body in world.present() if world.where(body)[:2] == here[:2])
    return next(filter(None, given), "")
