"""The tab Talks: with whom, where, when, and every word."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from sim.record.rows import StoredInterview, StoredTalk
from sim.view.context import ViewContext
from sim.view.formatting import place_text
from sim.view.style import FAINT, GREEN, MUTED, TEXT
from sim.view.tabs.cards import interview_card
from sim.view.tabs.tab import Tab
from sim.view.widgets.flow import Chip, Flow


class TalksTab(Tab):
    """The talks up to the shown moment, newest first; the newest is open."""

    name = "Talks"

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context)
        self.talks: tuple[StoredTalk, ...] = ()
        self.interviews: tuple[StoredInterview, ...] = ()

    def fetch(self, tick: int) -> None:
        self.interviews = tuple(one for one in reversed(self.context.run.interviews(self.who)) if one.tick <= tick)
        self.talks = tuple(sorted(self.context.run.talks(self.who, 0, tick), key=lambda t: -t.start_tick))

    def key(self) -> Hashable:
        return self.who, self.talks, self.interviews, self.opened, self.context.playback.shown_tick if self.talks else 0

    def paint(self, flow: Flow) -> None:
        if not self.talks and not self.interviews:
            flow.text("Has not talked with anybody yet.", "small", FAINT)
        for one in self.interviews:
            name = f"interview {one.id}"
            interview_card(flow, self.context, self.who, one, partial(self._open, name), self.opened == name)
        for talk in self.talks:
            self._talk(flow, talk, talk.id == self.opened or (self.opened is None and talk is self.talks[0]))

    def _talk(self, flow: Flow, talk: StoredTalk, opened: bool) -> None:
        d, name = self.context, self.context.scene.name
        others = [name(p) for p in talk.people if p != self.who]
        lines = [line for line in talk.lines if line[0] <= d.playback.shown_tick]
        with flow.card(lambda: self._open(talk.id), GREEN, f"talk {talk.id}"):
            flow.text(f"{d.day_and_time(talk.start_tick)}  {place_text(talk.place)}".upper(), "caps", FAINT, lines=1)
            flow.text(f"with {', '.join(others)}", "label", TEXT)
            if not opened:
                flow.text(max((text for _, _, text in lines), key=len, default=""), "small", MUTED, lines=1)
                return
            flow.gap(4)
            for _, who, text in lines:
                flow.text(name(who), "caps", d.colour(who))
                flow.text(text, "small", TEXT)
                flow.gap(3)
            flow.chips([Chip("Go to this talk", lambda: d.seek(talk.start_tick, self.who))])

    def _open(self, talk: str) -> None:
        self.opened = "" if self.opened == talk else talk
