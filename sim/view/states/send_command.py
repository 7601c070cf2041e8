"""The command overlay: interview a resident, whisper to a resident, or let something happen. The answers of a living town come
through its run file, those of a recording from ``asking``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from sim.record.read import RunError
from sim.record.rows import StoredInterview
from sim.record.shipped import ships
from sim.view.context import ViewContext
from sim.view.formatting import place_text
from sim.view.style import ACCENT, FAINT, TEXT, VERMILION, Colour
from sim.view.tabs.cards import interview_card
from sim.view.widgets.flow import Flow
from sim.view.widgets.overlay import AskOverlay, OverlayList
from sim.view.window import Result, Window


@dataclass(frozen=True)
class Kind:
    """A kind of command: its title, and the texts in and below the box."""

    title: str
    hint: str
    explain: str


COMMAND_KINDS = {
    "interview": Kind("Interview {name}", "Your question", "The town goes on and hears none of it. {name} will not remember."),
    "whisper": Kind("Whisper to {name}", 'A thought, as "you" ...', "{name} takes it for a thought of their own."),
    "happening": Kind("Let something happen", "What happens, in a sentence", "Everybody there perceives it."),
}
RECORDED = "{name} is asked as they were at {moment}, and will not remember. {kept}"
STOOD_BY = "The mind that lived this run is not on this machine: the small mind answered."
BUSY = "Somebody is still thinking about another question."


class SendCommandState(AskOverlay):
    """An overlay with a box; Enter sends. Below it stand earlier interviews with this resident, the newest first."""

    def __init__(self, context: ViewContext, kind: str) -> None:
        self.context, self.command, self.kind = context, kind, COMMAND_KINDS[kind]
        super().__init__(self.kind.hint, self._send)
        self.who = context.selected or ""
        self.name = context.scene.name(self.who)
        self.title = self.kind.title.format(name=self.name)
        self.found: tuple[StoredInterview, ...] = ()
        self.waiting, self.opened = "", -1
        self._list = OverlayList(context.renderer, self._paint, lambda: (self.found, self.waiting, self.opened))
        self._due = 0.0

    def _paint(self, flow: Flow) -> None:
        if self.waiting:
            with flow.card(None, ACCENT):
                flow.text(self.waiting, "label", TEXT)
                flow.text("thinking ...", "small", FAINT)
        for one in self.found:
            interview_card(flow, self.context, self.who, one, partial(self._open, one.id), one.id == self.opened)

    def _open(self, number: int) -> None:
        self.opened = -1 if self.opened == number else number

    def _send(self, text: str) -> None:
        text = text.strip()
        if not text:
            return
        if self.command == "interview":
            self._ask(text)
            return
        data = {"who": self.who} if self.command == "whisper" else {"where": self._where()}
        if self.context.send(self.command, text=text, **data):
            self.context.notify(f"{self.title}: sent")
        self.done = True

    def _ask(self, question: str) -> None:
        context = self.context
        if context.lives:
            context.send("interview", who=self.who, question=question)
        elif not context.asking.ask(self.who, question, context.playback.shown_tick):
            context.notify(BUSY)
            return
        self.waiting = question
        self.box.set("")

    def _where(self) -> str:
        """The room of the selected resident, "" for the whole town."""
        return ":".join(self.context.scene.where(self.who).split(":")[:3])

    def update(self, window: Window, real: float) -> Result:
        """Look for answers twice a second."""
        self._due -= real
        if self.command == "interview" and self._due <= 0:
            self._due = 0.5
            self._look()
            if self.found or self.waiting:
                self.answers, self.size, self.focus.panels = self._list, (640, 540), (self._list,)
        return super().update(window, real)

    def _look(self) -> None:
        asking = self.context.asking
        asking.update()
        try:
            self.found = asking.answered(self.who, tuple(reversed(self.context.run.interviews(self.who))))
        except RunError as error:
            self.context.notify(str(error))
        if not self.context.lives:
            self.waiting = asking.waiting(self.who)
        elif self.found and self.found[0].question == self.waiting:
            self.waiting = ""

    def below(self) -> tuple[str, Colour]:
        context = self.context
        if self.command == "interview" and not context.lives:
            if context.asking.problem:
                return context.asking.problem, VERMILION
            if self.found and self.found[0].data.get("by"):
                return STOOD_BY, FAINT
            kept = "This run ships with the program: nothing is kept." if ships(context.run.path) else ""
            moment = context.day_and_time(context.playback.shown_tick)
            return RECORDED.format(name=self.name, moment=moment, kept=kept).strip(), FAINT
        where = f" ({place_text(self._where()) if self._where() else 'the whole town'})" if self.command == "happening" else ""
        return self.kind.explain.format(name=self.name) + where, FAINT
