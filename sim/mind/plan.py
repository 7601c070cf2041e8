"""Planning: the day in blocks, decomposed into steps just in time, and replanned when something new comes up.

A day's plan is one question in the morning. A stretch of at most an hour is decomposed into steps of 5 to 15 minutes when it
begins, with object, state and icon in the same question. Routines are reused: the same activity in the same place for the same
number of minutes needs no second question (``Rules.routine``). Source: Park et al. 2023 section 4.3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from sim.mind.appointments import appointments, gatherings, guests_to_ask, with_answers
from sim.mind.blocks import blocks_json, laid_over, purpose, steps_json
from sim.mind.commitments import insert_commitment
from sim.mind.intents import for_free_hours
from sim.mind.mind import Thinking
from sim.mind.objects_at_hand import objects_in
from sim.mind.plan_progress import current_block, current_step, is_sleep
from sim.mind.scene import activity_of, aim, place_text, underway
from sim.mind.state import Commitment, MindState
from sim.mind.thought import Thought
from sim.prompts import Asking, ask, to_json
from sim.prompts.planning import DayPlan, FreeHour, Hours
from sim.prompts.tasks.plan import PlanDay
from sim.prompts.tasks.replan import Replan
from sim.prompts.tasks.steps import Decompose
from sim.types import Address, Block, Step
from sim.world.clock import clock_text, minutes_of

CONCLUDED = 3
"""Conclusions that a plan is made with, besides what is searched for it."""
TALKS = 6
"""Talks that it is made with, besides."""
STRETCH = 60
"""Minutes of a block that are decomposed at once."""
LONG_STRETCH = 90
"""The same in the full register, whose steps may be longer."""
SHORT = 10
"""A rest of at most these minutes joins the stretch before it."""
UP_AT_NIGHT = 1800
"""Game seconds that a resident woken at night stays up."""
LEAST = 5
"""Minutes of a step at least, where the steps of a block are laid over several stretches."""
MOST_PEOPLE = 30
LATE = 600
"""Game seconds by which a stretch may begin beside the time foreseen and keep the steps asked for ahead."""


def plan_day(thought: Thought, why: str = "morning") -> Thinking:
    """Plan the day from now until bedtime and remember the plan."""
    world, resident, at = thought.world, thought.mind.resident, thought.at
    clock, first = world.clock, resident.first
    date = clock.date_text(at)
    start = clock.minutes(at)
    bedtime = bed_time(thought)
    if not thought.rules.plan:
        _drift(thought, bedtime)
        return
    promised = f"{first}'s plans, promises and appointments for {date}"
    if thought.full:
        queries = (promised, thought.concern, f"{first} and the people {first} is close to", "news in town")
        memories = thought.recall_each(queries, "plan")
    else:
        close = thought.recall(f"what {first} thinks of people", "plan", CONCLUDED, ("reflection",))
        told = thought.recall(f"what people told {first} of themselves", "plan", TALKS, ("summary",))
        memories = tuple(dict.fromkeys((*thought.recall(promised, "plan", 10), *close, *told)))
    fixed = appointments(thought, bedtime, memories)
    ahead = gatherings(thought, bedtime, memories, fixed)
    question = PlanDay(
        yesterday=thought.state.yesterday,
        at=thought.here(),
        fixed=fixed,
        open=ahead,
        memories=(*with_answers(thought, memories, ahead), *guests_to_ask(thought)),
        places=thought.rooms() if thought.full else thought.place_names(),
        start=start,
        minutes=max(30, thought.minutes_until(bedtime)),
        free=_free_hours(thought),
        hours=tuple(_opening_hours(thought)),
        **thought.asking("plan"),
    )
    reply = yield from ask(question)
    thought.state.day = clock.day(at)
    _take_plan(thought, reply, at, bedtime, why, "")


def _free_hours(thought: Thought) -> tuple[FreeHour, ...]:
    """Whom the resident would look for in free hours, and where they could spend them."""
    found = for_free_hours(thought) if thought.full else ()
    return tuple(FreeHour(thought.person(one.to) if one.to else "", one.place, one.weight) for one in found)


def _opening_hours(thought: Thought) -> Iterator[Hours]:
    """The hours of the places known that keep any."""
    for name in thought.place_names() if thought.full else ():
        opens, closes = (thought.world.norms.find(thought.sector(name)[:2], key)[1] for key in ("opens", "closes"))
        if opens is not None and closes is not None:
            yield Hours(name, int(opens), int(closes))


def _drift(thought: Thought, bedtime: int) -> None:
    """A day without planning (``Rules.plan`` off): one block at work, else at home, and no memory of a plan."""
    state, resident, begin = thought.state, thought.mind.resident, thought.at - thought.at % 60
    place = (resident.work or resident.home)[:2]
    state.day = thought.world.clock.day(thought.at)
    state.blocks = [Block(begin, bedtime, "taking the day as it comes", place), sleep_block(thought, bedtime)]
    state.steps, state.step, state.going = [], -1, False
    thought.do("plan", blocks=blocks_json(state.blocks), why="morning", reason="")


def replan(thought: Thought, new: str, reason: str) -> Thinking:
    """Revise the rest of the day after ``new``."""
    if not thought.rules.plan:
        return
    at, bedtime = thought.at, bed_time(thought)
    queries = (new, reason, thought.body.activity)
    memories = thought.recall_each(queries, "replan") if thought.full else thought.recall(f"{new} {queries[-1]}", "replan", 5)
    fixed = appointments(thought, bedtime, memories)
    ahead = gatherings(thought, bedtime, (new, *memories), fixed)
    question = Replan(
        at=thought.here(),
        doing=thought.body.activity,
        plan=() if thought.full else thought.plan_lines(),
        new=new,
        fixed=fixed,
        open=ahead,
        memories=with_answers(thought, memories, ahead),
        places=thought.rooms() if thought.full else thought.place_names(),
        start=thought.world.clock.minutes(thought.at),
        minutes=max(30, thought.minutes_until(bedtime)),
        **thought.asking("replan"),
    )
    reply = yield from ask(question)
    if thought.full and thought.state.blocks and thought.state.blocks[-1].start == bedtime:
        _change_plan(thought, reply, at, bedtime, reason or new)
    else:
        _take_plan(thought, reply, at, bedtime, "react", reason or new)


def bed_time(thought: Thought) -> int:
    """The game second of the next bedtime; ``UP_AT_NIGHT`` from now for a resident who is awake at night."""
    clock, resident = thought.world.clock, thought.mind.resident
    minutes = clock.minutes(thought.at)
    if (minutes - resident.sleeps) % 1440 < (resident.wakes - resident.sleeps) % 1440:
        return thought.at - thought.at % 60 + UP_AT_NIGHT
    away = (resident.sleeps - minutes) % 1440
    return thought.at - thought.at % 60 + away * 60


def break_down(thought: Thought, block: Block) -> Thinking:
    """Decompose the next stretch of a block into steps, from a routine where there is one."""
    state, minute = thought.state, thought.at - thought.at % 60
    minutes, key = _stretch(thought, block, thought.at)
    if _goes_on_briefly(thought, block, minutes):
        rest = replace(state.steps[-1], start=max(block.start, minute), end=block.end, person="", topic="", result="")
        state.steps, state.step = [rest], -1
        return
    objects = objects_in(thought, block.place)
    routine = thought.rules.routine and key in state.routines
    if routine:
        rows = state.routines[key]
    else:
        rows = _foreseen(thought, block, minute, minutes)
        rows = rows or (yield from _ask_steps(thought, block, thought.at, minutes, objects))
        state.routines[key] = [{name: value for name, value in row.items() if name != "result"} for row in rows]
        state.habits_changed = True
    if block not in state.blocks:  # planned anew meanwhile
        return
    if not thought.full:
        rows = _part(rows, state, block, minute, minutes)
    rows = _not_twice(thought, rows, block.activity)
    state.steps, state.step = _steps(thought, max(block.start, minute), rows, objects, block.place), -1
    state.steps_for, state.steps_since = purpose(block), state.steps[0].start if thought.full else 0
    thought.do("step", steps=steps_json(state.steps), block=state.blocks.index(block), routine=routine)


def foresee(thought: Thought, block: Block, at: int) -> Thinking:
    """Ask ahead for the steps of the stretch of ``block`` that begins at game second ``at``; ``break_down`` takes them."""
    minutes, key = _stretch(thought, block, at)
    if (thought.rules.routine and key in thought.state.routines) or _goes_on_briefly(thought, block, minutes):
        return
    asked, known = thought.at, thought.state.foreseen
    if known and known["for"] == purpose(block) and abs(known["start"] - at) <= LATE and thought.full:
        return
    rows = yield from _ask_steps(thought, block, at, minutes, objects_in(thought, block.place))
    thought.state.foreseen = {"for": purpose(block), "start": at, "minutes": minutes, "rows": rows, "asked": asked}


def _goes_on_briefly(thought: Thought, block: Block, minutes: int) -> bool:
    """Whether a capable mind goes on with the last step for the few ``minutes`` left of an entry, which are no question."""
    return thought.full and minutes <= SHORT and bool(thought.state.steps) and thought.state.steps_for == purpose(block)


def _foreseen(thought: Thought, block: Block, minute: int, minutes: int) -> list[dict[str, Any]]:
    """The steps asked for ahead, fitted to ``minutes``; none where the plan has changed since or its time has passed. Where
    the resident has spoken since with whom a step seeks out, that step falls away; in brief they are all asked for anew."""
    state, people = thought.state, thought.mind.people
    found = state.foreseen
    if found and thought.full and found["start"] > minute + LATE:
        return []  # for a later stretch
    state.foreseen = {}
    if not found or found["for"] != purpose(block) or abs(minute - found["start"]) > LATE:
        return []
    met = {people[slug][0] for slug, at in state.met.items() if at >= found.get("asked", minute)}
    rows = [row for row in found["rows"] if row.get("person") not in met]
    if not rows or (len(rows) < len(found["rows"]) and not thought.full):
        return []
    spare = minutes - sum(int(row["minutes"]) for row in rows)
    return _lengthened(rows, spare) if spare > -max(int(row["minutes"]) for row in rows) else []


def _stretch(thought: Thought, block: Block, at: int) -> tuple[int, str]:
    """The minutes of the stretch that begins at game second ``at``, and the key under which its routine is kept."""
    stretch, left = LONG_STRETCH if thought.full else STRETCH, thought.minutes_until(block.end, at)
    minutes = max(1, left) if left <= stretch + SHORT else stretch
    key, minute = f"{purpose(block)}|{minutes}", at - at % 60
    if thought.full and minute > block.start:
        key += f"|{(minute - block.start) // 60}"  # what follows within an entry is no repetition of its beginning
    elif not thought.full and _begun(thought.state, block):
        alike = [known for known in thought.state.routines if known.startswith(f"{purpose(block)}|")]
        key = max(alike, key=lambda known: int(known.rpartition("|")[2]), default=key)  # the fullest row of steps goes on
    return minutes, key


def _alike(state: MindState, block: Block) -> list[Block]:
    """The day's blocks for the same: a visit or an appointment cuts one into two."""
    return [other for other in state.blocks if purpose(other) == purpose(block)]


def _begun(state: MindState, block: Block) -> bool:
    """Whether some of what a block is for has been done today."""
    first = next(iter(_alike(state, block)), block)
    return first != block or any(step.start >= block.start for step in state.steps[: state.step + 1])


def _ask_steps(
    thought: Thought, block: Block, at: int, minutes: int, objects: dict[str, Address]
) -> Asking[list[dict[str, Any]]]:
    around = _around(thought, block, at) if thought.full else {}
    question = Decompose(
        at=block.place[:2][-1],
        activity=block.activity,
        objects=tuple(objects),
        start=thought.world.clock.minutes(at),
        minutes=minutes,
        **around,
        **thought.asking("steps"),
    )
    reply = yield from ask(question)
    rows: list[dict[str, Any]] = to_json(reply)["steps"]
    return rows


def _part(rows: list[dict[str, Any]], state: MindState, block: Block, minute: int, minutes: int) -> list[dict[str, Any]]:
    """The steps laid over all of the day's blocks for the same, as far as they fall into the ``minutes`` from game second
    ``minute`` on: whoever works for three hours, or goes on after a talk or an errand, does not begin at the first step again.
    A remnant goes to another step, and a stretch that is a remnant itself to the step that it falls into."""
    alike = _alike(state, block)
    if not _begun(state, block) and alike[-1].end <= minute + 60 * minutes:
        return rows
    whole = sum(other.end - other.start for other in alike) // 60
    since = (minute - block.start + sum(other.end - other.start for other in alike if other.start < block.start)) // 60
    total, at, laid = sum(int(row["minutes"]) for row in rows), 0, list[dict[str, Any]]()
    for row in rows:
        begin, at = at * whole // total, at + int(row["minutes"])
        inside = min(at * whole // total, since + minutes) - max(begin, since)
        laid.append({**row, "minutes": inside})
    kept = [row for row in laid if row["minutes"] >= LEAST] or [max(laid, key=lambda row: int(row["minutes"]))]
    return _lengthened(kept, minutes - sum(int(row["minutes"]) for row in kept))


def _lengthened(rows: list[dict[str, Any]], spare: int) -> list[dict[str, Any]]:
    """The rows with ``spare`` more minutes for the longest."""
    longest = max(range(len(rows)), key=lambda i: int(rows[i]["minutes"]))
    return [{**row, "minutes": int(row["minutes"]) + spare} if i == longest else row for i, row in enumerate(rows)]


def _not_twice(thought: Thought, rows: Sequence[dict[str, Any]], activity: str) -> list[dict[str, Any]]:
    """The steps without those that are done once a day and were done today; their minutes go to the first of the others, or
    to the ``activity`` itself where there are none."""
    state, day, reading = thought.state, thought.world.clock.day(thought.at), thought.mind.reading
    kept = [row for row in rows if state.deeds.get(row["activity"]) != day] or [{**rows[-1], "activity": activity}]
    spare = sum(int(row["minutes"]) for row in rows) - sum(int(row["minutes"]) for row in kept)
    today = {deed: day for deed, then in state.deeds.items() if then == day}
    state.deeds = today | {row["activity"]: day for row in kept if reading.done_once(row["activity"])}
    return [{**kept[0], "minutes": int(kept[0]["minutes"]) + spare}, *kept[1:]]


def _around(thought: Thought, block: Block, at: int) -> dict[str, Any]:
    """What surrounds a stretch that begins at game second ``at``: the whole entry, what was done just before, what comes
    next, whom the resident could seek out."""
    state, clock = thought.state, thought.world.clock
    later = next((b for b in state.blocks if b.start >= block.end), None)
    known = dict.fromkeys((*thought.mind.resident.relationships, *state.met, *(slug for slug in thought.mind.people)))
    others = [slug for slug in known if slug != thought.mind.slug and not thought.world.bodies[slug].away]
    return {
        "room": place_text(thought, block.place),
        "until": clock.minutes(block.end),
        "why": block.why,
        "before": _until(thought, at),
        "spoken": tuple(
            f"{thought.person(slug)} at {clock_text(clock.minutes(met))}"
            for slug, met in state.met.items()
            if clock.day(met) == clock.day(at)
        ),
        "after": f"{clock_text(clock.minutes(later.start))} {later.activity}" if later else "",
        "people": tuple(map(thought.person, others[:MOST_PEOPLE])),
        "memories": thought.recall_each((block.activity, block.why), "steps", 3),
    }


def _until(thought: Thought, at: int) -> str:
    """What is done now and what for, and what the steps in hand have until game second ``at``, with whom they seek out."""
    state, clock, doing = thought.state, thought.world.clock, activity_of(thought.body)
    step, later = current_step(thought), state.steps[state.step + 1 :]
    now = f", for: {step.activity}" if step and underway(thought.body) and step.activity != doing else ""
    told = f"{doing}{now}{aim(thought, step) if step and thought.at < step.end and not state.spoken_since(step) else ''}"
    coming = [step for step in later if step.start < at and not state.spoken_since(step)]
    rest = (f"from {clock_text(clock.minutes(step.start))} {step.activity}{aim(thought, step)}" for step in coming)
    return "; ".join([told, *rest])


def _steps(
    thought: Thought, at: int, rows: Sequence[dict[str, Any]], objects: dict[str, Address], place: Address
) -> list[Step]:
    """Consecutive steps from ``at`` on."""
    slugs = {name: slug for slug, (name, _) in thought.mind.people.items()}
    steps: list[Step] = []
    for row in rows:
        end = at + 60 * int(row["minutes"])
        target = objects.get(row["object"], place)
        person = slugs.get(row.get("person", "") or thought.mind.reading.looked_for(row["activity"], slugs), "")
        topic = row.get("topic", "") if person else ""
        looks, result = (row.get("state", ""), row.get("icon", "think")), row.get("result", "")
        steps.append(Step(at, end, row["activity"], target, *looks, person, topic, result))
        at = end
    return steps


def _take_plan(thought: Thought, reply: DayPlan, asked: int, bedtime: int, why: str, reason: str) -> None:
    """Turn a reply into today's blocks from when it was ``asked`` for until bedtime, then sleep; insert today's commitments and
    remember the plan."""
    state, clock, at = thought.state, thought.world.clock, thought.at
    begin, start = asked - asked % 60, clock.minutes(asked)
    meant = {(block.activity, "".join(block.place[1:2])): block.why for block in state.blocks}  # outdoors it is ""
    whys = [entry.why or meant.get((entry.activity, entry.place.partition(": ")[0]), "") for entry in reply.plan]
    starts = [begin + 60 * ((minutes_of(entry.start) - start) % 1440) for entry in reply.plan]
    entries = [(from_, e.activity, e.place, for_) for from_, e, for_ in zip(starts, reply.plan, whys, strict=True)]
    entries = [entry for entry in entries if entry[0] < bedtime - 300] or entries[:1]
    blocks = []
    for i, (from_, activity, place, for_) in enumerate(entries):
        end = entries[i + 1][0] if i + 1 < len(entries) else bedtime
        blocks.append(Block(from_ if i else begin, end, activity, thought.sector(place), for_))
    blocks.append(sleep_block(thought, bedtime))
    had = [(b.start, b.activity, b.place[:2][-1]) for b in state.blocks if b.start < at and not is_sleep(b)]
    state.earlier = [] if why == "morning" else [*state.earlier, *had]
    blocks, now = [block for block in blocks if block.end > max(block.start, at)], current_block(thought)
    if why != "morning" and now and blocks and purpose(now) == purpose(blocks[0]):
        blocks[0] = replace(blocks[0], start=now.start)  # it goes on, and so do its steps
    else:
        state.steps, state.step, state.going = [], -1, False
    state.blocks = blocks
    _keep_plan(thought, bedtime, why, reason)


def _keep_plan(thought: Thought, bedtime: int, why: str, reason: str) -> None:
    """Insert today's commitments into the blocks, record and remember them."""
    state, clock, at = thought.state, thought.world.clock, thought.at
    for commitment in state.commitments:
        due = commitment.state == "open" and commitment.place and at < commitment.at < bedtime
        if due and not _planned(state.blocks, commitment, thought):
            insert_commitment(thought, commitment)
    thought.do("plan", blocks=blocks_json(state.blocks), why=why, reason=reason)
    text = "; ".join(f"{clock_text(clock.minutes(b.start))} {b.activity}" for b in state.blocks)
    thought.mind.stream.add(f"{thought.name}'s plan for {clock.date_text(at)}: {text}", "plan", at, 5.0, expires=bedtime)


def _change_plan(thought: Thought, reply: DayPlan, asked: int, bedtime: int, reason: str) -> None:
    """Lay the entries of a reply over today's blocks; what they leave of those stays, the steps in hand too."""
    state, begin = thought.state, asked - asked % 60
    start = thought.world.clock.minutes(asked)
    for entry in reply.plan:
        from_, to = (begin + 60 * ((minutes_of(at) - start) % 1440) for at in (entry.start, entry.end or entry.start))
        if from_ < bedtime:
            until = next(b.end for b in state.blocks if b.end > from_) if to <= from_ else min(to, bedtime)
            new = Block(from_, until, entry.activity, thought.sector(entry.place), entry.why)
            state.blocks = laid_over(state.blocks, new)
    _keep_plan(thought, bedtime, "react", reason)


def sleep_block(thought: Thought, bedtime: int) -> Block:
    """The night's block: sleeping at home until the hour of waking."""
    resident = thought.mind.resident
    night = (resident.wakes - thought.world.clock.minutes(bedtime)) % 1440 or 480
    return Block(bedtime, bedtime + night * 60, "sleeping", resident.home)


def _planned(blocks: Sequence[Block], commitment: Commitment, thought: Thought) -> bool:
    place = thought.sector(commitment.place)
    return any(b.start - 1800 <= commitment.at < b.end and b.place == place for b in blocks)
