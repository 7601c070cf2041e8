"""Beside another town: who differs at the shown tick, and what each does in either town. Empty while the towns are the same."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from sim.view.context import ViewContext
from sim.view.style import FAINT, MUTED, TEXT, VERMILION
from sim.view.widgets.flow import Chip, Flow
from sim.view.widgets.panel import Panel


class DifferencesPanel(Panel):
    """A click on somebody selects them and looks at them in the first town."""

    scrolls = True

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context.renderer)
        self.context = context
        self.rows: tuple[tuple[str, str, str], ...] = ()
        """(slug, what they do in the first town, in the other)."""

    def refresh(self) -> None:
        beside = self.context.beside
        if beside is not None:
            slugs = beside.comparison.differing(self.context.playback.shown_tick)
            self.rows = tuple((slug, *beside.doings(slug)) for slug in slugs)

    def key(self) -> Hashable:
        return self.rows, self.context.selected

    def paint(self, flow: Flow) -> None:
        beside, d = self.context.beside, self.context
        if beside is None:
            return
        flow.heading("Differs now", f"{len(self.rows)} of {len(d.scene.info)}")
        first = beside.comparison.first
        if first is None:
            flow.text("The two are the same to their end.", "small", MUTED)
            return
        flow.text(f"They part at {d.day_and_time(first)}.", "small", MUTED)
        flow.gap(4)
        flow.chips([Chip("next", partial(d.do_action, "next_difference")), Chip("swap", partial(d.do_action, "swap_towns"))])
        for slug, here, there in self.rows:
            with flow.card(partial(d.center_on, slug), VERMILION, f"differs {slug}"):
                flow.text(d.scene.name(slug), "label", TEXT)
                for name, doing in zip(beside.names, (here, there), strict=True):
                    flow.text(name, "tiny", FAINT, lines=1)
                    flow.text(doing, "small", MUTED, lines=2)
