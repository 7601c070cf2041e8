"""The causes overlay: the causal chain of what a resident does; each link leads to its moment."""

from __future__ import annotations

from functools import partial

from sim.record.read import RunError
from sim.view.causes import Cause, causal_chain
from sim.view.context import ViewContext
from sim.view.formatting import place_text
from sim.view.style import ACCENT, BLUE, FAINT, GREEN, MUTED, ORANGE, PURPLE, TEXT, VERMILION, YELLOW, Colour
from sim.view.widgets.flow import Flow
from sim.view.widgets.overlay import ListOverlay

LINKS: dict[str, tuple[str, Colour]] = {
    "action": ("{name} does", ACCENT), "step": ("on the way to", ORANGE), "plan": ("in the time planned for", ORANGE),
    "why": ("because", MUTED), "change": ("the plan was changed", VERMILION), "promise": ("{name} had promised", YELLOW),
    "saw": ("{name} had seen", BLUE), "event": ("had happened", VERMILION), "talk": ("because of a talk", GREEN),
    "memory": ("{name} remembered", PURPLE), "concluded": ("{name} had concluded", PURPLE), "told": ("heard from", GREEN),
    "knew": ("{name} knew", PURPLE), "work": ("the work of {name}", ORANGE), "tie": ("whom it is about", BLUE),
    "mind": ("on the mind of {name}", PURPLE), "met": ("before that", GREEN), "next": ("after it comes", ORANGE),
}  # fmt: skip
"""Kind of link -> its title and colour."""


def titled(link: Cause, name: str = "") -> str:
    """What a link is, in a few words."""
    return LINKS.get(link.kind, (link.kind,))[0].format(name=name).strip()


class CausesState(ListOverlay):
    """Shows ``causal_chain`` for one resident at the shown tick, each link indented by its depth; a click goes there."""

    act = "why"

    def __init__(self, context: ViewContext, who: str) -> None:
        super().__init__(context.renderer)
        self.context, self.title = context, f"Why, {context.scene.name(who)}?"
        self.links: tuple[Cause, ...] = ()
        try:
            self.links = causal_chain(context.run, who, context.playback.shown_tick)
        except RunError as error:
            context.notify(str(error))

    def paint(self, flow: Flow) -> None:
        if not self.links:
            flow.text("Nothing is recorded yet of why.", "body", FAINT)
        for i, link in enumerate(self.links):
            self._card(flow, i, link)

    def _card(self, flow: Flow, i: int, link: Cause) -> None:
        d = self.context
        at = d.day_and_time(link.tick)
        colour = LINKS.get(link.kind, ("", MUTED))[1]
        with flow.card(partial(self._go, link), colour, f"because {i}", indent=18 * min(link.depth, 9)):
            flow.text(f"{titled(link, d.scene.name(link.who))}, {at}".upper(), "caps", FAINT)
            if link.kind == "told" and link.note:
                flow.text(link.note, "small", MUTED)
            flow.text(link.text, "head" if link.depth == 0 else "small", TEXT, lines=4)
            if link.note and link.kind != "told":
                note = place_text(link.note) if link.kind in ("action", "event") else link.note
                flow.text(note, "tiny", FAINT, lines=2)

    def _go(self, link: Cause) -> None:
        self.context.seek(link.tick, link.who or None)
        self.done = True
