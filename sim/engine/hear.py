"""What others' words and the town's happenings leave in a mind: the bridge from events to memory streams.

Called once per tick with that tick's events, after they were applied. Knows who heard what; decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.mind.thought import Mind
from sim.types import Event


def hear(minds: Mapping[str, Mind], events: Sequence[Event], at: int) -> list[str]:
    """Give talk to those who took part or overheard it; returns whose minds it changed."""
    changed: list[str] = []
    for event in events:
        if event.kind == "say":
            _said(minds, event, at)
            changed += [event.data["who"], *event.data["to"]]
        elif event.kind == "talk" and event.data["phase"] in ("start", "join"):
            _joined(minds, event)
            changed += event.data["people"]
    return changed


def _said(minds: Mapping[str, Mind], event: Event, at: int) -> None:
    """An utterance is remembered by the speaker, those spoken to and those who overhear, in that order."""
    who, to, text = event.data["who"], event.data["to"], event.data["text"]
    names = next(iter(minds.values())).people
    line = f"{names[who][0]} said to {' and '.join(names[slug][0] for slug in to) or 'nobody'}: '{text}'"
    for slug in [who, *to, *event.data["heard"]]:
        mind = minds[slug]
        n = mind.stream.add(line, "utterance", at, source="" if slug == who else who).n
        if slug == who or slug in to:
            mind.state.talk_lines.append((who, text))
            mind.state.talk_memories.append(n)


def _joined(minds: Mapping[str, Mind], event: Event) -> None:
    people = event.data["people"]
    for slug in people:
        state = minds[slug].state
        if state.talk != event.key:
            state.talk, state.talk_people, state.talk_lines, state.talk_memories = event.key, [], [], []
        state.talk_people += [other for other in people if other != slug and other not in state.talk_people]
