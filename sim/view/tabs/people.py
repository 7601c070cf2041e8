"""The tab People: what a resident thinks of the others, how that has changed, how often they have talked."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial

from sim.view import formatting
from sim.view.context import ViewContext
from sim.view.style import FAINT, MUTED, TEXT
from sim.view.tabs.tab import Tab
from sim.view.widgets.flow import Chip, Flow


@dataclass(frozen=True)
class ShownTie:
    """A resident's relation to another; ``changes`` are (tick, text), oldest first."""

    other: str
    text: str
    talks: int
    last: int | None
    changes: tuple[tuple[int, str], ...]


class PeopleTab(Tab):
    """All relations of one resident at the shown tick."""

    name = "People"

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context)
        self.ties: tuple[ShownTie, ...] = ()

    def fetch(self, tick: int) -> None:
        """Read all residents known or met, most talks first."""
        run, info = self.context.run, self.context.scene.info
        known = dict(info[self.who].relationships) | dict(run.relations(self.who, tick))
        talks = run.talks(self.who, 0, tick)
        changed: dict[str, list[tuple[int, str]]] = {}
        for event in run.events(0, tick, kinds=("relation",), key=self.who):
            changed.setdefault(str(event.data.get("other", "")), []).append((event.tick, str(event.data.get("text", ""))))
        met = {p for talk in talks for p in talk.people if p != self.who}
        ties = []
        for other in info:
            if other == self.who or (other not in known and other not in met):
                continue
            with_them = [t.start_tick for t in talks if other in t.people]
            last = max(with_them, default=None)
            ties.append(ShownTie(other, known.get(other, ""), len(with_them), last, tuple(changed.get(other, ()))))
        self.ties = tuple(sorted(ties, key=lambda t: (-t.talks, t.other)))

    def key(self) -> Hashable:
        return self.who, self.ties, self.opened, self.context.now // 600

    def paint(self, flow: Flow) -> None:
        if not self.ties:
            flow.text("Knows nobody here yet.", "small", FAINT)
        for tie in self.ties:
            self._tie(flow, tie)

    def _tie(self, flow: Flow, tie: ShownTie) -> None:
        d = self.context
        info = d.scene.info[tie.other]
        with flow.card(partial(self.toggle, tie.other), d.colour(tie.other), f"person {tie.other}"):
            flow.text(info.name, "label", TEXT)
            flow.text(tie.text or "an acquaintance", "small", MUTED)
            last = "" if tie.last is None else f", last {formatting.ago(d.now, tie.last * d.run.meta.tick_seconds)}"
            flow.text(f"{tie.talks} talk{'s' if tie.talks != 1 else ''}{last}", "tiny", FAINT)
            if tie.other != self.opened:
                return
            for tick, text in tie.changes:
                flow.gap(3)
                flow.text(d.day_and_time(tick), "tiny", FAINT)
                flow.text(text, "small", MUTED)
            flow.gap(4)
            flow.chips([Chip("Look into them", lambda: d.select(tie.other))])
