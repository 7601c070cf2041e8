"""The day's blocks as a list: one put in, laid over the others, taken out; blocks and steps as plain data.

Pure functions; knows no minds and no questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from sim.types import Block, Step, write_address

SAME_HOUR = 900
"""Game seconds within which an entry at an appointment's place begins with the appointment."""
STAY = 3600
"""Game seconds by which such an entry may last longer than the appointment."""
REST = 900
"""Game seconds that what is left of an entry has at least."""
BESIDES = "; besides: "
"""Between the reason of an appointment and what else is meant to be done there at that hour."""


def purpose(block: Block) -> str:
    """What a block is for and where, as ``MindState.steps_for`` and routines know it."""
    return f"{block.activity}|{write_address(block.place)}"


def without(blocks: Sequence[Block], i: int) -> list[Block]:
    """``blocks`` without the appointment at ``i``; the halves of what it had cut in two join."""
    before, block, behind = blocks[i - 1], blocks[i], blocks[i + 1 :]
    if BESIDES in block.why:
        activity, _, why = block.why.partition(BESIDES)[2].partition("; ")
        return [*blocks[:i], replace(block, activity=activity, why=why), *behind]
    if behind and purpose(behind[0]) == purpose(before):
        block, behind = behind[0], behind[1:]
    return [*blocks[: i - 1], replace(before, end=block.end), *behind]


def has(blocks: Sequence[Block], at: int, activity: str) -> bool:
    """Whether the plan has an appointment: by itself, or besides another one at its hour."""
    return any(b.start == at and (b.activity == activity or f"{BESIDES}{activity}" in b.why) for b in blocks)


def without_aim(block: Block, activity: str) -> Block:
    """An entry without one of the things that are meant to be done besides."""
    before, found, behind = block.why.partition(f"{BESIDES}{activity}")
    _, more, rest = behind.partition(BESIDES)
    return replace(block, why=f"{before}{more}{rest}") if found else block


def cut(blocks: Sequence[Block], new: Block) -> list[Block]:
    """``blocks`` with ``new`` inserted, in order; covered blocks are removed, overlapped ones shortened or split."""
    kept: list[Block] = []
    for block in blocks:
        if block.end <= new.start or block.start >= new.end:
            kept.append(block)
            continue
        if block.start < new.start:
            kept.append(replace(block, end=new.start))
        if block.end > new.end:
            kept.append(replace(block, start=new.end))
    return sorted([*kept, new], key=lambda block: block.start)


def put_in(blocks: Sequence[Block], new: Block) -> list[Block]:
    """``blocks`` with an appointment. An entry at its place that begins when it does and is not much longer is the same visit:
    what it was for stays, as the reason."""
    near = [b for b in blocks if b.place[:2] == new.place[:2] and abs(b.start - new.start) <= SAME_HOUR]
    here = [b for b in near if b.activity != "sleeping" and b.end - new.end <= STAY]
    aims = [text for b in here for text in (b.activity, b.why) if text and text not in (new.activity, new.why)]
    why = f"{new.why}{BESIDES}{'; '.join(aims)}" if aims else new.why
    merged = replace(new, end=max([new.end, *(b.end for b in here)]), why=why)
    return laid_over([b for b in blocks if b not in here], merged)


def laid_over(blocks: Sequence[Block], new: Block) -> list[Block]:
    """``blocks`` with ``new`` over them; a rest behind it that is too short to be lived apart goes to it."""
    kept = [b for b in cut(blocks, new) if b in blocks or b.start != new.end or b.end - b.start >= REST]
    return [replace(b, end=after.start) for b, after in pairwise(kept)] + kept[-1:]


def blocks_json(blocks: Sequence[Block]) -> list[dict[str, Any]]:
    return [
        {"start": b.start, "end": b.end, "activity": b.activity, "place": write_address(b.place)}
        | ({"why": b.why} if b.why else {})
        for b in blocks
    ]


def steps_json(steps: Sequence[Step]) -> list[dict[str, Any]]:
    return [
        {
            "start": s.start,
            "end": s.end,
            "activity": s.activity,
            "target": write_address(s.target),
            "state": s.state,
            "icon": s.icon,
        }
        | ({"person": s.person} if s.person else {})
        | ({"topic": s.topic} if s.topic else {})
        | ({"result": s.result} if s.result else {})
        for s in steps
    ]
