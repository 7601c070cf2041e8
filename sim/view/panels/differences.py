"""Beside another town: which residents differ at the shown tick, and what each does in both towns."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from sim.view.beside import Beside
from sim.view.context import ViewContext
from sim.view.style import FAINT, MUTED, TEXT, VERMILION
from sim.view.widgets.flow import Chip, Flow
from sim.view.widgets.panel import Panel


class DifferencesPanel(Panel):
    """Empty while the towns are the same. A click on a resident looks at them in both towns."""

    scrolls = True

    def __init__(self, context: ViewContext, beside: Beside | None) -> None:
        super().__init__(context.renderer)
        self.context, self.beside = context, beside
        self.rows: tuple[tuple[str, str, str], ...] = ()
        """(slug, what they do in the first town, in the other)."""

    def refresh(self) -> None:
        beside = self.beside
        if beside is not None:
            slugs = beside.comparison.differing(self.context.playback.shown_tick)
            self.rows = tuple((slug, *beside.doings(slug)) for slug in slugs)

    def key(self) -> Hashable:
        return self.rows, self.context.selected

    def paint(self, flow: Flow) -> None:
        beside, d = self.beside, self.context
        if beside is None:
            return
        flow.heading("Differs now", f"{len(self.rows)} of {len(d.scene.info)}")
        first = beside.comparison.first
        if first is None:
            flow.text("The two are the same to their end.", "small", MUTED)
            return
        flow.text(f"They differ from {d.day_and_time(first)} on.", "small", MUTED)
        flow.gap(4)
        flow.chips([Chip("next", partial(d.do_action, "next_difference")), Chip("swap", partial(d.do_action, "swap_towns"))])
        for slug, here, there in self.rows:
            with flow.card(partial(d.center_on, slug), VERMILION, f"differs {slug}"):
                flow.text(d.scene.name(slug), "label", TEXT)
                for name, doing in zip(beside.names, (here, there), strict=True):
                    flow.text(name, "tiny", FAINT, lines=1)
                    flow.text(doing, "small", MUTED, lines=2)
