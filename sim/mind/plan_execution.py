"""Plan execution: from the current block to the current step, the walk to its target and the activity there.

Carries out the plan that ``plan`` makes and changes; the engine moves the bodies.
"""

from __future__ import annotations

from dataclasses import replace

from sim.mind.blocks import blocks_json
from sim.mind.commitments import keep_by_doing, review_commitments
from sim.mind.mind import Thinking
from sim.mind.needs import satisfy_needs
from sim.mind.overtaken import as_things_are
from sim.mind.perceive import remember
from sim.mind.plan import break_down
from sim.mind.plan_progress import LEAST, belongs, current_block, current_step, goes_on, in_what_is_left, is_sleep
from sim.mind.scene import FOUND
from sim.mind.thought import Thought
from sim.types import Address, Block, Step, write_address

ROUTINE_DAYS = 7
"""Days for which doing the same again is not remembered."""
WAIT = 300
"""Game seconds of one wait."""
LATE = 120
"""Game seconds by which a capable mind may be late for a step, or a quarter of it, without moving those behind it."""
COMPANY = 1200
"""Game seconds that may be left of a stretch whose talk has been held, for which a capable mind is asked for nothing more."""


def execute_plan(thought: Thought) -> Thinking:
    """Continue the current step, arrive at its target, or begin the next one."""
    state, at = thought.state, thought.at
    if at < state.pause_until:
        return
    step = current_step(thought)
    if step is not None and goes_on(state, step, at):
        if state.going and not thought.body.walking:
            _stopped(thought, step)
        return
    if step is not None and step.result and not state.going and at >= step.end:
        remember(thought, step.result)
        state.steps[state.step] = replace(step, result="")
    if step is not None:
        _awaited_in_vain(thought, step)
    block = current_block(thought)
    if block is None:
        return
    review_commitments(thought, block.activity)
    block = as_things_are(thought, block)
    if is_sleep(block):
        _go_to_bed(thought, block)
        return
    undone = state.step + (not state.going)
    if _catch_up(thought, undone):
        state.step = undone - 1
    if not _next_in_hand(thought, block):
        yield from break_down(thought, block)
        if block not in state.blocks:
            return
    _begin_next(thought)


def _awaited_in_vain(thought: Thought, step: Step) -> None:
    """Remember that somebody did not come to where a capable mind's step awaited them; what follows is asked for anew
    unless it seeks them already, so that the resident may look for them."""
    state = thought.state
    if thought.full and step.person and not state.going and step.end <= thought.at and not state.spoken_since(step):
        where = thought.world.called(step.target) if _uses_thing(step) else step.target[-1]
        name = thought.person(step.person)
        remember(thought, f"{thought.name} waited for {name} at {_definite(where, _uses_thing(step))}, and {name} did not come")
        if not any(later.person == step.person for later in state.steps[state.step + 1 :]):
            state.steps, state.step = [], -1


def wait(thought: Thought) -> None:
    """Wait for ``WAIT`` seconds; the plan goes on afterwards."""
    thought.state.pause_until = thought.at + WAIT
    thought.do(
        "act",
        activity="waiting",
        address=write_address(thought.world.arena(thought.body.tile)),
        icon="wait",
        until=thought.at + WAIT,
        why="react",
    )
    thought.state.step = -1 if current_step(thought) is None else thought.state.step
    thought.state.going = current_step(thought) is not None


def resume_step(thought: Thought) -> None:
    """After an interruption: continue the current step, walking back if needed. In brief the steps behind one that has ended
    meanwhile are asked for anew; a capable mind's hold."""
    step = current_step(thought)
    if step is not None and thought.at < step.end:
        if thought.full and thought.body.activity == step.activity:  # what is left of it goes on
            thought.state.steps[thought.state.step] = step = replace(step, start=thought.at)
        _set_out(thought, step)
    elif not thought.full:
        thought.state.step = len(thought.state.steps)


def _next_in_hand(thought: Thought, block: Block) -> bool:
    """Whether a step is left that belongs to this block and has not ended; skips those that do not."""
    state = thought.state
    while state.step + 1 < len(state.steps):
        following = state.steps[state.step + 1]
        if following.end > thought.at and belongs(state, following, block) and not _held(thought, following):
            return True
        state.step += 1
    return False


def _catch_up(thought: Thought, first: int) -> bool:
    """Whether a capable mind's steps from ``first`` on were late, for a walk or a talk took their time: they begin now then and
    share what is left of their stretch, or go on behind it where that is too little, never beyond the entry."""
    state, at, block = thought.state, thought.at, current_block(thought)
    if not thought.full or block is None or block.end <= at:
        return False
    late = [step for step in state.steps[first:] if belongs(state, step, block) and not _held(thought, step)]
    if not late or at - late[0].start < min(LATE, (late[0].end - late[0].start) // 4):
        return False
    until, whole = late[-1].end, sum(step.end - step.start for step in late)
    until = until if until - at >= min(whole, LEAST * len(late)) else at + whole
    state.steps[first:] = in_what_is_left(late, at, min(until, block.end))
    return True


def _held(thought: Thought, step: Step) -> bool:
    """Whether the talk that a step is for has been held; a capable mind still does what it is at a thing."""
    return thought.state.spoken_since(step) and not (thought.full and _uses_thing(step))


def _begin_next(thought: Thought) -> None:
    state = thought.state
    state.step += 1
    _set_out(thought, state.steps[state.step])


def _set_out(thought: Thought, step: Step) -> None:
    """Walk to the step's target, or begin at once when already there; wait or go elsewhere where entry is refused."""
    state, world = thought.state, thought.world
    if step.person and _sought_out(thought, step):
        return
    step = state.steps[state.step]
    step = _until_closing(thought, _free_alternative(thought, step))
    state.steps[state.step] = step
    refused = world.refusal(thought.mind.slug, step.target, thought.at)
    if refused == "full":
        wait(thought)
        return
    if refused:
        _go_elsewhere(thought, step, refused)
        return
    if is_at(thought, step.target):
        _arrive(thought, step)
        return
    state.going = True
    goal = world.called(step.target) if len(step.target) > 2 else step.target[:2][-1]
    thought.do(
        "act",
        activity=f"walking to {_definite(goal, len(step.target) > 2)}",
        address=write_address(world.arena(thought.body.tile)),
        icon="walk",
        until=step.end,
        why="plan",
    )
    thought.do("walk", to=write_address(step.target))


def _sought_out(thought: Thought, step: Step) -> bool:
    """Speak with whom the step seeks out, if they are in the same room: True. Otherwise it leads to where they are; at a thing
    of another building, and where they are not to be found or were spoken with already, it stays at its own target."""
    state, world, me = thought.state, thought.world, thought.mind.slug
    other = world.bodies[step.person]
    where, fixed = world.where(other), _appointed_place(thought)
    if fixed and not state.spoken_since(step) and not (is_at(thought, fixed) and where[: len(fixed)] == fixed):
        return False  # what was fixed for a place begins there
    if other.asleep or other.away or world.refusal(me, where, thought.at) or state.spoken_since(step):
        state.steps[state.step] = replace(step, person="", topic="")
        return False
    here = world.arena(thought.body.tile)
    if where in (here, here[:2]):  # in the room, or before the door of the same house
        block = current_block(thought)
        if block is not None and thought.mind.reading.looked_for(block.activity, (thought.mind.people[step.person][0],)):
            state.blocks[state.blocks.index(block)] = replace(block, activity=FOUND, place=where[:2])
        _speak(thought, step)
        return True
    if len(where) > 1 and (not _uses_thing(step) or where[:2] == step.target[:2]):
        state.steps[state.step] = replace(step, target=where)
    return False


def _appointed_place(thought: Thought) -> Address:
    """Where the present block is an appointment for, in the full register; () where it is none."""
    block = current_block(thought)
    if not thought.full or block is None:
        return ()
    fixed = any((c.at, c.activity) == (block.start, block.activity) and c.place for c in thought.state.commitments)
    return block.place if fixed else ()


def _uses_thing(step: Step) -> bool:
    return len(step.target) > 3


def awaited(thought: Thought, slug: str) -> Step | None:
    """The present step where it awaits somebody who has come."""
    state, world, step = thought.state, thought.world, current_step(thought)
    if step is None or step.person != slug or state.going or state.spoken_since(step):
        return None
    other = world.bodies[slug]
    here = not other.walking and not other.talk and world.where(other) == world.arena(thought.body.tile)
    return step if here else None


def comes_to(thought: Thought, slug: str) -> bool:
    """Speak with somebody who has come to where the present step awaits them; True if so."""
    step = awaited(thought, slug)
    if step is not None:
        _speak(thought, step)
    return step is not None


def _speak(thought: Thought, step: Step) -> None:
    """Begin the talk that a step is for, which ends it; where none follows, what is done at a thing goes on afterwards. A
    capable mind is seen at it first, goes on at a thing in any case, and spends in company what little is left otherwise."""
    state, last = thought.state, thought.state.step + 1 == len(thought.state.steps)
    company = thought.full and not _uses_thing(step) and step.end <= thought.at + COMPANY
    if thought.full and thought.body.activity != step.activity:
        _do(thought, step)
    lasts = company or (_uses_thing(step) and (last or thought.full))
    after = replace(step, end=step.end if lasts else thought.at, person="", topic="")
    state.steps[state.step] = replace(after, activity=FOUND) if company and thought.world.english else after
    state.going = False
    thought.do("talk", other=step.person, reason=step.topic or step.activity)


def detour(thought: Thought, activity: str, target: Address, seconds: int, icon: str) -> None:
    """Do something else first; what is left of the current step and those behind it follow."""
    state, end, now = thought.state, thought.at + seconds, current_step(thought)
    to_come = [step for step in state.steps[max(0, state.step) :] if not state.spoken_since(step)]
    left = [step for step in to_come if step.end > end or (thought.full and step is not now)]  # the others are only late
    rest = [replace(step, start=max(step.start, end)) if step.end > end else step for step in left]
    state.steps, state.step = [Step(thought.at, end, activity, target, icon=icon), *rest], 0
    _set_out(thought, state.steps[0])


def _until_closing(thought: Thought, step: Step) -> Step:
    """The step, ended at the closing time of its place: guests leave then, whatever their plan says."""
    closing = thought.world.closing(thought.mind.slug, step.target, thought.at)
    return step if closing is None or closing >= step.end else replace(step, end=closing)


def _go_elsewhere(thought: Thought, step: Step, refused: str) -> None:
    """Entry was refused (closed or private): remember that, and spend the rest of the block at home."""
    state, home = thought.state, thought.mind.resident.home
    remember(thought, f"{step.target[:2][-1]} is {refused}")
    block = current_block(thought)
    if block is None or block.place[:2] == home[:2]:
        state.pause_until = thought.at + WAIT
        return
    i = state.blocks.index(block)
    state.blocks[i] = replace(block, activity="spending time at home", place=home)
    state.steps, state.step, state.going = [], -1, False
    thought.do("plan", blocks=blocks_json(state.blocks), why="react", reason=f"{step.target[:2][-1]} is {refused}")


def _stopped(thought: Thought, step: Step) -> None:
    """The walk has ended: begin the step if at its target or if there is no path to it, else set out again."""
    spots = thought.world.places.spots(step.target)
    if is_at(thought, step.target) or thought.world.paths.distance(thought.body.tile, spots) is None:
        _arrive(thought, step)
    else:
        _set_out(thought, step)


def _arrive(thought: Thought, step: Step) -> None:
    """Begin the step's activity and remember it; where there was no path to the target, do it here."""
    thought.state.going = False
    block = current_block(thought)
    if block is not None and is_sleep(block):
        _fall_asleep(thought, block, step.target)
        return
    if step.person:
        if _sought_out(thought, step):
            return
        step = thought.state.steps[thought.state.step]
        spots = thought.world.places.spots(step.target)
        reachable = thought.world.paths.distance(thought.body.tile, spots) is not None
        if reachable and not is_at(thought, step.target) and not _appointed_place(thought):
            _set_out(thought, step)  # they have gone on: after them
            return
    if goes_on(thought.state, step, thought.at) and _catch_up(thought, thought.state.step):
        thought.state.steps[thought.state.step] = step = _until_closing(thought, thought.state.steps[thought.state.step])
    _do(thought, step)
    satisfy_needs(thought, step.icon)


def _do(thought: Thought, step: Step) -> None:
    """Do what a step is, as others see it, and remember it."""
    keep_by_doing(thought, step.activity)
    there = is_at(thought, step.target)
    target = thought.world.places.get(step.target)
    state = step.state or "in use" if there and target is not None and target.kind == "object" else ""
    where = write_address(step.target if there else thought.world.arena(thought.body.tile))
    thought.do("act", activity=step.activity, address=where, icon=step.icon, until=step.end, why="plan", state=state)
    if thought.rules.observe and step.activity != FOUND and _worth_remembering(thought, step.activity):
        text = thought.world.doing(thought.name, step.activity)
        thought.mind.stream.add(text, "observation", thought.at, thought.routine_importance(text))


def _worth_remembering(thought: Thought, activity: str) -> bool:
    """Whether the resident has not remembered doing this for ``ROUTINE_DAYS``; notes that they do now. Reports of the same deed
    day after day crowd out what was new, as do (in the brief register) steps between two deeds."""
    if thought.mind.reading.between_deeds(activity):
        return False
    day = thought.world.clock.day(thought.at)
    done = {what: then for what, then in thought.state.remembered.items() if day - then < ROUTINE_DAYS}
    if activity in done:
        return False
    thought.state.remembered = done | {activity: day}
    return True


def is_at(thought: Thought, target: Address) -> bool:
    """Whether the resident stands on a tile where an object is used, or anywhere in a place."""
    place = thought.world.places.get(target)
    tile = thought.body.tile
    if place is not None and place.kind == "object":
        return tile in thought.world.places.spots(target)
    return thought.world.arena(tile)[: len(target)] == target


def _free_alternative(thought: Thought, step: Step) -> Step:
    """The step with another object of the same name where its own is taken; unchanged where there is none."""
    world, me = thought.world, thought.mind.slug
    if world.thing(step.target).by in ("", me) or world.seats(step.target) > 1:
        return step
    for thing in world.places.objects(step.target[:2]):
        if thing.address[-1] == step.target[-1] and world.thing(thing.address).by in ("", me):
            return replace(step, target=thing.address)
    return step


def _go_to_bed(thought: Thought, block: Block) -> None:
    """Walk to a bed at home that is free."""
    world, me = thought.world, thought.mind.slug
    beds = [it.address for it in world.places.objects(block.place) if "bed" in it.address[-1].lower().split()]
    free = [bed for bed in beds if world.seats(bed) > 1 or world.thing(bed).by in ("", me)]
    bed = next(iter(free or beds), block.place)
    thought.state.steps, thought.state.step = [Step(block.start, block.end, "sleeping", bed, "slept in", "sleep")], 0
    _set_out(thought, thought.state.steps[0])


def _fall_asleep(thought: Thought, block: Block, bed: Address) -> None:
    """Sleep until the block ends or something wakes the resident; note the day's summary and drop old entries of the state."""
    state = thought.state
    state.steps, state.step, state.going = [], -1, False
    state.asleep, state.wake_at = True, block.end
    state.yesterday = _day_in_words(thought)
    state.evict_oldest()
    where = write_address(bed if is_at(thought, bed) else thought.world.arena(thought.body.tile))
    thought.do(
        "act", activity="sleeping", address=where, icon="sleep", until=block.end, why="sleep", asleep=True, state="slept in"
    )


def _day_in_words(thought: Thought) -> str:
    """The ending day as one sentence: its three longest blocks in order; "" where there were none."""
    blocks = [b for b in thought.state.blocks if b.activity != "sleeping"]
    longest = sorted(sorted(blocks, key=lambda b: (b.start - b.end, b.start))[:3], key=lambda b: b.start)
    parts = list(dict.fromkeys(b.activity for b in longest))
    return f"{thought.name} spent the day {', then '.join(parts)}." if parts else ""


def _definite(name: str, is_object: bool) -> str:
    return f"the {name}" if is_object else name
