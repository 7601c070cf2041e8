"""The event feed: what happens in the town, newest first, filtered by kind; a click goes to the moment."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sim.types import Event
from sim.view import formatting
from sim.view.context import ViewContext
from sim.view.style import FAINT, MARK_COLOURS, MUTED
from sim.view.widgets.flow import Chip, Flow
from sim.view.widgets.panel import Panel

FILTERS: dict[str, tuple[str, ...]] = {
    "all": (
        *("say", "react", "plan", "reflect", "learn", "happening", "command", "problem", "relation"),
        *("promise", "refuse", "self", "needs", "aloud", "feel"),
    ),
    "talk": ("say", "aloud"),
    "plans": ("plan", "react", "promise", "refuse"),
    "minds": ("thought", "reflect", "learn", "relation", "feel", "self", "needs"),
    "town": ("happening", "command", "problem", "refuse"),
}
REACTIONS = {
    "talk": "wants to talk", "wait": "waits", "replan": "thinks again", "look": "goes to look", "help": "goes to help",
    "avoid": "keeps away", "nod": "nods in passing",
}  # fmt: skip
"""Choice of a reaction -> what the resident does, in words; ``continue`` has none."""
COMMANDS = {"become": "is played by a person from now on", "release": "is not played by a person any more"}
"""Commands with a line of their own; the others appear as what they cause."""
PROMISES = {"kept": "keeps a promise", "settled": "is done with a promise"}
REFUSED = {
    "closed": "finds {place} closed", "private": "may not enter {place}", "full": "finds no room at {place}",
    "no way": "finds no way to {place}", "talking": "is in the middle of a talk", "nobody near": "finds nobody to talk to",
    "parting": "comes too late: they are saying goodbye",
}  # fmt: skip
MAX_LINES = 60
"""The most lines of the feed."""
MAX_PLAN_PARTS = 8
"""The most parts of a day that the line of a plan tells."""
SAME_NEWS_SHARE = 0.7
"""The share of common words from which on two pieces of news are the same."""
LOOK_BACK = 2880
"""The most ticks that the feed looks back."""


@dataclass(frozen=True)
class FeedLine:
    """A line of the feed."""

    tick: int
    who: tuple[str, ...]
    text: str
    kind: str
    news: frozenset[str] = frozenset()
    """The words of what was learned."""


class Feed(Panel):
    """The latest events before the shown tick."""

    scrolls = True

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context.renderer)
        self.context = context
        self.kind = "all"
        self.only_selected = False
        """Whether only the selected resident's lines are shown."""
        self.lines: tuple[FeedLine, ...] = ()
        self._asked: tuple[int, str, str | None] = (-1, "", None)

    def refresh(self) -> None:
        now = self.context.playback.shown_tick
        only = self.context.selected if self.only_selected else None
        if (now, self.kind, only) == self._asked:
            return
        self._asked = (now, self.kind, only)
        limit = MAX_LINES * (1 if only is None else 8)
        events = self.context.run.events(max(0, now - LOOK_BACK), now, FILTERS[self.kind], limit=limit, newest_first=True)
        lines = (line for event in events if (line := self._line(event)) is not None)
        self.lines = _once([line for line in lines if only is None or only in line.who])[:MAX_LINES]

    def key(self) -> Hashable:
        return self.lines, self.kind, self.only_selected, self.context.selected

    def _line(self, event: Event) -> FeedLine | None:
        text = describe(event, self.context)
        who = str(event.data.get("who") or event.key) if event.kind != "plan" else event.key
        news = frozenset(re.findall(r"\w+", str(event.data.get("text")).lower())) if event.kind == "learn" else frozenset()
        return FeedLine(event.tick, (who,) if who in self.context.scene.info else (), text, event.kind, news) if text else None

    def paint(self, flow: Flow) -> None:
        flow.heading("What happens")
        chips = [Chip(name, partial(self._show, name, self.only_selected), name == self.kind) for name in FILTERS]
        if self.context.selected is not None:
            name = self.context.scene.name(self.context.selected)
            chips.append(Chip(f"only {name}", partial(self._show, self.kind, not self.only_selected), self.only_selected))
        flow.chips(chips)
        if not self.lines:
            flow.text("Nothing yet.", "small", FAINT)
        for line in self.lines:
            self._paint_line(flow, line)

    def _paint_line(self, flow: Flow, line: FeedLine) -> None:
        colour = MARK_COLOURS.get("talk" if line.kind in ("say", "aloud") else line.kind, MUTED)
        first = line.who[0] if line.who else None
        with flow.card(lambda: self.context.seek(line.tick, first), colour, f"feed {line.tick}"):
            names = " and ".join(map(self.context.scene.name, line.who))
            flow.text(f"{self.context.clock_time(line.tick)}  {names}", "caps", FAINT)
            flow.text(line.text, "small", MUTED, lines=3 if line.kind in ("plan", "say", "aloud") else 5)

    def _show(self, kind: str, only: bool) -> None:
        self.kind, self.only_selected, self.scroll = kind, only, 0.0
        self.refresh()


def _once(lines: Sequence[FeedLine]) -> tuple[FeedLine, ...]:
    """The lines without repeated news: a resident who learns a thing again gets no second line, and residents who learn it
    together share a line. Newest first, as they come."""
    kept: list[FeedLine] = []
    for line in reversed(lines):
        for i, other in enumerate(kept if line.news else ()):
            alike = len(other.news & line.news) >= SAME_NEWS_SHARE * len(other.news | line.news)
            if alike and (line.tick == other.tick or set(line.who) <= set(other.who)):
                kept[i] = replace(other, who=tuple(dict.fromkeys(other.who + line.who)))
                break
        else:
            kept.append(line)
    return tuple(reversed(kept))


def describe(event: Event, context: ViewContext) -> str:
    """An event in a few words; "" for an event without a line."""
    data, name = event.data, context.scene.name
    if event.kind in ("say", "aloud"):
        return f"“{data.get('text', '')}”"
    if event.kind == "thought":
        return f"thinks: {data.get('text', '')}"
    if event.kind == "feel":
        closer = f"{'warms to' if int(data.get('closer', 0)) > 0 else 'thinks less of'} {name(str(data.get('other', '')))}"
        return f"feels {data['mood'] or 'as always again'}" if "mood" in data else closer
    if event.kind == "react":
        does = REACTIONS.get(str(data.get("choice")), "")
        return f"{does}, seeing that {data.get('seen', '')}" if does else ""
    if event.kind == "plan" and data.get("why") == "morning":
        return _day(data, context)
    if event.kind == "plan":
        return f"changes plans: {data.get('reason') or data.get('why', '')}"
    if event.kind == "reflect":
        count = len(insights) if isinstance(insights := data.get("insights"), list) else 0
        return f"reflects, {count} new thought{'s' if count != 1 else ''}" if count else ""
    if event.kind == "learn":
        origin = str(data.get("from", ""))
        return f"learns{f' from {name(origin)}' if origin else ''}: {data.get('text', '')}"
    if event.kind == "relation":
        return _tie(str(data.get("text", "")), str(data.get("other", "")), context)
    if event.kind == "happening" and data.get("kind") == "whisper":
        return f"hears a whisper: {data.get('text', '')}"
    if event.kind == "happening" and data.get("kind") == "weather" and not data.get("text"):
        ended = context.run.weather(event.tick - 1)
        return f"{ended} is over" if ended else ""
    if event.kind == "promise":
        reason = f", because {data['reason']}" if data.get("reason") else ""
        return f"{PROMISES.get(str(data.get('state')), 'gives up a promise')}: {data.get('text', '')}{reason}"
    if event.kind == "refuse":
        place = str(data.get("place") or "").split(":")[-1].strip() or "the place"
        return REFUSED.get(str(data.get("reason")), "is not let in at {place}").format(place=place)
    if event.kind == "self":
        return f"by now: {data.get('currently') or data.get('summary', '')}"
    if event.kind == "needs":
        return f"feels {data['mood']}" if data.get("mood") else ""
    if event.kind == "command":
        return COMMANDS.get(str(data.get("kind")), "")
    if event.kind == "problem":
        return f"{data.get('task', '')}: {data.get('problem', '')}; {data.get('what', '')}"
    return str(data.get("text") or data.get("kind") or "")


def _tie(text: str, other: str, context: ViewContext) -> str:
    """What a resident thinks of another, who is named once: ``about Wyn Ladler: her dearest friend``."""
    name, whole = context.scene.name(other), context.scene.full_name(other)
    if text.startswith(f"{whole}:"):
        return f"about {text}"
    return text if re.search(rf"\b{re.escape(name)}\b", text) else f"about {name}: {text}"


def _day(data: Mapping[str, Any], context: ViewContext) -> str:
    """The plan of a morning in words: each activity with its time, without sleep."""
    blocks = [block for block in data.get("blocks") or () if isinstance(block, dict) and block.get("activity") != "sleeping"]
    told = [f"{formatting.clock(context.start, int(block['start']))} {block['activity']}" for block in blocks[:MAX_PLAN_PARTS]]
    return f"plans the day: {', '.join(told)}" if told else ""
