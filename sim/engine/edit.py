"""Forks with an edit: turns the edits of a fork into events, memories and states of the tick at which it starts.

Five kinds: add a whisper, remove a memory, replace a day's plan, move an announced gathering (``reschedule``), go on with an
edited scenario (``edit_scenario``). All are rows of the fork's first own tick, so that the fork can be verified from there on.
``sim.record.fork`` copies the rows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sim.engine.build import stored_scenario
from sim.engine.deliberation import last_quiet
from sim.engine.draft import Draft, EditError
from sim.engine.edit_scenario import go_on_with
from sim.engine.reschedule import move
from sim.mind.blocks import blocks_json
from sim.mind.perceive import WHISPERED
from sim.mind.state import Commitment, MindState
from sim.record.fork import fork
from sim.record.read import Run
from sim.types import Address, Block
from sim.world.clock import clock_text

_ENTRY = re.compile(r"(\d{1,2}:\d{2})\s+([^@]+?)\s*@\s*(.+)")
PLAN_SYNTAX = '--plan WHO:"18:00 dinner @ Cafe; 20:00 reading @ Library"'
MAX_ACTIVITY = 80
"""Characters of an activity, as in the plans that minds make."""
PLAN_IMPORTANCE = 5.0
"""The importance of a plan, as of plans that minds make."""


@dataclass(frozen=True, slots=True)
class Edit:
    """``whispers``: (slug, thought) to add; ``forgotten``: (slug, n) of memories to remove; ``plans``: (slug,
    ``HH:MM activity @ place; ...``); ``moved``: (id of a news, ``WHEN @ PLACE``). A gathering cannot be
    moved in an edited scenario as well."""

    whispers: tuple[tuple[str, str], ...] = ()
    forgotten: tuple[tuple[str, int], ...] = ()
    plans: tuple[tuple[str, str], ...] = ()
    moved: tuple[tuple[str, str], ...] = ()
    scenario: str = ""
    """The text of an edited scenario to go on with; "" for the run's own."""


@dataclass(frozen=True, slots=True)
class _Entry:
    at: int
    activity: str
    place: Address


def fork_run(path: Path, tick: int, target: Path, edit: Edit) -> None:
    """Write a new self-contained run to ``target`` that shares the past up to ``tick`` and starts with the edit. Where thinking
    takes game time, it shares the past up to the last quiet tick before, because open thoughts cannot be copied.

    Raises ``RunError`` (``EditError`` for an impossible edit); nothing is written then."""
    with Run(path) as run:
        tick = fork_tick(run, tick)
        draft = Draft(run, tick)
        if edit.scenario:
            go_on_with(draft, edit.scenario)
        for slug, text in edit.whispers:
            _whisper(draft, slug, text)
        for slug, n in edit.forgotten:
            draft.forget(slug, n)
            draft.note(f"{draft.resident(slug).name} forgets memory {n}")
        if edit.scenario and edit.moved:
            raise EditError("--move: in an edited scenario write the new time yourself")
        for news, text in edit.moved:
            move(draft, news, text)
        for slug, text in edit.plans:
            _plan(draft, slug, text)
        record = draft.record()
    store = fork(path, tick, target, edit=record, scenario_text=draft.scenario_text, residents=draft.residents)
    store.close("interrupted", "forked")


def fork_tick(run: Run, tick: int) -> int:
    """The tick at which a fork at ``tick`` really begins: a quiet tick where thinking takes game time."""
    return last_quiet(tick) if stored_scenario(run)[0].rules.thinking else tick


def _whisper(draft: Draft, slug: str, text: str) -> None:
    """Add a whisper as a memory. Unlike in a running town the resident reacts to it only when it is retrieved."""
    draft.remember(slug, text, importance=WHISPERED, source="whisper")
    draft.add_event("happening", "", {"kind": "whisper", "text": text, "where": "", "who": slug})


def _plan(draft: Draft, slug: str, text: str) -> None:
    """Replace the day's plan from the first given time on; the plan before it stays.

    Entries after bedtime, and all entries of a resident who sleeps or has no plan yet, become commitments for the next plan."""
    resident, state = draft.resident(slug), draft.mind(slug)
    entries = _entries(draft, text)
    night = state.blocks[-1].start if state.blocks and not state.asleep else draft.at
    today = [entry for entry in entries if entry.at < night]
    if today:
        _plan_today(draft, slug, state, today)
    for entry in entries[len(today) :]:
        where = draft.places.get(entry.place[:2])
        place = where.name if where else ""
        when = f"on {draft.clock.weekday(entry.at)} at {draft.clock.spoken(entry.at)}"
        words = f"{resident.name} plans {entry.activity} at {place} {when}"
        state.commitments.append(Commitment(words, entry.activity, entry.at, place))
        draft.remember(slug, words, "plan", PLAN_IMPORTANCE)
        draft.add_event("intend", slug, {"text": words, "talk": "", "at": entry.at, "place": place})
    draft.set_mind(slug, state)
    draft.note(f"{resident.name} plans: {text}")


def _plan_today(draft: Draft, slug: str, state: MindState, today: Sequence[_Entry]) -> None:
    """Set today's blocks: the old ones up to the first new entry, the new ones, and the night."""
    first, night = today[0].at, state.blocks[-1]
    ends = [*(entry.at for entry in today[1:]), night.start]
    before = [replace(block, end=min(block.end, first)) for block in state.blocks[:-1] if block.start < first]
    new = [Block(entry.at, end, entry.activity, entry.place) for entry, end in zip(today, ends, strict=True)]
    state.blocks = [*before, *new, night]
    if first <= draft.at:
        state.steps, state.step, state.going = [], -1, False
    draft.add_event("plan", slug, {"blocks": blocks_json(state.blocks), "why": "edit", "reason": "a plan from outside"})
    lines = "; ".join(f"{clock_text(draft.clock.minutes(b.start))} {b.activity}" for b in state.blocks)
    words = f"{draft.resident(slug).name}'s plan for {draft.clock.date_text(draft.at)}: {lines}"
    draft.remember(slug, words, "plan", PLAN_IMPORTANCE, expires=night.start)


def _entries(draft: Draft, text: str) -> list[_Entry]:
    """The entries of a written plan in rising order; each time is the next such moment after the entry before."""
    found: list[_Entry] = []
    after = draft.at - draft.at % 60
    for part in (part.strip() for part in text.split(";") if part.strip()):
        match = _ENTRY.fullmatch(part)
        if match is None:
            raise EditError(f"--plan: {part!r} is not read; write {PLAN_SYNTAX}")
        at = draft.moment(match[1], after)
        found.append(_Entry(at, match[2][:MAX_ACTIVITY], draft.place(match[3])))
        after = at + 60
    if not found:
        raise EditError(f"--plan: there is nothing planned; write {PLAN_SYNTAX}")
    return found
