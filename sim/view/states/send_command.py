"""The command overlay: interview a resident, whisper to one, or let something happen. Answers come through the run file."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial

import pygame

from sim.record.read import RunError
from sim.record.rows import Interview
from sim.view.context import ViewContext
from sim.view.formatting import place_text
from sim.view.keys import act_for
from sim.view.style import ACCENT, FAINT, MUTED, TEXT
from sim.view.tabs.cards import interview_hits
from sim.view.widgets.flow import Flow
from sim.view.widgets.overlay import Overlay, OverlayList, place
from sim.view.widgets.textbox import TextBox
from sim.view.window import Pop, Result, Window


@dataclass(frozen=True)
class Kind:
    """A kind of command: its title, and the texts in and below the box."""

    title: str
    hint: str
    explain: str


KINDS = {
    "interview": Kind("Interview {name}", "Your question", "Asked outside the town's time. {name} will not remember."),
    "whisper": Kind("Whisper to {name}", 'A thought, as "you" ...', "{name} takes it for a thought of their own."),
    "happening": Kind("Let something happen", "What happens, in a sentence", "Everybody there perceives it."),
}
RECORDED = "In a recording nobody answers: these are the questions that were asked while the town ran."


class Answers(OverlayList):
    """Earlier interviews with this resident, the newest first."""

    def __init__(self, context: ViewContext, who: str) -> None:
        super().__init__(context.renderer)
        self.context, self.who = context, who
        self.found: tuple[Interview, ...] = ()
        self.waiting = ""
        self.opened: int | None = None

    def refresh(self) -> None:
        self.found = tuple(reversed(self.context.run.interviews(self.who)))
        if self.found and self.found[0].question == self.waiting:
            self.waiting = ""

    def key(self) -> Hashable:
        return tuple(one.id for one in self.found), self.waiting, self.opened

    def paint(self, flow: Flow) -> None:
        if self.waiting:
            with flow.card(None, ACCENT):
                flow.text(self.waiting, "label", TEXT)
                flow.text("thinking ...", "small", FAINT)
        for one in self.found:
            with flow.card(partial(self._open, one.id), self.context.colour(self.who), f"answer {one.id}"):
                flow.text(self.context.day_and_time(one.tick).upper(), "caps", FAINT)
                flow.text(one.question, "label", MUTED)
                flow.text(one.answer, "body", TEXT)
                if one.id != self.opened and one.data.get("hits"):
                    flow.text("a click shows what came to mind", "tiny", FAINT)
            if one.id == self.opened:
                interview_hits(flow, self.context, self.who, one.data)

    def _open(self, number: int) -> None:
        self.opened = None if self.opened == number else number


class SendCommandState(Overlay):
    """An overlay with a box; Enter sends."""

    def __init__(self, context: ViewContext, kind: str) -> None:
        self.context, self.command, self.kind = context, kind, KINDS[kind]
        self.who = context.selected or ""
        self.answers = Answers(context, self.who)
        self.box = TextBox(self.kind.hint, entered=self._send)
        self.box.focus()
        self._due = 0.0

    def close(self) -> None:
        self.box.focus(False)

    def _send(self, text: str) -> None:
        text = text.strip()
        if not text:
            return
        if self.command == "interview":
            if self.context.send("interview", who=self.who, question=text):
                self.answers.waiting = text
                self.box.set("")
            return
        data = {"who": self.who} if self.command == "whisper" else {"where": self._where()}
        if self.context.send(self.command, text=text, **data):
            self.context.notify(f"{self.kind.title.format(name=self.context.scene.name(self.who))}: sent")
        self.done = True

    def _where(self) -> str:
        """The room of the selected resident, "" for the whole town."""
        return ":".join(self.context.scene.where(self.who).split(":")[:3])

    def update(self, window: Window, real: float) -> Result:
        """Look for answers twice a second."""
        self._due -= real
        if self.command == "interview" and self._due <= 0:
            self._due = 0.5
            try:
                self.answers.refresh()
            except RunError as error:
                self.context.notify(str(error))
        return super().update(window, real)

    def event(self, window: Window, event: pygame.event.Event) -> Result:
        if event.type == pygame.KEYDOWN and act_for(event) == "escape":
            return Pop()
        if not self.box.event(event):
            self.answers.event(event, window.mouse)
        return None

    def draw(self, window: Window) -> None:
        to, renderer, px = window.surface, window.renderer, window.renderer.px
        long = self.command == "interview"
        name = self.context.scene.name(self.who)
        rect = place(to, renderer, 640, 540 if long else 190, self.kind.title.format(name=name), "Enter sends, Esc closes")
        self.box.draw(to, renderer, pygame.Rect(rect.x + px(24), rect.y + px(62), rect.width - px(48), px(38)))
        explain = self.kind.explain.format(name=name) if self.context.link is not None else RECORDED
        if self.command == "happening":
            explain += f" ({place_text(self._where()) if self._where() else 'the whole town'})"
        explain = renderer.truncate(explain, "small", rect.width - px(56))
        renderer.draw(to, explain, (rect.x + px(28), rect.y + px(112)), "small", FAINT)
        if long:
            self.answers.rect = pygame.Rect(rect.x + px(24), rect.y + px(146), rect.width - px(40), rect.height - px(164))
            self.answers.draw(to, window.mouse)
