"""Delivery of speech: the utterances of a tick become memories of speakers, listeners and bystanders.

Called by ``tick`` after the actions were applied. Knows who heard what; ``mind.overhearing`` extracts facts from it.
"""

from __future__ import annotations

from collections.abc import Mapping

from sim.engine.apply import Apply
from sim.mind.facts import hear_fact, share
from sim.mind.overhearing import Utterance, note_said, overhear, record_told
from sim.mind.state import Commitment
from sim.mind.thought import Mind
from sim.types import Action, Event

ALOUD = 3.0
"""Importance of what somebody said to the room."""


def hear(minds: Mapping[str, Mind], apply: Apply, seed: int) -> list[str]:
    """Deliver what was said since the last call in this tick to participants and bystanders; returns the slugs whose mind
    state changed."""
    changed: list[str] = []
    events, apply.delivered = apply.events[apply.delivered :], len(apply.events)
    for event in events:
        if event.kind == "say":
            changed += _said(minds, apply, event, seed)
        elif event.kind == "aloud":
            changed += _called_out(minds, apply, event)
        elif event.kind == "talk" and event.data["phase"] in ("start", "join"):
            _joined(minds, event, apply.verbatim)
            changed += event.data["people"]
    return changed


def _said(minds: Mapping[str, Mind], apply: Apply, event: Event, seed: int) -> list[str]:
    """Add an utterance to the memories of the speaker, the listeners and the bystanders, in that order; returns the slugs of
    the participants."""
    who, to, text = event.data["who"], event.data["to"], event.data["text"]
    now = apply.world.clock.now_text(apply.at)
    said = Utterance(apply.tick, apply.at, who, tuple(to), text, event.key, now, apply.world.matters)
    names = minds[who].people
    line = f"{names[who][0]} said to {' and '.join(names[slug][0] for slug in to) or 'nobody'}: '{text}'"
    for slug in [who, *to]:
        mind = minds[slug]
        n = mind.stream.add(line, "utterance", apply.at, expires=_fades(apply), source="" if slug == who else who).n
        mind.state.talk_lines.append((who, text))
        mind.state.talk_memories.append(n)
    _deliver(minds, event, apply)
    record_told(minds, said)
    note_said(apply.world.said, text, apply.tick)
    for slug in event.data["heard"]:
        if _attends(apply, slug):
            for learned in overhear(minds[slug], said, line, seed, apply.verbatim):
                apply(Action("learn", slug, learned))
    return [who, *to]


def _deliver(minds: Mapping[str, Mind], event: Event, apply: Apply) -> None:
    """What a line tells reaches its listeners as facts; yes to a gathering becomes a promise of whoever says it."""
    who, act, told = event.data["who"], event.data.get("act", ""), event.data.get("told", ())
    speaker, at = minds[who], apply.at
    if act in ("accept", "promise"):
        for n in speaker.state.just_told:
            gathering = speaker.gatherings.get(speaker.stream[n].text) if n in speaker.stream else None
            if gathering is not None and gathering.at > at:
                text = f"{speaker.resident.name} means to go to what was announced: {speaker.stream[n].text}"
                promise = Commitment(text, "going where they were asked to", gathering.at, gathering.place, lasts=gathering.lasts)
                if not any(c.at == promise.at and c.place == promise.place for c in speaker.state.commitments):
                    speaker.state.commitments.append(promise)
    heard: dict[str, list[int]] = {who: [n for n in told if n in speaker.stream]}
    for slug in event.data["to"]:
        heard[slug] = []
        for n in heard[who]:
            own, _ = hear_fact(minds[slug], speaker, n, at, minds[slug].state.talk_memories[-1])
            heard[slug].append(own)
            share(minds[slug], who, own)
            share(speaker, slug, n)
    for slug, numbers in heard.items():
        minds[slug].state.just_told = numbers
        minds[slug].state.talk_done.append((who, act, numbers))


def _called_out(minds: Mapping[str, Mind], apply: Apply, event: Event) -> list[str]:
    """What was said aloud becomes a memory of whoever said or heard it, and a percept of hearers who do not talk themselves."""
    who, text = event.key, event.data["text"]
    line = f"{minds[who].people[who][0]} said aloud: '{text}'"
    for slug in [who, *event.data["heard"]]:
        minds[slug].stream.add(line, "observation", apply.at, ALOUD, source="" if slug == who else who)
        if slug != who and not apply.world.bodies[slug].talk:
            minds[slug].state.heard.append(line)
    return [who, *event.data["heard"]]


def _attends(apply: Apply, slug: str) -> bool:
    """Whether a bystander listens: they neither walk nor talk themselves."""
    body = apply.world.bodies[slug]
    return not body.talk and not body.walking


def _joined(minds: Mapping[str, Mind], event: Event, full: bool) -> None:
    people = event.data["people"]
    for slug in people:
        state = minds[slug].state
        if state.talk != event.key:
            state.talk, state.talk_people, state.talk_lines, state.talk_memories = event.key, [], [], []
            state.talk_done, state.just_told = [], []
        if full and slug == event.data["who"]:
            state.wanted = event.data["reason"]
        state.talk_people += [other for other in people if other != slug and other not in state.talk_people]


def _fades(apply: Apply) -> int | None:
    """When the words of a talk are no longer recalled. What was said stays in the talk's summary and in what was learned and
    agreed, which cite the lines as their evidence."""
    return apply.at + apply.words_fade if apply.words_fade else None
