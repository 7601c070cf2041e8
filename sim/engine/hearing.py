"""Delivery of speech: the utterances of a tick become memories of speakers, listeners and bystanders.

Called by ``tick`` after the actions were applied. Knows who heard what; ``mind.overhearing`` extracts facts from it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from sim.engine.apply import Apply
from sim.mind.mind import Mind
from sim.mind.overhearing import Utterance, hear_told, overhear, record_told
from sim.mind.told import facts_told
from sim.prompts.reading import DATA
from sim.types import Action, Event
from sim.world.state import World

LEAST_TYPED = 4
"""Words from which a typed line says something that can be passed on."""
TYPED = 9.0
"""Importance of it to whom it is typed for; listeners take it a little less gravely."""
TYPED_SOURCE = "whisper"
"""It comes from outside, as a whisper does."""
_PERSONAL = re.compile(r"\b(?:I|me|my|mine|we|us|our|ours|you|your|yours)\b", re.I)
"""English alone; in other languages such a line is passed on as it stands."""
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
    told = event.data.get("told")
    if told is None and minds[who].reading is DATA:  # words that a person typed, or that a talk began with
        told = facts_told(minds[who], text, apply.at) or _typed(minds[who], text, apply.at)
    about = (now, apply.world.matters, tuple(told or ()), event.data.get("act", ""))
    said = Utterance(apply.tick, apply.at, who, tuple(to), text, event.key, *about)
    names = minds[who].people
    line = f"{names[who][0]} said to {' and '.join(names[slug][0] for slug in to) or 'nobody'}: '{text}'"
    # When the words are no longer recalled. What was said stays in the talk's summary and in what was learned and agreed, which
    # cite the lines as their evidence.
    fades = apply.at + apply.words_fade if apply.words_fade else None
    for slug in [who, *to]:
        mind = minds[slug]
        n = mind.stream.add(line, "utterance", apply.at, expires=fades, source="" if slug == who else who).n
        mind.state.talk_lines.append((who, text))
        mind.state.talk_memories.append(n)
    for slug, learned in hear_told(minds, said):
        apply(Action("learn", slug, learned))
    record_told(minds, said)
    note_said(apply.world, minds[who], text, apply.tick)
    for slug in event.data["heard"]:
        if _attends(apply, slug):
            for learned in overhear(minds[slug], said, line, seed, minds[who]):
                apply(Action("learn", slug, learned))
    return [who, *to]


def _typed(mind: Mind, text: str, at: int) -> list[int]:
    """The number of the memory that a statement typed for a played resident becomes, as a fact of theirs; none for anything
    else. Words about the speaker or the listener keep who said them, for nobody turns another's ``I``."""
    said = text.strip().rstrip(".! ")
    if not mind.state.player or "?" in said or len(said.split()) < LEAST_TYPED:
        return []
    fact = f"{mind.resident.name} says this: {said}" if _PERSONAL.search(said) else said
    return [mind.stream.add(fact, "observation", at, TYPED, source=TYPED_SOURCE).n]


def note_said(world: World, speaker: Mind, line: str, tick: int) -> None:
    """Note a line in what was said in town: a sentence's key -> the tick in which it was said first."""
    for sentence in speaker.reading.sentences_said(line):
        world.said.setdefault(sentence, tick)


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
